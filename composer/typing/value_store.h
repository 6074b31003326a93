#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "composer/evaluations/typed_graph_builder.h"
#include "composer/typing/meeting.h"

namespace weft {

/// The evaluations that typing makes, equal ones once, and notes on them for messages. Only grows:
/// what an attempt made before it had to wait is found again when it is repeated.
class ValueStore {
 public:
  explicit ValueStore(const Library& library) : builder_(library, graph_) {}
  ValueStore(const ValueStore&) = delete;
  ValueStore& operator=(const ValueStore&) = delete;

  /// Makes room for that many evaluations.
  void reserve(std::size_t count) {
    graph_.evaluations.reserve(count);
    graph_.levels.reserve(count);
    graph_.derivative_levels.reserve(count);
  }
  /// Returns the equal evaluation, or adds one whose natural rate is the join of `least_rate` and
  /// the rates of the inputs.
  EvaluationId add(EvaluationKind&& kind, EvaluationIds&& inputs, Stage stage, Rate least_rate,
                   TypeId type, const Origin& origin) {
    return builder_.add(std::move(kind), std::move(inputs), stage, least_rate, type, origin);
  }
  /// Sets the natural rate of a value that depends on some of its inputs only.
  void set_rate(EvaluationId value, Rate rate) { graph_.evaluations[value].natural_rate = rate; }
  /// Names the value, unless it already has a name, is erroneous or is a function.
  void suggest_name(const TypedValue& value, std::string name);
  /// Records that typing relied on a value, not only on its type.
  void note_deciding(EvaluationId value) { graph_.deciding.push_back(value); }
  /// Records that an author stated the value's type.
  void note_stated(const TypedValue& value);
  /// Records that a conversion to the type, and back, gave the value: also what `between` went
  /// through.
  void note_round_trip(EvaluationId value, const TypedValue& between);
  /// Records a type that was stated while a graph was typed apart.
  void note_stated(const StatedType& stated) { graph_.stated_types.push_back(stated); }
  /// Records meanings that the inputs state and the value lacks.
  void note_lost(EvaluationId value, const std::vector<LostMeaning>& lost);
  const std::vector<LostMeaning>* find_lost(EvaluationId value) const;

  /// Records that an author wrote down the type of the value: it is computed, and nothing that is
  /// converted from it is taken from before.
  void note_written(EvaluationId value) { written_.insert(value); }
  bool is_written(EvaluationId value) const { return written_.count(value) != 0; }

  TypeId intern(const SemanticType& type) { return graph_.types.intern(type); }
  const TypedGraph& graph() const { return graph_; }
  TypedGraph& graph() { return graph_; }
  const SemanticType& type_of(const TypedValue& value) const { return graph_.types[value.type]; }
  Rate rate_of(const TypedValue& value) const {
    return graph_.evaluations[value.evaluation].natural_rate;
  }
  /// The constant of a literal.
  const Constant& literal(const TypedValue& value) const {
    return std::get<ConstantEvaluation>(graph_.evaluations[value.evaluation].kind).value;
  }
  /// Whether the value has that data type, or is a literal that widens to it.
  bool takes_data(const TypedValue& value, DataType wanted) const;

 private:
  TypedGraph graph_;
  TypedGraphBuilder builder_;
  std::unordered_map<EvaluationId, std::vector<LostMeaning>> lost_;  // never iterated
  std::unordered_set<EvaluationId> written_;                         // never iterated
};

/// A value that is neither erroneous nor a function.
TypedValue value_of(EvaluationId evaluation, TypeId type);

}  // namespace weft
