#pragma once

#include <cstdint>
#include <vector>

#include "support/source.h"

namespace weft::lsp {

/// The ends of the scopes of variables in a text: of a block, of the statement that a `for` has, of
/// the expression of a lambda. `names`: where they are declared, ascending. By the brackets alone;
/// an unclosed scope has no end (the largest number). O(text).
std::vector<std::uint32_t> scope_ends(const SourceFile& source,
                                      const std::vector<std::uint32_t>& names);

}  // namespace weft::lsp
