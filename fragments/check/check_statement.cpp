#include "fragments/check/check_statement.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/check/check_expression.h"
#include "fragments/check/check_operators.h"
#include "fragments/check/check_types.h"

namespace weft {
namespace {

using namespace syntax;

/// Walks the statements with an explicit task stack. Each finished statement that could be built is
/// pushed on results_.
class StatementChecker {
 public:
  StatementChecker(CheckContext& context, const ReturnRule& returns)
      : context_(context), returns_(returns) {}

  BodyStmtId run(StmtId block) {
    begin_block(block, false);
    if (returns_.named_result) {
      finish(block, DeclareBody{*returns_.named_result, std::nullopt});
    }
    while (!tasks_.empty()) {
      Task task = tasks_.back();
      tasks_.pop_back();
      switch (task.step) {
        case Step::Check:
          std::visit([&](const auto& kind) { check(task.stmt, kind); }, stmt(task.stmt).kind);
          break;
        case Step::CheckBranch:
          begin_branch(task.stmt);
          break;
        case Step::EndBlock:
          end_block(task);
          break;
        case Step::EndIf:
          end_if(task);
          break;
        case Step::EndLoop:
          end_loop(task);
          break;
      }
    }
    return results_.back();
  }

 private:
  enum class Step { Check, CheckBranch, EndBlock, EndIf, EndLoop };
  struct Task {
    Step step;
    StmtId stmt;
    std::size_t first_result = 0;
    std::optional<BodyExprId> condition = {};
    std::optional<BodyStmtId> initial = {};
    std::optional<BodyStmtId> loop_step = {};
    bool has_scope = true;
  };

  const Stmt& stmt(StmtId id) const { return context_.module.stmts[id]; }
  Span span(StmtId id) const { return stmt(id).span; }
  Span span(ExprId id) const { return context_.module.exprs[id].span; }
  void finish(StmtId id, decltype(BodyStmt::kind) kind) {
    results_.push_back(context_.body.add(BodyStmt{std::move(kind), span(id)}));
  }
  BodyStmtId pop_result() {
    BodyStmtId result = results_.back();
    results_.pop_back();
    return result;
  }
  /// The expression, or a placeholder for an erroneous one so that checking can continue.
  BodyExprId expr_of(const CheckedValue& value) {
    return value.expr ? *value.expr
                      : context_.body.add(Operation::Literal, DataType(), 0, {}, value.span);
  }

  // --- Blocks ---

  void begin_block(StmtId id, bool has_scope = true) {
    if (has_scope) {
      context_.scopes.open();
    }
    Task end = {Step::EndBlock, id, results_.size()};
    end.has_scope = has_scope;
    tasks_.push_back(end);
    if (const auto* block = std::get_if<BlockStmt>(&stmt(id).kind)) {
      for (auto inner = block->statements.rbegin(); inner != block->statements.rend(); ++inner) {
        tasks_.push_back({Step::Check, *inner});
      }
    } else {
      tasks_.push_back({Step::Check, id});
    }
  }
  void end_block(const Task& task) {
    if (task.has_scope) {
      context_.scopes.close();
    }
    if (tasks_.empty() && returns_.named_result && !ends_in_return()) {
      finish(task.stmt, return_named(span(task.stmt)));
    }
    BlockBody block;
    block.statements.assign(results_.begin() + static_cast<std::ptrdiff_t>(task.first_result),
                            results_.end());
    results_.erase(results_.begin() + static_cast<std::ptrdiff_t>(task.first_result),
                   results_.end());
    finish(task.stmt, std::move(block));
  }
  /// A branch is a block, wrapped if necessary; an else branch may be another if.
  void begin_branch(StmtId id) {
    if (std::holds_alternative<IfStmt>(stmt(id).kind)) {
      tasks_.push_back({Step::Check, id});
    } else {
      begin_block(id);
    }
  }
  void check(StmtId id, const BlockStmt&) { begin_block(id); }

  // --- Branches and loops ---

