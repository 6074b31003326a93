#pragma once

#include <cstdint>
#include <vector>

#include "fragments/syntax/token.h"

namespace weft {

/// Stores in the payload of every matched bracket the index of its partner. A closing bracket
/// discards the unclosed brackets opened since its partner; one without a partner stays unmatched.
/// Parentheses and square brackets do not match across braces. `brackets`: the indices of all
/// brackets among the tokens, in order. Linear in their number.
void match_brackets(std::vector<Token>& tokens, const std::vector<std::uint32_t>& brackets);

/// Returns, per token, the number of braces open around it. A brace counts as outside its own pair.
std::vector<std::uint32_t> brace_depths(const std::vector<Token>& tokens);

}  // namespace weft
