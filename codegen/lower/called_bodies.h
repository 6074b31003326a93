#pragma once

#include <vector>

#include "codegen/lower/fold_arguments.h"
#include "fragments/model/member_reads.h"

// Bodies of leaves call leaves: the arguments of these calls, and the members read of their
// results.

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
struct CallInBody {
  const Body* callee = nullptr;
  KnownArguments arguments;
  MemberSet members = all_members;  ///< what the body reads of a struct that the call returns
};

/// The calls in the body. Arguments are known to be equal if they are written alike, as in `f(n,
/// n)` and `f(2.0 * n, 2.0 * n)`. Constants stay two arguments, since the port names explain them.
/// O(size of the body * ports^2).
std::vector<CallInBody> calls_of_body(const Library& library, const Body& body);

}  // namespace weft
