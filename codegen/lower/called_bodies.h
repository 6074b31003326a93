#pragma once

#include <vector>

#include "codegen/lower/fold_arguments.h"
#include "fragments/model/member_reads.h"

// Calls of leaves in the bodies of leaves: what they pass, and what is read of what they return.

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

/// What each call in the body passes and reads: which ports are given one value, as in `f(n, n)`
/// and `f(2.0 * n, 2.0 * n)`, written alike. Constants are not told: the names of the ports say
/// what they mean. O(size of the body × ports²).
std::vector<CallInBody> calls_of_body(const Library& library, const Body& body);

}  // namespace weft
