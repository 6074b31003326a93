#include "codegen/lower/stage_lowering.h"
#include "fragments/check/adapted_ports.h"

// Calls of leaves: operators become expressions, all others function calls.
namespace weft {
namespace {

DataType port_type(const Fragment& fragment, const LeafEvaluation& leaf, std::size_t port) {
  const TypePattern& pattern = fragment.ports[port].type;
  return pattern.type_variable ? leaf.type_arguments[*pattern.type_variable] : pattern.data;
}

// Whether the operator accepts a scalar beside a vector.
bool spreads_itself(const BodyExpr& expr) {
  switch (expr.op) {
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Multiply:
    case Operation::Divide:
      return !expr.type.is_scalar();
    default:  // the others need operands of their own type
      return false;
  }
}

}  // namespace

// operator_of() bounds the recursion.
template <typename Port>
BodyExprId StageLowering::copy_operand(const Body& source, BodyExprId id, bool as_it_is,
                                       const Port& port) {
  const BodyExpr& from = source.exprs[id];
  if (from.op == Operation::Port) {
    return port(from, as_it_is);
  }
  std::vector<BodyExprId> arguments;
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    arguments.push_back(copy_operand(source, source.argument(from, i), false, port));
  }
  return body().add(from.op, from.type, from.payload, arguments, {});
}

// Prints `v * x` for `v * float3(x)` if another operand has the full size.
void StageLowering::unspread(std::vector<BodyExprId>& arguments) {
  const auto spread = [this](BodyExprId id) -> std::optional<BodyExprId> {
    const BodyExpr& expr = body().exprs[id];
    if (expr.op != Operation::Construct || expr.argument_count != 1 || !expr.type.is_vector()) {
      return std::nullopt;
    }
    const BodyExprId inner = body().argument(expr, 0);
    const bool is_same_kind = body().exprs[inner].type == DataType::scalar(expr.type.scalar_kind());
    return is_same_kind ? std::optional(inner) : std::nullopt;
  };
  const bool has_vector = std::any_of(arguments.begin(), arguments.end(), [&](BodyExprId id) {
    return !body().exprs[id].type.is_scalar() && !spread(id);
  });
  for (BodyExprId& argument : arguments) {
    const std::optional<BodyExprId> scalar = has_vector ? spread(argument) : std::nullopt;
    argument = scalar.value_or(argument);
  }
}

void StageLowering::lower_operator(EvaluationId id, const Evaluation& evaluation,
                                   const Fragment& fragment, const LeafEvaluation& leaf,
                                   const Body& source, BodyExprId root) {
  const BodyExpr& top = source.exprs[root];
  prepare_ports(evaluation, source, root);
  const auto port = [&](const BodyExpr& from, bool as_it_is) {
    const EvaluationId input = evaluation.inputs[from.payload];
    if (const auto& symbol = known(input).symbol; symbol && symbol->type.is_texture()) {
      return read_symbol(body(), program_, *symbol, symbol->type);
    }
    return as_it_is ? value(input) : argument(input, port_type(fragment, leaf, from.payload));
  };
  if (top.op == Operation::Port) {
    keep(id, port(top, false), true);
    return;
  }
  bool has_full_size = false;
  for (std::uint32_t i = 0; i < top.argument_count; ++i) {
    const BodyExpr& from = source.exprs[source.argument(top, i)];
    has_full_size = has_full_size || (from.op == Operation::Port && !from.type.is_texture() &&
                                      type_of(evaluation.inputs[from.payload]) == top.type);
  }
  std::vector<BodyExprId> arguments;
  for (std::uint32_t i = 0; i < top.argument_count; ++i) {
    arguments.push_back(
        copy_operand(source, source.argument(top, i), spreads_itself(top) && has_full_size, port));
  }
  if (spreads_itself(top)) {
    unspread(arguments);
  }
  const BodyExprId expr = body().add(top.op, top.type, top.payload, arguments, {});
  if (top.op == Operation::Intrinsic && arguments.size() > 1 &&
      body().exprs[arguments[0]].type.is_texture()) {
    add_line(id, expr);  // each texture access gets its own line
  } else {
    keep(id, expr, top.op == Operation::Swizzle || top.op == Operation::Member);
  }
}

