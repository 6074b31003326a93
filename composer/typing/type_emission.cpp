#include <algorithm>

#include <fmt/format.h>

#include "composer/typing/type_inference.h"
#include "fragments/check/make_instances.h"
#include "fragments/model/body_flow.h"

// The part of TypeInference that emits the evaluations of a call whose overload is chosen.
namespace weft {
namespace {

/// Used for a hint: a derivative may come from a texture lookup, which has a variant with explicit
/// LOD.
bool takes_textures(const Fragment& fragment) {
  return std::any_of(fragment.ports.begin(), fragment.ports.end(),
                     [](const FragmentPort& port) { return port.type.data.is_texture(); });
}

/// If the body calls a function only through its adapter, the unadapted function is not emitted.
void leave_out_uncalled(const Fragment& fragment, const Body& body,
                        std::vector<EvaluationId>& inputs) {
  for (std::uint32_t i = 0; i < fragment.ports.size(); ++i) {
    const auto& adapts = fragment.ports[i].adapts;
    if (adapts && calls_port(body, i) && !calls_port(body, adapts->port)) {
      inputs[adapts->port] = inputs[i];
    }
  }
}

}  // namespace

std::optional<std::vector<EvaluationId>> TypeInference::take_ports(
    const PlannedCall& plan, const std::vector<CallId>& arguments, Stage stage,
    const Origin& origin) {
  const Fragment& fragment = library().fragments[plan.fragment];
  const std::string_view name = library().text(fragment.name);
  const EnvironmentId here = environment_;
  std::vector<EvaluationId> inputs;
  inputs.reserve(plan.ports.size());
  for (std::size_t i = 0; i < plan.ports.size(); ++i) {
    const PlannedPort& port = plan.ports[i];
    TypedValue value =
        port.argument ? *values_[arguments[*port.argument].index()] : port.default_value;
    if (!port.link.steps.empty() || port.link.takes_demand) {
      std::optional<Span> span = graph_.evaluations[value.evaluation].origin.span;
      environment_ = plan.function_level != 0 ? port.environment : here;
      value = apply_link(value, port.link, stage,
                         fmt::format("{}.{}", name, library().text(fragment.ports[i].name)),
                         span ? span : origin.span);
      environment_ = here;
    }
    if (value.is_error) {
      return std::nullopt;
    }
    if (!keeps_restriction(fragment, static_cast<std::uint32_t>(i), value,
                           origin.span.value_or(Span{}))) {
      return std::nullopt;
    }
    if (port.spread_to) {
      SemanticType spread(*port.spread_to);
      TypeId type = graph_.types.intern(spread);
      value = made(add(OperationEvaluation{Operation::Construct}, {value.evaluation}, stage,
                       Rate::Constant, type, graph_.evaluations[value.evaluation].origin),
                   type);
    }
    inputs.push_back(value.evaluation);
  }
  return inputs;
}

TypedValue TypeInference::emit_call(const PlannedCall& plan, const std::vector<CallId>& arguments,
                                    Stage stage, const Origin& origin) {
  const Fragment& fragment = library().fragments[plan.fragment];
  std::string_view name = library().text(fragment.name);
  if (auto fault = make_instances(library(), plan.fragment, plan.type_arguments)) {
    report(error_at(Code::OutOfRange, origin.span.value_or(Span{}), std::move(*fault)));
    return {};
  }
  const bool has_functions = plan.function_level != 0;
  bool is_ready =
      has_functions || require_features(plan.fragment, plan.type_arguments, stage, origin.span);
  const EnvironmentId here = environment_;
  for (const PlannedPort& port : plan.ports) {
    environment_ = plan.function_level != 0 ? port.environment : here;
    is_ready = require_features(port.link, stage, origin.span) && is_ready;
  }
  environment_ = here;
  UnreadFeatures unread;
  if (is_ready && has_functions) {
    unread = unread_injections(plan, stage);
    is_ready = require_features(plan.fragment, plan.type_arguments, stage, origin.span, unread);
  }
  if (!is_ready) {
    return {};
  }
  auto inputs = take_ports(plan, arguments, stage, origin);
  if (const BodyInstance* body =
          inputs && has_functions ? fragment.find_instance(plan.type_arguments) : nullptr) {
    leave_out_uncalled(fragment, body->body, *inputs);
  }
  if (!inputs || !append_features(plan.fragment, plan.type_arguments, stage, *inputs, unread) ||
      !meets_body_demands(plan.fragment, plan.type_arguments, *inputs, origin.span.value_or(Span{}),
                          unread)) {
    return {};
  }
  Rate least = least_rate(fragment, stage);
  const std::optional<Rate> declared = declared_rate(fragment, *inputs);
  if (needs_fragment_stage(plan.fragment, plan.type_arguments, unread)) {
    if (stage == Stage::Vertex) {
      if (typing_) {
        refused_calls_.emplace_back(diagnostics_.size(), *typing_);
      }
      report(error_at(
          Code::RateTooHigh, origin.span.value_or(Span{}),
          fmt::format("'{}' takes a derivative, but its value is demanded per vertex", name),
          takes_textures(fragment) ? "sample_lod takes an explicit level and works everywhere"
                                   : ""));
      return {};
    }
    least = Rate::Fragment;
  }
  std::vector<TypeId> types;
  types.reserve(plan.results.size());
  for (const SemanticType& result : plan.results) {
    types.push_back(graph_.types.intern(result));
  }
  EvaluationId id =
      add(LeafEvaluation{plan.fragment, plan.type_arguments, plan.function_level, unread},
          std::move(*inputs), stage, least, types.front(), origin);
  if (declared) {
    graph_.evaluations[id].natural_rate = join(least, *declared);
  }
  if (!plan.lost.empty()) {
    lost_[id] = plan.lost;
  }
  TypedValue value = made(id, types.front());
  if (types.size() > 1) {
    value.results = std::move(types);
  }
  return value;
}

}  // namespace weft
