#pragma once

#include <vector>

#include "importers/materialx/document.h"

namespace weft::materialx {

/// Rewrites types and nodes of versions before 1.39 as those that MaterialX's change log and its
/// own upgrades put in their place: the types `vector`, `matrix` and `color2`, definitions with a
/// type in the place of outputs, nodes with other names or inputs (`compare`, `rotate`, `combine`,
/// …), maps of normals in object space. `minors`: minor_versions() of the document. Linear.
void upgrade_nodes(Document& document, const std::vector<int>& minors);

/// Rewrites closures of versions before 1.39: those that were named `…_brdf` and `…_btdf`, have
/// their base as an input, or state reflectivity in the place of an index of refraction; films that
/// are layers become inputs of the closures below. `minors`: minor_versions() of the document
/// before upgrade_nodes(), which adds no closures. Linear.
void upgrade_closures(Document& document, const std::vector<int>& minors);

}  // namespace weft::materialx
