#pragma once

#include "importers/materialx/document.h"
#include "support/diagnostic.h"

namespace weft::materialx {

/// Looks at a document as it is written, before older versions are upgraded, and warns of what
/// MaterialX reads in one way without a word: versions that it does not know, and names that are
/// given twice. Of elements with one name in one element, and of nodes with one name in the files
/// of a document, the first counts; the others are removed, as they are by MaterialX's reader, so
/// that nothing is made of them. Files of libraries are not looked at. Linear.
void check_document(Document& document, Diagnostics& diagnostics);

}  // namespace weft::materialx
