#include "codegen/lower/zero_locals.h"

#include "fragments/types/data_type.h"

namespace weft {
namespace {

class ZeroLocals {
 public:
  ZeroLocals(Body& body, const DataTypeTable& types) : body_(body), types_(types) {}

  void run() {
    if (!body_.root) {
      return;
    }
    const std::size_t count = body_.stmts.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (const auto* block = std::get_if<BlockBody>(&body_.stmts[BodyStmtId(i)].kind)) {
        visit(*block);
      }
    }
    zero_results();
  }

 private:
  void visit(const BlockBody& block) {
    for (std::size_t i = 0; i < block.statements.size(); ++i) {
      auto* declare = std::get_if<DeclareBody>(&body_.stmts[block.statements[i]].kind);
      if (declare != nullptr && !declare->initial &&
          !is_written_first(block, i + 1, declare->local)) {
        declare->initial = zero(declare->local);
      }
    }
  }

  void zero_results() {
    std::vector<BodyStmtId> added;
    const BlockBody& root = std::get<BlockBody>(body_.stmts[*body_.root].kind);
    for (std::uint32_t local = 0; local < body_.locals.size(); ++local) {
      if (body_.locals[local].output && !is_written_first(root, 0, local)) {
        const BodyExprId target =
            body_.add(Operation::Local, body_.locals[local].type, local, {}, {});
        added.push_back(body_.add(BodyStmt{AssignBody{std::nullopt, target, zero(local)}, {}}));
      }
    }
    auto& statements = std::get<BlockBody>(body_.stmts[*body_.root].kind).statements;
    statements.insert(statements.begin(), added.begin(), added.end());
  }

  BodyExprId zero(std::uint32_t local) {
    return body_.add(Operation::Construct, body_.locals[local].type, 0, {}, {});
  }

  bool is_local(BodyExprId id, std::uint32_t local) const {
    return body_.exprs[id].op == Operation::Local && body_.exprs[id].payload == local;
  }

  // Whether the statements from `first` on write the whole local, or all elements of an array one
  // by one, before any other mention of it. Writes inside branches and loops count as other
  // mentions.
  bool is_written_first(const BlockBody& block, std::size_t first, std::uint32_t local) {
    std::vector<bool> written;
    if (body_.locals[local].type.is_array()) {
      written.resize(types_.array(body_.locals[local].type).size);
    }
    std::size_t missing = written.size();
    for (std::size_t i = first; i < block.statements.size(); ++i) {
      const BodyStmt& stmt = body_.stmts[block.statements[i]];
      const auto* assign = std::get_if<AssignBody>(&stmt.kind);
      if (assign != nullptr && !assign->op && !mentions(assign->value, local)) {
        if (is_local(assign->target, local)) {
          return true;
        }
        const std::optional<std::uint32_t> element = element_of(assign->target, local);
        if (element && *element < written.size()) {
          missing -= written[*element] ? 0 : 1;
          written[*element] = true;
          if (missing == 0) {
            return true;
          }
          continue;
        }
      }
      if (!is_silent_about(stmt, local)) {
        return false;
      }
    }
    return false;
  }

  std::optional<std::uint32_t> element_of(BodyExprId target, std::uint32_t local) const {
    const BodyExpr& expr = body_.exprs[target];
    if (expr.op != Operation::Index || !is_local(body_.argument(expr, 0), local)) {
      return std::nullopt;
    }
    const BodyExpr& index = body_.exprs[body_.argument(expr, 1)];
    return index.op == Operation::Literal ? std::optional(index.payload) : std::nullopt;
  }

  // Whether the statement, nested blocks included, does not mention the local.
  bool is_silent_about(const BodyStmt& first, std::uint32_t local) {
    std::vector<const BodyStmt*> open = {&first};
    const auto add = [&](std::optional<BodyStmtId> id) {
      if (id) {
        open.push_back(&body_.stmts[*id]);
      }
    };
    bool silent = true;
    const auto look = [&](BodyExprId id) { silent = silent && !mentions(id, local); };
    while (!open.empty() && silent) {
      const BodyStmt& stmt = *open.back();
      open.pop_back();
      if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
        for (const BodyStmtId inner : block->statements) {
          add(inner);
        }
      } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
        look(branch->condition);
        add(branch->then_branch);
        add(branch->else_branch);
      } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
        look(loop->condition);
        add(loop->initial);
        add(loop->step);
        add(loop->body);
      } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
        look(repeat->condition);
        add(repeat->body);
      } else if (const auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
        if (result->value) {
          look(*result->value);
        }
      } else if (const auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
        if (declare->initial) {
          look(*declare->initial);
        }
      } else if (const auto* assign = std::get_if<AssignBody>(&stmt.kind)) {
        look(assign->value);
        look(assign->target);
      }
    }
    return silent;
  }

  bool mentions(BodyExprId id, std::uint32_t local) {
    stack_.assign(1, id);
    while (!stack_.empty()) {
      const BodyExpr& expr = body_.exprs[stack_.back()];
      stack_.pop_back();
      if (expr.op == Operation::Local && expr.payload == local) {
        return true;
      }
      for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
        stack_.push_back(body_.argument(expr, i));
      }
    }
    return false;
  }

  Body& body_;
  const DataTypeTable& types_;
  std::vector<BodyExprId> stack_;
};

}  // namespace

void zero_unwritten_locals(Body& body, const DataTypeTable& types) {
  ZeroLocals(body, types).run();
}

}  // namespace weft
