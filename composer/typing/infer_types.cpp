#include <algorithm>

#include <fmt/format.h>

#include "composer/elaborate/function_signature.h"
#include "composer/evaluations/equal_evaluations.h"
#include "composer/evaluations/plan_cost.h"
#include "composer/evaluations/plan_functions.h"
#include "composer/typing/type_inference.h"
#include "fragments/model/intrinsics.h"
#include "fragments/model/setting_values.h"
#include "support/index_table.h"
#include "support/overloaded.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// The first call of a report of elaboration that not only trials asked for, or nothing.
std::optional<CallId> needed_call(const Composition& composition, const CallReport& report) {
  const std::vector<bool>& is_only_tried = composition.is_only_tried;
  const auto at = std::find_if(report.calls.begin(), report.calls.end(), [&](CallId call) {
    return call.index() >= is_only_tried.size() || !is_only_tried[call.index()];
  });
  return at != report.calls.end() ? std::optional(*at) : std::nullopt;
}

}  // namespace

TypeInference::TypeInference(Composition& composition, Elaborator& elaborator,
                             const ConversionSet& conversions, ConversionCache& cache,
                             std::vector<std::size_t> choices)
    : composition_(composition),
      elaborator_(elaborator),
      conversions_(conversions),
      known_(composition.library),
      memo_(cache),
      solver_(composition.library.relations, composition.library.data_types),
      choices_(std::move(choices)),
      body_demands_(composition.library) {
  if (composition.profile) {
    const RunCounts runs = run_counts(library(), *composition.profile);
    vertex_runs_ = static_cast<std::int64_t>(runs.vertices);
    fragment_runs_ = static_cast<std::int64_t>(runs.fragments);
    views_decode_ = setting_word(library(), *composition.profile, "textures") != "raw_srgb";
  }
}

std::int64_t TypeInference::runs(Rate rate) const {
  switch (rate) {
    case Rate::Constant:
    case Rate::Frame:
    case Rate::View:
    case Rate::Material:
    case Rate::Object:
    case Rate::Draw:
      return 1;
    case Rate::Instance:
    case Rate::Vertex:
      return vertex_runs_;
    case Rate::Fragment:
      return fragment_runs_;
  }
  return 1;
}

EvaluationId TypeInference::add(EvaluationKind kind, std::vector<EvaluationId> inputs, Stage stage,
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
  graph_.levels.push_back(open_levels(library(), graph_.evaluations[id], graph_.levels));
  const auto* leaf = std::get_if<LeafEvaluation>(&graph_.evaluations[id].kind);
  const bool compares =
      leaf && needs_fragment_stage(leaf->fragment, leaf->type_arguments, leaf->unread);
  graph_.derivative_levels.push_back(
      (compares ? graph_.levels.back() : FunctionLevels()) |
      inherited_levels(library(), graph_.evaluations[id], graph_.derivative_levels));
  by_hash_.insert(hash, id.index());
  return id;
}

TypedValue TypeInference::made(EvaluationId evaluation, TypeId type) const {
  TypedValue value;
  value.is_error = false;
  value.evaluation = evaluation;
  value.type = type;
  return value;
}

const TypedValue& TypeInference::value(CallId root) {
  roots_.push_back(root);
  std::vector<CallId> stack{root};
  while (!stack.empty()) {
    const CallId id = stack.back();
    grow_tables();
    if (values_[id.index()]) {
      stack.pop_back();
      continue;
    }
    for (CallId input : elaborator_.calls()[id].inputs) {
      if (!values_[input.index()]) {
        waits_for_.push_back(input);
      }
    }
    if (waits_for_.empty()) {
      TypedValue typed = type_call_if_decided(id);
      if (waits_for_.empty()) {
        is_waiting_[id.index()] = false;
        values_[id.index()] = std::move(typed);
        stack.pop_back();
        continue;
      }
    }
    is_waiting_[id.index()] = true;
    grow_tables();
    auto cycle = std::find_if(waits_for_.begin(), waits_for_.end(),
                              [this](CallId call) { return is_waiting_[call.index()]; });
    if (cycle != waits_for_.end()) {
      typing_ = id;
      std::vector<CallId> in_cycle;
      std::copy_if(std::find(stack.begin(), stack.end(), *cycle), stack.end(),
                   std::back_inserter(in_cycle),
                   [this](CallId call) { return is_waiting_[call.index()]; });
      report_cycle(in_cycle);
      values_[id.index()] = TypedValue{};
    } else {
      stack.insert(stack.end(), waits_for_.rbegin(), waits_for_.rend());
    }
    waits_for_.clear();
  }
  return *values_[root.index()];
}

