#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composer/evaluations/elaborated.h"
#include "composer/evaluations/plan.h"
#include "composer/evaluations/replacements.h"
#include "conversions/table/conversion_table.h"
#include "support/result.h"

// The output of type inference: a flat DAG of typed evaluations in SSA form. Each evaluation
// computes one value from inputs with smaller ids, overloads are resolved, and every conversion
// that inference inserted is an ordinary evaluation, so later passes need not know about links:
//
//   %0 = feature surface.normal             : float3 {use: normal, basis: model}
//   %1 = normal_to_world(%0, %m)            : float3 {use: normal, basis: world}   a conversion
//   %2 = lambert(%1, %l)                    : float3 {…}                           a leaf
//
// Evaluations are hash-consed on (kind, inputs, stage), which makes common subexpression
// elimination implicit. Rates are natural rates: how often the value changes, not where it is
// computed. Nothing has been moved between stages yet, which is what "naive" means throughout the
// composer; the naive plan defines the meaning that placement has to preserve.
//
// Evaluations inside functions are part of the same store. They are told apart by `levels`: an
// evaluation belongs to a function of level n if it transitively reads a BoundEvaluation of level
// n, up to the call that takes that function.

namespace weft {

/// A link with conversions, for explanations.
struct ConvertedLink {
  EvaluationId from;
  EvaluationId to;       ///< the last step
  std::string consumer;  ///< `ggx.n`, `output color`
  std::vector<ConversionId> steps;
  std::int64_t difficulty = 0;
  Span span = {};
  std::vector<std::vector<ConversionId>> choices =
      {};                 ///< for a link with equal chains: all of them, the default first
  bool is_tried = false;  ///< only a candidate that lost overload resolution has the link
};

/// An argument of a port that states a range, or names for its values.
struct RangedArgument {
  EvaluationId value;  ///< converted to the port's type
  FragmentId fragment;
  std::uint32_t port = 0;
  Span span = {};  ///< of the argument
};

/// The typed evaluations of a composition. See the top of this file.
struct TypedGraph {
  Store<Evaluation> evaluations;
  TypeInterner types;
  std::vector<std::pair<std::uint32_t, EvaluationId>>
      outputs;  ///< position of the profile's demand, converted value
  std::vector<ConvertedLink> links;
  std::vector<StitchDecision> stitches;
  std::vector<StatedType> stated_types;
  std::vector<EvaluationId> deciding;  ///< values on which typing relied, not only on their types
  std::vector<FunctionLevels> levels;  ///< per evaluation, as in PlanFunctions
  /// Per evaluation: the set of levels n such that it, inside a function of level n, transitively
  /// takes a derivative.
  std::vector<FunctionLevels> derivative_levels;
};

/// Redirects the outputs and stated types to replacements in the same graph, which every evaluation
/// must have. `links` keep the evaluations for which types were inferred. O(outputs).
inline void redirect_outputs(TypedGraph& graph, const Replacements& replacements) {
  for (auto& [demand, value] : graph.outputs) {
    value = replacements[value];
  }
  for (StatedType& stated : graph.stated_types) {
    stated.value = replacements[stated.value];
  }
}

/// The results of a call that has more than one.
struct SeveralResults {
  std::vector<TypeId> types;
  /// For a graph or a simulation: the evaluations of results or states, in order. Otherwise the
  /// value's evaluation has the results.
  std::vector<EvaluationId> values = {};
  std::vector<NameId> names = {};  ///< of `values`
};

/// A value during type inference.
struct TypedValue {
  bool is_error = true;  ///< already reported; users of the value stay silent
  bool is_open =
      false;  ///< an error for now: the type depends on one that its consumers must determine
  bool is_literal = false;  ///< a compile-time number without traits, which takes on the traits its
                            ///< consumer demands
  /// For a literal with an explicit kind of number, as in `uint(1)`, which does not widen to
  /// another.
  bool has_stated_kind = false;
  bool is_color =
      false;  ///< a color literal: adopts a demanded `use` below color, but not an encoding
  EvaluationId evaluation = EvaluationId(0);
  TypeId type = TypeId(0);
  std::optional<ClosureId> function =
      std::nullopt;  ///< an argument for a function port; nothing else is set then
  /// Set for a call with several results, which is read through its members only.
  std::shared_ptr<const SeveralResults> several = nullptr;
  /// For a value with anchored traits: the environment whose features they refer to. Nothing: they
  /// refer to no particular place (a parameter).
  std::optional<EnvironmentId> made_in = std::nullopt;

  /// Whether the value adopts the traits of the values that it meets: a written number.
  bool is_adaptable() const { return is_literal && !is_color; }
};

}  // namespace weft
