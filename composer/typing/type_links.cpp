#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "composer/typing/meaning_hints.h"
#include "composer/typing/type_inference.h"
#include "conversions/search/advice_limits.h"
#include "support/float_bits.h"

namespace weft {
namespace {

std::string consumer_text(const Consumer& consumer, const std::string& port) {
  if (port.empty()) {
    return consumer.words;
  }
  return fmt::format("port '{}' of {}", port, consumer.words);
}

/// Suggests how to convert between numbers of components. `wanted_name` is the demanded type's
/// name.
std::string shape_hint(DataType given, DataType wanted, const std::string& wanted_name) {
  if (given.is_texture() && !wanted.is_texture()) {
    return "read it: sample(…)";
  }
  if (!given.is_scalar_or_vector() || !wanted.is_scalar_or_vector()) {
    return {};
  }
  if (given.scalar_kind() != wanted.scalar_kind()) {
    const bool is_number =
        given.scalar_kind() != Scalar::Bool && wanted.scalar_kind() != Scalar::Bool;
    return is_number && given.rows() == wanted.rows() ? fmt::format("write {}(…)", wanted_name)
                                                      : "";
  }
  if (wanted.rows() < given.rows()) {
    return fmt::format("swizzle it: (…).{}",
                       std::string_view("xyzw").substr(0, static_cast<std::size_t>(wanted.rows())));
  }
  return given.rows() == 1 ? fmt::format("splat it: {}(…)", wanted_name)
                           : fmt::format("extend it: {}(…, 1.0)", wanted_name);
}

/// Why a meaning was lost.
std::string_view reason_text(LostMeaning::Reason reason) {
  switch (reason) {
    case LostMeaning::Reason::Unshared:
      return "where only some of the operands state it";
    case LostMeaning::Reason::NoProduct:
      return "where no rule says what comes of the operands: see `product`";
    case LostMeaning::Reason::Ratio:
      return "in the ratio of two values of one kind";
    case LostMeaning::Reason::Offset:
      return "where one operand states no unit";
    case LostMeaning::Reason::Part:
      return "where a part of the value was taken";
  }
  return {};
}

}  // namespace

std::string describe(const Library& library, const SemanticType& type) {
  return library.type_name(type);
}

const FeatureSet& TypeInference::available(Stage stage) {
  if (available_.size() <= environment_.index()) {
    available_.resize(environment_.index() + 1);
  }
  auto& known = available_[environment_.index()][static_cast<std::size_t>(stage)];
  if (!known) {
    known.emplace();
    for (std::size_t i = 0; i < library().features.size(); ++i) {
      if (elaborator_.is_available(FeatureId(i), {stage, environment_})) {
        known->insert(FeatureId(i));
      }
    }
  }
  return *known;
}

SemanticType TypeInference::source_type(const TypedValue& value, const Demand& demand) const {
  SemanticType source = type_of_value(value);
  if (value.is_color && known_.use && known_.color) {
    // A color literal becomes whichever color is demanded, but does not take on an encoding.
    for (const DemandEntry& entry : demand.entries) {
      bool is_color_use =
          entry.trait == *known_.use && lattice().is_within(entry.value, *known_.color);
      bool is_open = !source.value(entry.trait, lattice()) && !entry.conditional;
      if (is_color_use || is_open) {
        source.set(entry.trait, entry.value, lattice());
      }
    }
  }
  return source;
}

std::optional<PlannedLink> TypeInference::find_link_here(const TypedValue& value,
                                                         const Demand& demand, Stage stage) {
  PlannedLink link;
  if (value.is_literal && !value.is_color && takes_data(value, demand.data)) {
    link.result = type_of(demand, lattice());
    link.takes_demand = true;
    return link;
  }
  TypeId source = value.type;
  if (value.is_color) {
    source = graph_.types.intern(source_type(value, demand));
  }
  if (satisfies(graph_.types[source], demand, lattice())) {
    link.result = graph_.types[source];
    return link;
  }
  const ConversionAnswer& answer = memo_.find(source, graph_.types, demand, available(stage));
  if (answer.chains.size() != 1) {
    return std::nullopt;
  }
  const Chain& chain = answer.chains.front();
  link.steps = chain.steps;
  for (const Chain& equal : answer.equals) {
    if (equal.result == chain.result) {
      link.equals.push_back(equal.steps);
    }
  }
  link.lossy_steps = chain.lossy_steps;
  link.difficulty = chain.difficulty;
  link.result = chain.result;
  return link;
}

tl::expected<PlannedLink, Diagnostic> TypeInference::plan_link(const TypedValue& value,
                                                               const Demand& demand, Stage stage,
                                                               const Consumer& consumer,
                                                               const std::string& port,
                                                               std::optional<Span> span) {
  if (auto link = find_link(value, demand, stage)) {
    return std::move(*link);
  }
  return tl::unexpected(explain_failure(value, demand, stage, consumer, port, span));
}

TypeInference::Mismatch TypeInference::mismatch_at(const CallSite& site, std::size_t port,
                                                   const Demand& demand) {
  if (!explains_) {
    return {};
  }
  const FragmentPort& at = site.fragment.ports[port];
  const std::string name(library().text(site.fragment.name));
  Diagnostic failure =
      explain_failure(site.values[port], demand, site.stage, {fmt::format("'{}'", name), name},
                      std::string(library().text(at.name)), site.spans[port]);
  for (Note& note : failure.notes) {
    if (note.text.starts_with(demand_note_begin)) {
      note.span = at.span;
    }
  }
  note_who_decided(site, port, demand, failure);
  return {{std::move(failure)}};
}

TypedValue TypeInference::apply_link(const TypedValue& value, const PlannedLink& link, Stage stage,
                                     const std::string& consumer, std::optional<Span> span) {
  if (link.takes_demand) {
    const Evaluation& literal = graph_.evaluations[value.evaluation];
    Constant constant = std::get<ConstantEvaluation>(literal.kind).value;
    const Scalar kind = constant.type.scalar_kind();
    const bool is_whole = kind == Scalar::Int || kind == Scalar::Uint;
    if (is_whole && link.result.data().scalar_kind() == Scalar::Float) {
      for (std::uint32_t& bits : constant.bits) {
        bits =
            float_bits(kind == Scalar::Uint ? static_cast<float>(bits)
                                            : static_cast<float>(static_cast<std::int32_t>(bits)));
      }
    }
    constant.type = link.result.data();
    TypeId type = graph_.types.intern(link.result);
    Origin origin = literal.origin;
    return made(add(ConstantEvaluation{std::move(constant)}, {}, stage, Rate::Constant, type,
                    std::move(origin)),
                type);
  }
  TypedValue at = value;
  std::string stem = stem_of(value.evaluation);
  const std::vector<ConversionId>& steps = choose_steps(link);
  const EnvironmentId here = std::exchange(environment_, link.environment.value_or(environment_));
  for (std::size_t i = 0; i < steps.size() && !at.is_error; ++i) {
    at = apply_step(at, steps[i], stage, name_step(stem, conversions_.table[steps[i]]), span);
  }
  environment_ = here;
  if (at.is_error) {
    return at;
  }
  if (link.steps.empty()) {
    at.type = graph_.types.intern(link.result);
  } else {
    std::vector<std::vector<ConversionId>> choices = link.equals;
    if (!choices.empty()) {
      choices.insert(choices.begin(), link.steps);
    }
    graph_.links.push_back({value.evaluation, at.evaluation, consumer, steps, link.difficulty,
                            span.value_or(Span{}), std::move(choices)});
    linked_by_.push_back(typing_);
  }
  at.is_literal = false;
  at.is_color = false;
  return at;
}

const std::vector<ConversionId>& TypeInference::choose_steps(const PlannedLink& link) {
  if (link.equals.empty()) {
    return link.steps;
  }
  std::size_t at = links_with_choice_++;
  std::size_t choice = at < choices_.size() ? choices_[at] : 0;
  return choice == 0 ? link.steps : link.equals[choice - 1];
}

/// The value's name, or one made from the whole that it is a part of: `palette_element`.
std::string TypeInference::stem_of(EvaluationId id) const {
  std::string suffix;
  const Evaluation* evaluation = &graph_.evaluations[id];
  while (evaluation->origin.name.empty()) {
    const auto* operation = std::get_if<OperationEvaluation>(&evaluation->kind);
    if (operation == nullptr) {
      return {};
    }
    const Evaluation& whole = graph_.evaluations[evaluation->inputs[0]];
    if (operation->op == Operation::Member) {
      const DataType type = graph_.types[whole.type].data();
      if (!type.is_struct()) {
        return {};
      }
      const StructType& structure = library().data_types.structure(type);
      suffix =
          "_" + std::string(library().text(structure.members[operation->payload].name)) + suffix;
    } else if (operation->op == Operation::Index) {
      suffix = "_element" + suffix;
    } else if (operation->op != Operation::Swizzle) {
      return {};
    }
    evaluation = &whole;
  }
  return evaluation->origin.name + suffix;
}

/// Names a step after the value and the step's effect: `n_world`, then `n_world_unit`. A step back
/// to a default (`n_plain`) is named so, but the word does not appear in later names. A new use
/// replaces the name.
std::string TypeInference::name_step(std::string& stem, const ConversionRule& rule) const {
  if (stem.empty()) {
    stem = "value";
  }
  std::string passing;
  bool is_named = false;
  for (const TraitEntry& entry : rule.sets) {
    std::string word(library().text(lattice().value(entry.value).name));
    is_named = true;
    if (lattice().trait(entry.trait).default_value == entry.value) {
      passing += "_" + word;
    } else {
      stem = entry.trait == known_.use ? word : stem + "_" + word;
    }
  }
  if (!is_named) {
    passing += "_" + rule.name;
  }
  return stem + passing;
}

TypedValue TypeInference::apply_step(const TypedValue& value, ConversionId step, Stage stage,
                                     std::string name, std::optional<Span> span) {
  const ConversionRule& rule = conversions_.table[step];
  FragmentId fragment_id(rule.fragment);
  const std::vector<DataType>& type_arguments = conversions_.type_arguments[step.index()];
  std::vector<EvaluationId> inputs{value.evaluation};
  if (!append_features(fragment_id, type_arguments, stage, inputs)) {
    return {};
  }
  if (!meets_body_demands(fragment_id, type_arguments, inputs, span.value_or(Span{}))) {
    return {};
  }
  SemanticType result = apply(rule, type_of_value(value), lattice());
  Origin origin{std::move(name), graph_.evaluations[value.evaluation].origin.span};
  if (span) {
    origin.span = span;
  }
  TypeId type = graph_.types.intern(result);
  Rate least = needs_fragment_stage(fragment_id, type_arguments) ? Rate::Fragment : Rate::Constant;
  return made(add(LeafEvaluation{fragment_id, type_arguments}, std::move(inputs), stage, least,
                  type, std::move(origin)),
              type);
}

bool TypeInference::require_features(const PlannedLink& link, Stage stage,
                                     std::optional<Span> span) {
  bool all = true;
  const EnvironmentId here = std::exchange(environment_, link.environment.value_or(environment_));
  for (ConversionId step : link.steps) {
    FragmentId fragment(conversions_.table[step].fragment);
    all = require_features(fragment, conversions_.type_arguments[step.index()], stage, span) && all;
  }
  environment_ = here;
  return all;
}

TypedValue TypeInference::convert_if_ready(const TypedValue& value, const Demand& demand,
                                           Stage stage, const Consumer& consumer,
                                           const std::string& port, std::optional<Span> span) {
  if (value.is_error) {
    return {};
  }
  auto link = plan_link(value, demand, stage, consumer, port, span);
  if (!link) {
    report(std::move(link.error()));
    return {};
  }
  if (!require_features(*link, stage, span)) {
    return {};
  }
  return apply_link(value, *link, stage, consumer_text(consumer, port), span);
}

TypedValue TypeInference::convert(const TypedValue& given, const Demand& demand, Stage stage,
                                  const Consumer& consumer, const std::string& port,
                                  std::optional<Span> span) {
  environment_ = no_environment;
  typing_.reset();
  if (!is_one_value(given, std::nullopt)) {
    return {};
  }
  TypedValue converted = convert_if_ready(given, demand, stage, consumer, port, span);
  while (!waits_for_.empty()) {
    for (CallId call : std::exchange(waits_for_, {})) {
      value(call);
    }
    environment_ = no_environment;
    typing_.reset();
    converted = convert_if_ready(given, demand, stage, consumer, port, span);
  }
  return converted;
}

std::optional<TypeInference::Loss> TypeInference::find_loss(EvaluationId value,
                                                            TraitId trait) const {
  // Walk back through evaluations that lack the trait to where it was last stated.
  constexpr std::size_t most_visited = 256;
  std::vector<EvaluationId> open{value};
  for (std::size_t at = 0; at < open.size() && at < most_visited; ++at) {
    const Evaluation& evaluation = graph_.evaluations[open[at]];
    if (auto lost = lost_.find(open[at]); lost != lost_.end()) {
      for (const LostMeaning& meaning : lost->second) {
        if (meaning.trait == trait) {
          const std::string_view name = library().text(lattice().trait(trait).name);
          Loss loss{{fmt::format("'{}' was lost here, {}", name, reason_text(meaning.reason)),
                     evaluation.origin.span},
                    {}};
          for (EvaluationId input : evaluation.inputs) {
            for (const TraitEntry& entry : graph_.types[graph_.evaluations[input].type].entries()) {
              if (entry.trait == trait) {
                loss.stated.push_back(entry.value);
              }
            }
          }
          return loss;
        }
      }
    }
    for (EvaluationId input : evaluation.inputs) {
      if (!graph_.types[graph_.evaluations[input].type].stated(trait) &&
          std::find(open.begin(), open.end(), input) == open.end()) {
        open.push_back(input);
      }
    }
  }
  return std::nullopt;
}

Diagnostic TypeInference::explain_failure(const TypedValue& value, const Demand& demand,
                                          Stage stage, const Consumer& consumer,
                                          const std::string& port, std::optional<Span> span) {
  const Library& lib = library();
  if (std::optional<Diagnostic> anchored = explain_anchor(value, &demand, span)) {
    anchored->node = consumer.node;
    anchored->port = port;
    return std::move(*anchored);
  }
  const SemanticType& source = type_of_value(value);
  // Search again with advice, which the composition's searches do not collect.
  const ConversionAnswer answer = find_conversion(
      conversions_.table, lattice(), source_type(value, demand), demand, available(stage));
  Diagnostic diagnostic = error(Code::NoConversion, "");
  diagnostic.span = span;
  diagnostic.node = consumer.node;
  diagnostic.port = port;
  std::string target = consumer_text(consumer, port);
  auto chain_text = [&](const Chain& chain) {
    std::string text;
    for (ConversionId step : chain.steps) {
      text += (text.empty() ? "" : ", ") + conversions_.table[step].name;
    }
    return text;
  };
  if (answer.hit_limit) {
    diagnostic.code = Code::SearchLimit;
    diagnostic.message = fmt::format("the search for a conversion to {} exceeded its limit of {}",
                                     target, limit_text(answer));
    return diagnostic;
  }
  if (answer.chains.size() > 1) {
    diagnostic.code = Code::AmbiguousConversion;
    diagnostic.message = fmt::format("{} chains of conversions from {} to {} are equally good",
                                     answer.ambiguous_count, lib.type_name(source), target);
    for (std::size_t i = 0; i < answer.chains.size() && i < 8; ++i) {
      diagnostic.notes.push_back({chain_text(answer.chains[i])});
    }
    diagnostic.hint =
        ambiguity_hint(conversions_.table, answer, "settle it with `prefer a over b;`");
    return diagnostic;
  }
  // Notes are in reading order, as in report_no_overload: the value, the demand, then the reason.
  diagnostic.message = fmt::format("no conversion leads to {}", target);
  diagnostic.notes.push_back(
      {fmt::format("the value is {}", value.is_literal ? "a literal " + lib.type_name(source.data())
                                                       : lib.type_name(source))});
  diagnostic.notes.push_back({fmt::format("{}{}", demand_note_begin, lib.type_name(demand))});
  for (const FeatureSet& missing : answer.would_succeed_with) {
    std::string features;
    for (FeatureId feature : missing.ids()) {
      features += (features.empty() ? "'" : ", '") +
                  std::string(lib.text(lib.features[feature].path)) + "'";
    }
    diagnostic.notes.push_back({fmt::format("it would succeed with {}", features)});
  }
  Demand decided = decide_conditions(demand, source, lattice());
  // If features would help, a shortfall without them is not the reason.
  const auto shortfall =
      answer.would_succeed_with.empty() ? find_shortfall(source, decided, lattice()) : std::nullopt;
  if (shortfall) {
    if (shortfall->missing_meaning) {
      std::string trait(lib.text(lattice().trait(*shortfall->trait).name));
      diagnostic.notes.push_back({fmt::format(
          "the value does not state its '{}', and no conversion can add a meaning", trait)});
      std::vector<ValueId> stated;
      if (auto loss = find_loss(value.evaluation, *shortfall->trait)) {
        diagnostic.notes.push_back(std::move(loss->note));
        stated = std::move(loss->stated);
      }
      diagnostic.hint = stated.empty()
                            ? unstated_meaning_hint(lib, conversions_.table, source, decided,
                                                    available(stage), *shortfall->trait)
                            : lost_meaning_hint(lib, *shortfall->trait, stated);
    } else if (shortfall->trait) {
      diagnostic.notes.push_back({fmt::format("no conversion establishes the demanded '{}'",
                                              lib.text(lattice().trait(*shortfall->trait).name))});
      diagnostic.hint = other_use_hint(lib, source, decided, *shortfall->trait);
      if (diagnostic.hint.empty()) {
        diagnostic.hint =
            other_size_hint(lib, conversions_.table, source, decided, available(stage));
      }
      if (diagnostic.hint.empty() && source.data().is_array()) {
        diagnostic.hint = fmt::format(
            "an array is not converted as a whole: convert its elements where it is made, {}(…)",
            lib.type_name(source.data()));
      }
    } else {
      diagnostic.notes.push_back({fmt::format(
          "{} does not convert to {}", lib.type_name(source.data()), lib.type_name(decided.data))});
      diagnostic.hint = shape_hint(source.data(), decided.data, lib.type_name(decided.data));
      if (source.data().is_scalar_or_vector() && source.data().rows() < decided.data.rows() &&
          !diagnostic.hint.empty()) {
        diagnostic.hint += kept_meanings(lib, source, decided);
      }
    }
  }
  if (answer.nearest && *answer.nearest != source) {
    diagnostic.notes.push_back(
        {fmt::format("the nearest reachable type is {}", lib.type_name(*answer.nearest))});
  }
  for (std::string& limit : advice_limits(answer)) {
    diagnostic.notes.push_back({std::move(limit)});
  }
  return diagnostic;
}

}  // namespace weft