TypedValue TypeInference::type_call_if_decided(CallId id) {
  const std::size_t reports = diagnostics_.size();
  meets_open_ = false;
  TypedValue typed = type_call(id);
  if (typed.is_error && meets_open_) {
    // Errors found without the type may vanish once it is known.
    diagnostics_.erase(diagnostics_.begin() + static_cast<std::ptrdiff_t>(reports),
                       diagnostics_.end());
    reported_by_.resize(diagnostics_.size());
    while (!refused_calls_.empty() && refused_calls_.back().first >= reports) {
      refused_calls_.pop_back();
    }
    typed.is_open = true;
  }
  return typed;
}

bool TypeInference::has_reported_errors() const {
  const CallReports& elaboration = elaborator_.reports();
  return has_errors(diagnostics_) || has_errors(elaboration.general()) ||
         std::any_of(elaboration.reports().begin(), elaboration.reports().end(),
                     [this](const CallReport& report) {
                       return needed_call(composition_, report).has_value();
                     });
}

void TypeInference::hand_over_diagnostics() {
  for (const Diagnostic& diagnostic : elaborator_.reports().general()) {
    append(composition_.diagnostics, diagnostic);
  }
  std::vector<std::pair<std::size_t, CallId>> refused;
  for (const CallReport& report : elaborator_.reports().reports()) {
    const std::optional<CallId> call = needed_call(composition_, report);
    if (call && report.shows_path) {
      refused.emplace_back(composition_.diagnostics.size(), *call);
    }
    if (call) {
      append(composition_.diagnostics, report.diagnostic);
    }
  }
  for (auto& [diagnostic, call] : refused_calls_) {
    diagnostic += composition_.diagnostics.size();
  }
  for (Diagnostic& diagnostic : diagnostics_) {
    append(composition_.diagnostics, std::move(diagnostic));
  }
  refused_calls_.insert(refused_calls_.end(), refused.begin(), refused.end());
  diagnostics_.clear();
  reported_by_.clear();
}

void TypeInference::report(Diagnostic diagnostic) {
  append(diagnostics_, std::move(diagnostic));
  reported_by_.resize(diagnostics_.size(), typing_);
}

void TypeInference::grow_tables() {
  values_.resize(elaborator_.calls().size());
  is_waiting_.resize(elaborator_.calls().size(), false);
  required_.resize(elaborator_.calls().size());
}

std::vector<CallId> TypeInference::shortest_way(const std::vector<CallId>& roots, CallId to) const {
  const std::size_t count = elaborator_.calls().size();
  std::vector<std::optional<CallId>> from(count);
  std::vector<bool> seen(count, false);
  std::vector<CallId> queue;
  const auto visit = [&](CallId call, std::optional<CallId> reader) {
    if (!seen[call.index()]) {
      seen[call.index()] = true;
      from[call.index()] = reader;
      queue.push_back(call);
    }
  };
  for (CallId root : roots) {
    visit(root, std::nullopt);
  }
  for (std::size_t next = 0; next < queue.size() && !seen[to.index()]; ++next) {
    const CallId reader = queue[next];
    for (CallId input : elaborator_.calls()[reader].inputs) {
      visit(input, reader);
    }
    if (reader.index() < required_.size()) {
      for (CallId call : required_[reader.index()]) {
        visit(call, reader);
      }
    }
  }
  std::vector<CallId> way;
  for (std::optional<CallId> at = seen[to.index()] ? std::optional(to) : std::nullopt; at;
       at = from[at->index()]) {
    way.push_back(*at);
  }
  std::reverse(way.begin(), way.end());
  return way;
}

