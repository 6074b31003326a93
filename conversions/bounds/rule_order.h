#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "conversions/bounds/reach_bound.h"
#include "conversions/table/search_problem.h"

namespace weft {

/// Whether a chain without lossy steps may contain the rule.
bool is_usable(const SearchProblem& problem, std::uint32_t rule);

/// The usable rules, ordered by a lower bound on the weight from the source up to and including
/// each, so that a rule comes after those that enable it. Sorts no farther than is asked for.
class RuleOrder {
 public:
  RuleOrder() = default;
  /// O(rules × checks).
  RuleOrder(const SearchProblem& problem, const ReachBound& reach);

  /// (lower bound in thousandths, rule), sorted, up to the horizon.
  using Estimate = std::pair<std::int64_t, std::uint32_t>;
  /// Must not fall from call to call. Valid until the next one.
  std::span<const Estimate> within(std::int64_t horizon);

 private:
  std::vector<Estimate> estimates_;  // the first `in_order_` are sorted and below all others
  std::size_t in_order_ = 0;
};

}  // namespace weft
