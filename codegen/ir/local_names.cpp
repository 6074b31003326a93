#include "codegen/ir/local_names.h"

namespace weft {
namespace {

class LocalNaming {
 public:
  LocalNaming(const Body& body, const Interner& names) : body_(body), interner_(names) {
    names_.resize(body.locals.size());
  }

  std::vector<std::string> run(const Namer& scope) {
    Namer top(&scope);
    for (std::uint32_t i = 0; i < body_.locals.size(); ++i) {
      if (body_.locals[i].output) {
        name(i, top);
      }
    }
    if (body_.root) {
      visit(*body_.root, top);
    }
    return std::move(names_);
  }

 private:
  void name(std::uint32_t local, Namer& scope) {
    names_[local] = scope.unique(interner_.text(body_.locals[local].name));
  }

  // Adds the statement's declarations to `scope`; blocks open a nested scope.
  void visit(BodyStmtId id, Namer& scope) {
    const BodyStmt& stmt = body_.stmts[id];
    if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
      for (const BodyStmtId inner : block->statements) {
        visit_inner(inner, scope);
      }
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      Namer head(&scope);
      if (loop->initial) {
        visit(*loop->initial, head);
      }
      visit_inner(loop->body, head);
    } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      visit_inner(repeat->body, scope);
    } else if (const auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
      name(declare->local, scope);
    } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      visit_branches(*branch, scope);
    }
  }

  // Iterative, since an `else if` chain has no length limit.
  void visit_branches(const IfBody& first, Namer& scope) {
    const IfBody* branch = &first;
    while (branch != nullptr) {
      visit_inner(branch->then_branch, scope);
      const IfBody* next = nullptr;
      if (branch->else_branch) {
        next = std::get_if<IfBody>(&body_.stmts[*branch->else_branch].kind);
        if (next == nullptr) {
          visit_inner(*branch->else_branch, scope);
        }
      }
      branch = next;
    }
  }

  void visit_inner(BodyStmtId id, Namer& scope) {
    if (std::holds_alternative<BlockBody>(body_.stmts[id].kind)) {
      Namer inner(&scope);
      visit(id, inner);
    } else {
      visit(id, scope);
    }
  }

  const Body& body_;
  const Interner& interner_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> name_locals(const Body& body, const Interner& names, const Namer& scope) {
  return LocalNaming(body, names).run(scope);
}

}  // namespace weft
