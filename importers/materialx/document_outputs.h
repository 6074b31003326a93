#pragma once

#include "importers/materialx/document.h"

namespace weft::materialx {

/// Links inputs of nodes outside of graphs that name an output of the document, `output="o"`
/// without a node or graph, to what this output is linked to. Others keep their attributes.
/// O(elements).
void link_document_outputs(Document& document);

}  // namespace weft::materialx