// Gives a local to each value that the expression reads more than once, unless it is cheap.
void StageLowering::prepare_ports(const Evaluation& evaluation, const Body& source,
                                  BodyExprId root) {
  std::vector<std::uint32_t> ports;
  std::vector<BodyExprId> open = {root};
  while (!open.empty()) {
    const BodyExpr& expr = source.exprs[open.back()];
    open.pop_back();
    if (expr.op == Operation::Port) {
      const EvaluationId input = evaluation.inputs[expr.payload];
      if (std::find(ports.begin(), ports.end(), expr.payload) != ports.end() &&
          !known(input).symbol && !is_cheap(value(input))) {
        add_line(input, value(input));
      }
      ports.push_back(expr.payload);
    }
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      open.push_back(source.argument(expr, i));
    }
  }
}

void StageLowering::lower_call(EvaluationId id, const Evaluation& evaluation,
                               const Fragment& fragment, const LeafEvaluation& leaf) {
  LeafInstance instance{leaf.fragment, leaf.type_arguments, leaf.unread, {}, {}, {}};
  std::vector<BodyExprId> arguments;
  std::vector<BodyExprId> captured;
  const std::size_t ports = fragment.ports.size();
  std::uint32_t next_function = 0;
  for (std::size_t i = 0; i < evaluation.inputs.size(); ++i) {
    const EvaluationId input = evaluation.inputs[i];
    if (i < ports && fragment.ports[i].kind != FragmentPort::Kind::Value) {
      const PlanFunctionId function(plan_.functions.first[id.index()]->index() + next_function++);
      instance.textures.emplace_back();
      if (!calls_port(*body_of(input_.library, leaf), static_cast<std::uint32_t>(i))) {
        instance.functions.emplace_back();
        continue;
      }
      if (plan_.functions.functions[function].body.empty()) {  // a captured value
        instance.functions.emplace_back();
        arguments.push_back(argument(input, port_type(fragment, leaf, i)));
        continue;
      }
      instance.functions.emplace_back(lower_function(function));
      for (const EvaluationId capture : plan_.functions.functions[function].captures) {
        if (!place_of(capture)) {
          captured.push_back(value(capture));
        }
      }
      continue;
    }
    const std::optional<Symbol>& symbol = known(input).symbol;
    if (i < ports) {
      instance.functions.emplace_back();
      const bool is_texture = symbol && symbol->type.is_texture();
      instance.textures.push_back(is_texture ? symbol : std::nullopt);
      if (!is_texture) {
        arguments.push_back(argument(input, port_type(fragment, leaf, i)));
      }
    } else {
      instance.features.push_back(read_in_place(input));
      if (!instance.features.back()) {
        arguments.push_back(value(input));
      }
    }
  }
  arguments.insert(arguments.end(), captured.begin(), captured.end());
  const std::uint32_t function = functions_.request(std::move(instance));
  if (!program_.functions[function].results.empty()) {
    call_for_results(id, evaluation, fragment, function, std::move(arguments));
    return;
  }
  add_line(id, body().add(Operation::Call, program_.functions[function].result, function, arguments,
                          {}));
}

void StageLowering::call_for_results(EvaluationId id, const Evaluation& evaluation,
                                     const Fragment& fragment, std::uint32_t function,
                                     std::vector<BodyExprId> arguments) {
  const std::string prefix =
      evaluation.origin.name.empty() ? std::string() : evaluation.origin.name + "_";
  std::optional<std::uint32_t> first;
  const std::vector<DataType> types = program_.functions[function].results;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const bool is_only = types.size() == 1;
    const std::uint32_t index = add_local(
        types[i], is_only ? wishes_[id.index()]
                          : prefix + std::string(input_.library.text(fragment.results[i].name)));
    first = first.value_or(index);
    add_statement({DeclareBody{index, std::nullopt}, {}}, id);
    arguments.push_back(local(index));
  }
  const BodyExprId call = body().add(Operation::Call, DataType(), function, arguments, {});
  add_statement({AssignBody{std::nullopt, call, call}, {}}, id);
  known(id).first_result = first;
}

}  // namespace weft
