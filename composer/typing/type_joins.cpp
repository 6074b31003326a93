#include <fmt/format.h>

#include "composer/typing/settling.h"
#include "composer/typing/type_inference.h"

// The parts of TypeInference that join values to one type: both sides of `? :`, the elements of an
// array.
namespace weft {

tl::expected<TypeInference::Join, Diagnostic> TypeInference::plan_join(
    const std::vector<TypedValue>& values, DataType data, Stage stage, const Consumer& consumer,
    const std::string& part, Span span) {
  std::vector<SemanticType> operands;
  for (const TypedValue& value : values) {
    if (!value.is_adaptable()) {
      operands.push_back(type_of_value(value));
    }
  }
  const Meeting meeting = meet(operands, MeetRule::Same, lattice(), known_, library().products);
  std::vector<std::vector<const Settlement*>> ways;
  for (const Disagreement& disagreement : meeting.disagreements) {
    ways.emplace_back();
    for (const Settlement& way : disagreement.ways) {
      ways.back().push_back(&way);
    }
  }
  const auto all_choices = combinations(ways);
  if (all_choices.empty()) {
    return tl::unexpected(too_many_choices(span, consumer.words));
  }
  std::optional<Join> best;
  std::int64_t best_weight = 0;
  std::optional<Diagnostic> failure;
  for (const std::vector<const Settlement*>& choice : all_choices) {
    Join join{SemanticType(data), {}, meeting.lost};
    for (const TraitEntry& entry : meeting.agreed) {
      join.type.set(entry.trait, entry.value, lattice());
    }
    std::vector<std::vector<TraitEntry>> of_operands(operands.size(), meeting.agreed);
    std::vector<TraitEntry> of_literals = meeting.agreed;
    for (std::size_t i = 0; i < choice.size(); ++i) {
      const Settlement& way = *choice[i];
      const TraitId trait = meeting.disagreements[i].trait;
      if (way.result) {
        join.type.set(trait, *way.result, lattice());
      }
      if (way.of_literals) {
        of_literals.push_back({trait, *way.of_literals});
      }
      for (std::size_t operand = 0; operand < operands.size(); ++operand) {
        if (way.demanded[operand]) {
          of_operands[operand].push_back({trait, *way.demanded[operand]});
        }
      }
      if (way.loses) {
        join.lost.push_back({trait, *way.loses});
      }
    }
    std::int64_t weight = 0;
    std::size_t operand = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      Demand demand{data, {}};
      demand_settled(demand, values[i].is_adaptable() ? of_literals : of_operands[operand++]);
      const std::string port = part.empty() ? part : fmt::format("{} {}", part, i + 1);
      auto link = plan_link(values[i], demand, stage, consumer, port, span);
      if (!link) {
        failure = failure ? failure : std::optional<Diagnostic>(std::move(link.error()));
        break;
      }
      weight += link->difficulty * runs(graph_.evaluations[values[i].evaluation].natural_rate);
      join.links.push_back(std::move(*link));
    }
    if (join.links.size() == values.size() && (!best || weight < best_weight)) {
      best = std::move(join);
      best_weight = weight;
    }
  }
  if (!best) {
    return tl::unexpected(std::move(*failure));
  }
  return std::move(*best);
}

std::optional<std::vector<EvaluationId>> TypeInference::take_join(
    const std::vector<TypedValue>& values, const Join& join, Stage stage, const Consumer& consumer,
    Span span) {
  bool is_ready = true;
  for (const PlannedLink& link : join.links) {
    is_ready = require_features(link, stage, span) && is_ready;
  }
  std::vector<EvaluationId> joined;
  for (std::size_t i = 0; i < values.size() && is_ready; ++i) {
    const TypedValue value = apply_link(values[i], join.links[i], stage, consumer.words, span);
    is_ready = !value.is_error;
    joined.push_back(value.evaluation);
  }
  return is_ready ? std::optional(std::move(joined)) : std::nullopt;
}

TypedValue TypeInference::type_select(const std::vector<CallId>& inputs, Stage stage,
                                      Origin origin) {
  const TypedValue condition = *values_[inputs[0].index()];
  const std::vector<TypedValue> sides{*values_[inputs[1].index()], *values_[inputs[2].index()]};
  const Consumer consumer("'? :'");
  Span span = origin.span.value_or(Span{});
  if (!type_of_value(condition).data().is_bool()) {
    report(error_at(Code::TypeMismatch, span,
                    fmt::format("the condition of '? :' is a bool, not {}",
                                library().type_name(type_of_value(condition).data()))));
    return {};
  }
  DataType data = type_of_value(sides[sides[0].is_adaptable() ? 1 : 0]).data();
  if (sides[0].is_adaptable() && sides[1].is_adaptable()) {
    // Of two literals, widen the one that can be.
    const DataType first = type_of_value(sides[0]).data();
    data = !takes_data(sides[0], data) && takes_data(sides[1], first) ? first : data;
  }
  auto join = plan_join(sides, data, stage, consumer, "", span);
  if (!join) {
    report(sides_disagree(inputs, std::move(join.error())));
    return {};
  }
  const auto joined = take_join(sides, *join, stage, consumer, span);
  if (!joined) {
    return {};
  }
  TypeId id = graph_.types.intern(join->type);
  TypedValue value = made(add(OperationEvaluation{Operation::Select},
                              {condition.evaluation, (*joined)[0], (*joined)[1]}, stage,
                              Rate::Constant, id, std::move(origin)),
                          id);
  if (!join->lost.empty()) {
    lost_[value.evaluation] = std::move(join->lost);
  }
  return value;
}

TypedValue TypeInference::type_array(DataType array, const std::vector<TypedValue>& elements,
                                     Stage stage, Origin origin) {
  const std::string name = library().type_name(array);
  const Consumer consumer(fmt::format("'{}'", name), name);
  const ArrayType& type = library().data_types.array(array);
  const DataType element = type.element;
  Span span = origin.span.value_or(Span{});
  if (element.is_texture()) {
    report(error_at(Code::TextureChoice, span,
                    "an array cannot hold textures: a texture cannot be selected at run time",
                    "sample each and select among the results"));
    return {};
  }
  if (elements.size() != type.size) {
    report(error_at(Code::WrongArguments, span,
                    fmt::format("'{}' takes {} values, one per element, not {}", name, type.size,
                                elements.size())));
    return {};
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const DataType data = type_of_value(elements[i]).data();
    if (data != element && !takes_data(elements[i], element)) {
      report(error_at(Code::TypeMismatch, span,
                      fmt::format("element {} of '{}' is {}, not {}", i + 1, name,
                                  library().type_name(element), library().type_name(data))));
      return {};
    }
  }
  auto join = plan_join(elements, element, stage, consumer, "element", span);
  if (!join) {
    report(std::move(join.error()));
    return {};
  }
  auto joined = take_join(elements, *join, stage, consumer, span);
  if (!joined) {
    return {};
  }
  join->type.set_data(array);
  TypeId id = graph_.types.intern(join->type);
  TypedValue value = made(add(OperationEvaluation{Operation::Construct}, std::move(*joined), stage,
                              Rate::Constant, id, std::move(origin)),
                          id);
  if (!join->lost.empty()) {
    lost_[value.evaluation] = std::move(join->lost);
  }
  return value;
}

}  // namespace weft
