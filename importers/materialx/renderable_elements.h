#pragma once

#include <vector>

#include "importers/materialx/document.h"
#include "importers/materialx/scopes.h"

namespace weft::materialx {

/// What is drawn of a document: its materials; of one without any, its outputs and those of the
/// graphs that nothing else reads. Of a cycle of graphs the first counts, whose translation
/// reports the cycle. Graphs that implement a definition are drawn where it is
/// used. O(elements).
std::vector<ElementId> renderable_elements(const Document& document, Scopes& scopes);

}  // namespace weft::materialx
