#include "fragments/check/check_expression.h"

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

namespace weft {
namespace {

using namespace syntax;

/// Walks one expression with explicit stacks. `enter` pushes the value of a leaf, or else tasks for
/// the operands and then for the expression itself; `leave` later builds the expression from the
/// operands' values on top of the value stack.
class ExpressionChecker {
 public:
  explicit ExpressionChecker(CheckContext& context) : context_(context) {}

  CheckedValue run(ExprId root) {
    tasks_.push_back({root, false});
    while (!tasks_.empty()) {
      Task task = tasks_.back();
      tasks_.pop_back();
      span_ = expr(task.expr).span;
      current_ = task.expr;
      has_members_ = task.has_members;
      if (task.is_leaving) {
        std::visit([this](const auto& kind) { leave(kind); }, expr(task.expr).kind);
      } else {
        std::visit([this](const auto& kind) { enter(kind); }, expr(task.expr).kind);
      }
    }
    return values_.back();
  }

 private:
  struct Task {
    ExprId expr;
    bool is_leaving;
    bool has_members = false;  ///< a member of its value is accessed
  };

  const Expr& expr(ExprId id) const { return context_.module.exprs[id]; }
  void push(CheckedValue value) { values_.push_back(std::move(value)); }
  CheckedValue pop() {
    CheckedValue value = std::move(values_.back());
    values_.pop_back();
    return value;
  }
  /// Called before the operands are pushed, the last operand first: tasks are popped from the end.
  void then_leave() { tasks_.push_back({current_, true, has_members_}); }
  void operand(ExprId id, bool has_members = false) { tasks_.push_back({id, false, has_members}); }
  void fail(Code code, std::string message, std::string hint = {}) {
    push(context_.fail(code, span_, std::move(message), std::move(hint)));
  }

  // --- Leaves ---

  void enter(const NameExpr& name) { push(check_name(context_, name.name, span_)); }
  /// The lexer has rejected numbers that do not fit their kind.
  void enter(const NumberExpr& number) {
    if (number.kind == NumberKind::Float) {
      return push(context_.add_float(static_cast<float>(number.real), span_));
    }
    DataType type = number.kind == NumberKind::Uint ? uint_type : int_type;
    CheckedValue value = context_.add(Operation::Literal, type,
                                      static_cast<std::uint32_t>(number.integer), {}, span_);
    value.is_literal = true;
    push(value);
  }
  void enter(const BoolExpr& value) {
    push(context_.add(Operation::Literal, bool_type, value.value ? 1 : 0, {}, span_));
  }
  void enter(const StringExpr&) {
    fail(Code::TypeMismatch, "a string is not a value here", "strings appear only in metadata");
  }
  void enter(const ColorExpr& color) {
    if (!context_.is_constant()) {
      return fail(Code::TypeMismatch,
                  "a color literal is srgb-encoded, which a body cannot express: it has no traits",
                  "declare a port with this color as its default");
    }
    std::vector<BodyExprId> parts;
    int count = color.has_alpha ? 4 : 3;
    for (int i = 0; i < count; ++i) {
      parts.push_back(
          *context_.add_float(static_cast<float>(color.channels[i]) / 255.0F, span_).expr);
    }
    push(context_.add(Operation::Construct, DataType::vector(Scalar::Float, count), 0, parts,
                      span_));
  }
  void enter(const LoopExpr&) {
    fail(Code::GraphsOnly, "'loop' is an expression of graphs, not of bodies",
         "write a for statement");
  }
  void enter(const LambdaExpr&) {
    fail(Code::GraphsOnly, "'=>' makes a function argument in a graph, not a value in a body");
  }

  // --- Operators ---

  void enter(const ParenExpr& paren) { operand(paren.inner, has_members_); }
  void enter(const UnaryExpr& unary) {
    then_leave();
    operand(unary.operand);
  }
  void enter(const BinaryExpr& binary) {
    then_leave();
    operand(binary.right);
    operand(binary.left);
  }
  void enter(const SelectExpr& select) {
    then_leave();
    operand(select.if_false);
    operand(select.if_true);
    operand(select.condition);
  }
  void enter(const AscribeExpr&) {
    fail(Code::GraphsOnly, "'as' states traits, but values in a body have none",
         "state them in the signature: a result has the declared type");
  }
  void enter(const IndexExpr& index) {
    then_leave();
    operand(index.index);
    operand(index.object);
  }

  void leave(const UnaryExpr& unary) { push(check_unary(context_, unary.op, pop(), span_)); }
  void leave(const BinaryExpr& binary) {
    CheckedValue right = pop();
    CheckedValue left = pop();
    push(check_binary(context_, binary.op, left, right, span_));
  }
  void leave(const SelectExpr&) {
    CheckedValue if_false = pop();
    CheckedValue if_true = pop();
    CheckedValue condition = pop();
    push(check_select(context_, condition, if_true, if_false, span_));
  }
  void leave(const IndexExpr&) {
    CheckedValue index = pop();
    CheckedValue object = pop();
    push(check_index(context_, object, index, span_));
  }

