#pragma once

#include <vector>

#include "fragments/syntax/token.h"

namespace weft {

/// Writes into the payload of every bracket the index of its partner, where it has one. A closing
/// bracket closes what was opened inside its pair and not closed; one that has nothing to close
/// stays alone. Linear.
void match_brackets(std::vector<Token>& tokens);

/// For every token the number of braces open around it; braces themselves count as outside of their
/// pair.
std::vector<std::uint32_t> brace_depths(const std::vector<Token>& tokens);

}  // namespace weft
