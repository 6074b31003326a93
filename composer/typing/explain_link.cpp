#include "composer/typing/explain_link.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "composer/typing/crossing_hints.h"
#include "composer/typing/meaning_hints.h"
#include "composer/typing/operator_hints.h"
#include "conversions/search/advice_limits.h"
#include "fragments/syntax/foreign_names.h"

namespace weft {
namespace {

/// Suggests how to convert between numbers of components. `wanted_name` is the demanded type's
/// name.
std::string shape_hint(DataType given, DataType wanted, const std::string& wanted_name) {
  if (given.is_texture() && !wanted.is_texture()) {
    return given.is_shadow_texture() ? "compare with it: sample_compare(…)" : "read it: sample(…)";
  }
  if (given.is_texture() && given.is_shadow_texture() != wanted.is_shadow_texture()) {
    return given.is_shadow_texture()
               ? "its sampler compares: sample_compare(map, uv, reference)"
               : "its sampler does not compare: declare it as texture2d_shadow";
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

/// The place where a meaning was lost on the way to a value that lacks it.
struct Loss {
  Note note;
  std::vector<ValueId> stated;  // the operands' values of the trait there
};

std::optional<Loss> find_loss(const TypingContext& in, EvaluationId value, TraitId trait) {
  // Walk back through evaluations that lack the trait to where it was last stated.
  constexpr std::size_t most_visited = 256;
  std::vector<EvaluationId> open{value};
  for (std::size_t at = 0; at < open.size() && at < most_visited; ++at) {
    const Evaluation& evaluation = in.graph().evaluations[open[at]];
    if (const auto* lost = in.values.find_lost(open[at])) {
      for (const LostMeaning& meaning : *lost) {
        if (meaning.trait == trait) {
          const std::string_view name = in.library().text(in.lattice().trait(trait).name);
          Loss loss{{fmt::format("'{}' was lost here, {}", name, reason_text(meaning.reason)),
                     evaluation.origin.span},
                    {}};
          for (EvaluationId input : evaluation.inputs) {
            for (const TraitEntry& entry :
                 in.graph().types[in.graph().evaluations[input].type].entries()) {
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
      if (!in.graph().types[in.graph().evaluations[input].type].stated(trait) &&
          std::find(open.begin(), open.end(), input) == open.end()) {
        open.push_back(input);
      }
    }
  }
  return std::nullopt;
}

std::string names_of_steps(const ConversionTable& table, const Chain& chain) {
  std::string text;
  for (ConversionId step : chain.steps) {
    text += (text.empty() ? "" : ", ") + table[step].name;
  }
  return text;
}

/// A search that hit its limit, or several equally good chains.
std::optional<Diagnostic> explain_search(const TypingContext& in, const ConversionAnswer& answer,
                                         const SemanticType& source, const std::string& target) {
  Diagnostic diagnostic = error(Code::NoConversion, "");
  if (answer.hit_limit) {
    diagnostic.code = Code::SearchLimit;
    diagnostic.message = fmt::format("the search for a conversion to {} exceeded its limit of {}",
                                     target, limit_text(answer));
    return diagnostic;
  }
  if (answer.chains.size() > 1) {
    constexpr std::size_t most_chains = 8;
    diagnostic.code = Code::AmbiguousConversion;
    diagnostic.message =
        fmt::format("{} chains of conversions from {} to {} are equally good",
                    answer.ambiguous_count, in.library().type_name(source), target);
    for (std::size_t i = 0; i < answer.chains.size() && i < most_chains; ++i) {
      diagnostic.notes.push_back({names_of_steps(in.shared.conversions.table, answer.chains[i])});
    }
    diagnostic.hint = ambiguity_hint(in.shared.conversions.table, answer);
    return diagnostic;
  }
  return std::nullopt;
}

/// What an explanation of a missing conversion is about.
struct UnmetLink {
  const TypedValue& value;
  const SemanticType& source;
  const Demand& demand;
  Demand decided;  ///< the demand, with its conditions decided on the source
  const FeatureSet& available;
};

/// A demanded meaning that the value does not state.
void explain_missing_meaning(const TypingContext& in, const UnmetLink& link, TraitId trait,
                             Diagnostic& diagnostic) {
  const Library& lib = in.library();
  diagnostic.notes.push_back(
      {fmt::format("the value does not state its '{}', and no conversion can add a meaning",
                   lib.text(lib.lattice.trait(trait).name))});
  std::vector<ValueId> stated;
  if (auto loss = find_loss(in, link.value.evaluation, trait)) {
    diagnostic.notes.push_back(std::move(loss->note));
    stated = std::move(loss->stated);
  }
  diagnostic.hint = stated.empty()
                        ? unstated_meaning_hint(lib, in.shared.conversions.table, link.source,
                                                link.decided, link.available, trait)
                        : lost_meaning_hint(lib, in.shared.conversions.table, link.source,
                                            link.decided, link.available, trait, stated);
}

/// A demanded trait that no conversion sets.
void explain_unestablished(const TypingContext& in, const UnmetLink& link, TraitId trait,
                           Diagnostic& diagnostic) {
  const Library& lib = in.library();
  diagnostic.notes.push_back({fmt::format("no conversion establishes the demanded '{}'",
                                          lib.text(lib.lattice.trait(trait).name))});
  diagnostic.hint = other_use_hint(lib, link.source, link.decided, trait);
  if (diagnostic.hint.empty()) {
    diagnostic.hint = lighting_hint(lib, link.source, link.decided, trait);
  }
  if (diagnostic.hint.empty()) {
    diagnostic.hint = other_size_hint(lib, in.shared.conversions.table, link.source, link.decided,
                                      link.available);
  }
  if (diagnostic.hint.empty()) {
    diagnostic.hint =
        component_hint(lib, in.shared.conversions.table, link.source, link.decided, trait);
  }
  if (diagnostic.hint.empty() && in.known().unit == trait) {
    diagnostic.hint = plain_number_hint(lib, in.shared.conversions.table, link.source, link.demand,
                                        link.available, trait);
  }
  if (diagnostic.hint.empty() && link.source.data().is_array()) {
    diagnostic.hint = fmt::format(
        "an array is not converted as a whole: convert its elements where it is made, {}(…)",
        lib.type_name(link.source.data()));
  }
}

/// A meaning that the value states otherwise, and that no conversion changes.
void explain_other_meaning(const TypingContext& in, const UnmetLink& link, TraitId trait,
                           Diagnostic& diagnostic) {
  const Library& lib = in.library();
  const auto stated = link.source.stated(trait);
  const auto demanded =
      std::find_if(link.decided.entries.begin(), link.decided.entries.end(),
                   [trait](const DemandEntry& entry) { return entry.trait == trait; });
  diagnostic.notes.push_back({fmt::format("no conversion leads from {{{0}: {1}}} to {{{0}: {2}}}",
                                          lib.text(lib.lattice.trait(trait).name),
                                          lib.text(lib.lattice.value(*stated).name),
                                          lib.text(lib.lattice.value(demanded->value).name))});
  diagnostic.hint = crossing_hint(lib, in.shared.conversions.table, link.source, link.decided,
                                  link.available, trait);
}

/// For ints where floats are wanted: a quotient that was meant to be one, or a color written as a
/// hexadecimal number.
std::string int_hint(const TypingContext& in, const TypedValue& value, DataType wanted) {
  if (!wanted.is_float_based() || !wanted.is_scalar_or_vector()) {
    return {};
  }
  const std::string color =
      value.is_literal ? color_of_hexadecimal(text_at(
                             in.library(), in.graph().evaluations[value.evaluation].origin.span))
                       : std::string();
  if (wanted.rows() >= 3 && !color.empty()) {
    return fmt::format("a color is written {}", color);
  }
  return wanted.is_scalar() ? quotient_hint(in.library(), in.graph(), value) : std::string();
}

/// A data type that does not convert to the demanded one.
void explain_shape(const TypingContext& in, const UnmetLink& link, Diagnostic& diagnostic) {
  const Library& lib = in.library();
  const DataType given = link.source.data();
  const DataType wanted = link.decided.data;
  diagnostic.notes.push_back(
      {fmt::format("{} does not convert to {}", lib.type_name(given), lib.type_name(wanted))});
  diagnostic.hint = int_hint(in, link.value, wanted);
  if (!diagnostic.hint.empty()) {
    return;
  }
  diagnostic.hint = shape_hint(given, wanted, lib.type_name(wanted));
  if (given.is_scalar_or_vector() && given.rows() < wanted.rows() && !diagnostic.hint.empty()) {
    diagnostic.hint += kept_meanings(lib, link.source, link.decided);
  }
}

}  // namespace

std::string consumer_text(const Consumer& consumer, const std::string& port) {
  if (port.empty()) {
    return consumer.words;
  }
  return fmt::format("port '{}' of {}", port, consumer.words);
}

std::optional<Diagnostic> explain_anchor(const TypingContext& in, EnvironmentId here,
                                         const TypedValue& value, const Demand* demand,
                                         std::optional<Span> span) {
  const SemanticType& type = in.type_of(value);
  const std::optional<Anchor> foreign = in.links.foreign_anchor(type, value.made_in, here);
  const Environment& place = in.elaborator.environments()[value.made_in.value_or(here)];
  for (const Anchor& anchor : anchors_of(in.library(), type)) {
    const bool is_demanded =
        demand != nullptr &&
        std::any_of(demand->entries.begin(), demand->entries.end(), [&](const DemandEntry& entry) {
          return entry.trait == anchor.entry.trait &&
                 !in.lattice().is_within(anchor.entry.value, entry.value);
        });
    const auto* withdrawn =
        first_withdrawn(in.library(), in.links.parts_of_anchor(anchor.feature), place);
    const bool leaves = foreign && foreign->entry == anchor.entry;
    if ((leaves && !is_demanded) || (withdrawn != nullptr && is_demanded)) {
      return anchored_value(in.library(), type, anchor, withdrawn, span);
    }
  }
  return std::nullopt;
}

namespace {

/// All of them, whether conversions read them or not: advice names what is missing.
FeatureSet available_features(const TypingContext& in, CallContext at) {
  FeatureSet available;
  for (std::size_t i = 0; i < in.library().features.size(); ++i) {
    if (in.elaborator.is_available(FeatureId(i), at)) {
      available.insert(FeatureId(i));
    }
  }
  return available;
}

/// The first trait that the nearest reachable type still lacks; `first` if there is none.
TraitId unreachable_trait(const TypingContext& in, const UnmetLink& link,
                          const std::optional<SemanticType>& nearest, TraitId first) {
  const std::optional<Shortfall> left =
      nearest ? find_shortfall(*nearest, link.decided, in.lattice()) : std::nullopt;
  return left && left->trait && !left->missing_meaning ? *left->trait : first;
}

/// What the value lacks.
void explain_shortfall(const TypingContext& in, const UnmetLink& link,
                       const std::optional<SemanticType>& nearest, Diagnostic& diagnostic) {
  const Library& lib = in.library();
  const DataType wanted = link.decided.data;
  const std::optional<Shortfall> shortfall =
      find_shortfall(link.source, link.decided, in.lattice());
  if (!shortfall) {
    return;
  }
  // Numbers take on every meaning, and no meaning matters where none would help.
  const bool is_number = link.value.is_literal && !link.value.is_color;
  const bool is_shape =
      link.source.data() != wanted &&
      (is_number || !would_any_meaning_do(lib, in.shared.conversions.table, link.source,
                                          link.decided, link.available));
  const auto blocking = is_shape || shortfall->trait
                            ? std::nullopt
                            : blocking_meaning(lib, in.shared.conversions.table, link.source,
                                               link.decided, link.available);
  if (!is_shape && shortfall->missing_meaning) {
    explain_missing_meaning(in, link, *shortfall->trait, diagnostic);
  } else if (!is_shape && shortfall->trait) {
    explain_unestablished(in, link, unreachable_trait(in, link, nearest, *shortfall->trait),
                          diagnostic);
  } else if (blocking) {
    explain_other_meaning(in, link, *blocking, diagnostic);
  } else {
    explain_shape(in, link, diagnostic);
  }
  const std::string display = display_hint(lib, link.source, link.decided);
  diagnostic.hint = display.empty() ? diagnostic.hint : display;
}

}  // namespace

Diagnostic explain_failure(const TypingContext& in, CallContext at, const TypedValue& value,
                           const Demand& demand, const Consumer& consumer, const std::string& port,
                           std::optional<Span> span) {
  const Library& lib = in.library();
  const auto about_link = [&](Diagnostic diagnostic) {
    diagnostic.span = span;
    diagnostic.node = consumer.node;
    diagnostic.port = port;
    return diagnostic;
  };
  if (std::optional<Diagnostic> anchored =
          explain_anchor(in, at.environment, value, &demand, span)) {
    anchored->node = consumer.node;
    anchored->port = port;
    return std::move(*anchored);
  }
  const SemanticType& source = in.type_of(value);
  const FeatureSet available = available_features(in, at);
  const ConversionAnswer answer =
      find_conversion(in.shared.conversions.table, in.lattice(),
                      in.links.source_type(value, demand), demand, available);
  const std::string target = consumer_text(consumer, port);
  if (std::optional<Diagnostic> searched = explain_search(in, answer, source, target)) {
    return about_link(std::move(*searched));
  }
  // Notes are in reading order, as in report_no_overload: the value, the demand, then the reason.
  Diagnostic diagnostic =
      about_link(error(Code::NoConversion, fmt::format("no conversion leads to {}", target)));
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
  const UnmetLink link{value, source, demand, decide_conditions(demand, source, in.lattice()),
                       available};
  // If features would help, a shortfall without them is not the reason.
  if (answer.would_succeed_with.empty()) {
    explain_shortfall(in, link, answer.nearest, diagnostic);
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
