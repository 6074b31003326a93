#include "conversions/bounds/rule_order.h"

#include <algorithm>

namespace weft {

bool is_usable(const SearchProblem& problem, std::uint32_t rule) {
  if (problem.rules.weight(rule).lossy > 0 || !problem.may_use(rule)) {
    return false;
  }
  for (const CoordinateCheck& check : problem.rules.checks(rule)) {
    const bool may_change = check.conditional || problem.facts.at(problem.slots.place(
                                                     check.slot, check.begin)) != Facts::none;
    if (!may_change && !check.meets(problem.source[check.slot])) {
      return false;
    }
  }
  return true;
}

RuleOrder::RuleOrder(const SearchProblem& problem, const ReachBound& reach) {
  for (std::uint32_t rule = 0; rule < problem.rules.size(); ++rule) {
    ChainWeight needs;
    for (const CoordinateCheck& check : problem.rules.checks(rule)) {
      if (!check.conditional) {
        needs = std::max(needs, reach.of_subtree(problem.slots.place(check.slot, check.begin)));
      }
    }
    if (needs.lossy == 0 && is_usable(problem, rule)) {
      estimates_.emplace_back(needs.difficulty + problem.rules.weight(rule).difficulty, rule);
    }
  }
}

std::span<const RuleOrder::Estimate> RuleOrder::within(std::int64_t horizon) {
  const auto first_new = estimates_.begin() + static_cast<std::ptrdiff_t>(in_order_);
  const auto end = std::partition(first_new, estimates_.end(), [&](const Estimate& estimate) {
    return estimate.first <= horizon;
  });
  std::sort(first_new, end);
  in_order_ = static_cast<std::size_t>(end - estimates_.begin());
  return {estimates_.data(), in_order_};
}

}  // namespace weft