bool TypeInference::require(CallId call) {
  grow_tables();
  if (typing_ && trying_) {
    std::vector<Trial>& trials = trials_[*typing_];
    const bool is_known = std::any_of(trials.begin(), trials.end(), [&](const Trial& trial) {
      return trial.candidate == *trying_ && trial.call == call;
    });
    if (!is_known) {
      trials.push_back({*trying_, call});
    }
  } else if (typing_) {
    std::vector<CallId>& required = required_[typing_->index()];
    if (std::find(required.begin(), required.end(), call) == required.end()) {
      required.push_back(call);
    }
  }
  if (values_[call.index()]) {
    meets_open_ = meets_open_ || values_[call.index()]->is_open;
    return true;
  }
  waits_for_.push_back(call);
  return false;
}

bool TypeInference::look_at(CallId call) {
  grow_tables();
  composition_.tried.push_back(call);
  if (!values_[call.index()]) {
    waits_for_.push_back(call);
  }
  return values_[call.index()].has_value();
}

TypedValue TypeInference::type_call(CallId id) {
  const Call call = elaborator_.calls()[id];  // a copy: typing may append calls
  TypedValue value = type_call_of_kind(id, call);
  return value.is_error || value.function ? value : placed(std::move(value), call);
}

TypedValue TypeInference::type_call_of_kind(CallId id, const Call& call) {
  const Stage stage = call.stage;
  environment_ = call.environment;
  typing_ = id;
  std::vector<TypedValue> inputs;
  for (CallId input : call.inputs) {
    inputs.push_back(*values_[input.index()]);
  }
  // Possible sources of open ports may be erroneous without harm.
  std::size_t needed = inputs.size();
  if (const auto* invoke = std::get_if<InvokeCall>(&call.kind)) {
    needed = invoke->node->arguments.size();
  } else if (std::holds_alternative<StitchCall>(call.kind)) {
    needed = 0;
  }
  const auto end = inputs.begin() + static_cast<std::ptrdiff_t>(needed);
  if (std::any_of(inputs.begin(), end, [](const TypedValue& v) { return v.is_error; })) {
    meets_open_ = std::none_of(inputs.begin(), end,
                               [](const TypedValue& v) { return v.is_error && !v.is_open; });
    return {};
  }
  if (!std::holds_alternative<MemberCall>(call.kind)) {
    for (std::size_t i = 0; i < needed; ++i) {
      if (!is_one_value(inputs[i], elaborator_.calls()[call.inputs[i]].origin.span)) {
        return {};
      }
    }
  }
  return std::visit(
      Overloaded{
          [&](const LiteralCall& c) { return type_literal(c, stage, call.origin); },
          [&](const FeatureCall& c) {
            const Feature& feature = library().features[c.feature];
            TypeId type = graph_.types.intern(feature.type);
            return made(
                add(FeatureEvaluation{c.feature}, {}, stage, feature.rate, type, call.origin),
                type);
          },
          [&](const ParameterCall& c) { return type_parameter(c, stage, call.origin); },
          [&](const BoundCall& c) {
            const TypeId type = graph_.types.intern(c.type);
            const BoundEvaluation bound{c.level, c.parameter, type, c.rate};
            return made(add(bound, {}, stage, c.rate, type, call.origin), type);
          },
          [](const FunctionCall& c) {
            TypedValue function;
            function.is_error = false;
            function.function = c.closure;
            return function;
          },
          [&](const InterpolateCall& c) { return type_interpolate(c, inputs[0], call.origin); },
          [&](const InvokeCall& c) { return type_invoke(c, call.inputs, stage, call.origin); },
          [&](const StitchCall& c) {
            return type_stitch(c, call.inputs, stage, call.origin.span.value_or(Span{}));
          },
          [&](const MemberCall& c) { return type_member(c, inputs[0], stage, call.origin); },
          [&](const IndexCall&) { return type_index(inputs[0], inputs[1], stage, call.origin); },
          [&](const ConstructCall& c) {
            return type_construct(*c.node, call.inputs, stage, call.origin);
          },
          [&](const SelectCall&) { return type_select(call.inputs, stage, call.origin); },
          [&](const AscribeCall& c) { return type_ascribe(c, inputs[0]); },
          [&](const DeclareCall& c) { return type_declare(c, inputs[0], stage, call.origin); },
          [&](const DeclareFeatureCall& c) {
            const Feature& feature = library().features[c.feature];
            const std::string path(library().text(feature.path));
            const Consumer consumer{fmt::format("feature '{}'", path), path};
            // The value of a definition is named after its feature: `view_to_eye`.
            std::string short_name = path;
            std::replace(short_name.begin(), short_name.end(), '.', '_');
            suggest_name(inputs[0], std::move(short_name));
            const TypedValue definition =
                c.is_injected ? inputs[0] : with_declared_meanings(inputs[0], feature.type);
            TypedValue value =
                convert_if_ready(definition, demand_of(feature.type), stage, consumer, "",
                                 c.is_injected ? call.origin.span : feature.span);
            // Without a profile, and for functions to include, there is no vertex stage: features
            // derived per vertex are computed where they are read.
            const bool has_vertex_stage =
                composition_.profile && !composition_.profile->as_functions;
            // Features derived from injected ones may vary with them.
            const bool is_of_host = elaborator_.environment(call.environment).injected.empty();
            if (!value.is_error && !c.is_injected && has_vertex_stage && is_of_host &&
                !is_at_most(graph_.evaluations[value.evaluation].natural_rate, feature.rate)) {
              report(error_at(
                  Code::RateTooHigh, feature.span,
                  fmt::format("{} is declared at rate {}, but its definition varies per {}",
                              consumer.words, rate_name(feature.rate),
                              rate_name(graph_.evaluations[value.evaluation].natural_rate))));
              return TypedValue{};
            }
            return value;
          },
          [&](const ResultsCall& c) { return type_results(c.fragment, inputs); },
          [&](const LoopCall& c) { return type_loop(c, inputs, stage, call.origin); },
          [](const ErroneousCall&) { return TypedValue{}; },
      },
      call.kind);
}

