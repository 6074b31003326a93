#include "composer/typing/declared_types.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/elaborate/feature_sources.h"
#include "composer/elaborate/function_signature.h"
#include "composer/typing/apply_links.h"
#include "composer/typing/bind_types.h"
#include "composer/typing/default_demand.h"
#include "composer/typing/explain_link.h"
#include "composer/typing/parts_of_values.h"
#include "composer/typing/rate_demands.h"
#include "fragments/model/lookups.h"
#include "fragments/model/signature_types.h"

namespace weft {
namespace {

/// Gives the value the type that its author stated.
TypedValue with_stated_type(const TypingContext& in, TypedValue value, const SemanticType& type) {
  value.type = in.values.intern(type);
  in.values.note_stated(value);
  return value;
}

/// Adds the declared meanings of a feature that its definition does not state; the author vouches
/// for them.
TypedValue with_declared_meanings(const TypingContext& in, TypedValue value,
                                  const SemanticType& declared) {
  SemanticType type = in.type_of(value);
  for (const TraitEntry& entry : declared.entries()) {
    const bool is_meaning = in.lattice().trait(entry.trait).kind == TraitKind::Meaning;
    if (is_meaning && !value.is_literal && !type.value(entry.trait, in.lattice())) {
      type.set(entry.trait, entry.value, in.lattice());
    }
  }
  return with_stated_type(in, std::move(value), type);
}

}  // namespace

Demand declared_demand(const TypingContext& in, const TypePattern& pattern, DataType variable) {
  Bindings open;
  open.types.resize(pattern.type_variable ? *pattern.type_variable + 1 : 0);
  for (const PatternEntry& entry : pattern.entries) {
    if (entry.variable) {
      open.trait_values.resize(
          std::max<std::size_t>(open.trait_values.size(), *entry.variable + 1));
    }
  }
  Demand demand = substitute(pattern, open, in.lattice());
  if (pattern.type_variable) {
    demand.data = variable;
  }
  return demand;
}

namespace {

/// Whether the bound of a type parameter admits what a function at a graph's port gives. Reports
/// otherwise. Relations of the graph may admit more, so its calls decide then.
bool is_within_bound(CallTyping& typing, const DeclareCall& call, const TypedValue& input) {
  const TypingContext& in = typing.in;
  const Library& library = in.library();
  const Fragment& graph = library.fragments[*call.function_of];
  if (!graph.is_graph() || !graph.relations.empty() || !call.pattern->type_variable) {
    return true;
  }
  const std::uint32_t parameter = *call.pattern->type_variable;
  const DataType given = in.data_of(input);
  if (parameter_set(library.data_types, graph, parameter).contains(given)) {
    return true;
  }
  Diagnostic diagnostic =
      error_at(Code::ValuesDisagree, typing.span(), taken_values(library, graph, parameter),
               declared_bound_text(library, graph.type_parameters[parameter].bound));
  diagnostic.node = library.text(graph.name);
  diagnostic.port = typing.origin.name;
  diagnostic.notes.push_back(
      {fmt::format("'{}' is {}", typing.origin.name, library.type_name(given))});
  typing.report(std::move(diagnostic));
  return false;
}

/// A number that is declared of a type variable is one for every type that the variable stands for.
TypedValue spread_number(CallTyping& typing, const DeclareCall& call, const TypedValue& input) {
  const TypingContext& in = typing.in;
  const bool is_number = call.variable && input.is_adaptable() && in.data_of(input).is_scalar();
  return is_number && call.variable->is_plain() && !call.variable->is_scalar() &&
                 in.values.takes_data(input, DataType::vector(call.variable->scalar_kind(), 1))
             ? type_numbers(typing, *call.variable, {input})
             : input;
}

/// What a declared type belongs to: a fragment with a function port, or a name of its own.
Consumer consumer_of(const Library& library, const DeclareCall& call, const std::string& name) {
  if (call.function_of) {
    const std::string fragment(library.text(library.fragments[*call.function_of].name));
    return {"'" + fragment + "'", fragment};
  }
  return name.empty() ? Consumer("the declared type") : Consumer("'" + name + "'", name);
}

}  // namespace

TypedValue type_ascribe(CallTyping& typing, const AscribeCall& call, const TypedValue& input) {
  const TypingContext& in = typing.in;
  SemanticType type = in.type_of(input);
  for (const TraitEntry& entry : call.node->entries) {
    type.set(entry.trait, entry.value, in.lattice());
  }
  TypedValue value = input;
  value.is_literal = false;
  value.is_color = false;
  return with_stated_type(in, std::move(value), type);
}

TypedValue type_declare(CallTyping& typing, const DeclareCall& call, const TypedValue& given) {
  const TypingContext& in = typing.in;
  const TypedValue input = spread_number(typing, call, given);
  const std::string& name = typing.origin.name;
  const std::optional<Span>& span = typing.origin.span;
  const Demand demand =
      declared_demand(in, *call.pattern, call.variable.value_or(in.data_of(input)));
  if (call.function_of && !input.is_error && !is_within_bound(typing, call, input)) {
    return {};
  }
  const Consumer consumer = consumer_of(in.library(), call, name);
  const std::string port = call.function_of ? name : std::string();
  if (call.handed_on && !input.is_error && !in.links.find(input, demand, typing.at)) {
    const Diagnostic reason = explain_failure(in, typing.at, input, demand, consumer, port, span);
    Diagnostic diagnostic =
        cannot_stand_for(in.library(), *call.handed_on->from, *call.handed_on->to, typing.span());
    diagnostic.code = reason.code;
    diagnostic.notes.push_back({reason.message});
    diagnostic.notes.insert(diagnostic.notes.end(), reason.notes.begin(), reason.notes.end());
    typing.report(std::move(diagnostic));
    return {};
  }
  typing.crosses_signature = call.handed_on.has_value();
  const TypedValue value = convert(typing, input, demand, consumer, port, span);
  in.values.suggest_name(value, name);
  if ((call.is_binding || call.handed_on) && !value.is_error) {
    in.values.note_written(value.evaluation);
  }
  return call.graph && !value.is_error ? declared_by_graph(typing, call, value) : value;
}

namespace {

/// Points a report about a feature at the profile that defines it: the feature itself is declared
/// in another file, which is not at fault.
void note_definition(const TypingContext& in, FeatureId feature, Diagnostic& diagnostic) {
  const Profile* profile = in.composition.profile;
  const ProvidedFeature* provided = profile != nullptr ? profile->find(feature) : nullptr;
  if (provided != nullptr && provided->definition) {
    diagnostic.notes.push_back({"the profile defines it here", provided->span});
  }
}

}  // namespace

TypedValue type_declared_feature(CallTyping& typing, const DeclareFeatureCall& call,
                                 const TypedValue& input) {
  const TypingContext& in = typing.in;
  const Feature& feature = in.library().features[call.feature];
  const std::string path(in.library().text(feature.path));
  const Consumer consumer{"feature '" + path + "'", path};
  // The value of a definition is named after its feature: `view_to_eye`.
  std::string short_name = path;
  std::replace(short_name.begin(), short_name.end(), '.', '_');
  in.values.suggest_name(input, std::move(short_name));
  const TypedValue definition =
      call.is_injected ? input : with_declared_meanings(in, input, feature.type);
  const Demand demand =
      feature.states_traits && !definition.is_error
          ? demand_with_defaults(feature.type, in.type_of(definition), in.lattice())
          : demand_of(feature.type);
  const std::optional<Span> span = call.is_injected ? typing.origin.span : feature.span;
  const std::size_t reports = typing.found.reports.size();
  TypedValue value = convert(typing, definition, demand, consumer, "", span);
  if (!call.is_injected && typing.found.reports.size() > reports) {
    note_definition(in, call.feature, typing.found.reports.back());
  }
  // Without a profile, and for functions to include, there is no vertex stage: features derived per
  // vertex are computed where they are read.
  const Profile* profile = in.composition.profile;
  const bool has_vertex_stage = profile != nullptr && !profile->as_functions;
  // Threads compute what the profile defines for other elements.
  const bool is_of_threads = typing.at.stage == Stage::Thread && !is_single(feature.rate);
  // What a feature is derived from may be computed per fragment.
  const bool may_vary = typing.at.stage == Stage::Fragment && is_of_vertex_stage(feature.rate) &&
                        provides_per_fragment(in.composition);
  // Features derived from injected ones may vary with them.
  const bool is_of_host = in.elaborator.environments()[typing.at.environment].injected.empty();
  if (!value.is_error && !call.is_injected && has_vertex_stage && !is_of_threads && !may_vary &&
      is_of_host && !is_at_most(in.values.rate_of(value), feature.rate)) {
    Diagnostic varies = error_at(
        Code::RateTooHigh, feature.span,
        fmt::format("{} is declared at rate {}, but its definition varies per {}", consumer.words,
                    rate_name(feature.rate), rate_name(in.values.rate_of(value))));
    note_definition(in, call.feature, varies);
    typing.report(std::move(varies));
    return {};
  }
  return value;
}

}  // namespace weft
