#include "composer/evaluations/fold_constants.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "composer/evaluations/fold_functions.h"
#include "composer/evaluations/lost_traits.h"
#include "composer/evaluations/plan_functions.h"
#include "composer/evaluations/simplify.h"
#include "composer/evaluations/unread_injections.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/interpreter/operations.h"
#include "fragments/model/lookups.h"
#include "support/float_bits.h"

namespace weft {
namespace {

/// Enough for any sum of octaves. Slower fragments are left to the GPU.
constexpr std::uint64_t most_folding_steps = 200'000;

class Folding {
 public:
  /// `result`: of a graph that is folded apart from its callers.
  Folding(const Library& library, TypedGraph& graph, CallReduction& calls,
          std::optional<EvaluationId> result = std::nullopt)
      : library_(library),
        graph_(graph),
        result_(result),
        simplifier_(library, graph, calls),
        functions_(library, graph),
        replacements_(Replacements::identity(graph.evaluations.size())) {}

  std::vector<UniformChoice> run() {
    const std::size_t count = graph_.evaluations.size();  // simplify() appends zeros
    for (std::size_t i = 0; i < count; ++i) {
      fold(EvaluationId(i));
    }
    redirect_outputs(graph_, replacements_);
    return std::move(choices_);
  }

 private:
  void fold(EvaluationId id) {
    Evaluation& before = graph_.evaluations[id];
    rates_before_.push_back(before.natural_rate);
    Rate joined_before = Rate::Constant;
    for (const EvaluationId input : before.inputs) {
      joined_before = join(joined_before, rates_before_[input.index()]);
    }
    const std::optional<std::uint32_t> otherwise = side_otherwise(before);
    replacements_.redirect(before.inputs);
    if (result_ && (id == *result_ || is_uniform_choice(before))) {
      return;
    }
    // A rate above the inputs' is demanded by the call itself.
    const bool follows_inputs = before.natural_rate == joined_before && !before.inputs.empty();
    drop_unread_injections(library_, graph_, id);
    Simplifier::Outcome outcome = simplifier_.simplify(id);
    Evaluation& evaluation = graph_.evaluations[id];
    if (outcome.stands_for) {
      note_lost_traits(library_, graph_, id, *outcome.stands_for);
      replacements_.set(id, *outcome.stands_for);
      return;
    }
    if (follows_inputs) {
      evaluation.natural_rate = Rate::Constant;
      for (const EvaluationId input : evaluation.inputs) {
        evaluation.natural_rate =
            join(evaluation.natural_rate, graph_.evaluations[input].natural_rate);
      }
    }
    if (!outcome.value) {
      outcome.value = value_of(id, evaluation);
    }
    if (outcome.value) {
      evaluation.kind = ConstantEvaluation{std::move(*outcome.value)};
      evaluation.inputs.clear();
      evaluation.natural_rate = Rate::Constant;
    } else if (otherwise) {
      choices_.push_back({id, evaluation.inputs[*otherwise]});
    }
  }

  /// For a choice whose condition is a call of a `uniform` fragment: the input that the second
  /// argument chooses, if that is known.
  std::optional<std::uint32_t> side_otherwise(const Evaluation& choice) const {
    const auto* operation = std::get_if<OperationEvaluation>(&choice.kind);
    if (operation == nullptr || operation->op != Operation::Select) {
      return std::nullopt;
    }
    const Evaluation& condition = graph_.evaluations[choice.inputs[0]];
    const Constant* otherwise =
        is_uniform_choice(condition) ? constant(condition.inputs[1]) : nullptr;
    return otherwise != nullptr ? std::optional(otherwise->bits[0] != 0 ? 1U : 2U) : std::nullopt;
  }

  bool is_uniform_choice(const Evaluation& evaluation) const {
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    return leaf != nullptr && library_.fragments[leaf->fragment].is_uniform_choice;
  }

  const Constant* constant(EvaluationId id) const {
    const auto* evaluation = std::get_if<ConstantEvaluation>(&graph_.evaluations[id].kind);
    return evaluation != nullptr ? &evaluation->value : nullptr;
  }

