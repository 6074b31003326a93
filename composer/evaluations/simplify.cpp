#include "composer/evaluations/simplify.h"

#include <algorithm>
#include <utility>

#include "fragments/analysis/known_values.h"

namespace weft {

Simplifier::Outcome Simplifier::simplify(EvaluationId id) {
  const Evaluation& evaluation = graph_.evaluations[id];
  if (std::holds_alternative<LeafEvaluation>(evaluation.kind)) {
    return simplify_leaf(id);
  }
  if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
    return simplify_operation(id, *operation);
  }
  if (const auto* result = std::get_if<ResultEvaluation>(&evaluation.kind)) {
    const auto known = several_.find(evaluation.inputs[0]);
    if (known != several_.end()) {
      return outcome_of(id, known->second.results[result->result],
                        graph_.evaluations[evaluation.inputs[0]].inputs);
    }
  }
  return {};
}

Simplifier::Outcome Simplifier::simplify_leaf(EvaluationId id) {
  const auto& called = std::get<LeafEvaluation>(graph_.evaluations[id].kind);
  const EvaluationIds& inputs = graph_.evaluations[id].inputs;
  if (library_.fragments[called.fragment].is_uniform_choice) {
    const bool is_uniform = is_single(graph_.evaluations[inputs[0]].natural_rate);
    const EvaluationId chosen = inputs[is_uniform ? 0 : 1];
    return can_stand_for(chosen, id) ? Outcome{chosen, std::nullopt} : Outcome();
  }
  const bool is_any_known = std::any_of(inputs.begin(), inputs.end(), [this](EvaluationId input) {
    return constant(input) != nullptr;
  });
  if (!is_any_known &&
      calls_.says_nothing(called.fragment, called.type_arguments, called.special)) {
    return {};
  }
  if (library_.fragments[called.fragment].is_field) {
    return {};  // it depends on neighbors, which its body does not show
  }
  if (Outcome known = twice(id, called); known.stands_for) {
    return known;
  }
  known_.clear();
  for (const EvaluationId input : inputs) {
    known_.push_back(constant(input));
  }
  const ReducedCall* const reduced =
      calls_.reduce(called.fragment, called.type_arguments, known_, called.special);
  if (reduced == nullptr) {
    return {};
  }
  Outcome outcome;
  if (reduced->results.size() == 1) {
    outcome = outcome_of(id, reduced->results.front(), inputs);
  }
  if (reduced->results.size() > 1) {
    several_.emplace(id, *reduced);
  }
  // A call that takes functions keeps its inputs, since functions are identified by their ports.
  if (!outcome.stands_for && !outcome.value && called.function_level == 0) {
    drop_unneeded(id, reduced->is_needed);
  }
  return outcome;
}

/// Returns the replacement for f(f(x)), if f is an involution or idempotent.
Simplifier::Outcome Simplifier::twice(EvaluationId id, const LeafEvaluation& leaf) {
  const EvaluationIds& inputs = graph_.evaluations[id].inputs;
  const auto* inner = inputs.size() == 1
                          ? std::get_if<LeafEvaluation>(&graph_.evaluations[inputs[0]].kind)
                          : nullptr;
  if (inner == nullptr || graph_.evaluations[inputs[0]].inputs.size() != 1) {
    return {};
  }
  const auto body = calls_.unary(leaf.fragment, leaf.type_arguments, leaf.special);
  if (!body || body != calls_.unary(inner->fragment, inner->type_arguments, inner->special)) {
    return {};
  }
  std::optional<EvaluationId> candidate;
  if (is_involution(body->op, body->payload)) {
    candidate = graph_.evaluations[inputs[0]].inputs[0];
  } else if (is_idempotent(body->op, body->payload)) {
    candidate = inputs[0];
  }
  return candidate && can_stand_for(*candidate, id) ? Outcome{candidate, std::nullopt} : Outcome();
}

