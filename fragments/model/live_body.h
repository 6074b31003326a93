#pragma once

#include <cstdint>
#include <vector>

#include "fragments/model/body.h"

// Dead code elimination after dead injections. A leaf injects features into the evaluation bound to
// its `eval` port; where that evaluation does not read a feature, the code that computes the
// injected value is dead (docs/decisions/0046). A worklist marks the live parts of the body, and a
// linear pass copies them.

namespace weft {

struct Library;

/// A dead injection: the `eval` port injects the feature, but the evaluation bound to the port does
/// not read it.
struct UnreadFeature {
  std::uint32_t port;      ///< index of the leaf's port
  std::uint32_t position;  ///< in FragmentPort::injected
  friend auto operator<=>(const UnreadFeature&, const UnreadFeature&) = default;
};
/// Sorted, without duplicates.
using UnreadFeatures = std::vector<UnreadFeature>;

/// Removes dead injections from a body, and then its dead code: the statements, locals, features
/// and calls that only they needed. An `if` with only one live side keeps that side. `body` must be
/// a leaf's body as loaded, so that its calls of an `eval` port pass every feature that the port
/// lists. The result computes the same values for all inputs, since bodies have no side effects.
///
/// Like find_flow, this treats a local as a unit: if it is live, all assignments to it stay. O(size
/// of the body + features of the leaves that it calls × features).
Body without_injections(const Library& library, const Body& body, const UnreadFeatures& unread);

}  // namespace weft