  // --- Members ---

  /// The base of a chain `base.m1.m2…`, and its members in order.
  std::pair<ExprId, std::vector<Identifier>> unchain(ExprId top) const {
    std::vector<Identifier> members;
    while (const auto* member = std::get_if<MemberExpr>(&expr(top).kind)) {
      members.push_back(member->member);
      top = member->object;
    }
    return {top, {members.rbegin(), members.rend()}};
  }
  void enter(const MemberExpr&) {
    auto [base, members] = unchain(current_);
    if (const auto* name = std::get_if<NameExpr>(&expr(base).kind)) {
      CheckedValue value = check_path(context_, name->name, expr(base).span, members);
      return push(value);
    }
    then_leave();
    operand(base, true);
  }
  void leave(const MemberExpr&) {
    auto members = unchain(current_).second;
    CheckedValue value = pop();
    for (const Identifier& member : members) {
      value = check_member(context_, value, member);
    }
    push(value);
  }

  // --- Calls ---

  void enter(const CallExpr& call) {
    then_leave();
    for (auto argument = call.arguments.rbegin(); argument != call.arguments.rend(); ++argument) {
      operand(argument->value);
    }
  }
  void leave(const CallExpr& call) {
    std::vector<CheckedArgument> arguments(call.arguments.size());
    for (std::size_t i = arguments.size(); i-- > 0;) {
      arguments[i] = {call.arguments[i].name, pop()};
    }
    const Expr& callee = expr(call.callee);
    if (const auto* name = std::get_if<NameExpr>(&callee.kind)) {
      CheckedValue value =
          check_call(context_, {name->name, callee.span}, std::move(arguments), span_);
      bool is_open = !value.is_error() && value.type.is_void() && !has_members_;
      return push(is_open ? fail_choice(context_, value) : value);
    }
    if (auto type = array_type_of(call.callee)) {
      if (!*type) {
        return push(context_.erroneous(span_));
      }
      return push(check_constructor(context_, **type, std::move(arguments), span_));
    }
    push(context_.fail(Code::TypeMismatch, callee.span, "only a named function can be called"));
  }

  /// For a callee like `float3[2]`: the array type, or an inner nothing if it is erroneous. Returns
  /// an outer nothing for any other callee.
  std::optional<std::optional<DataType>> array_type_of(ExprId callee) {
    std::vector<std::optional<ExprId>> sizes;
    while (const auto* index = std::get_if<IndexExpr>(&expr(callee).kind)) {
      sizes.emplace_back(index->index);
      callee = index->object;
    }
    const auto* name = std::get_if<NameExpr>(&expr(callee).kind);
    bool is_value = name && (context_.scopes.find(name->name) || context_.find_port(name->name));
    auto element = name && !is_value ? find_type(context_, name->name) : std::nullopt;
    if (!element || sizes.empty()) {
      return std::nullopt;
    }
    return check_array_type(context_, *element, {sizes.rbegin(), sizes.rend()}, span_);
  }

  // --- Injections ---

  void enter(const WithExpr& with) {
    then_leave();
    for (auto injection = with.injections.rbegin(); injection != with.injections.rend();
         ++injection) {
      operand(injection->value);
    }
  }
  void leave(const WithExpr& with) {
    std::vector<CheckedInjection> injections;
    bool fine = true;
    std::size_t first = values_.size() - with.injections.size();
    for (std::size_t i = 0; i < with.injections.size(); ++i) {
      auto feature = check_feature_path(context_, with.injections[i].feature);
      if (with.injections[i].keeps_frame) {
        context_.report(Code::BadDeclaration, *with.injections[i].keeps_frame,
                        "all calls of an eval port in a body share one contract",
                        "declare it in the signature: eval(feature keeps frame) -> type");
      }
      fine = fine && feature && !values_[first + i].is_error();
      if (fine) {
        injections.push_back({*feature, values_[first + i], with.injections[i].feature.span});
      }
    }
    values_.resize(first, context_.erroneous(span_));
    const Expr& operand = expr(with.operand);
    const auto* name = std::get_if<NameExpr>(&operand.kind);
    auto port =
        name && !context_.scopes.find(name->name) ? context_.find_port(name->name) : std::nullopt;
    if (!port || context_.signature->ports[*port].kind != FragmentPort::Kind::Eval) {
      return push(context_.fail(Code::TypeMismatch, operand.span,
                                "in a body, 'with' follows the name of an eval port",
                                "declare a port of the form name: eval(feature) -> type"));
    }
    push(fine ? check_eval_call(context_, *port, std::move(injections), span_)
              : context_.erroneous(span_));
  }

  /// Default for kinds whose value `enter` has already pushed.
  template <typename Kind>
  void leave(const Kind&) {}

  CheckContext& context_;
  std::vector<Task> tasks_;
  std::vector<CheckedValue> values_;
  ExprId current_ = ExprId(0);
  bool has_members_ = false;
  Span span_;
};

}  // namespace

CheckedValue check_expression(CheckContext& context, ExprId root) {
  return ExpressionChecker(context).run(root);
}

}  // namespace weft
