#include "composer/typing/joined_values.h"

#include <fmt/format.h>

#include "composer/typing/apply_links.h"
#include "composer/typing/explain_clashes.h"
#include "composer/typing/settling.h"

namespace weft {
namespace {

struct Join {
  SemanticType type;
  std::vector<PlannedLink> links;  ///< per value
  std::vector<LostMeaning> lost;
};

/// Finds the type of `data` with the meanings that all values share (meeting.h, MeetRule::Same),
/// and each value's link to it, minimizing difficulty × runs. `consumer` and `part` name the taker
/// in messages: `'float[2]'`, `element`.
tl::expected<Join, Diagnostic> plan_join(const TypingContext& in, CallContext at,
                                         const std::vector<TypedValue>& values, DataType data,
                                         const Consumer& consumer, const std::string& part,
                                         Span span) {
  std::vector<SemanticType> operands;
  for (const TypedValue& value : values) {
    if (!value.is_adaptable()) {
      operands.push_back(in.type_of(value));
    }
  }
  const Meeting meeting =
      meet(operands, MeetRule::Same, in.lattice(), in.known(), in.library().products);
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
      join.type.set(entry.trait, entry.value, in.lattice());
    }
    std::vector<std::vector<TraitEntry>> of_operands(operands.size(), meeting.agreed);
    std::vector<TraitEntry> of_literals = meeting.agreed;
    for (std::size_t i = 0; i < choice.size(); ++i) {
      const Settlement& way = *choice[i];
      const TraitId trait = meeting.disagreements[i].trait;
      if (way.result) {
        join.type.set(trait, *way.result, in.lattice());
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
      auto link = plan_link(in, at, values[i], demand, consumer, port, span);
      if (!link) {
        failure = failure ? failure : std::optional<Diagnostic>(std::move(link.error()));
        break;
      }
      weight += link->difficulty * in.facts.runs(in.values.rate_of(values[i]));
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

/// Applies the links. Nothing if a conversion is erroneous or waits for a feature.
std::optional<std::vector<EvaluationId>> take_join(CallTyping& typing,
                                                   const std::vector<TypedValue>& values,
                                                   const Join& join, const Consumer& consumer) {
  const Span span = typing.span();
  bool is_ready = true;
  for (const PlannedLink& link : join.links) {
    is_ready = require_features(typing, typing.at, link, span) && is_ready;
  }
  std::vector<EvaluationId> joined;
  for (std::size_t i = 0; i < values.size() && is_ready; ++i) {
    const TypedValue value =
        apply_link(typing, typing.at, values[i], join.links[i], consumer.words, span);
    is_ready = !value.is_error;
    joined.push_back(value.evaluation);
  }
  return is_ready ? std::optional(std::move(joined)) : std::nullopt;
}

}  // namespace

TypedValue type_select(CallTyping& typing, const CallIds& inputs) {
  const TypingContext& in = typing.in;
  const TypedValue condition = in.calls.value(inputs[0]);
  const std::vector<TypedValue> sides{in.calls.value(inputs[1]), in.calls.value(inputs[2])};
  const Consumer consumer("'? :'");
  const Span span = typing.span();
  if (!in.data_of(condition).is_bool()) {
    typing.report(error_at(Code::TypeMismatch, span,
                           fmt::format("the condition of '? :' is a bool, not {}",
                                       in.library().type_name(in.data_of(condition)))));
    return {};
  }
  DataType data = in.data_of(sides[sides[0].is_adaptable() ? 1 : 0]);
  if (sides[0].is_adaptable() && sides[1].is_adaptable()) {
    // Of two literals, widen the one that can be.
    const DataType first = in.data_of(sides[0]);
    data = !in.values.takes_data(sides[0], data) && in.values.takes_data(sides[1], first) ? first
                                                                                          : data;
  }
  auto join = plan_join(in, typing.at, sides, data, consumer, "", span);
  if (!join) {
    typing.report(sides_disagree(in, inputs, std::move(join.error())));
    return {};
  }
  const auto joined = take_join(typing, sides, *join, consumer);
  if (!joined) {
    return {};
  }
  TypeId id = in.values.intern(join->type);
  TypedValue value = typing.make(OperationEvaluation{Operation::Select},
                                 {condition.evaluation, (*joined)[0], (*joined)[1]}, id);
  in.values.note_lost(value.evaluation, join->lost);
  return value;
}

TypedValue type_array(CallTyping& typing, DataType array, const std::vector<TypedValue>& elements) {
  const TypingContext& in = typing.in;
  const std::string name = in.library().type_name(array);
  const Consumer consumer(fmt::format("'{}'", name), name);
  const ArrayType& type = in.library().data_types.array(array);
  const DataType element = type.element;
  const Span span = typing.span();
  if (element.is_texture()) {
    typing.report(
        error_at(Code::TextureChoice, span,
                 "an array cannot hold textures: a texture cannot be selected at run time",
                 "sample each and select among the results"));
    return {};
  }
  if (elements.size() != type.size) {
    typing.report(error_at(Code::WrongArguments, span,
                           fmt::format("'{}' takes {} values, one per element, not {}", name,
                                       type.size, elements.size())));
    return {};
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const DataType data = in.data_of(elements[i]);
    if (data != element && !in.values.takes_data(elements[i], element)) {
      typing.report(
          error_at(Code::TypeMismatch, span,
                   fmt::format("element {} of '{}' is {}, not {}", i + 1, name,
                               in.library().type_name(element), in.library().type_name(data))));
      return {};
    }
  }
  auto join = plan_join(in, typing.at, elements, element, consumer, "element", span);
  if (!join) {
    typing.report(std::move(join.error()));
    return {};
  }
  auto joined = take_join(typing, elements, *join, consumer);
  if (!joined) {
    return {};
  }
  join->type.set_data(array);
  TypeId id = in.values.intern(join->type);
  TypedValue value = typing.make(OperationEvaluation{Operation::Construct}, std::move(*joined), id);
  in.values.note_lost(value.evaluation, join->lost);
  return value;
}

}  // namespace weft
