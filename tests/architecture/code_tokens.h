#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace weft::testing {

/// A word (identifier, keyword or number), `::`, or one punctuation character.
struct CodeToken {
  std::string_view text;
  std::size_t line = 1;  ///< 1-based
};

/// The tokens of C++ code without comments, preprocessor lines, and string and character literals.
/// The tokens refer to `text`.
std::vector<CodeToken> code_tokens(std::string_view text);

/// Whether the token is an identifier, a keyword or a number.
bool is_word(const CodeToken& token);

}  // namespace weft::testing
