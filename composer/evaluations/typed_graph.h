#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composer/evaluations/elaborated.h"
#include "composer/evaluations/plan.h"
#include "conversions/table/conversion_table.h"
#include "support/result.h"

namespace weft {

/// One link on which conversions stand, for explanations.
struct ConvertedLink {
  EvaluationId from;
  EvaluationId to;       ///< the last step
  std::string consumer;  ///< `ggx.n`, `output color`
  std::vector<ConversionId> steps;
  std::int64_t difficulty = 0;
  Span span = {};
  std::vector<std::vector<ConversionId>> choices =
      {};                 ///< of a link with equal chains: all of them, the first by default
  bool is_tried = false;  ///< only a candidate that was not chosen has it
};

/// The elaborated graph with types, chosen overloads, and the chains of conversions as ordinary
/// evaluations. Evaluations with equal (kind, inputs, stage) are one. Types hold on the naive
/// meaning: natural rates only.
struct TypedGraph {
  Store<Evaluation> evaluations;
  TypeInterner types;
  std::vector<std::pair<std::uint32_t, EvaluationId>>
      outputs;  ///< position of the profile's demand, converted value
  std::vector<ConvertedLink> links;
  std::vector<StitchDecision> stitches;
  std::vector<StatedType> stated_types;
  std::vector<FunctionLevels> levels;  ///< per evaluation, as in PlanFunctions
  /// Per evaluation: holds n if something that compares neighbouring fragments stands below it in a
  /// function of level n.
  std::vector<FunctionLevels> derivative_levels;
};

/// After a pass that puts evaluations in the place of others: the outputs and what the author says
/// of values are about what `stands_for`, per evaluation, says. `links` keep the evaluations that
/// types were inferred for. O(outputs).
inline void redirect_outputs(TypedGraph& graph, const std::vector<EvaluationId>& stands_for) {
  for (auto& [demand, value] : graph.outputs) {
    value = stands_for[value.index()];
  }
  for (StatedType& stated : graph.stated_types) {
    stated.value = stands_for[stated.value.index()];
  }
}

/// A value while types are inferred.
struct TypedValue {
  bool is_error = true;  ///< was reported; whatever uses it stays silent
  bool is_open =
      false;  ///< an error for now: its type depends on one that its consumers have to decide
  bool is_literal =
      false;  ///< known when composing and without traits: takes those its consumer demands
  /// Of a literal: its author has said which kind of number it is, as in `uint(1)`. It widens to no
  /// other.
  bool has_stated_kind = false;
  bool is_color = false;  ///< a colour literal: a `use` below color is taken, its encoding is not
  EvaluationId evaluation = EvaluationId(0);
  TypeId type = TypeId(0);
  std::optional<ClosureId> function =
      std::nullopt;  ///< an argument for a function port; nothing else is set then
  std::vector<TypeId> results =
      {};  ///< of a call with several results, which is used through its members only
  /// Of a graph with several results: which, and its results, one for one.
  std::optional<FragmentId> graph = std::nullopt;
  std::vector<EvaluationId> result_values = {};
  /// Of a value with anchored traits: the environment whose features they stand on. Nothing: they
  /// stand on no particular place (a parameter).
  std::optional<EnvironmentId> made_in = std::nullopt;

  /// Takes on the traits of the values that it meets: a number that is written out.
  bool is_adaptable() const { return is_literal && !is_color; }
};

}  // namespace weft
