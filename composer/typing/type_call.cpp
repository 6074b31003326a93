#include "composer/typing/type_call.h"

#include <algorithm>

#include "composer/evaluations/live_literals.h"
#include "composer/typing/anchored_calls.h"
#include "composer/typing/declared_types.h"
#include "composer/typing/joined_values.h"
#include "composer/typing/parts_of_values.h"
#include "composer/typing/several_results.h"
#include "composer/typing/stitch.h"
#include "composer/typing/type_calls.h"
#include "composer/typing/type_graph_result.h"
#include "composer/typing/type_loop.h"
#include "composer/typing/type_simulation.h"
#include "support/overloaded.h"

namespace weft {
namespace {

/// The inputs of a call that must not be erroneous. Possible sources of open ports may be.
std::size_t needed_inputs(const Call& call) {
  if (const auto* invoke = std::get_if<InvokeCall>(&call.kind)) {
    return invoke->node->arguments.size();
  }
  return std::holds_alternative<StitchCall>(call.kind) ? 0 : call.inputs.size();
}

TypedValue type_literal(CallTyping& typing, const LiteralCall& call) {
  const TypingContext& in = typing.in;
  const KnownTraits& known = in.known();
  SemanticType type(call.value.type);
  if (call.is_color && known.use && known.color && known.encoding && known.encoding_srgb) {
    type.set(*known.use, *known.color, in.lattice());
    type.set(*known.encoding, *known.encoding_srgb, in.lattice());
  }
  ConstantEvaluation constant{call.value};
  if (call.live != no_live_literal) {
    constant.live = words_of_live(call.live, call.value.bits.size());
  }
  TypedValue value = typing.make(std::move(constant), {}, in.values.intern(type));
  value.is_literal = true;
  value.is_color = call.is_color;
  return value;
}

TypedValue type_feature(CallTyping& typing, FeatureId id) {
  const Feature& feature = typing.in.library().features[id];
  const TypeId type = typing.in.values.intern(feature.type);
  return typing.make(FeatureEvaluation{id}, {}, feature.rate, type);
}

TypedValue type_parameter(CallTyping& typing, std::uint32_t parameter) {
  const Composition& composition = typing.in.composition;
  const TypeId type = typing.in.values.intern(composition.material.parameters[parameter].type);
  if (const auto& known = composition.static_values[parameter]) {
    return typing.make(ConstantEvaluation{*known}, {}, type);
  }
  return typing.make(ParameterEvaluation{parameter}, {}, Rate::Material, type);
}

TypedValue type_bound(CallTyping& typing, const BoundCall& call) {
  const TypeId type = typing.in.values.intern(call.type);
  return typing.make(BoundEvaluation{call.level, call.parameter, type, call.rate}, {}, call.rate,
                     type);
}

TypedValue type_given(CallTyping& typing, const GivenCall& call) {
  const TypeId type = typing.in.values.intern(call.type);
  TypedValue value = call.value
                         ? typing.make(ConstantEvaluation{*call.value}, {}, type)
                         : typing.make(BoundEvaluation{level_of_given, call.port, type, call.rate},
                                       {}, call.rate, type);
  value.made_in = call.is_made_here ? std::optional(no_environment) : std::nullopt;
  return value;
}

TypedValue type_function(const FunctionCall& call) {
  TypedValue function;
  function.is_error = false;
  function.function = call.closure;
  return function;
}

TypedValue type_interpolate(CallTyping& typing, const InterpolateCall& call,
                            const TypedValue& input) {
  const TypingContext& in = typing.in;
  SemanticType type = in.type_of(input);
  if (!call.is_flat) {
    type.lose_guarantees(in.lattice());
  }
  const TypeId id = in.values.intern(type);
  return value_of(in.values.add(InterpolateEvaluation{call.is_flat}, {input.evaluation},
                                Stage::Fragment, Rate::Fragment, id, typing.origin),
                  id);
}

TypedValue type_kind(CallTyping& typing, const Call& call, const TypedInputs& inputs) {
  return std::visit(
      Overloaded{
          [&](const LiteralCall& c) { return type_literal(typing, c); },
          [&](const FeatureCall& c) { return type_feature(typing, c.feature); },
          [&](const ParameterCall& c) { return type_parameter(typing, c.parameter); },
          [&](const BoundCall& c) { return type_bound(typing, c); },
          [](const FunctionCall& c) { return type_function(c); },
          [&](const InterpolateCall& c) { return type_interpolate(typing, c, inputs[0]); },
          [&](const InvokeCall& c) { return type_invoke(typing, c, call.inputs); },
          [&](const StitchCall& c) { return type_stitch(typing, c, call.inputs); },
          [&](const MemberCall& c) { return type_member(typing, c.member, inputs[0]); },
          [&](const IndexCall&) { return type_index(typing, inputs[0], inputs[1]); },
          [&](const ConstructCall& c) { return type_construct(typing, *c.node, call.inputs); },
          [&](const SelectCall&) { return type_select(typing, call.inputs); },
          [&](const AscribeCall& c) { return type_ascribe(typing, c, inputs[0]); },
          [&](const DeclareCall& c) { return type_declare(typing, c, inputs[0]); },
          [&](const DeclareFeatureCall& c) { return type_declared_feature(typing, c, inputs[0]); },
          [&](const ResultsCall& c) {
            return type_results(typing.in.library(), c.fragment, inputs.copied());
          },
          [&](const GraphResultCall& c) { return type_graph_result(typing, c); },
          [&](const GivenCall& c) { return type_given(typing, c); },
          [&](const LoopCall& c) { return type_loop(typing, c, inputs); },
          [&](const StateCall& c) { return type_state(typing, c, inputs); },
          [&](const StepCall& c) { return type_step(typing, c, inputs); },
          [&](const SimulationCall& c) { return type_parts(c.node->names, inputs.copied()); },
          [](const ErroneousCall&) { return TypedValue{}; },
      },
      call.kind);
}

}  // namespace

TypedValue type_call(CallTyping& typing, const Call& call) {
  const TypingContext& in = typing.in;
  const TypedInputs inputs(in.calls, call.inputs);
  const std::size_t needed = needed_inputs(call);
  bool has_errors = false;
  bool has_reported_errors = false;
  for (std::size_t i = 0; i < needed; ++i) {
    has_errors = has_errors || inputs[i].is_error;
    has_reported_errors = has_reported_errors || (inputs[i].is_error && !inputs[i].is_open);
  }
  if (has_errors) {
    if (!has_reported_errors) {
      typing.requests.meet_open();
    }
    return {};
  }
  if (!std::holds_alternative<MemberCall>(call.kind)) {
    for (std::size_t i = 0; i < needed; ++i) {
      if (auto several =
              explain_several_values(in, inputs[i], in.call(call.inputs[i]).origin.span)) {
        typing.report(std::move(*several));
        return {};
      }
    }
  }
  TypedValue value = type_kind(typing, call, inputs);
  const bool is_placed = std::holds_alternative<GraphResultCall>(call.kind) ||
                         std::holds_alternative<GivenCall>(call.kind);
  return value.is_error || value.function || is_placed ? value : placed(in, std::move(value), call);
}

}  // namespace weft
