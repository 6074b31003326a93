#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

// What calls pass to leaves is written into the functions:
//
// - constants, where they save operations: `base + 0.04 * (1.0 - metallic)`, always called with a
//   `metallic` of 0, is `base + 0.04`;
// - equal arguments, always: `low < high ? f(low) : f(high)`, called with one value for both, is
//   `f(low)`, and `high` is no parameter.

namespace weft {

/// What is known of the argument for a port.
struct KnownArgument {
  const Constant* constant = nullptr;
  /// The first port that is given the same value, if that is an earlier one.
  std::optional<std::uint32_t> same_as = {};
};

/// Per port of a leaf.
using KnownArguments = std::vector<KnownArgument>;

/// A leaf's body without some ports. The others keep their numbers.
struct FoldedBody {
  Body body;
  std::vector<bool> is_written;  ///< per port: the body has a constant or another port in its place
  std::vector<bool> is_dropped;  ///< per port: no parameter; also if nothing reads it any more
  std::string name_suffix = {};  ///< of its function: what tells it from others of the leaf
};

/// Writes what is known of arguments into a body and folds the expressions that depend on it, with
/// the exactness of known_outcome().
/// Only constants that save an operation or a branch are written: the others stay ports, whose
/// names tell what the numbers mean. A port that is given the same value as an earlier one is
/// replaced by it, unless that value is a constant. Nothing if that leaves all ports. What the
/// source writes with literals alone stays as it is. O(size of the body).
std::optional<FoldedBody> fold_arguments(const Library& library, const Body& body,
                                         const KnownArguments& arguments);

/// What is known of the arguments that a call passes to its value ports. O(ports²).
KnownArguments known_arguments(const Library& library, const Plan& plan, const Evaluation& call,
                               const LeafEvaluation& leaf);

/// The body of a call that computes a part of a leaf (value_part()) with what is known of its
/// arguments, if anything is. None for other calls: their functions are shared.
std::optional<FoldedBody> fold_part(const Library& library, const Plan& plan,
                                    const Evaluation& call, const LeafEvaluation& leaf);

}  // namespace weft
