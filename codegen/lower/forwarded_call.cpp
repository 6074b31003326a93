#include "codegen/lower/forwarded_call.h"

#include <utility>

namespace weft {
namespace {

/// The value of a body that is one `return`.
std::optional<BodyExprId> only_value(const Body& body) {
  const auto* block = body.root ? std::get_if<BlockBody>(&body.stmts[*body.root].kind) : nullptr;
  if (block == nullptr || block->statements.size() != 1 || !body.locals.empty()) {
    return std::nullopt;
  }
  const auto* result = std::get_if<ReturnBody>(&body.stmts[block->statements.front()].kind);
  return result != nullptr ? result->value : std::nullopt;
}

template <typename Visit>
void for_each_call(Body& body, Visit visit) {
  for (std::size_t i = 0; i < body.exprs.size(); ++i) {
    BodyExpr& expr = body.exprs[BodyExprId(i)];
    if (expr.op == Operation::Call) {
      visit(expr.payload);
    }
  }
}

}  // namespace

std::optional<ForwardedCall> find_forwarded_call(const Function& function) {
  const Body& body = function.body;
  const std::optional<BodyExprId> value = only_value(body);
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
  std::vector<bool> is_removable(program.functions.size(), false);
  for (const std::uint32_t candidate : candidates) {
    is_removable[candidate] = true;
  }
  std::vector<bool> is_called(program.functions.size(), false);
  const auto mark = [&](std::uint32_t callee) { is_called[callee] = true; };
  for_each_call(program.main, mark);
  for (std::size_t i = program.functions.size(); i-- > 0;) {  // callees come before callers
    if (is_called[i] || !is_removable[i]) {
      for_each_call(program.functions[i].body, mark);
    }
  }
  std::vector<std::uint32_t> places;
  std::vector<Function> kept;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    places.push_back(static_cast<std::uint32_t>(kept.size()));
    if (is_called[i] || !is_removable[i]) {
      kept.push_back(std::move(program.functions[i]));
    }
  }
  if (kept.size() == places.size()) {
    program.functions = std::move(kept);
    return;
  }
  program.functions = std::move(kept);
  const auto move = [&](std::uint32_t& callee) { callee = places[callee]; };
  for_each_call(program.main, move);
  for (Function& function : program.functions) {
    for_each_call(function.body, move);
  }
}

}  // namespace weft
