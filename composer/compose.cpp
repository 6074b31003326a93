#include "composer/compose.h"

#include <fmt/format.h>

#include "composer/demanded_values.h"
#include "composer/evaluations/build_plan.h"
#include "composer/evaluations/fold_constants.h"
#include "composer/evaluations/live_literals.h"
#include "composer/evaluations/merge_equals.h"
#include "composer/evaluations/plan_demands.h"
#include "composer/evaluations/unread_members.h"
#include "composer/placement/native_notes.h"
#include "composer/placement/place.h"
#include "composer/refused_ways.h"
#include "composer/typing/argument_ranges.h"
#include "composer/typing/assumed_defaults.h"
#include "composer/typing/function_conditions.h"
#include "composer/typing/settle_literals.h"
#include "composer/typing/share_steps.h"
#include "composer/typing/texture_choices.h"
#include "composer/typing/type_inference.h"
#include "conversions/table/conversion_set.h"
#include "support/spelling.h"

namespace weft {

struct Composer::State {
  explicit State(const Library& from) : library(&from), conversions(build_conversions(from)) {}

  const Library* library;
  ConversionSet conversions;
  ConversionCache cache{conversions.table, library->lattice, SearchOptions{.max_advice = 0}};
  PlannedCallCache calls;
  GraphTemplateCache graphs;
  LibraryFactsPool facts{*library};
};

Composer::Composer(const Library& library) : state_(new State(library)) {}
Composer::~Composer() = default;
Composer::Composer(Composer&&) noexcept = default;
Composer& Composer::operator=(Composer&&) noexcept = default;

const Library& Composer::library() const { return *state_->library; }
const ConversionTable& Composer::conversions() const { return state_->conversions.table; }
const ConversionSet& Composer::conversion_set() const { return state_->conversions; }
ConversionCache& Composer::conversion_cache() const { return state_->cache; }
SharedAnswers Composer::shared_answers() const {
  return {state_->conversions, state_->cache, state_->calls, state_->graphs,
          state_->facts.borrow()};
}

namespace {

/// Returns the values of static parameters: requested ones, else defaults.
std::vector<std::optional<Constant>> static_values_of(const Library& library,
                                                      const Material& material,
                                                      const ComposeRequest& request,
                                                      Diagnostics& diagnostics) {
  std::vector<std::optional<Constant>> values(material.parameters.size());
  for (std::size_t i = 0; i < material.parameters.size(); ++i) {
    if (material.parameters[i].kind == ParameterKind::Static) {
      values[i] = material.parameters[i].default_value;
    }
  }
  for (const auto& [name, value] : request.values) {
    std::size_t at = 0;
    while (at < material.parameters.size() && library.text(material.parameters[at].name) != name) {
      ++at;
    }
    if (at == material.parameters.size()) {
      std::vector<std::string_view> names;
      for (const MaterialParameter& parameter : material.parameters) {
        names.push_back(library.text(parameter.name));
      }
      diagnostics.push_back(error(
          Code::UnknownParameter,
          fmt::format("material '{}' has no parameter '{}'", library.text(material.name), name),
          spelling_hint(name, names)));
    } else if (material.parameters[at].kind == ParameterKind::Static) {
      values[at] = value;
    }
  }
  for (std::size_t i = 0; i < material.parameters.size(); ++i) {
    const MaterialParameter& parameter = material.parameters[i];
    if (parameter.kind == ParameterKind::Static && !values[i]) {
      diagnostics.push_back(
          error_at(Code::BadParameterValue, parameter.span,
                   fmt::format("static parameter '{}' has neither a default nor a value",
                               library.text(parameter.name)),
                   fmt::format("give one with -D {}=…", library.text(parameter.name))));
    }
  }
  return values;
}

/// Returns the parameters' initial values for the host. Names in the request were checked before.
std::vector<std::optional<Constant>> defaults_of(const Library& library, const Material& material,
                                                 const ComposeRequest& request) {
  std::vector<std::optional<Constant>> values;
  values.reserve(material.parameters.size());
  for (const MaterialParameter& parameter : material.parameters) {
    values.push_back(parameter.default_value);
    for (const auto& [name, value] : request.values) {
      if (library.text(parameter.name) == name) {
        values.back() = value;
      }
    }
  }
  return values;
}

/// Returns the demands on the outputs, in order.
std::vector<OutputDemand> wanted_outputs(const Composition& composition,
                                         const std::vector<DemandedCall>& outputs) {
  const Library& library = composition.library;
  std::vector<OutputDemand> wanted;
  for (const auto& [index, call] : outputs) {
    const ProfileDemand& demand = demand_at(*composition.profile, composition.material, index);
    Span span = demand.span;
    for (const GraphOutput& output : composition.material.graph.outputs) {
      span = output.name == demand.name && demand.target != TargetKind::State ? output.span : span;
    }
    wanted.push_back({call,
                      demand.type,
                      {name_of_demand(composition, index), std::string(library.text(demand.name))},
                      span});
  }
  return wanted;
}

/// Types the outputs and converts each to its demand.
void type_outputs(const Composition& composition, TypeInference& inference,
                  const std::vector<OutputDemand>& wanted,
                  const std::vector<DemandedCall>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const ProfileDemand& demand =
        demand_at(*composition.profile, composition.material, outputs[i].first);
    const TypedValue value = inference.value(wanted[i].call);
    // An unnamed value is named after the demand it is written for: `position_clip`.
    inference.suggest_name(value, std::string(composition.library.text(demand.name)));
    const Stage stage = demand.stage;
    const TypedValue converted = inference.convert(wanted[i], stage);
    if (!converted.is_error) {
      inference.graph().outputs.emplace_back(outputs[i].first, converted.evaluation);
    }
  }
}

/// Assumed defaults, choices between textures, and arguments that are out of range. Without
/// a profile every computed value counts as needed.
Diagnostics reports_of_constants(const Library& library, TypeInference& inference,
                                 const std::vector<CallId>& calls) {
  TypedGraph& graph = inference.graph();
  Diagnostics found = find_assumed_defaults(library, graph);
  const std::vector<RangedArgument> ranged =
      find_ranged_arguments(inference.context(), graph, calls);
  for (const CallId call : calls) {
    const TypedValue& value = inference.value(call);
    if (!value.is_error && !value.function) {
      graph.outputs.emplace_back(0, value.evaluation);
    }
  }
  follow_arguments(graph, ranged);
  fold_constants(library, graph);
  for (Diagnostic& warning : check_followed_arguments(library, graph, ranged)) {
    append(found, std::move(warning));
  }
  for (Diagnostic& choice : find_texture_choices(graph)) {
    append(found, std::move(choice));
  }
  return found;
}

/// Types a whole material without a profile.
Diagnostics type_alone(const Composer& composer, const Material& material,
                       std::vector<std::optional<Constant>> static_values,
                       Diagnostics diagnostics) {
  const Composition composition{composer.library(), material, nullptr, std::move(static_values)};
  const SharedAnswers shared = composer.shared_answers();
  OpenTypes open_types;
  TypedConditions conditions(composition, open_types, shared);
  Elaborator elaborator(composition, &conditions, &shared.facts->reads);
  const std::vector<CallId> calls = elaborator.expand_all(material.graph, Stage::Fragment);
  std::optional<TypeInference> inference;
  do {
    inference.emplace(composition, elaborator, shared, open_types);
    for (CallId call : calls) {
      inference->value(call);
    }
  } while (decide_open_types(inference->context(), {}, open_types));
  append_reports(diagnostics, inference->reports());
  if (!has_errors(diagnostics)) {
    for (Diagnostic& found : reports_of_constants(composer.library(), *inference, calls)) {
      append(diagnostics, std::move(found));
    }
  }
  normalize(diagnostics);
  return diagnostics;
}

/// The defaults of all parameters: the requested ones, else the declared ones, and the values of
/// live literals in the source.
std::vector<std::optional<Constant>> defaults_with_literals(
    const Composition& composition, const Elaborator& elaborator, const ComposeRequest& request,
    const std::vector<LiveLiteral>& literals) {
  auto defaults = defaults_of(composition.library, composition.material, request);
  const std::size_t declared = defaults.size();
  defaults.resize(declared + literals.size());
  for (std::size_t i = 0; !literals.empty() && i < elaborator.calls().size(); ++i) {
    const auto* literal = std::get_if<LiteralCall>(&elaborator.calls()[CallId(i)].kind);
    if (literal != nullptr && literal->live != no_live_literal &&
        literals[literal->live].state == LiveLiteral::State::Live) {
      defaults[declared + literal->live] = literal->value;
    }
  }
  return defaults;
}

/// Folds constants, if asked, and what follows from that. `ranged` were followed
/// (follow_arguments): those that turn out to be out of range are reported.
void fold(const Library& library, LibraryFacts& facts, const std::vector<RangedArgument>& ranged,
          bool folds, TypedGraph& graph, Diagnostics& warnings) {
  if (folds) {
    drop_cheap_choices(graph, facts.operations, fold_constants(library, graph, facts.reductions));
  }
  for (Diagnostic& warning : check_followed_arguments(library, graph, ranged)) {
    append(warnings, std::move(warning));
  }
  if (folds) {
    if (drop_unread_members(library, graph)) {
      fold_constants(library, graph, facts.reductions);
    }
    merge_equals(library, graph);
  }
}

Result<PlacedPlan> compose_as_asked(const Composer& composer, const ComposeRequest& request,
                                    bool types_graphs_apart) {
  const Library& library = composer.library();
  const Material& material = library.materials[request.material];
  const Profile& profile = library.profiles[request.profile];
  Diagnostics diagnostics;
  auto static_values = static_values_of(library, material, request, diagnostics);
  const Composition composition{
      library,           material, &profile, std::move(static_values), request.live_literals,
      types_graphs_apart};
  if (has_errors(diagnostics)) {
    return failed(std::move(diagnostics));
  }
  const SharedAnswers shared = composer.shared_answers();
  OpenTypes open_types;
  TypedConditions conditions(composition, open_types, shared);
  Elaborator elaborator(composition, &conditions, &shared.facts->reads);
  const auto outputs = demanded_values(composition, elaborator, diagnostics);
  const std::vector<OutputDemand> wanted = wanted_outputs(composition, outputs);
  std::optional<TypeInference> inference;
  do {
    inference.emplace(composition, elaborator, shared, open_types);
    type_outputs(composition, *inference, wanted, outputs);
  } while (decide_open_types(inference->context(), wanted, open_types));
  std::vector<CollectedReport> reports = inference->reports();
  if (types_graphs_apart && !reports.empty()) {
    return failed(Diagnostics());
  }
  if (has_errors(reports) || has_errors(diagnostics)) {
    explain_refusals(composition, elaborator, inference->context().calls, outputs, reports);
    append_reports(diagnostics, reports);
    normalize(diagnostics);
    return failed(std::move(diagnostics));
  }
  append_reports(diagnostics, reports);
  TypedGraph graph = inference->take_graph();
  if (std::vector<std::size_t> choices = share_steps(graph); !choices.empty()) {
    // Equal chains have the same result and difficulty, so all other decisions stay the same.
    inference.emplace(composition, elaborator, shared, open_types, std::move(choices));
    type_outputs(composition, *inference, wanted, outputs);
    graph = inference->take_graph();
  }
  const std::vector<RangedArgument> ranged =
      find_ranged_arguments(inference->context(), graph, roots_of(outputs));
  follow_arguments(graph, ranged);
  std::vector<LiveLiteral> literals;
  if (!request.live_literals.empty()) {
    literals = settle_literals(composition, elaborator.calls(), graph);
    graph = read_live_literals(library, std::move(graph),
                               static_cast<std::uint32_t>(material.parameters.size()), literals);
  }
  for (Diagnostic& warning : find_assumed_defaults(library, graph)) {
    append(diagnostics, std::move(warning));
  }
  fold(library, *shared.facts, ranged, request.folds, graph, diagnostics);
  if (Diagnostics choices = find_texture_choices(graph); !choices.empty()) {
    for (Diagnostic& choice : choices) {
      append(diagnostics, std::move(choice));
    }
    normalize(diagnostics);
    return failed(std::move(diagnostics));
  }
  Plan plan = build_plan(library, std::move(graph), request.material, request.profile,
                         composition.static_values);
  plan.defaults = defaults_with_literals(composition, elaborator, request, literals);
  plan.live_literals = std::move(literals);
  plan.warnings = std::move(diagnostics);
  if (request.placement.is_on && !profile.as_functions) {
    for (Diagnostic& note : note_native_bodies(library, plan)) {
      append(plan.warnings, std::move(note));
    }
  }
  return place(library, std::move(plan), request.placement, *shared.facts);
}

}  // namespace

