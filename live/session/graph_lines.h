#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "fragments/syntax/lexer.h"
#include "support/json_fwd.h"

namespace weft::live {

/// The comments and empty lines of a formatted text, by place. Refers to the text.
class GraphLines {
 public:
  explicit GraphLines(const SourceFile& source);

  /// The end of the next opening brace.
  std::uint32_t after_brace(std::uint32_t from) const;
  /// Puts comments and empty lines between two places into `json[member]`, if there are any. Empty
  /// lines that begin a block are the formatter's to drop.
  void add_between(std::uint32_t begin, std::uint32_t end, bool is_first, Json& json,
                   const char* member) const;
  /// Adds an item to a list, with the lines before it from `at` on and the comment at its end. With
  /// `has_data`, the editor's data are apart. `at` is the end of the item then.
  void add_item(Json& items, Json item, Span span, bool has_data, std::uint32_t& at) const;

 private:
  std::uint32_t read_after(std::uint32_t end, Json& item, bool has_data) const;
  std::vector<Comment>::const_iterator first_comment(std::uint32_t from) const;

  std::string_view text_;
  std::vector<Comment> comments_;
  std::vector<Token> tokens_;
};

/// Without blanks at both ends.
std::string_view without_blanks(std::string_view text);

}  // namespace weft::live
