#include "composer/typing/apply_links.h"

#include <algorithm>
#include <utility>

#include "composer/typing/explain_link.h"
#include "composer/typing/leaf_facts.h"
#include "composer/typing/rate_demands.h"
#include "fragments/model/lookups.h"
#include "support/float_bits.h"

namespace weft {

std::string stem_of(const TypingContext& in, EvaluationId id) {
  std::string suffix;
  const Evaluation* evaluation = &in.graph().evaluations[id];
  while (evaluation->origin.name.empty()) {
    const auto* operation = std::get_if<OperationEvaluation>(&evaluation->kind);
    if (operation == nullptr) {
      return {};
    }
    const Evaluation& whole = in.graph().evaluations[evaluation->inputs[0]];
    if (operation->op == Operation::Member) {
      const DataType type = in.graph().types[whole.type].data();
      if (!type.is_struct()) {
        return {};
      }
      const StructType& structure = in.library().data_types.structure(type);
      suffix =
          "_" + std::string(in.library().text(structure.members[operation->payload].name)) + suffix;
    } else if (operation->op == Operation::Index) {
      suffix = "_element" + suffix;
    } else if (operation->op != Operation::Swizzle) {
      return {};
    }
    evaluation = &whole;
  }
  return evaluation->origin.name + suffix;
}

bool undoes(const Fragment& step, const Fragment& before) {
  const auto names = [](const Fragment& of, const Fragment& other) {
    return of.effect()->inverse == std::optional(other.name);
  };
  return before.is_conversion() && (names(step, before) || names(before, step));
}

namespace {

/// The literal as a constant of the type that a link gives it.
TypedValue converted_literal(CallTyping& typing, const TypedValue& value, const SemanticType& as) {
  ValueStore& values = typing.in.values;
  const Evaluation& literal = values.graph().evaluations[value.evaluation];
  Constant constant = values.literal(value);
  std::vector<std::uint32_t> live = std::get<ConstantEvaluation>(literal.kind).live;
  const Scalar kind = constant.type.scalar_kind();
  const bool is_whole = kind == Scalar::Int || kind == Scalar::Uint;
  if (is_whole && as.data().scalar_kind() == Scalar::Float) {
    for (std::uint32_t& bits : constant.bits) {
      bits = float_bits(kind == Scalar::Uint ? static_cast<float>(bits)
                                             : static_cast<float>(static_cast<std::int32_t>(bits)));
    }
  }
  if (kind == Scalar::Int && as.data().scalar_kind() == Scalar::Uint) {
    values.note_deciding(value.evaluation);  // not every int is a uint
  }
  constant.type = as.data();
  const TypeId type = values.intern(as);
  return value_of(values.add(ConstantEvaluation{std::move(constant), std::move(live)}, {},
                             typing.at.stage, Rate::Constant, type, literal.origin),
                  type);
}

/// Of chains that are declared equal, the one chosen for this link.
const std::vector<ConversionId>& chosen_steps(const CallTyping& typing, const PlannedLink& link) {
  const std::vector<std::size_t>& choices = typing.in.chain_choices;
  const std::size_t at = typing.next_choice();
  const std::size_t choice = link.equals.empty() || at >= choices.size() ? 0 : choices[at];
  return choice == 0 ? link.steps : link.equals[choice - 1];
}

/// Names a step after the value and the step's effect: `n_world`, then `n_world_unit`. A step back
/// to a default (`n_plain`) is named so, but the word does not appear in later names. A new use
/// replaces the name.
std::string name_step(const TypingContext& in, std::string& stem, const ConversionRule& rule) {
  if (stem.empty()) {
    stem = "value";
  }
  std::string passing;
  bool is_named = false;
  for (const TraitEntry& entry : rule.sets) {
    std::string word(in.library().text(in.lattice().value(entry.value).name));
    is_named = true;
    if (in.lattice().trait(entry.trait).default_value == entry.value) {
      passing += "_" + word;
    } else {
      stem = entry.trait == in.known().use ? word : stem + "_" + word;
    }
  }
  if (!is_named) {
    passing += "_" + rule.name;
  }
  return stem + passing;
}

/// What the value was before the conversion that made it, if `step` undoes that one in the same
/// place: with the same transforms, so that a round trip between bases is the identity.
std::optional<EvaluationId> undone(const CallTyping& typing, CallContext at,
                                   const TypedValue& value, FragmentId step,
                                   const SemanticType& result) {
  const TypingContext& in = typing.in;
  const Evaluation& made = in.graph().evaluations[value.evaluation];
  const auto* leaf = std::get_if<LeafEvaluation>(&made.kind);
  if (leaf == nullptr || made.stage != at.stage || typing.crosses_signature ||
      in.values.is_written(value.evaluation) ||
      !undoes(in.library().fragments[step], in.library().fragments[leaf->fragment])) {
    return std::nullopt;
  }
  const std::vector<FeatureId>& features =
      extracted_features(in.library(), leaf->fragment, leaf->type_arguments, leaf->special);
  for (std::size_t i = 0; i < features.size(); ++i) {
    const TypedValue* here =
        in.calls.find_value(in.elaborator.feature(features[i], at, std::nullopt));
    if (here == nullptr || here->is_error || here->evaluation != made.inputs[1 + i]) {
      return std::nullopt;
    }
  }
  const SemanticType& original = in.graph().types[in.graph().evaluations[made.inputs[0]].type];
  const bool has_all = std::includes(original.entries().begin(), original.entries().end(),
                                     result.entries().begin(), result.entries().end());
  return original.data() == result.data() && has_all ? std::optional(made.inputs[0]) : std::nullopt;
}

TypedValue apply_step(CallTyping& typing, CallContext at, const TypedValue& value,
                      ConversionId step, std::string name, std::optional<Span> span) {
  const TypingContext& in = typing.in;
  const ConversionRule& rule = in.shared.conversions.table[step];
  FragmentId fragment_id(rule.fragment);
  const std::vector<DataType>& type_arguments = in.shared.conversions.type_arguments[step.index()];
  EvaluationIds inputs{value.evaluation};
  const LeafFacts facts = facts_of(in, fragment_id, type_arguments);
  const Fragment& fragment = in.library().fragments[fragment_id];
  if ((facts.takes_derivative &&
       !can_take_derivative(typing, fragment, at.stage, span.value_or(Span{}))) ||
      !append_features(typing, at, *facts.features, inputs) ||
      !meets_body_demands(typing, fragment_id, *facts.demands, inputs, span.value_or(Span{}))) {
    return {};
  }
  SemanticType result = apply(rule, in.type_of(value), in.lattice());
  if (const auto original = undone(typing, at, value, fragment_id, result)) {
    in.values.note_round_trip(*original, value);
    return value_of(*original, in.values.intern(result));
  }
  Origin origin{std::move(name), in.graph().evaluations[value.evaluation].origin.span};
  if (span) {
    origin.span = span;
  }
  TypeId type = in.values.intern(result);
  const Rate least = facts.takes_derivative ? element_rate(at.stage) : Rate::Constant;
  return value_of(in.values.add(LeafEvaluation{fragment_id, type_arguments}, std::move(inputs),
                                at.stage, least, type, std::move(origin)),
                  type);
}

/// The type of a color literal with the use that a link gives it: `#c08040` becomes the reflectance
/// that is demanded.
SemanticType with_use_of(const TypingContext& in, SemanticType color, const SemanticType& result) {
  const std::optional<TraitId> use = in.known().use;
  const std::optional<ValueId> taken = use ? result.stated(*use) : std::nullopt;
  if (taken) {
    color.set(*use, *taken, in.lattice());
  }
  return color;
}

}  // namespace

TypedValue apply_link(CallTyping& typing, CallContext at, const TypedValue& value,
                      const PlannedLink& link, const std::string& consumer,
                      std::optional<Span> span) {
  const TypingContext& in = typing.in;
  if (link.takes_demand) {
    return converted_literal(typing, value, link.result);
  }
  TypedValue converted = value;
  if (value.is_color) {
    converted.type = in.values.intern(with_use_of(in, in.type_of(value), link.result));
  }
  const std::vector<ConversionId>& steps = chosen_steps(typing, link);
  std::string stem = steps.empty() ? std::string() : stem_of(in, value.evaluation);
  const CallContext inside{at.stage, link.environment.value_or(at.environment)};
  for (std::size_t i = 0; i < steps.size() && !converted.is_error; ++i) {
    std::string name = name_step(in, stem, in.shared.conversions.table[steps[i]]);
    converted = apply_step(typing, inside, converted, steps[i], std::move(name), span);
  }
  if (converted.is_error) {
    return converted;
  }
  if (link.steps.empty()) {
    converted.type = in.values.intern(link.result);
  } else {
    std::vector<std::vector<ConversionId>> choices = link.equals;
    if (!choices.empty()) {
      choices.insert(choices.begin(), link.steps);
    }
    typing.found.links.push_back({value.evaluation, converted.evaluation, consumer, steps,
                                  link.difficulty, span.value_or(Span{}), std::move(choices)});
  }
  if (value.is_color) {
    converted.type = in.values.intern(link.result);
  }
  converted.is_literal = false;
  converted.is_color = false;
  return converted;
}

bool require_features(CallTyping& typing, CallContext at, const std::vector<FeatureId>& features,
                      std::optional<Span> span) {
  const TypingContext& in = typing.in;
  bool all = true;
  for (const FeatureId feature : features) {
    all = typing.requests.require(in.elaborator.feature(feature, at, span)) != nullptr && all;
  }
  return all;
}

bool require_features(CallTyping& typing, CallContext at, const PlannedLink& link,
                      std::optional<Span> span) {
  const ConversionSet& conversions = typing.in.shared.conversions;
  const CallContext inside{at.stage, link.environment.value_or(at.environment)};
  bool all = true;
  for (ConversionId step : link.steps) {
    const FragmentId leaf(conversions.table[step].fragment);
    const std::vector<FeatureId>& features =
        extracted_features(typing.in.library(), leaf, conversions.type_arguments[step.index()]);
    all = require_features(typing, inside, features, span) && all;
  }
  return all;
}

bool append_features(CallTyping& typing, CallContext at, const std::vector<FeatureId>& features,
                     EvaluationIds& inputs) {
  const TypingContext& in = typing.in;
  for (const FeatureId feature : features) {
    const TypedValue& pulled = in.calls.value(in.elaborator.feature(feature, at, std::nullopt));
    if (pulled.is_error) {
      return false;
    }
    inputs.push_back(pulled.evaluation);
  }
  return true;
}

TypedValue convert(CallTyping& typing, const TypedValue& value, const Demand& demand,
                   const Consumer& consumer, const std::string& port, std::optional<Span> span) {
  if (value.is_error) {
    return {};
  }
  auto link = plan_link(typing.in, typing.at, value, demand, consumer, port, span);
  if (!link) {
    typing.report(std::move(link.error()));
    return {};
  }
  if (!require_features(typing, typing.at, *link, span)) {
    return {};
  }
  const std::string text = link->steps.empty() ? std::string() : consumer_text(consumer, port);
  return apply_link(typing, typing.at, value, *link, text, span);
}

tl::expected<PlannedLink, Diagnostic> plan_link(const TypingContext& in, CallContext at,
                                                const TypedValue& value, const Demand& demand,
                                                const Consumer& consumer, const std::string& port,
                                                std::optional<Span> span) {
  if (auto link = in.links.find(value, demand, at)) {
    return std::move(*link);
  }
  return tl::unexpected(explain_failure(in, at, value, demand, consumer, port, span));
}

std::size_t CallTyping::next_choice() const {
  return in.calls.links_with_choices() +
         static_cast<std::size_t>(
             std::count_if(found.links.begin(), found.links.end(),
                           [](const ConvertedLink& link) { return !link.choices.empty(); }));
}

}  // namespace weft