Simplifier::Outcome Simplifier::simplify_operation(EvaluationId id,
                                                   const OperationEvaluation& operation) {
  const Evaluation& evaluation = graph_.evaluations[id];
  const bool is_select = operation.op == Operation::Select;
  if (is_select && evaluation.inputs[1] == evaluation.inputs[2]) {
    return {evaluation.inputs[1], std::nullopt};
  }
  if (is_select) {  // also for textures, structs and arrays; both sides have its type
    const Constant* const condition = constant(evaluation.inputs[0]);
    return condition == nullptr
               ? Outcome()
               : Outcome{evaluation.inputs[condition->bits[0] != 0 ? 1 : 2], std::nullopt};
  }
  if (const auto part = part_of_made(evaluation); part && can_stand_for(*part, id)) {
    return {part, std::nullopt};
  }
  known_.clear();
  types_.clear();
  for (const EvaluationId input : evaluation.inputs) {
    known_.push_back(constant(input));
    types_.push_back(graph_.types[graph_.evaluations[input].type].data());
  }
  KnownOutcome outcome = known_outcome(library_.data_types, operation.op, operation.payload,
                                       graph_.types[evaluation.type].data(), known_, types_);
  return outcome_of(id, {std::move(outcome.value), outcome.argument}, evaluation.inputs);
}

/// Returns the part that a member or element read of a constructed value yields.
std::optional<EvaluationId> Simplifier::part_of_made(const Evaluation& read) const {
  const auto& operation = std::get<OperationEvaluation>(read.kind);
  if (operation.op != Operation::Member && operation.op != Operation::Index) {
    return std::nullopt;
  }
  const Evaluation& whole = graph_.evaluations[read.inputs[0]];
  const auto* made = std::get_if<OperationEvaluation>(&whole.kind);
  const DataType type = graph_.types[whole.type].data();
  if (made == nullptr || made->op != Operation::Construct ||
      !(type.is_struct() || type.is_array())) {
    return std::nullopt;
  }
  if (operation.op == Operation::Member) {
    return whole.inputs[operation.payload];
  }
  const Constant* const index = constant(read.inputs[1]);
  if (index == nullptr) {
    return std::nullopt;
  }
  const std::uint32_t bits = index->bits[0];
  const bool is_negative =
      index->type.scalar_kind() == Scalar::Int && static_cast<std::int32_t>(bits) < 0;
  return whole.inputs[is_negative ? 0 : std::min<std::size_t>(bits, whole.inputs.size() - 1)];
}

Simplifier::Outcome Simplifier::outcome_of(EvaluationId id, const ReducedResult& result,
                                           const EvaluationIds& inputs) const {
  if (result.value && result.value->type.is_plain()) {
    return {std::nullopt, result.value};
  }
  if (result.input && can_stand_for(inputs[*result.input], id)) {
    return {inputs[*result.input], std::nullopt};
  }
  return {};
}

void Simplifier::drop_unneeded(EvaluationId id, const std::vector<bool>& is_needed) {
  for (std::size_t i = 0; i < is_needed.size(); ++i) {
    const EvaluationId input = graph_.evaluations[id].inputs[i];
    const DataType type = graph_.types[graph_.evaluations[input].type].data();
    if (!is_needed[i] && constant(input) == nullptr && type.is_plain()) {
      const EvaluationId zero = zero_like(input);
      graph_.evaluations[id].inputs[i] = zero;
    }
  }
}

EvaluationId Simplifier::zero_like(EvaluationId id) {
  const Evaluation& like = graph_.evaluations[id];
  const TypeId type = like.type;
  ConstantEvaluation zero{zero_constant(library_.data_types, graph_.types[type].data())};
  return zeros_.add(std::move(zero), {}, like.stage, Rate::Constant, type, {});
}

const Constant* Simplifier::constant(EvaluationId id) const {
  const auto* evaluation = std::get_if<ConstantEvaluation>(&graph_.evaluations[id].kind);
  return evaluation != nullptr ? &evaluation->value : nullptr;
}

/// Whether `candidate` has every trait that readers of `id` rely on, and none that was removed.
bool Simplifier::can_stand_for(EvaluationId candidate, EvaluationId id) const {
  const SemanticType& have = graph_.types[graph_.evaluations[candidate].type];
  const SemanticType& want = graph_.types[graph_.evaluations[id].type];
  if (constant(candidate) != nullptr || have.data() != want.data()) {
    return have.data() == want.data();
  }
  const auto is_promised = [&](const TraitEntry& entry) {
    const std::optional<ValueId> promised = want.value(entry.trait, library_.lattice);
    return !promised || library_.lattice.is_within(entry.value, *promised);
  };
  return satisfies(have, demand_of(want), library_.lattice) &&
         std::all_of(have.entries().begin(), have.entries().end(), is_promised);
}

}  // namespace weft
