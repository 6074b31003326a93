#include "composer/typing/value_store.h"

#include <algorithm>

#include "composer/evaluations/equal_evaluations.h"
#include "composer/evaluations/plan_functions.h"
#include "composer/typing/type_rules.h"
#include "fragments/model/intrinsics.h"
#include "fragments/model/lookups.h"

namespace weft {

EvaluationId ValueStore::add(EvaluationKind kind, std::vector<EvaluationId> inputs, Stage stage,
                             Rate least_rate, TypeId type, Origin origin) {
  Rate rate = least_rate;
  for (EvaluationId input : inputs) {
    rate = join(rate, graph_.evaluations[input].natural_rate);
  }
  const std::uint64_t hash = evaluation_hash(kind, inputs, stage);
  if (auto known = by_hash_.find(hash, [&](std::uint32_t at) {
        return is_equal_evaluation(graph_, EvaluationId(at), kind, inputs, stage, type);
      })) {
    return EvaluationId(*known);
  }
  EvaluationId id = graph_.evaluations.add(
      {std::move(kind), std::move(inputs), stage, rate, type, std::move(origin)});
  graph_.levels.push_back(open_levels(library_, graph_.evaluations[id], graph_.levels));
  const auto* leaf = std::get_if<LeafEvaluation>(&graph_.evaluations[id].kind);
  const bool compares =
      leaf && takes_derivative(leaf->fragment, leaf->type_arguments, leaf->unread);
  graph_.derivative_levels.push_back(
      (compares ? graph_.levels.back() : FunctionLevels()) |
      inherited_levels(library_, graph_.evaluations[id], graph_.derivative_levels));
  by_hash_.insert(hash, id.index());
  return id;
}

bool ValueStore::takes_derivative(FragmentId id, const std::vector<DataType>& type_arguments,
                                  const UnreadFeatures& unread) {
  const auto known = takes_derivative_.find(id);
  if (unread.empty() && known != takes_derivative_.end()) {
    return known->second;
  }
  // Follow calls of other leaves with an explicit list. Leaves do not recurse; loading refuses
  // that.
  std::vector<BodyCall> open{{id, type_arguments}};
  std::vector<FragmentId> seen;
  bool needed = false;
  while (!open.empty() && !needed) {
    BodyCall call = open.back();
    open.pop_back();
    const bool is_first = seen.empty();
    const Body* body = find_body(library_, call.fragment, call.type_arguments,
                                 is_first ? unread : UnreadFeatures());
    if (body == nullptr || std::find(seen.begin(), seen.end(), call.fragment) != seen.end()) {
      continue;
    }
    seen.push_back(call.fragment);
    for (const BodyExpr& expr : body->exprs) {
      needed = needed || (expr.op == Operation::Intrinsic &&
                          needs_fragment_stage(static_cast<Intrinsic>(expr.payload)));
    }
    open.insert(open.end(), body->calls.begin(), body->calls.end());
  }
  if (unread.empty()) {
    takes_derivative_.emplace(id, needed);
  }
  return needed;
}

void ValueStore::suggest_name(const TypedValue& value, std::string name) {
  if (value.is_error || value.function) {
    return;
  }
  std::string& known = graph_.evaluations[value.evaluation].origin.name;
  if (known.empty()) {
    known = std::move(name);
  }
}

void ValueStore::note_stated(const TypedValue& value) {
  if (!value.is_error && !value.function) {
    graph_.stated_types.push_back({value.evaluation, value.type});
  }
}

void ValueStore::note_lost(EvaluationId value, const std::vector<LostMeaning>& lost) {
  for (const LostMeaning& meaning : lost) {
    std::vector<LostMeaning>& known = lost_[value];
    if (std::find(known.begin(), known.end(), meaning) == known.end()) {
      known.push_back(meaning);
    }
  }
}

const std::vector<LostMeaning>* ValueStore::find_lost(EvaluationId value) const {
  const auto lost = lost_.find(value);
  return lost != lost_.end() ? &lost->second : nullptr;
}

bool ValueStore::takes_data(const TypedValue& value, DataType wanted) const {
  const bool is_number = value.is_literal && !value.is_color && !value.has_stated_kind;
  return type_of(value).data() == wanted || (is_number && literal_widens(literal(value), wanted));
}

TypedValue value_of(EvaluationId evaluation, TypeId type) {
  TypedValue value;
  value.is_error = false;
  value.evaluation = evaluation;
  value.type = type;
  return value;
}

}  // namespace weft
