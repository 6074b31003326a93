#pragma once

#include <vector>

#include "codegen/lower/fold_arguments.h"

// Calls of leaves in the bodies of leaves, and what these calls pass.

namespace weft {

/// The body of a leaf, as the library has it or a part of that.
struct LeafBody {
  FragmentId fragment;
  const Body* body = nullptr;  ///< null for native leaves
};

/// Those of `callers` that call leaves, and all bodies that they call, at any depth: each once, and
/// before the bodies that it calls. O(calls in these bodies).
std::vector<LeafBody> in_call_order(const Library& library, const std::vector<LeafBody>& callers);

/// A call in a body of a leaf that has one.
struct PassedArguments {
  const Body* callee = nullptr;
  KnownArguments arguments;
};

/// What each call in the body passes: which ports are given one value, as in `f(n, n)` and
/// `f(2.0 * n, 2.0 * n)`, written alike. Constants are not told: the names of the ports say what
/// they mean. O(size of the body × ports²).
std::vector<PassedArguments> arguments_of_calls(const Library& library, const Body& body);

}  // namespace weft
