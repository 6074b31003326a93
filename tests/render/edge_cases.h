#pragma once

// What operations mean where mathematics or the target languages leave it open: one row per row of
// the table «Edge cases» in docs/language.md.

#include <cstdint>
#include <string_view>
#include <vector>

namespace weft::testing {

enum class EdgeGuarantee {
  Same,    ///< both languages give what the interpreter gives: by their own rules or by a guard
  Ieee,    ///< the same on targets that keep NaN, infinities and the signs of zeros
  Either,  ///< one of several results, which the case lists
  Open,    ///< nothing is promised
};

struct EdgeCase {
  std::string_view row;  ///< the first cell of the row in the document
  EdgeGuarantee guarantee = EdgeGuarantee::Same;
  /// A float3 of the names of Probes; its first component counts.
  std::string_view expression;
  /// The words of p.x, q.x and r.x, which are a.x, b.x and c.x as floats.
  std::vector<std::uint32_t> operands;
  std::uint32_t meaning = 0;               ///< what the interpreter gives
  std::vector<std::uint32_t> others = {};  ///< what targets may give besides
};

/// In the order of the document.
const std::vector<EdgeCase>& edge_cases();

/// What the document calls a guarantee.
std::string_view name_of(EdgeGuarantee guarantee);

}  // namespace weft::testing
