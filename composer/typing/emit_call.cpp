#include "composer/typing/emit_call.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/typing/apply_links.h"
#include "composer/typing/injected_features.h"
#include "composer/typing/natural_rates.h"
#include "composer/typing/rate_demands.h"
#include "fragments/check/make_instances.h"
#include "fragments/model/body_flow.h"

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

/// The context of the conversions at a port: for a function, the inside of the function.
CallContext context_of_port(CallContext at, const PlannedCall& plan, std::size_t port) {
  return {at.stage, plan.function_level != 0 ? plan.ports[port].environment : at.environment};
}

/// Whether the features of the leaf and of all conversions are typed; otherwise waits for them.
/// Sets `unread` to the injections that the call's functions do not read.
bool require_all_features(CallTyping& typing, const PlannedCall& plan, UnreadFeatures& unread) {
  const std::optional<Span> span = typing.origin.span;
  const bool has_functions = plan.function_level != 0;
  bool is_ready = has_functions ||
                  require_features(typing, typing.at, plan.fragment, plan.type_arguments, span);
  for (std::size_t i = 0; i < plan.ports.size(); ++i) {
    is_ready =
        require_features(typing, context_of_port(typing.at, plan, i), plan.ports[i].link, span) &&
        is_ready;
  }
  if (is_ready && has_functions) {
    unread = unread_injections(typing.in, plan, typing.at.stage);
    is_ready =
        require_features(typing, typing.at, plan.fragment, plan.type_arguments, span, unread);
  }
  return is_ready;
}

/// The least rate of the leaf. Nothing if it takes a derivative per vertex, which is reported.
std::optional<Rate> permitted_rate(CallTyping& typing, const PlannedCall& plan,
                                   const UnreadFeatures& unread) {
  const TypingContext& in = typing.in;
  const Fragment& fragment = in.library().fragments[plan.fragment];
  if (!in.values.takes_derivative(plan.fragment, plan.type_arguments, unread)) {
    return least_rate(fragment, typing.at.stage);
  }
  if (typing.at.stage == Stage::Vertex) {
    typing.found.shows_path = true;
    typing.report(error_at(
        Code::RateTooHigh, typing.span(),
        fmt::format("'{}' takes a derivative, but its value is demanded per vertex",
                    in.library().text(fragment.name)),
        takes_textures(fragment) ? "sample_lod takes an explicit level and works everywhere" : ""));
    return std::nullopt;
  }
  return Rate::Fragment;
}

/// Returns the converted inputs of a chosen call, or nothing if one is erroneous.
std::optional<std::vector<EvaluationId>> take_ports(CallTyping& typing, const PlannedCall& plan,
                                                    const std::vector<CallId>& arguments) {
  const TypingContext& in = typing.in;
  const Fragment& fragment = in.library().fragments[plan.fragment];
  const std::string_view name = in.library().text(fragment.name);
  std::vector<EvaluationId> inputs;
  inputs.reserve(plan.ports.size());
  for (std::size_t i = 0; i < plan.ports.size(); ++i) {
    const PlannedPort& port = plan.ports[i];
    TypedValue value =
        port.argument ? in.calls.value(arguments[*port.argument]) : port.default_value;
    if (!port.link.steps.empty() || port.link.takes_demand) {
      std::optional<Span> span = in.graph().evaluations[value.evaluation].origin.span;
      value = apply_link(typing, context_of_port(typing.at, plan, i), value, port.link,
                         fmt::format("{}.{}", name, in.library().text(fragment.ports[i].name)),
                         span ? span : typing.origin.span);
    }
    if (value.is_error) {
      return std::nullopt;
    }
    if (!keeps_restriction(typing, fragment, static_cast<std::uint32_t>(i), value, typing.span())) {
      return std::nullopt;
    }
    if (port.spread_to) {
      SemanticType spread(*port.spread_to);
      TypeId type = in.values.intern(spread);
      value = value_of(in.values.add(OperationEvaluation{Operation::Construct}, {value.evaluation},
                                     typing.at.stage, Rate::Constant, type,
                                     in.graph().evaluations[value.evaluation].origin),
                       type);
    }
    inputs.push_back(value.evaluation);
  }
  return inputs;
}

}  // namespace

TypedValue emit_call(CallTyping& typing, const PlannedCall& plan,
                     const std::vector<CallId>& arguments) {
  const TypingContext& in = typing.in;
  const Fragment& fragment = in.library().fragments[plan.fragment];
  if (auto fault = make_instances(in.library(), plan.fragment, plan.type_arguments)) {
    typing.report(error_at(Code::OutOfRange, typing.span(), std::move(*fault)));
    return {};
  }
  UnreadFeatures unread;
  if (!require_all_features(typing, plan, unread)) {
    return {};
  }
  auto inputs = take_ports(typing, plan, arguments);
  if (const BodyInstance* body = inputs && plan.function_level != 0
                                     ? fragment.find_instance(plan.type_arguments)
                                     : nullptr) {
    leave_out_uncalled(fragment, body->body, *inputs);
  }
  if (!inputs ||
      !append_features(typing, typing.at, plan.fragment, plan.type_arguments, *inputs, unread) ||
      !meets_body_demands(typing, plan.fragment, plan.type_arguments, *inputs, typing.span(),
                          unread)) {
    return {};
  }
  const std::optional<Rate> declared = declared_rate(in.graph(), fragment, *inputs);
  const std::optional<Rate> least = permitted_rate(typing, plan, unread);
  if (!least) {
    return {};
  }
  std::vector<TypeId> types;
  types.reserve(plan.results.size());
  for (const SemanticType& result : plan.results) {
    types.push_back(in.values.intern(result));
  }
  TypedValue value =
      typing.make(LeafEvaluation{plan.fragment, plan.type_arguments, plan.function_level, unread},
                  std::move(*inputs), *least, types.front());
  if (declared) {
    in.values.set_rate(value.evaluation, join(*least, *declared));
  }
  in.values.note_lost(value.evaluation, plan.lost);
  if (types.size() > 1) {
    value.results = std::move(types);
  }
  return value;
}

}  // namespace weft
