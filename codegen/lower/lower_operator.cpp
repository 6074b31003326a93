#include <algorithm>
#include <optional>

#include "codegen/lower/leaf_call.h"
#include "codegen/lower/sample_arguments.h"
#include "codegen/lower/symbol_reads.h"
#include "support/inline_vector.h"

namespace weft {
namespace {

using OperatorArguments = InlineVector<BodyExprId, 4>;

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

// Which input of the call a port or feature reads.
std::optional<std::size_t> input_of(const LeafCall& call, const BodyExpr& expr) {
  if (expr.op == Operation::Port) {
    return expr.payload;
  }
  return expr.op == Operation::Feature ? std::optional(call.fragment.ports.size() + expr.payload)
                                       : std::nullopt;
}

// `as_it_is`: the operator accepts a scalar in the place of a vector.
BodyExprId copy_input(const LeafCall& call, const BodyExpr& read, bool as_it_is) {
  StageLowering& stage = call.stage;
  const EvaluationId input = call.evaluation.inputs[*input_of(call, read)];
  if (const auto& symbol = stage.known(input).symbol; symbol && symbol->type.is_texture()) {
    return read_symbol(stage.body(), stage.program(), *symbol, symbol->type);
  }
  return as_it_is || read.op == Operation::Feature
             ? stage.value(input)
             : stage.argument(input, call.port_type(read.payload));
}

// Like any index of a body, one that is written in place stays within its array.
BodyExprId add_copy(const LeafCall& call, const BodyExpr& from, OperatorArguments& arguments) {
  Body& body = call.stage.body();
  if (from.op == Operation::Index) {
    const std::uint32_t size =
        element_count(body.exprs[arguments[0]].type, call.stage.input().types);
    arguments[1] = clamped_index(body, arguments[1], size);
  }
  return body.add(from.op, from.type, from.payload, arguments, {});
}

// operator_of() bounds the recursion.
BodyExprId copy_operand(const LeafCall& call, const Body& source, BodyExprId id, bool as_it_is) {
  const BodyExpr& from = source.exprs[id];
  if (input_of(call, from)) {
    return copy_input(call, from, as_it_is);
  }
  OperatorArguments arguments;
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    arguments.push_back(copy_operand(call, source, source.argument(from, i), false));
  }
  return add_copy(call, from, arguments);
}

// Prints `v * x` for `v * float3(x)` if another operand has the full size.
void unspread(const Body& body, OperatorArguments& arguments) {
  const bool has_vector = std::any_of(arguments.begin(), arguments.end(), [&](BodyExprId id) {
    return !body.exprs[id].type.is_scalar() && !spread_scalar(body, id);
  });
  for (BodyExprId& argument : arguments) {
    const auto scalar = has_vector ? spread_scalar(body, argument) : std::nullopt;
    argument = scalar.value_or(argument);
  }
}

// `float3(x * y)` for `float3(x) * float3(y)`, which has the same bits; nothing if some operand is
// no spread scalar.
std::optional<BodyExprId> spread_afterwards(Body& body, const BodyExpr& top,
                                            const OperatorArguments& arguments) {
  OperatorArguments scalars;
  for (const BodyExprId argument : arguments) {
    const bool is_scalar = body.exprs[argument].type.is_scalar();
    const auto scalar = is_scalar ? std::optional(argument) : spread_scalar(body, argument);
    if (!scalar) {
      return std::nullopt;
    }
    scalars.push_back(*scalar);
  }
  const DataType type = DataType::scalar(top.type.scalar_kind());
  const BodyExprId value = body.add(top.op, type, top.payload, scalars, {});
  return body.add(Operation::Construct, top.type, 0, {value}, {});
}

// Gives a local to each value that the expression reads more than once, unless it is cheap, and to
// those that must not be written inside a sample.
void prepare_inputs(const LeafCall& call, const Body& source, BodyExprId root) {
  StageLowering& stage = call.stage;
  InlineVector<std::size_t, 8> read;
  InlineVector<BodyExprId, 8> open = {root};
  const bool is_sample = samples_texture(source.exprs[root]);
  while (!open.empty()) {
    const BodyExpr& expr = source.exprs[open.back()];
    open.pop_back();
    if (const std::optional<std::size_t> position = input_of(call, expr)) {
      const EvaluationId input = call.evaluation.inputs[*position];
      const bool is_repeated = std::find(read.begin(), read.end(), *position) != read.end();
      if ((is_repeated || is_sample) && !stage.known(input).symbol) {
        const BodyExprId value = stage.value(input);
        if ((is_repeated && !is_cheap(stage.body(), value)) ||
            (is_sample && has_control_flow(stage.body(), value))) {
          stage.add_line(input, value);
        }
      }
      read.push_back(*position);
    }
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      open.push_back(source.argument(expr, i));
    }
  }
}

