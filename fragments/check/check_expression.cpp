#include "fragments/check/check_expression.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/check/check_calls.h"
#include "fragments/check/check_constructors.h"
#include "fragments/check/check_members.h"
#include "fragments/check/check_operators.h"
#include "fragments/check/check_types.h"
#include "fragments/syntax/foreign_names.h"

namespace weft {
namespace {

using namespace syntax;

/// The walk over one expression with explicit stacks. `enter` pushes the value of a leaf, or else
/// tasks for the operands and then for the expression itself; `leave` later builds the expression
/// from the operands' values on top of the value stack.
struct ExpressionWalk {
  CheckContext& context;
  std::vector<ExpressionTask>& tasks;
  std::vector<CheckedValue>& values;
  ExprId current = ExprId(0);
  bool has_members = false;
  Span span = {};

  const Expr& expr(ExprId id) const { return context.module->exprs[id]; }
  void push(const CheckedValue& value) { values.push_back(value); }
  CheckedValue pop() {
    const CheckedValue value = values.back();
    values.pop_back();
    return value;
  }
  /// Called before the operands are pushed, the last operand first: tasks are popped from the end.
  void then_leave() { tasks.push_back({current, true, has_members}); }
  void operand(ExprId id, bool of_members = false) { tasks.push_back({id, false, of_members}); }
  void fail(Code code, std::string message, std::string hint = {}) {
    push(context.fail(code, span, std::move(message), std::move(hint)));
  }
};

/// For kinds whose value `enter` has already pushed.
template <typename Kind>
void leave(ExpressionWalk&, const Kind&) {}

// --- Leaves ---

void enter(ExpressionWalk& walk, const NameExpr& name) {
  const std::vector<ChoiceList>* lists = walk.context.choices.find(walk.current);
  walk.push(lists != nullptr ? check_choice(walk.context, name.name, walk.span, *lists)
                             : check_name(walk.context, name.name, walk.span));
}

/// The lexer has rejected numbers that do not fit their kind.
void enter(ExpressionWalk& walk, const NumberExpr& number) {
  if (number.kind == NumberKind::Float) {
    return walk.push(walk.context.add_float(static_cast<float>(number.real), walk.span));
  }
  DataType type = number.kind == NumberKind::Uint ? uint_type : int_type;
  CheckedValue value = walk.context.add(Operation::Literal, type,
                                        static_cast<std::uint32_t>(number.integer), {}, walk.span);
  value.is_literal = true;
  walk.push(value);
}

void enter(ExpressionWalk& walk, const BoolExpr& value) {
  walk.push(walk.context.add(Operation::Literal, bool_type, value.value ? 1 : 0, {}, walk.span));
}

void enter(ExpressionWalk& walk, const StringExpr&) {
  walk.fail(Code::TypeMismatch, "a string is not a value here", "strings appear only in metadata");
}

void enter(ExpressionWalk& walk, const ColorExpr& color) {
  if (!walk.context.is_constant()) {
    return walk.fail(
        Code::TypeMismatch,
        "a color literal is srgb-encoded, which a body cannot express: it has no traits",
        "declare a port with this color as its default");
  }
  std::vector<BodyExprId> parts;
  int count = color.has_alpha ? 4 : 3;
  for (int i = 0; i < count; ++i) {
    parts.push_back(
        *walk.context.add_float(static_cast<float>(color.channels[i]) / 255.0F, walk.span).expr);
  }
  walk.push(walk.context.add(Operation::Construct, DataType::vector(Scalar::Float, count), 0, parts,
                             walk.span));
}

void enter(ExpressionWalk& walk, const LoopExpr&) {
  walk.fail(Code::GraphsOnly, "'loop' is an expression of graphs, not of bodies",
            "write a for statement");
}

void enter(ExpressionWalk& walk, const LambdaExpr&) {
  walk.fail(Code::GraphsOnly, "'=>' makes a function argument in a graph, not a value in a body");
}

// --- Operators ---

void enter(ExpressionWalk& walk, const ParenExpr& paren) {
  walk.operand(paren.inner, walk.has_members);
}

void enter(ExpressionWalk& walk, const UnaryExpr& unary) {
  walk.then_leave();
  walk.operand(unary.operand);
}

/// `pattern == striped` for a port whose values have names.
void expect_choices(ExpressionWalk& walk, const BinaryExpr& binary) {
  const bool compares = binary.op == BinaryOperator::Equal || binary.op == BinaryOperator::NotEqual;
  if (!walk.context.library.has_choices || !compares || walk.context.is_constant()) {
    return;
  }
  for (const auto& [side, other] :
       {std::pair(binary.left, binary.right), std::pair(binary.right, binary.left)}) {
    const auto* name = std::get_if<NameExpr>(&walk.expr(side).kind);
    const bool is_port = name != nullptr && !walk.context.scopes.find(name->name);
    if (const auto port = is_port ? walk.context.find_port(name->name) : std::nullopt) {
      const FragmentPort& declared = walk.context.signature->ports[*port];
      walk.context.choices.expect(walk.context.library, other, declared.name, declared.meta);
    }
  }
}

void enter(ExpressionWalk& walk, const BinaryExpr& binary) {
  expect_choices(walk, binary);
  walk.then_leave();
  walk.operand(binary.right);
  walk.operand(binary.left);
}

void enter(ExpressionWalk& walk, const SelectExpr& select) {
  walk.then_leave();
  walk.operand(select.if_false);
  walk.operand(select.if_true);
  walk.operand(select.condition);
}

void enter(ExpressionWalk& walk, const AscribeExpr&) {
  walk.fail(Code::GraphsOnly, "'as' states traits, but values in a body have none",
            "state them in the signature: a result has the declared type");
}

void enter(ExpressionWalk& walk, const IndexExpr& index) {
  walk.then_leave();
  walk.operand(index.index);
  walk.operand(index.object);
}

void leave(ExpressionWalk& walk, const UnaryExpr& unary) {
  walk.push(check_unary(walk.context, unary.op, walk.pop(), walk.span));
}

void leave(ExpressionWalk& walk, const BinaryExpr& binary) {
  CheckedValue right = walk.pop();
  CheckedValue left = walk.pop();
  walk.push(check_binary(walk.context, binary.op, left, right, walk.span));
}

void leave(ExpressionWalk& walk, const SelectExpr&) {
  CheckedValue if_false = walk.pop();
  CheckedValue if_true = walk.pop();
  CheckedValue condition = walk.pop();
  walk.push(check_select(walk.context, condition, if_true, if_false, walk.span));
}

void leave(ExpressionWalk& walk, const IndexExpr&) {
  CheckedValue index = walk.pop();
  CheckedValue object = walk.pop();
  walk.push(check_index(walk.context, object, index, walk.span));
}

// --- Members ---

/// The base of a chain `base.m1.m2…`. Writes its members to the stacks, in order.
ExprId unchain(ExpressionWalk& walk, ExprId top) {
  std::vector<Identifier>& members = walk.context.stacks.members;
  members.clear();
  while (const auto* member = std::get_if<MemberExpr>(&walk.expr(top).kind)) {
    members.push_back(member->member);
    top = member->object;
  }
  std::reverse(members.begin(), members.end());
  return top;
}

void enter(ExpressionWalk& walk, const MemberExpr&) {
  const ExprId base = unchain(walk, walk.current);
  if (const auto* name = std::get_if<NameExpr>(&walk.expr(base).kind)) {
    return walk.push(
        check_path(walk.context, name->name, walk.expr(base).span, walk.context.stacks.members));
  }
  walk.then_leave();
  walk.operand(base, true);
}

void leave(ExpressionWalk& walk, const MemberExpr&) {
  unchain(walk, walk.current);
  CheckedValue value = walk.pop();
  for (const Identifier& member : walk.context.stacks.members) {
    value = check_member(walk.context, value, member);
  }
  walk.push(value);
}

// --- Calls ---

void enter(ExpressionWalk& walk, const CallExpr& call) {
  const auto* callee = std::get_if<NameExpr>(&walk.expr(call.callee).kind);
  if (callee != nullptr && walk.context.library.has_choices) {
    walk.context.choices.expect_arguments(walk.context.library, *walk.context.module, call,
                                          walk.context.library.find_fragments(callee->name));
  }
  walk.then_leave();
  for (auto argument = call.arguments.rbegin(); argument != call.arguments.rend(); ++argument) {
    walk.operand(argument->value);
  }
}

/// For a callee like `float3[2]`: the array type, or an inner nothing if it is erroneous. Returns
/// an outer nothing for any other callee.
std::optional<std::optional<DataType>> array_type_of(ExpressionWalk& walk, ExprId callee) {
  std::vector<std::optional<ExprId>> sizes;
  while (const auto* index = std::get_if<IndexExpr>(&walk.expr(callee).kind)) {
    sizes.emplace_back(index->index);
    callee = index->object;
  }
  const auto* name = std::get_if<NameExpr>(&walk.expr(callee).kind);
  bool is_value =
      name && (walk.context.scopes.find(name->name) || walk.context.find_port(name->name));
  auto element = name && !is_value ? find_type(walk.context, name->name) : std::nullopt;
  if (!element || sizes.empty()) {
    return std::nullopt;
  }
  return check_array_type(walk.context, *element, {sizes.rbegin(), sizes.rend()}, walk.span);
}

void leave(ExpressionWalk& walk, const CallExpr& call) {
  std::vector<CheckedArgument> arguments(call.arguments.size());
  for (std::size_t i = arguments.size(); i-- > 0;) {
    arguments[i] = {call.arguments[i].name, walk.pop()};
  }
  const Expr& callee = walk.expr(call.callee);
  if (const auto* name = std::get_if<NameExpr>(&callee.kind)) {
    CheckedValue value =
        check_call(walk.context, {name->name, callee.span}, std::move(arguments), walk.span);
    bool is_open = !value.is_error() && value.type.is_void() && !walk.has_members;
    return walk.push(is_open ? fail_choice(walk.context, value) : value);
  }
  if (auto type = array_type_of(walk, call.callee)) {
    if (!*type) {
      return walk.push(walk.context.erroneous(walk.span));
    }
    return walk.push(check_constructor(walk.context, **type, std::move(arguments), walk.span));
  }
  const auto* member = std::get_if<MemberExpr>(&callee.kind);
  walk.push(walk.context.fail(
      Code::TypeMismatch, callee.span, "only a named function can be called",
      member != nullptr ? foreign_function_hint(walk.context.text(member->member.name)) : ""));
}

// --- Injections ---

void enter(ExpressionWalk& walk, const WithExpr& with) {
  walk.then_leave();
  for (auto injection = with.injections.rbegin(); injection != with.injections.rend();
       ++injection) {
    walk.operand(injection->value);
  }
}

void leave(ExpressionWalk& walk, const WithExpr& with) {
  std::vector<CheckedInjection> injections;
  bool fine = true;
  std::size_t first = walk.values.size() - with.injections.size();
  for (std::size_t i = 0; i < with.injections.size(); ++i) {
    auto feature = check_feature_path(walk.context, with.injections[i].feature);
    if (with.injections[i].keeps_frame) {
      walk.context.report(Code::BadDeclaration, *with.injections[i].keeps_frame,
                          "all calls of an eval port in a body share one contract",
                          "declare it in the signature: eval(feature keeps frame) -> type");
    }
    fine = fine && feature && !walk.values[first + i].is_error();
    if (fine) {
      injections.push_back({*feature, walk.values[first + i], with.injections[i].feature.span});
    }
  }
  walk.values.resize(first, walk.context.erroneous(walk.span));
  const Expr& operand = walk.expr(with.operand);
  const auto* name = std::get_if<NameExpr>(&operand.kind);
  auto port = name && !walk.context.scopes.find(name->name) ? walk.context.find_port(name->name)
                                                            : std::nullopt;
  if (!port || walk.context.signature->ports[*port].kind != FragmentPort::Kind::Eval) {
    return walk.push(walk.context.fail(Code::TypeMismatch, operand.span,
                                       "in a body, 'with' follows the name of an eval port",
                                       "declare a port of the form name: eval(feature) -> type"));
  }
  walk.push(fine ? check_eval_call(walk.context, *port, std::move(injections), walk.span)
                 : walk.context.erroneous(walk.span));
}

}  // namespace

CheckedValue check_expression(CheckContext& context, ExprId root) {
  ExpressionWalk walk{context, context.stacks.tasks, context.stacks.values};
  const std::size_t first = walk.tasks.size();
  walk.tasks.push_back({root, false});
  while (walk.tasks.size() > first) {
    const ExpressionTask task = walk.tasks.back();
    walk.tasks.pop_back();
    walk.span = walk.expr(task.expr).span;
    walk.current = task.expr;
    walk.has_members = task.has_members;
    if (task.is_leaving) {
      std::visit([&walk](const auto& kind) { leave(walk, kind); }, walk.expr(task.expr).kind);
    } else {
      std::visit([&walk](const auto& kind) { enter(walk, kind); }, walk.expr(task.expr).kind);
    }
  }
  return walk.pop();
}

}  // namespace weft