  std::optional<Constant> value_of(EvaluationId id, const Evaluation& evaluation) {
    if (const auto* result = std::get_if<ResultEvaluation>(&evaluation.kind)) {
      const auto known = results_.find(evaluation.inputs[0]);
      return known == results_.end() ? std::nullopt : std::optional(known->second[result->result]);
    }
    if (evaluation.natural_rate != Rate::Constant) {
      return std::nullopt;  // includes values declared to vary
    }
    if (function_level(evaluation) != 0) {
      return value_of_function_call(id);
    }
    std::vector<Constant> inputs;
    for (EvaluationId input : evaluation.inputs) {
      const Constant* value = constant(input);
      if (value == nullptr) {
        return std::nullopt;
      }
      inputs.push_back(*value);
    }
    DataType type = graph_.types[evaluation.type].data();
    if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
      return finite(
          apply_operation(library_.data_types, operation->op, operation->payload, type, inputs));
    }
    if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
      return value_of_leaf(id, *leaf, inputs);
    }
    return std::nullopt;  // constants, features, interpolations
  }

  std::optional<Constant> value_of_leaf(EvaluationId id, const LeafEvaluation& leaf,
                                        const std::vector<Constant>& inputs) {
    const Fragment& fragment = library_.fragments[leaf.fragment];
    const Body* body = body_of(library_, leaf);
    if (body == nullptr || !body->features.empty() || !body->port_calls.empty()) {
      return std::nullopt;
    }
    const std::vector<DataType> types = result_types(fragment, leaf.type_arguments);
    const std::vector<Constant> no_features;
    EvaluationInputs given{inputs, no_features};
    given.step_limit = most_folding_steps;
    auto values = evaluate_body(library_, *body, types, given);
    return values ? taken(id, std::move(*values), false) : std::nullopt;
  }

  /// For loops, and leaves that take functions.
  std::optional<Constant> value_of_function_call(EvaluationId id) {
    if (graph_.levels[id.index()].any()) {
      return std::nullopt;  // the call is inside a function
    }
    auto values = functions_.value_of(id);
    const bool is_loop = std::holds_alternative<LoopEvaluation>(graph_.evaluations[id].kind);
    return values ? taken(id, std::move(*values), is_loop) : std::nullopt;
  }

  std::optional<Constant> taken(EvaluationId id, std::vector<Constant> values, bool is_loop) {
    const bool are_finite = std::all_of(values.begin(), values.end(),
                                        [this](const Constant& value) { return finite(value); });
    if (!are_finite) {
      return std::nullopt;
    }
    if (is_loop || values.size() > 1) {
      results_.emplace(id, std::move(values));
      return std::nullopt;  // results are read one by one
    }
    return std::move(values.front());
  }

  /// Nothing for values with a NaN or infinity, and for structs and arrays, whose words have no
  /// known kind here.
  std::optional<Constant> finite(Constant value) const {
    if (!value.type.is_plain()) {
      return std::nullopt;
    }
    bool is_float = value.type.is_float_based();
    bool fine = !is_float ||
                std::all_of(value.bits.begin(), value.bits.end(),
                            [](std::uint32_t bits) { return std::isfinite(float_of_bits(bits)); });
    return fine ? std::optional(std::move(value)) : std::nullopt;
  }

  const Library& library_;
  TypedGraph& graph_;
  std::optional<EvaluationId> result_;
  Simplifier simplifier_;
  FunctionFolding functions_;
  Replacements replacements_;
  std::unordered_map<EvaluationId, std::vector<Constant>>
      results_;  // of folded calls with several results; never iterated
  std::vector<UniformChoice> choices_;
  std::vector<Rate> rates_before_;  // natural rate before folding, per evaluation
};

}  // namespace

std::vector<UniformChoice> fold_constants(const Library& library, TypedGraph& graph) {
  CallReduction calls(library);
  return fold_constants(library, graph, calls);
}

std::vector<UniformChoice> fold_constants(const Library& library, TypedGraph& graph,
                                          CallReduction& calls) {
  return Folding(library, graph, calls).run();
}

bool fold_apart(const Library& library, TypedGraph& graph, CallReduction& calls,
                EvaluationId result) {
  const auto joined = [&] {
    Rate rate = Rate::Constant;
    for (const EvaluationId input : graph.evaluations[result].inputs) {
      rate = join(rate, graph.evaluations[input].natural_rate);
    }
    return rate;
  };
  const Rate before = joined();
  Folding(library, graph, calls, result).run();
  return graph.evaluations[result].natural_rate != before || joined() == before;
}

}  // namespace weft
