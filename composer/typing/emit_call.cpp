#include "composer/typing/emit_call.h"

#include <algorithm>

#include "composer/typing/apply_links.h"
#include "composer/typing/injected_features.h"
#include "composer/typing/leaf_facts.h"
#include "composer/typing/natural_rates.h"
#include "composer/typing/rate_demands.h"
#include "fragments/check/make_instances.h"
#include "fragments/model/body_flow.h"

namespace weft {
namespace {

/// If the body calls a function only through its adapter, the unadapted function is not emitted.
void leave_out_uncalled(const Fragment& fragment, const Body& body, EvaluationIds& inputs) {
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

/// Whether the features of all conversions are typed; otherwise waits for them.
bool require_features_of_links(CallTyping& typing, const PlannedCall& plan) {
  bool is_ready = true;
  for (std::size_t i = 0; i < plan.ports.size(); ++i) {
    const PlannedLink& link = plan.ports[i].link;
    is_ready = (link.steps.empty() || require_features(typing, context_of_port(typing.at, plan, i),
                                                       link, typing.origin.span)) &&
               is_ready;
  }
  return is_ready;
}

CallFacts facts_of_call(const TypingContext& in, const PlannedCall& plan,
                        const UnreadFeatures& unread) {
  CallFacts facts{make_instances(in.library(), plan.fragment, plan.type_arguments), std::nullopt};
  if (!facts.fault) {
    facts.leaf = facts_of(in, plan.fragment, plan.type_arguments, unread);
    for (const SemanticType& result : plan.results) {
      facts.results.push_back(in.values.intern(result));
    }
  }
  return facts;
}

/// The least rate of the leaf. Nothing if it takes a derivative where there are none, which is
/// reported.
std::optional<Rate> permitted_rate(CallTyping& typing, const PlannedCall& plan,
                                   bool takes_derivative) {
  const TypingContext& in = typing.in;
  const Fragment& fragment = in.library().fragments[plan.fragment];
  if (!takes_derivative) {
    return least_rate(fragment, typing.at.stage);
  }
  if (!can_take_derivative(typing, fragment, typing.at.stage, typing.span())) {
    return std::nullopt;
  }
  return element_rate(typing.at.stage);
}

/// Returns the converted inputs of a chosen call, or nothing if one is erroneous.
std::optional<EvaluationIds> take_ports(CallTyping& typing, const PlannedCall& plan,
                                        const CallIds& arguments) {
  const TypingContext& in = typing.in;
  const Fragment& fragment = in.library().fragments[plan.fragment];
  const std::string_view name = in.library().text(fragment.name);
  EvaluationIds inputs;
  inputs.reserve(plan.ports.size());
  for (std::size_t i = 0; i < plan.ports.size(); ++i) {
    const PlannedPort& port = plan.ports[i];
    TypedValue value =
        port.argument ? in.calls.value(arguments[*port.argument]) : port.default_value;
    if (!port.link.steps.empty() || port.link.takes_demand) {
      std::optional<Span> span = in.graph().evaluations[value.evaluation].origin.span;
      std::string consumer(name);
      consumer += '.';
      consumer += in.library().text(fragment.ports[i].name);
      value = apply_link(typing, context_of_port(typing.at, plan, i), value, port.link, consumer,
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

/// Adds the evaluation of a call whose body can be made and whose conversions have their features.
TypedValue add_call(CallTyping& typing, const PlannedCall& plan, const CallFacts& facts,
                    const CallIds& arguments, const UnreadFeatures& unread) {
  const TypingContext& in = typing.in;
  const Fragment& fragment = in.library().fragments[plan.fragment];
  auto inputs = take_ports(typing, plan, arguments);
  if (const BodyInstance* body = inputs && plan.function_level != 0
                                     ? fragment.find_instance(plan.type_arguments)
                                     : nullptr) {
    leave_out_uncalled(fragment, body->body, *inputs);
  }
  if (!inputs || !append_features(typing, typing.at, *facts.leaf->features, *inputs) ||
      !meets_body_demands(typing, plan.fragment, *facts.leaf->demands, *inputs, typing.span())) {
    return {};
  }
  const std::optional<Rate> declared = declared_rate(in.graph(), fragment, *inputs);
  const std::optional<Rate> least = permitted_rate(typing, plan, facts.leaf->takes_derivative);
  if (!least) {
    return {};
  }
  TypedValue value =
      typing.make(LeafEvaluation{plan.fragment, plan.type_arguments, plan.function_level, {unread}},
                  std::move(*inputs), *least, facts.results.front());
  if (declared) {
    in.values.set_rate(value.evaluation, join(*least, *declared));
  }
  if (!plan.lost.empty()) {
    in.values.note_lost(value.evaluation, plan.lost);
  }
  if (facts.results.size() > 1) {
    value.several = std::make_shared<SeveralResults>(
        SeveralResults{{facts.results.begin(), facts.results.end()}});
  }
  return value;
}

}  // namespace

TypedValue emit_call(CallTyping& typing, const PlannedCall& plan, const CallIds& arguments,
                     std::optional<CallFacts>& facts) {
  if (!facts) {
    facts = facts_of_call(typing.in, plan, {});
  }
  if (facts->fault) {
    typing.report(error_at(Code::OutOfRange, typing.span(), *facts->fault));
    return {};
  }
  const bool has_features =
      require_features(typing, typing.at, *facts->leaf->features, typing.origin.span);
  return require_features_of_links(typing, plan) && has_features
             ? add_call(typing, plan, *facts, arguments, {})
             : TypedValue{};
}

TypedValue emit_call_with_functions(CallTyping& typing, const PlannedCall& plan,
                                    const CallIds& arguments) {
  const TypingContext& in = typing.in;
  if (auto fault = make_instances(in.library(), plan.fragment, plan.type_arguments)) {
    typing.report(error_at(Code::OutOfRange, typing.span(), std::move(*fault)));
    return {};
  }
  if (!require_features_of_links(typing, plan)) {
    return {};
  }
  // The injections that the call's functions do not read.
  UnreadFeatures unread = unread_injections(in, plan, typing.at.stage);
  const CallFacts facts = facts_of_call(in, plan, unread);
  return require_features(typing, typing.at, *facts.leaf->features, typing.origin.span)
             ? add_call(typing, plan, facts, arguments, unread)
             : TypedValue{};
}

}  // namespace weft
