#pragma once

#include <optional>
#include <string>
#include <string_view>
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

/// The shipped file that a hint says to import; nothing for other hints.
std::optional<std::string> shipped_import_of(std::string_view hint);

}  // namespace weft::lsp