TypedValue TypeInference::type_literal(const LiteralCall& call, Stage stage, Origin origin) {
  SemanticType type(call.value.type);
  if (call.is_color && known_.use && known_.color && known_.encoding && known_.encoding_srgb) {
    type.set(*known_.use, *known_.color, lattice());
    type.set(*known_.encoding, *known_.encoding_srgb, lattice());
  }
  TypeId id = graph_.types.intern(type);
  TypedValue value = made(
      add(ConstantEvaluation{call.value}, {}, stage, Rate::Constant, id, std::move(origin)), id);
  value.is_literal = true;
  value.is_color = call.is_color;
  return value;
}

TypedValue TypeInference::type_parameter(const ParameterCall& call, Stage stage, Origin origin) {
  const MaterialParameter& parameter = composition_.material.parameters[call.parameter];
  TypeId type = graph_.types.intern(parameter.type);
  if (const auto& known = composition_.static_values[call.parameter]) {
    return made(add(ConstantEvaluation{*known}, {}, stage, Rate::Constant, type, std::move(origin)),
                type);
  }
  return made(
      add(ParameterEvaluation{call.parameter}, {}, stage, Rate::Material, type, std::move(origin)),
      type);
}

TypedValue TypeInference::type_interpolate(const InterpolateCall& call, const TypedValue& input,
                                           Origin origin) {
  SemanticType type = type_of_value(input);
  if (!call.is_flat) {
    type.lose_guarantees(lattice());
  }
  TypeId id = graph_.types.intern(type);
  return made(add(InterpolateEvaluation{call.is_flat}, {input.evaluation}, Stage::Fragment,
                  Rate::Fragment, id, std::move(origin)),
              id);
}

TypedValue TypeInference::type_ascribe(const AscribeCall& call, const TypedValue& input) {
  SemanticType type = type_of_value(input);
  for (const TraitEntry& entry : call.node->entries) {
    type.set(entry.trait, entry.value, lattice());
  }
  TypedValue value = input;
  value.is_literal = false;
  value.is_color = false;
  return with_stated_type(std::move(value), type);
}

TypedValue TypeInference::with_stated_type(TypedValue value, const SemanticType& type) {
  value.type = graph_.types.intern(type);
  if (!value.is_error && !value.function) {
    graph_.stated_types.push_back({value.evaluation, value.type});
  }
  return value;
}