  BodyExprId check_condition(ExprId expr) {
    CheckedValue condition = check_expression(context_, expr);
    convert(context_, condition, bool_type, "a condition");
    return expr_of(condition);
  }
  void check(StmtId id, const IfStmt& it) {
    Task end = {Step::EndIf, id};
    end.condition = check_condition(it.condition);
    tasks_.push_back(end);
    if (it.else_branch) {
      tasks_.push_back({Step::CheckBranch, *it.else_branch});
    }
    begin_block(it.then_branch);
  }
  void end_if(const Task& task) {
    std::optional<BodyStmtId> else_branch;
    if (std::get<IfStmt>(stmt(task.stmt).kind).else_branch) {
      else_branch = pop_result();
    }
    BodyStmtId then_branch = pop_result();
    finish(task.stmt, IfBody{*task.condition, then_branch, else_branch});
  }

  /// Checks a statement in a loop's head and pops its result, if there is one.
  std::optional<BodyStmtId> check_head(StmtId id) {
    std::size_t before = results_.size();
    std::visit([&](const auto& kind) { check_simple(id, kind); }, stmt(id).kind);
    return results_.size() > before ? std::optional(pop_result()) : std::nullopt;
  }
  void check_simple(StmtId id, const DeclareStmt& it) { check(id, it); }
  void check_simple(StmtId id, const AssignStmt& it) { check(id, it); }
  void check_simple(StmtId id, const StepStmt& it) { check(id, it); }
  void check_simple(StmtId id, const ExprStmt& it) { check(id, it); }
  template <typename Other>
  void check_simple(StmtId id, const Other&) {
    context_.report(Code::SyntaxError, span(id),
                    "a loop header takes a declaration or an assignment");
  }

  void check(StmtId id, const ForStmt& it) {
    context_.scopes.open();
    Task end = {Step::EndLoop, id};
    end.initial = check_head(it.initial);
    end.condition = check_condition(it.condition);
    end.loop_step = check_head(it.step);
    if (std::holds_alternative<DeclareStmt>(stmt(it.step).kind)) {
      context_.report(Code::SyntaxError, span(it.step), "a loop step cannot declare a local");
    }
    begin_loop(end, it.body, false);
  }
  void check(StmtId id, const WhileStmt& it) {
    context_.scopes.open();
    Task end = {Step::EndLoop, id};
    end.condition = check_condition(it.condition);
    begin_loop(end, it.body, true);
  }
  /// In GLSL the head and body of a for share one scope, so redeclaring the counter in the body
  /// would not compile.
  void begin_loop(const Task& end, StmtId body, bool has_scope) {
    tasks_.push_back(end);
    begin_block(body, has_scope);
    ++loops_;
  }
  void end_loop(const Task& task) {
    --loops_;
    context_.scopes.close();
    BodyStmtId body = pop_result();
    if (std::holds_alternative<ForStmt>(stmt(task.stmt).kind)) {
      finish(task.stmt, ForBody{task.initial, *task.condition, task.loop_step, body});
    } else {
      finish(task.stmt, WhileBody{*task.condition, body});
    }
  }
  void check(StmtId id, const BreakStmt&) {
    if (loops_ == 0) {
      return context_.report(Code::StrayJump, span(id), "'break' appears outside a loop");
    }
    finish(id, BreakBody{});
  }
  void check(StmtId id, const ContinueStmt&) {
    if (loops_ == 0) {
      return context_.report(Code::StrayJump, span(id), "'continue' appears outside a loop");
    }
    finish(id, ContinueBody{});
  }

  // --- Results ---

  ReturnBody return_named(Span at) {
    return {context_.body.add(Operation::Local, returns_.type, *returns_.named_result, {}, at)};
  }
  bool ends_in_return() const {
    return std::holds_alternative<ReturnBody>(context_.body.stmts[results_.back()].kind);
  }

  void check(StmtId id, const ReturnStmt& it) {
    if (it.value) {
      CheckedValue value = check_expression(context_, *it.value);
      if (returns_.type.is_void()) {
        context_.report(Code::TypeMismatch, span(*it.value),
                        "'return' takes no value in a fragment with several results",
                        "assign to the names of the results");
        return finish(id, ReturnBody{});
      }
      convert(context_, value, returns_.type, "the result");
      return finish(id, ReturnBody{expr_of(value)});
    }
    if (returns_.named_result) {
      return finish(id, return_named(span(id)));
    }
    if (!returns_.type.is_void()) {
      context_.report(Code::MissingReturn, span(id),
                      fmt::format("'return' must return a {}", context_.type_name(returns_.type)));
      return finish(id, ReturnBody{expr_of(context_.erroneous(span(id)))});
    }
    finish(id, ReturnBody{});
  }

  // --- Locals and assignments ---

