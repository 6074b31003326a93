#pragma once

#include <vector>

#include "live/language_server/source_index.h"

namespace weft::lsp {

/// A member or result under the struct or fragment that declares it: the member `d` of `Nest.one`
/// is that of `In` if `one` is declared an `In`, and that of a call of `made` if `made` gives an
/// `In`. `files`: what the mention sees. Other symbols, and those whose owner is not declared
/// there, stay. O(declarations of the files · length of the owner's path).
Symbol canonical_symbol(const std::vector<IndexedFilePtr>& files, const Symbol& symbol);

}  // namespace weft::lsp
