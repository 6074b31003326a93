#pragma once

// The meaning of operations where mathematics or the target languages leave it open: one case or
// more per row of the table «Edge cases» in docs/language.md.

#include <cstdint>
#include <string_view>
#include <vector>

namespace weft::testing {

enum class EdgeGuarantee {
  Same,    ///< both languages agree with the interpreter: by their own rules or by a guard
  Ieee,    ///< the same on targets that preserve NaN, infinities and the signs of zeros
  Either,  ///< one of several results, listed in the case
  Open,    ///< no guarantee
};

struct EdgeCase {
  std::string_view row;  ///< the first cell of the row in the document
  EdgeGuarantee guarantee = EdgeGuarantee::Same;
  /// A float3 over the names of Probes; its first component counts.
  std::string_view expression;
  /// The bits of p.x, q.x and r.x, which are a.x, b.x and c.x as floats.
  std::vector<std::uint32_t> operands;
  std::uint32_t meaning = 0;               ///< the interpreter's result
  std::vector<std::uint32_t> others = {};  ///< other results that targets may return
};

/// In the order of the document.
const std::vector<EdgeCase>& edge_cases();

/// The document's name of a guarantee.
std::string_view name_of(EdgeGuarantee guarantee);

}  // namespace weft::testing