  std::optional<DataType> declared_type(const DeclareStmt& it) {
    auto element = check_type(context_, it.type);
    if (!element) {
      return std::nullopt;
    }
    if (element->is_texture() || element->kind() == DataKind::Sampler) {
      context_.report(Code::BadDeclaration, it.type.span,
                      fmt::format("a local cannot hold a {}", context_.type_name(*element)),
                      "use the port directly where the texture is sampled");
      return std::nullopt;
    }
    // `float3[4] x[2]` is an array of two arrays of four, as in GLSL.
    std::vector<std::optional<ExprId>> sizes = it.name_array_sizes;
    sizes.insert(sizes.end(), it.type_array_sizes.begin(), it.type_array_sizes.end());
    return sizes.empty() ? element : check_array_type(context_, *element, sizes, it.name.span);
  }
  void check(StmtId id, const DeclareStmt& it) {
    auto type = declared_type(it);
    std::optional<BodyExprId> initial;
    if (it.initial) {
      CheckedValue value = check_expression(context_, *it.initial);
      if (type) {
        convert(context_, value, *type, fmt::format("'{}'", context_.text(it.name.name)));
      }
      initial = expr_of(value);
    }
    auto local = static_cast<std::uint32_t>(context_.body.locals.size());
    context_.body.locals.push_back(
        {it.name.name, type.value_or(DataType()), std::nullopt, it.name.span});
    if (type) {
      check_new_name(it.name);
    }
    declare(it.name, local, type.has_value());
    finish(id, DeclareBody{local, initial});
  }
  void check_new_name(const Identifier& name) {
    std::string_view text = context_.text(name.name);
    if (context_.is_feature_space(name.name)) {
      context_.report(Code::HiddenNamespace, name.span,
                      fmt::format("'{}' hides the features {}.*", text, text),
                      "choose another name");
    } else if (find_length(context_, name.name)) {
      context_.report(Code::DuplicateName, name.span,
                      fmt::format("'{}' is the length of arrays here", text),
                      "choose another name");
    } else if (find_type(context_, name.name)) {
      context_.report(Code::DuplicateName, name.span,
                      fmt::format("'{}' is the name of a data type", text), "choose another name");
    }
  }
  /// Reports nothing for a name of unknown type: `retrun x;` is not meant as a declaration.
  void declare(const Identifier& name, std::uint32_t local, bool has_type) {
    std::string_view text = context_.text(name.name);
    auto earlier = context_.scopes.declare(name.name, local);
    bool is_outermost = context_.scopes.depth() == 1;
    std::optional<Span> other;
    if (earlier) {
      other = context_.body.locals[*earlier].span;
    } else if (auto port = context_.find_port(name.name); port && is_outermost) {
      other = context_.signature->ports[*port].span;
    }
    if (other && has_type) {
      Diagnostic diagnostic = error_at(Code::DuplicateName, name.span,
                                       fmt::format("'{}' is already declared in this block", text));
      diagnostic.notes.push_back({"the first declaration is here", other});
      context_.diagnostics.push_back(std::move(diagnostic));
    }
  }

  /// The operator of `target op= value`; nothing for `=`.
  static std::optional<BinaryOperator> operator_of(AssignOperator op) {
    switch (op) {
      case AssignOperator::Set:
        return std::nullopt;
      case AssignOperator::Add:
        return BinaryOperator::Add;
      case AssignOperator::Subtract:
        return BinaryOperator::Subtract;
      case AssignOperator::Multiply:
        return BinaryOperator::Multiply;
      case AssignOperator::Divide:
        return BinaryOperator::Divide;
    }
    return std::nullopt;
  }

