#pragma once

#include <cstdint>
#include <optional>

#include "fragments/syntax/parser.h"

namespace weft {

/// The bytes from `begin` to `former_end` of a text were replaced by those from `begin` to `end` of
/// another one.
struct TextChange {
  std::uint32_t begin;
  std::uint32_t former_end;
  std::uint32_t end;
};

/// Parses a text that differs from the one of `former` inside of one statement of a material or
/// graph: what parse_module() gives, with only that statement read. Nothing if the change goes
/// beyond such a statement, if anything but materials and graphs follows, or if there are or were
/// diagnostics. `names`: the table of `former`. O(size of the module) for the copy.
std::optional<ParsedModule> reparse_module(const ParsedModule& former, const SourceFile& source,
                                           const TextChange& change, Interner& names);

}  // namespace weft
