#include "codegen/lower/share_calls.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "codegen/lower/value_numbers.h"
#include "support/inline_vector.h"

namespace weft {
namespace {

// The first call that computes a value, by its number.
using CallTable = std::unordered_map<std::uint32_t, BodyExprId>;

bool is_lazy(Operation op) {
  return op == Operation::Select || op == Operation::And || op == Operation::Or;
}

class CallSharing {
 public:
  explicit CallSharing(Body& body) : body_(body) {}

  bool run() {
    if (!calls_twice()) {
      return false;
    }
    number_values();
    for (const BodyStmt& stmt : body_.stmts) {
      if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
        share_within(*block);
      }
    }
    redirect();
    return !shared_.empty();
  }

 private:
  // Whether some function has two calls: few bodies have.
  bool calls_twice() const {
    InlineVector<std::uint32_t, 8> callees;
    for (const BodyExpr& expr : body_.exprs) {
      if (expr.op == Operation::Call) {
        if (std::find(callees.begin(), callees.end(), expr.payload) != callees.end()) {
          return true;
        }
        callees.push_back(expr.payload);
      }
    }
    return false;
  }

  // Visits the statements in the order in which they run once. A local is another value after each
  // assignment, so statements of one block may trust equal numbers. Not recursive: statements may
  // nest deeply.
  void number_values() {
    versions_.assign(body_.locals.size(), 0);
    numbers_.assign(body_.exprs.size(), 0);
    std::vector<BodyStmtId> open = {*body_.root};
    while (!open.empty()) {
      const BodyStmtId id = open.back();
      open.pop_back();
      const BodyStmt& stmt = body_.stmts[id];
      visit_expressions(stmt, [this](BodyExprId expr) { number(expr); });
      if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
        ++versions_[declared->local];
      } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
        ++versions_[assigned_local(body_, assigned->target)];
      } else if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
        open.insert(open.end(), block->statements.rbegin(), block->statements.rend());
      } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
        if (branch->else_branch) {
          open.push_back(*branch->else_branch);
        }
        open.push_back(branch->then_branch);
      } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
        if (loop->step) {
          open.push_back(*loop->step);
        }
        open.push_back(loop->body);
        if (loop->initial) {
          open.push_back(*loop->initial);
        }
      } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
        open.push_back(repeat->body);
      }
    }
  }

  // Numbers an expression and its parts, which have smaller ids.
  void number(BodyExprId root) {
    std::vector<BodyExprId> parts = parts_of(root);
    std::sort(parts.begin(), parts.end());
    for (const BodyExprId part : parts) {
      const BodyExpr& expr = body_.exprs[part];
      ValueKey key{expr.op, expr.type, expr.payload, {}};
      if (expr.op == Operation::Local) {
        key.arguments.push_back(versions_[expr.payload]);
      }
      for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
        key.arguments.push_back(numbers_[body_.argument(expr, j).index()]);
      }
      const auto own = static_cast<std::uint32_t>(part.index());
      numbers_[part.index()] = known_.try_emplace(std::move(key), own).first->second;
    }
  }

  std::vector<BodyExprId> parts_of(BodyExprId root) const {
    std::vector<BodyExprId> parts = {root};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const BodyExpr& expr = body_.exprs[parts[i]];
      for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
        parts.push_back(body_.argument(expr, j));
      }
    }
    return parts;
  }

  // Without the conditions of loops, which are evaluated many times, and of later branches.
  void share_within(const BlockBody& block) {
    CallTable first;
    for (const BodyStmtId id : block.statements) {
      const BodyStmt& stmt = body_.stmts[id];
      if (!std::holds_alternative<ForBody>(stmt.kind) &&
          !std::holds_alternative<WhileBody>(stmt.kind)) {
        visit_expressions(stmt, [&](BodyExprId expr) { share_in(expr, first); });
      }
    }
  }

  // An expression always makes the calls that are outside of `?:`, `&&` and `||`: these later ones
  // may read. All calls may read an earlier one.
  void share_in(BodyExprId root, CallTable& first) {
    std::vector<BodyExprId> certain = {root};
    for (std::size_t i = 0; i < certain.size(); ++i) {
      const BodyExpr& expr = body_.exprs[certain[i]];
      const std::uint32_t evaluated = is_lazy(expr.op) ? 1 : expr.argument_count;
      for (std::uint32_t j = 0; j < evaluated; ++j) {
        certain.push_back(body_.argument(expr, j));
      }
    }
    std::sort(certain.begin(), certain.end());
    for (const BodyExprId id : certain) {
      if (body_.exprs[id].op == Operation::Call) {
        first.try_emplace(numbers_[id.index()], id);
      }
    }
    for (const BodyExprId id : parts_of(root)) {
      const auto found = first.find(numbers_[id.index()]);
      if (found != first.end() && found->second < id) {
        shared_.emplace(id, found->second);
      }
    }
  }

  BodyExprId shared(BodyExprId id) const {
    const auto found = shared_.find(id);
    return found == shared_.end() ? id : found->second;
  }

  void redirect() {
    if (shared_.empty()) {
      return;
    }
    for (BodyExprId& argument : body_.arguments) {
      argument = shared(argument);
    }
    for (BodyStmt& stmt : body_.stmts) {
      replace_expressions(stmt, [this](BodyExprId id) { return shared(id); });
    }
  }

  Body& body_;
  std::vector<std::uint32_t> versions_;  // per local: how often it was assigned
  std::vector<std::uint32_t> numbers_;   // per expression: equal for equal values
  // Lookups only, as all tables here.
  ValueNumbers known_;
  std::unordered_map<BodyExprId, BodyExprId> shared_;
};

}  // namespace

bool share_calls(Body& body) { return CallSharing(body).run(); }

}  // namespace weft
