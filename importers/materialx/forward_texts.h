#pragma once

#include "importers/materialx/document.h"

namespace weft::materialx {

/// Gives inputs of files and words that are linked to nodes `constant` and `dot` what these state:
/// such texts are needed where they are read, as the name of a file or of a mode. O(elements).
void forward_texts(Document& document);

}  // namespace weft::materialx
