#include "composer/evaluations/derivative_leaves.h"

#include <algorithm>

#include "fragments/model/intrinsics.h"

namespace weft {

bool DerivativeLeaves::contains(FragmentId leaf, const std::vector<DataType>& type_arguments,
                                const Specialization& special) {
  if (!special.is_whole()) {
    return find(leaf, type_arguments, special);
  }
  if (const auto known = known_.find(leaf); known != known_.end()) {
    return known->second;
  }
  return known_.emplace(leaf, find(leaf, type_arguments, special)).first->second;
}

bool DerivativeLeaves::find(FragmentId leaf, const std::vector<DataType>& type_arguments,
                            const Specialization& special) const {
  // Calls of leaves are followed with an explicit list. Leaves do not recurse; loading refuses
  // that.
  std::vector<BodyCall> open{{leaf, type_arguments}};
  std::vector<FragmentId> seen;
  while (!open.empty()) {
    const BodyCall call = std::move(open.back());
    open.pop_back();
    const Body* body = find_body(library_, call.fragment, call.type_arguments,
                                 seen.empty() ? special : Specialization());
    if (body == nullptr || std::find(seen.begin(), seen.end(), call.fragment) != seen.end()) {
      continue;
    }
    seen.push_back(call.fragment);
    const bool takes_derivative =
        std::any_of(body->exprs.begin(), body->exprs.end(), [](const BodyExpr& expr) {
          return expr.op == Operation::Intrinsic &&
                 needs_fragment_stage(static_cast<Intrinsic>(expr.payload));
        });
    if (takes_derivative) {
      return true;
    }
    open.insert(open.end(), body->calls.begin(), body->calls.end());
  }
  return false;
}

}  // namespace weft
