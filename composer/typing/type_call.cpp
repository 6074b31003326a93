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

/// Types a call whose inputs have values.
struct KindTyping {
  CallTyping& typing;
  const Call& call;
  const TypedInputs& inputs;

  TypedValue operator()(const LiteralCall& c) const { return type_literal(typing, c); }
  TypedValue operator()(const FeatureCall& c) const { return type_feature(typing, c.feature); }
  TypedValue operator()(const ParameterCall& c) const {
    return type_parameter(typing, c.parameter);
  }
  TypedValue operator()(const BoundCall& c) const { return type_bound(typing, c); }
  TypedValue operator()(const FunctionCall& c) const { return type_function(c); }
  TypedValue operator()(const InterpolateCall& c) const {
    return type_interpolate(typing, c, inputs[0]);
  }
  TypedValue operator()(const InvokeCall& c) const { return type_invoke(typing, c, call.inputs); }
  TypedValue operator()(const StitchCall& c) const { return type_stitch(typing, c, call.inputs); }
  TypedValue operator()(const MemberCall& c) const {
    return type_member(typing, c.member, inputs[0]);
  }
  TypedValue operator()(const IndexCall&) const { return type_index(typing, inputs[0], inputs[1]); }
  TypedValue operator()(const ConstructCall& c) const {
    return type_construct(typing, *c.node, call.inputs);
  }
  TypedValue operator()(const SelectCall&) const { return type_select(typing, call.inputs); }
  TypedValue operator()(const AscribeCall& c) const { return type_ascribe(typing, c, inputs[0]); }
  TypedValue operator()(const DeclareCall& c) const { return type_declare(typing, c, inputs[0]); }
  TypedValue operator()(const DeclareFeatureCall& c) const {
    return type_declared_feature(typing, c, inputs[0]);
  }
  TypedValue operator()(const ResultsCall& c) const {
    return type_results(typing.in.library(), c.fragment, inputs.copied());
  }
  TypedValue operator()(const GraphResultCall& c) const { return type_graph_result(typing, c); }
  TypedValue operator()(const GivenCall& c) const { return type_given(typing, c); }
  TypedValue operator()(const LoopCall& c) const { return type_loop(typing, c, inputs); }
  TypedValue operator()(const StateCall& c) const { return type_state(typing, c, inputs); }
  TypedValue operator()(const StepCall& c) const { return type_step(typing, c, inputs); }
  TypedValue operator()(const SimulationCall& c) const {
    return type_parts(c.node->names, inputs.copied());
  }
  TypedValue operator()(const ErroneousCall&) const { return {}; }
};

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
  TypedValue value = std::visit(KindTyping{typing, call, inputs}, call.kind);
  const bool is_placed = std::holds_alternative<GraphResultCall>(call.kind) ||
                         std::holds_alternative<GivenCall>(call.kind);
  return value.is_error || value.function || is_placed ? value : placed(in, std::move(value), call);
}

}  // namespace weft