// Whether it only takes a part of a value: `a.xyz`, not `(m * v).xyz`.
bool is_selection(const Body& body, BodyExprId id) {
  const Operation op = body.exprs[id].op;
  if (op != Operation::Swizzle && op != Operation::Member) {
    return false;
  }
  const Operation of = body.exprs[body.argument(body.exprs[id], 0)].op;
  return of == Operation::Port || of == Operation::Feature || of == Operation::Swizzle ||
         of == Operation::Member || of == Operation::Construct;
}

// Whether an operand other than a scalar is there to say the size of the result.
bool has_operand_of_full_size(const LeafCall& call, const Body& source, const BodyExpr& top) {
  for (std::uint32_t i = 0; i < top.argument_count; ++i) {
    const BodyExpr& from = source.exprs[source.argument(top, i)];
    const std::optional<std::size_t> input = input_of(call, from);
    if (input && !from.type.is_texture() &&
        call.stage.type_of(call.evaluation.inputs[*input]) == top.type) {
      return true;
    }
  }
  return false;
}

// Reads an element of an array that is still in its stored form, without loading the others.
bool lower_stored_element(const LeafCall& call, const Body& source, const BodyExpr& top) {
  const std::optional<std::size_t> input = input_of(call, source.exprs[source.argument(top, 0)]);
  if (!input) {
    return false;
  }
  StageLowering& stage = call.stage;
  const LoweredValue object = stage.known(call.evaluation.inputs[*input]);
  if (!object.stored || object.expr) {
    return false;
  }
  Body& body = stage.body();
  const DataTypeTable& types = stage.input().types;
  const BodyExprId index =
      clamped_index(body, copy_operand(call, source, source.argument(top, 1), false),
                    element_count(object.type, types));
  stage.keep_stored(call.id, stored_element(body, types, *object.stored, index), top.type);
  return true;
}

}  // namespace

void lower_operator(const LeafCall& call, const Body& source, BodyExprId root) {
  StageLowering& stage = call.stage;
  const BodyExpr& top = source.exprs[root];
  prepare_inputs(call, source, root);
  if (input_of(call, top)) {
    stage.keep(call.id, copy_input(call, top, false), true);
    return;
  }
  if (top.op == Operation::Index && lower_stored_element(call, source, top)) {
    return;
  }
  const bool as_it_is = spreads_itself(top) && has_operand_of_full_size(call, source, top);
  OperatorArguments arguments;
  for (std::uint32_t i = 0; i < top.argument_count; ++i) {
    arguments.push_back(copy_operand(call, source, source.argument(top, i), as_it_is));
  }
  Body& body = stage.body();
  if (spreads_itself(top)) {
    unspread(body, arguments);
    if (const auto spread =
            top.type.is_vector() ? spread_afterwards(body, top, arguments) : std::nullopt) {
      return stage.keep(call.id, *spread, false);
    }
  }
  const BodyExprId expr = add_copy(call, top, arguments);
  if (top.op == Operation::Intrinsic && arguments.size() > 1 &&
      body.exprs[arguments[0]].type.is_texture()) {
    stage.add_line(call.id, expr);  // each texture access gets its own line
  } else {
    stage.keep(call.id, expr, is_selection(source, root));
  }
}

}  // namespace weft
