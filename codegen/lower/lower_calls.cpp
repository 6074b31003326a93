#include "codegen/lower/lower_calls.h"

#include <utility>

#include "codegen/lower/fold_arguments.h"
#include "codegen/lower/forwarded_call.h"
#include "codegen/lower/inline_leaf.h"
#include "codegen/lower/leaf_call.h"
#include "codegen/lower/lower_functions.h"
#include "fragments/model/body_flow.h"

namespace weft {
namespace {

// A call while its arguments are collected: in the order of the function's parameters, first those
// of ports and features, then the captures of the functions that it is given.
struct Arguments {
  LeafInstance instance;
  std::vector<BodyExprId> values = {};
  std::vector<BodyExprId> captured = {};
};

// `function`: what the function port is given.
void add_function(const LeafCall& call, std::uint32_t port, PlanFunctionId function,
                  Arguments& arguments) {
  StageLowering& stage = call.stage;
  const PlanFunction& given = stage.plan().functions.functions[function];
  arguments.instance.textures.emplace_back();
  const FoldedBody* folded = arguments.instance.folded;
  if (!calls_port(folded != nullptr ? folded->body : *body_of(stage.input().library, call.leaf),
                  port)) {
    arguments.instance.functions.emplace_back();
    return;
  }
  if (given.body.empty()) {  // a captured value
    arguments.instance.functions.emplace_back();
    arguments.values.push_back(stage.argument(call.evaluation.inputs[port], call.port_type(port)));
    return;
  }
  arguments.instance.functions.emplace_back(lower_function(stage, function));
  for (const EvaluationId capture : stage.passed().captured[function.index()]) {
    arguments.captured.push_back(stage.value(capture));
  }
}

void add_value(const LeafCall& call, std::uint32_t port, Arguments& arguments) {
  StageLowering& stage = call.stage;
  const EvaluationId input = call.evaluation.inputs[port];
  const std::optional<Symbol>& symbol = stage.known(input).symbol;
  const bool is_texture = symbol && symbol->type.is_texture();
  const FoldedBody* folded = arguments.instance.folded;
  const bool is_dropped = folded != nullptr && folded->is_dropped[port];
  arguments.instance.functions.emplace_back();
  arguments.instance.textures.push_back(is_texture ? symbol : std::nullopt);
  if (!is_texture && !is_dropped) {
    arguments.values.push_back(stage.argument(input, call.port_type(port)));
  }
}

void add_feature(StageLowering& stage, EvaluationId input, Arguments& arguments) {
  arguments.instance.features.push_back(read_in_place(stage, input));
  if (!arguments.instance.features.back()) {
    arguments.values.push_back(stage.value(input));
  }
}

// A function with several results, or an array, returns them through locals.
void call_for_results(const LeafCall& call, std::uint32_t function,
                      std::vector<BodyExprId> arguments) {
  StageLowering& stage = call.stage;
  BodyWriter& writer = stage.writer();
  const std::string& name = call.evaluation.origin.name;
  const std::string prefix = name.empty() ? std::string() : name + "_";
  std::optional<std::uint32_t> first;
  const std::vector<DataType> types = stage.program().functions[function].results;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const bool is_only = types.size() == 1;
    const std::uint32_t index = writer.add_local(
        types[i],
        is_only ? std::string(stage.wish(call.id))
                : prefix + std::string(stage.input().library.text(call.fragment.results[i].name)));
    first = first.value_or(index);
    writer.declare(index, std::nullopt, call.id);
    arguments.push_back(writer.local(index));
  }
  const BodyExprId result = stage.body().add(Operation::Call, DataType(), function, arguments, {});
  writer.assign(result, result, call.id);
  stage.known(call.id).first_result = first;
}

void lower_function_call(const LeafCall& call) {
  StageLowering& stage = call.stage;
  const FoldedBody* folded = stage.folded().find(call.id);
  Arguments arguments{{call.leaf.fragment,
                       call.leaf.type_arguments,
                       call.leaf.special,
                       {},
                       {},
                       folded,
                       {},
                       stage.medium_role(call.id) == MediumRole::Computed}};
  const std::size_t ports = call.fragment.ports.size();
  std::uint32_t next_function = 0;
  for (std::uint32_t i = 0; i < call.evaluation.inputs.size(); ++i) {
    if (i >= ports) {
      add_feature(stage, call.evaluation.inputs[i], arguments);
    } else if (call.fragment.ports[i].kind == FragmentPort::Kind::Value) {
      add_value(call, i, arguments);
    } else {
      const std::optional<PlanFunctionId>& first = stage.plan().functions.first[call.id.index()];
      add_function(call, i, PlanFunctionId(first->index() + next_function++), arguments);
    }
  }
  std::vector<BodyExprId>& values = arguments.values;
  values.insert(values.end(), arguments.captured.begin(), arguments.captured.end());
  const std::uint32_t function = stage.functions().request(std::move(arguments.instance));
  const Function& called = stage.program().functions[function];
  if (!called.results.empty()) {
    call_for_results(call, function, std::move(values));
    return;
  }
  const auto forwarded = find_forwarded_call(called);
  stage.add_line(
      call.id, forwarded ? add_forwarded_call(stage.body(), called, *forwarded, values, {})
                         : stage.body().add(Operation::Call, called.result, function, values, {}));
}

// Writes what the leaf returns in place of the call, if it is short. Constants fold what reads
// them.
bool lower_inlined(const LeafCall& call) {
  const Library& library = call.stage.input().library;
  const Body* body = body_of(library, call.leaf);
  const std::optional<FoldedBody> folded =
      fold_part(library, call.stage.plan(), call.evaluation, call.leaf);
  body = folded ? &folded->body : body;
  const auto root =
      body != nullptr ? inlined_expression(call.leaf, *body) : std::optional<BodyExprId>();
  if (root) {
    lower_operator(call, *body, *root);
  }
  return root.has_value();
}

}  // namespace

void lower_call(StageLowering& stage, EvaluationId id, const Evaluation& evaluation,
                const LeafEvaluation& leaf) {
  const Library& library = stage.input().library;
  const LeafCall call{stage, id, evaluation, leaf, signature_of(library, leaf)};
  if (call.fragment.results.size() > 1 || !lower_inlined(call)) {
    lower_function_call(call);
  }
}

}  // namespace weft
