#pragma once

#include "importers/materialx/document.h"

namespace weft::materialx {

/// Rewrites the materials of versions 1.22 to 1.37, which refer to shaders (`shaderref`) and bind
/// or override their inputs, as shader nodes with a `surfacematerial`. Linear but for bases of
/// materials.
void upgrade_materials(Document& document);

}  // namespace weft::materialx