Result<PlacedPlan> compose(const Composer& composer, const ComposeRequest& request) {
  // Graphs that are typed apart are folded.
  if (request.types_graphs_apart && request.folds && request.live_literals.empty()) {
    Result<PlacedPlan> placed = compose_as_asked(composer, request, true);
    // Messages lead from an output into graphs, so they are made with the graphs in their places.
    return placed ? std::move(placed) : compose_as_asked(composer, request, false);
  }
  Result<PlacedPlan> placed = compose_as_asked(composer, request, false);
  if (placed || request.live_literals.empty()) {
    return placed;
  }
  // The errors may be due to a number that has to be known.
  ComposeRequest fixed = request;
  fixed.live_literals.clear();
  placed = compose(composer, fixed);
  if (placed) {
    for (const LiveLiteralRequest& literal : request.live_literals) {
      placed->plan.live_literals.push_back(
          {literal.place, literal.name, LiveLiteral::State::Fixed});
    }
    placed->plan.defaults.resize(placed->plan.defaults.size() + request.live_literals.size());
  }
  return placed;
}

Diagnostics check_material(const Composer& composer, MaterialId id) {
  const Library& library = composer.library();
  const Material& material = library.materials[id];
  ComposeRequest request{id, ProfileId(0), {}};
  Diagnostics diagnostics;
  auto static_values = static_values_of(library, material, request, diagnostics);
  return type_alone(composer, material, std::move(static_values), std::move(diagnostics));
}

Diagnostics check_material(const Composer& composer, const Material& material,
                           std::vector<std::optional<Constant>> static_values) {
  return type_alone(composer, material, std::move(static_values), {});
}

}  // namespace weft