  void refuse_target(ExprId target, std::string message, std::string hint = {}) {
    context_.report(Code::NotAssignable, span(target), std::move(message), std::move(hint));
  }
  /// Whether a target is an lvalue: a local, possibly inside members, swizzles without repetition,
  /// indices and parentheses.
  bool is_assignable(ExprId target, BodyExprId id) {
    const Body& body = context_.body;
    for (ExprId at = target;;) {
      const auto& kind = context_.module.exprs[at].kind;
      if (const auto* paren = std::get_if<ParenExpr>(&kind)) {
        at = paren->inner;
      } else if (const auto* member = std::get_if<MemberExpr>(&kind)) {
        at = member->object;
      } else if (const auto* index = std::get_if<IndexExpr>(&kind)) {
        at = index->object;
      } else if (std::holds_alternative<NameExpr>(kind)) {
        break;
      } else {
        refuse_target(target, "this is a value: only locals can be assigned to");
        return false;
      }
    }
    for (;;) {
      const BodyExpr& expr = body.exprs[id];
      if (expr.op == Operation::Swizzle && has_repetition(expr.payload)) {
        refuse_target(target, "a swizzle that repeats a component cannot be assigned to");
        return false;
      }
      bool is_part = expr.op == Operation::Swizzle || expr.op == Operation::Index ||
                     expr.op == Operation::Member;
      if (!is_part) {
        return is_local(target, expr);
      }
      id = body.argument(expr, 0);
    }
  }
  static bool has_repetition(std::uint32_t swizzle) {
    unsigned seen = 0;
    for (int i = 0; i < swizzle_count(swizzle); ++i) {
      unsigned bit = 1U << static_cast<unsigned>(swizzle_component(swizzle, i));
      if ((seen & bit) != 0) {
        return true;
      }
      seen |= bit;
    }
    return false;
  }
  bool is_local(ExprId target, const BodyExpr& expr) {
    if (expr.op == Operation::Local) {
      return true;
    }
    if (expr.op == Operation::Port) {
      refuse_target(target,
                    fmt::format("port '{}' cannot be assigned to",
                                context_.text(context_.signature->ports[expr.payload].name)),
                    "copy it into a local first");
    } else if (expr.op == Operation::Feature) {
      const Feature& feature = context_.library.features[context_.body.features[expr.payload]];
      refuse_target(target,
                    fmt::format("feature '{}' cannot be assigned to", context_.text(feature.path)),
                    "copy it into a local first, or inject it: value with (…)");
    } else {
      refuse_target(target, "this is a value: only locals can be assigned to");
    }
    return false;
  }

  void assign(StmtId id, ExprId target_expr, std::optional<BinaryOperator> op, CheckedValue value) {
    CheckedValue target = check_expression(context_, target_expr);
    if (target.is_error() || !is_assignable(target_expr, *target.expr)) {
      return;
    }
    std::string source = context_.source_text(target.span);
    std::string what = source == "…" ? "the left side" : fmt::format("'{}'", source);
    if (!op) {
      convert(context_, value, target.type, what);
      return finish(id, AssignBody{std::nullopt, *target.expr, expr_of(value)});
    }
    CheckedValue result = check_binary(context_, *op, target, value, span(id));
    if (result.is_error()) {
      return;
    }
    if (result.type != target.type) {
      return context_.report(
          Code::TypeMismatch, span(id),
          fmt::format("{} is {}, but the assigned value is {}", what,
                      context_.type_name(target.type), context_.type_name(result.type)));
    }
    // check_binary has widened the operands: take them from its result.
    const BodyExpr& made = context_.body.exprs[*result.expr];
    Operation operation = made.op;
    BodyExprId right = context_.body.argument(made, 1);
    if (operation == Operation::MatrixProduct) {
      return finish(id, AssignBody{std::nullopt, *target.expr, *result.expr});
    }
    finish(id, AssignBody{operation, *target.expr, right});
  }
  void check(StmtId id, const AssignStmt& it) {
    assign(id, it.target, operator_of(it.op), check_expression(context_, it.value));
  }
  void check(StmtId id, const StepStmt& it) {
    CheckedValue one = context_.add(Operation::Literal, int_type, 1, {}, span(id));
    one.is_literal = true;
    assign(id, it.target, it.increment ? BinaryOperator::Add : BinaryOperator::Subtract, one);
  }
  void check(StmtId id, const ExprStmt& it) {
    if (!check_expression(context_, it.value).is_error()) {
      const auto* binary = std::get_if<BinaryExpr>(&context_.module.exprs[it.value].kind);
      context_.report(Code::NoEffect, span(id), "this statement has no effect",
                      binary != nullptr && binary->op == BinaryOperator::Equal
                          ? "write '=' for an assignment"
                          : "fragments are pure: assign the value to a local or return it");
    }
  }

  CheckContext& context_;
  ReturnRule returns_;
  std::vector<Task> tasks_;
  std::vector<BodyStmtId> results_;
  std::size_t loops_ = 0;
};

}  // namespace

BodyStmtId check_block(CheckContext& context, StmtId block, const ReturnRule& returns) {
  return StatementChecker(context, returns).run(block);
}

}  // namespace weft
