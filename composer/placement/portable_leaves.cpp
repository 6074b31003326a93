#include "composer/placement/portable_leaves.h"

#include <algorithm>

#include "fragments/model/intrinsics.h"

namespace weft {

bool PortableLeaves::contains(const LeafEvaluation& leaf) {
  const Leaf start{leaf.fragment, leaf.type_arguments, leaf.special};
  if (const auto known = known_.find(start); known != known_.end()) {
    return known->second;
  }
  std::map<Leaf, bool> met{{start, true}};
  std::vector<Leaf> open{start};
  std::vector<Leaf> callees;
  bool are_portable = true;
  while (!open.empty() && are_portable) {
    const Leaf next = std::move(open.back());
    open.pop_back();
    callees.clear();
    are_portable = is_portable(next, callees);
    for (Leaf& callee : callees) {
      if (met.emplace(callee, true).second) {
        open.push_back(std::move(callee));
      }
    }
  }
  known_.emplace(start, are_portable);
  return are_portable;
}

bool PortableLeaves::is_portable(const Leaf& leaf, std::vector<Leaf>& callees) const {
  const auto& [fragment, type_arguments, special] = leaf;
  const Body* body = find_body(library_, fragment, type_arguments, special);
  if (body == nullptr) {
    return false;
  }
  for (const BodyCall& call : body->calls) {
    callees.emplace_back(call.fragment, call.type_arguments, Specialization());
  }
  return std::none_of(body->exprs.begin(), body->exprs.end(), [](const BodyExpr& expr) {
    return expr.op == Operation::Intrinsic &&
           needs_fragment_stage(static_cast<Intrinsic>(expr.payload));
  });
}

}  // namespace weft
