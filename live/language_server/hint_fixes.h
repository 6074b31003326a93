#pragma once

#include <string>
#include <vector>

#include "live/language_server/open_document.h"
#include "support/diagnostic.h"
#include "support/source.h"

namespace weft::lsp {

/// A text in place of another one.
struct TextFix {
  std::string title;
  Span span;  ///< empty: the text is inserted
  std::string text;
};

/// What a diagnostic's hint says to write, an alternative each; empty for hints in prose. `found`
/// has a place in the document.
std::vector<TextFix> fixes_of_hint(OpenDocument& document, const Diagnostic& found);

}  // namespace weft::lsp