TypedValue TypeInference::with_declared_meanings(TypedValue value, const SemanticType& declared) {
  SemanticType type = type_of_value(value);
  for (const TraitEntry& entry : declared.entries()) {
    const bool is_meaning = lattice().trait(entry.trait).kind == TraitKind::Meaning;
    if (is_meaning && !value.is_literal && !type.value(entry.trait, lattice())) {
      type.set(entry.trait, entry.value, lattice());
    }
  }
  return with_stated_type(std::move(value), type);
}

Demand TypeInference::declared_demand(const TypePattern& pattern, const TypedValue& value) const {
  Bindings open;
  open.types.resize(pattern.type_variable ? *pattern.type_variable + 1 : 0);
  for (const PatternEntry& entry : pattern.entries) {
    if (entry.variable) {
      open.trait_values.resize(
          std::max<std::size_t>(open.trait_values.size(), *entry.variable + 1));
    }
  }
  Demand demand = substitute(pattern, open, lattice());
  if (pattern.type_variable) {
    demand.data = type_of_value(value).data();
  }
  return demand;
}

TypedValue TypeInference::type_declare(const DeclareCall& call, const TypedValue& input,
                                       Stage stage, Origin origin) {
  const Demand demand = declared_demand(*call.pattern, input);
  const Consumer consumer = origin.name.empty()
                                ? Consumer("the declared type")
                                : Consumer(fmt::format("'{}'", origin.name), origin.name);
  if (call.handed_on && !input.is_error && !find_link(input, demand, stage)) {
    const Diagnostic reason = explain_failure(input, demand, stage, consumer, "", origin.span);
    Diagnostic diagnostic = cannot_stand_for(library(), *call.handed_on->from, *call.handed_on->to,
                                             origin.span.value_or(Span{}));
    diagnostic.code = reason.code;
    diagnostic.notes.push_back({reason.message});
    diagnostic.notes.insert(diagnostic.notes.end(), reason.notes.begin(), reason.notes.end());
    report(std::move(diagnostic));
    return {};
  }
  TypedValue value = convert_if_ready(input, demand, stage, consumer, "", origin.span);
  suggest_name(value, origin.name);
  return call.graph && !value.is_error ? declared_by_graph(call, value, stage, origin) : value;
}

void TypeInference::suggest_name(const TypedValue& value, std::string name) {
  if (value.is_error || value.function) {
    return;
  }
  std::string& known = graph_.evaluations[value.evaluation].origin.name;
  if (known.empty()) {
    known = std::move(name);
  }
}

bool TypeInference::require_features(FragmentId id, const std::vector<DataType>& type_arguments,
                                     Stage stage, std::optional<Span> span,
                                     const UnreadFeatures& unread) {
  bool all = true;
  for (FeatureId feature : extracted_features(library(), id, type_arguments, unread)) {
    all = require(elaborator_.feature(feature, {stage, environment_}, span)) && all;
  }
  return all;
}

bool TypeInference::append_features(FragmentId id, const std::vector<DataType>& type_arguments,
                                    Stage stage, std::vector<EvaluationId>& inputs,
                                    const UnreadFeatures& unread) {
  for (FeatureId feature : extracted_features(library(), id, type_arguments, unread)) {
    const TypedValue& pulled =
        *values_[elaborator_.feature(feature, {stage, environment_}, std::nullopt).index()];
    if (pulled.is_error) {
      return false;
    }
    inputs.push_back(pulled.evaluation);
  }
  return true;
}

bool TypeInference::needs_fragment_stage(FragmentId id, const std::vector<DataType>& type_arguments,
                                         const UnreadFeatures& unread) {
  const auto known = fragment_stage_only_.find(id);
  if (unread.empty() && known != fragment_stage_only_.end()) {
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
    const Body* body = find_body(library(), call.fragment, call.type_arguments,
                                 is_first ? unread : UnreadFeatures());
    if (body == nullptr || std::find(seen.begin(), seen.end(), call.fragment) != seen.end()) {
      continue;
    }
    seen.push_back(call.fragment);
    for (const BodyExpr& expr : body->exprs) {
      needed = needed || (expr.op == Operation::Intrinsic &&
                          weft::needs_fragment_stage(static_cast<Intrinsic>(expr.payload)));
    }
    open.insert(open.end(), body->calls.begin(), body->calls.end());
  }
  if (unread.empty()) {
    fragment_stage_only_.emplace(id, needed);
  }
  return needed;
}

}  // namespace weft
