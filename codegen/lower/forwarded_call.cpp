#include "codegen/lower/forwarded_call.h"

#include <utility>

#include "fragments/model/returned_expression.h"

namespace weft {
namespace {

/// Marks the functions that the body calls.
void mark_called(const Body& body, std::vector<bool>& is_marked) {
  for (const BodyExpr& expr : body.exprs) {
    if (expr.op == Operation::Call) {
      is_marked[expr.payload] = true;
    }
  }
}

}  // namespace

std::optional<ForwardedCall> find_forwarded_call(const Function& function) {
  const Body& body = function.body;
  const std::optional<BodyExprId> value =
      body.locals.empty() ? returned_expression(body) : std::nullopt;
  if (!value || !function.natives.empty() || body.exprs[*value].op != Operation::Call) {
    return std::nullopt;
  }
  const BodyExpr& call = body.exprs[*value];
  ForwardedCall forwarded{call.payload, {}};
  std::vector<bool> is_used(function.parameters.size(), false);
  for (std::uint32_t i = 0; i < call.argument_count; ++i) {
    const BodyExprId argument = body.argument(call, i);
    const BodyExpr& given = body.exprs[argument];
    if (given.op == Operation::Port && !is_used[given.payload]) {
      is_used[given.payload] = true;  // its argument may cost something
    } else if (given.op != Operation::Symbol && given.op != Operation::Literal) {
      return std::nullopt;
    }
    forwarded.arguments.push_back(argument);
  }
  return forwarded;
}

BodyExprId add_forwarded_call(Body& body, const Function& function, const ForwardedCall& forwarded,
                              const std::vector<BodyExprId>& arguments, Span span) {
  std::vector<BodyExprId> given;
  for (const BodyExprId argument : forwarded.arguments) {
    const BodyExpr& from = function.body.exprs[argument];
    given.push_back(from.op == Operation::Port
                        ? arguments[from.payload]
                        : body.add(from.op, from.type, from.payload, {}, {}));
  }
  return body.add(Operation::Call, function.result, forwarded.callee, given, span);
}

void remove_uncalled(Program& program, const std::vector<std::uint32_t>& candidates) {
  if (candidates.empty()) {
    return;
  }
  std::vector<bool> is_kept(program.functions.size(), true);
  for (const std::uint32_t candidate : candidates) {
    is_kept[candidate] = false;
  }
  mark_called(program.main, is_kept);
  for (std::size_t i = program.functions.size(); i-- > 0;) {  // callees come before callers
    if (is_kept[i]) {
      mark_called(program.functions[i].body, is_kept);
    }
  }
  std::vector<std::uint32_t> positions;
  std::vector<Function> kept;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    positions.push_back(static_cast<std::uint32_t>(kept.size()));
    if (is_kept[i]) {
      kept.push_back(std::move(program.functions[i]));
    }
  }
  program.functions = std::move(kept);
  renumber_calls(program, positions);
}

}  // namespace weft
