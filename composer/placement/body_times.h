#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/evaluations/chosen_parts.h"
#include "fragments/analysis/laws.h"

namespace weft {

/// A value in the body of a call.
struct BoundValue {
  BindingTime time;
  std::uint64_t steps = 0;        ///< to compute it, with its operands: operations per component
  std::optional<Constant> known;  ///< if constants decide it
  Law law = Law::Nonlinear;       ///< in interpolated values
};

/// The steps of an expression that is more than one operation.
constexpr std::uint64_t two_steps = 2;

/// What a call knows of the values in its body (binding-time analysis: B. Guenter et al.,
/// Specializing Shaders, SIGGRAPH 1995; T. Knoblock, E. Ruf, Data Specialization, PLDI 1996).
struct BodyTimes {
  BindingTime whole;                                ///< of what cannot be told apart
  std::vector<std::optional<BodyExprId>> initials;  ///< per local, see initial_values()
  // Per expression:
  std::vector<bool> can;       ///< see can_be_parts()
  std::vector<bool> is_limit;  ///< whether it limits a loop
  std::vector<BoundValue> values;
  std::vector<bool> is_needed;  ///< for the results, given what constants decide

  /// Per expression: whether it is the initial value of a local.
  std::vector<bool> named() const;
  /// Whether a value would compute a local again that the rest of the body computes too, since that
  /// is no part. `repeats`: the answers for its operands.
  bool repeats_work(const Body& body, BodyExprId value, const std::vector<bool>& is_part,
                    const std::vector<bool>& repeats) const;
};

/// O(size of the body).
BodyTimes find_body_times(const Library& library, const SplitQuestion& question, LeafLaws& laws);

}  // namespace weft
