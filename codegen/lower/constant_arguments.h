#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"

// Constants that calls pass to leaves are written into the functions where they save operations:
// `base + 0.04 * (1.0 - metallic)`, always called with a `metallic` of 0, is `base + 0.04`.

namespace weft {

/// Per port of a leaf: the constant that it is given, or null.
using ConstantArguments = std::vector<const Constant*>;

/// A leaf's body with constants in the place of some ports, which keep their numbers.
struct FoldedBody {
  Body body;
  std::vector<bool> is_folded;   ///< per port: a constant in the body
  std::string name_suffix = {};  ///< of its function: what tells it from others of the leaf
};

/// Writes constants into a body and folds the expressions that depend on them, with the exactness
/// of known_outcome().
/// Only those that save an operation or a branch are written: the others stay ports, whose names
/// tell what the numbers mean. Nothing if none saves any. What the source writes with literals
/// alone stays as it is. O(size of the body).
std::optional<FoldedBody> fold_arguments(const Library& library, const Body& body,
                                         const ConstantArguments& arguments);

/// The constants that a call passes to its value ports.
ConstantArguments constant_arguments(const Library& library, const Plan& plan,
                                     const Evaluation& call, const LeafEvaluation& leaf);

/// The body of a call that computes a part of a leaf (value_part()) with its constants, if they
/// save any operation. None for other calls: their functions are shared.
std::optional<FoldedBody> fold_part(const Library& library, const Plan& plan,
                                    const Evaluation& call, const LeafEvaluation& leaf);

}  // namespace weft
