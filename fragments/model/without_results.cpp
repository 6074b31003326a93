#include "fragments/model/without_results.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "fragments/model/live_body.h"

namespace weft {
namespace {

std::vector<BodyStmtId>& statements_of(Body& body) {
  return std::get<BlockBody>(body.stmts[*body.root].kind).statements;
}

/// Makes the statements those of the body. Statements stand behind those inside them, so the block
/// is a new one.
void set_statements(Body& body, std::vector<BodyStmtId> statements) {
  const Span span = body.stmts[*body.root].span;
  statements_of(body).clear();
  body.root = body.add(BodyStmt{BlockBody{std::move(statements)}, span});
}

/// Renumbers the results that are left. Returns the locals that hold none any more; the only one
/// that holds a result is the last of them then.
std::vector<std::uint32_t> free_locals(Body& body, const std::vector<std::uint32_t>& unread,
                                       std::optional<std::uint32_t>& only) {
  std::vector<std::uint32_t> freed;
  std::vector<std::uint32_t> left;
  for (std::uint32_t i = 0; i < body.locals.size(); ++i) {
    std::optional<std::uint32_t>& output = body.locals[i].output;
    if (!output) {
      continue;
    }
    const auto at = std::lower_bound(unread.begin(), unread.end(), *output);
    if (at != unread.end() && *at == *output) {
      output.reset();
      freed.push_back(i);
    } else {
      *output -= static_cast<std::uint32_t>(at - unread.begin());
      left.push_back(i);
    }
  }
  if (left.size() == 1) {
    only = left.front();
    body.locals[*only].output.reset();
    freed.push_back(*only);
  }
  return freed;
}

/// Declares the locals first, as results are.
void declare(Body& body, const std::vector<std::uint32_t>& locals) {
  std::vector<BodyStmtId> declared;
  declared.reserve(locals.size());
  for (const std::uint32_t local : locals) {
    declared.push_back(
        body.add(BodyStmt{DeclareBody{local, std::nullopt}, body.locals[local].span}));
  }
  const std::vector<BodyStmtId>& others = statements_of(body);
  declared.insert(declared.end(), others.begin(), others.end());
  set_statements(body, std::move(declared));
}

/// Returns the local's value wherever the body ends.
void return_local(Body& body, std::uint32_t local) {
  const auto read = [&] {
    const BodyLocal& result = body.locals[local];
    return body.add(Operation::Local, result.type, local, {}, result.span);
  };
  for (std::size_t i = 0; i < body.stmts.size(); ++i) {
    if (auto* returned = std::get_if<ReturnBody>(&body.stmts[BodyStmtId(i)].kind)) {
      returned->value = read();
    }
  }
  std::vector<BodyStmtId> statements = statements_of(body);
  if (statements.empty() ||
      !std::holds_alternative<ReturnBody>(body.stmts[statements.back()].kind)) {
    statements.push_back(body.add(BodyStmt{ReturnBody{read()}, body.stmts[*body.root].span}));
    set_statements(body, std::move(statements));
  }
}

/// The position among the body's own statements of the only assignment of the local, which gives
/// it a whole value before anything reads it; nothing if there is none like that. Expressions stand
/// in the order of the statements.
std::optional<std::size_t> first_value(Body& body, std::uint32_t local) {
  std::optional<BodyStmtId> only;
  for (std::size_t i = 0; i < body.stmts.size(); ++i) {
    const auto* assigned = std::get_if<AssignBody>(&body.stmts[BodyStmtId(i)].kind);
    if (assigned == nullptr || assigned_local(body, assigned->target) != local) {
      continue;
    }
    if (only || assigned->op || body.exprs[assigned->target].op != Operation::Local) {
      return std::nullopt;
    }
    only = BodyStmtId(i);
  }
  const std::vector<BodyStmtId>& statements = statements_of(body);
  const auto at = only ? std::find(statements.begin(), statements.end(), *only) : statements.end();
  if (at == statements.end()) {
    return std::nullopt;
  }
  const auto& assigned = std::get<AssignBody>(body.stmts[*only].kind);
  const BodyExprId last = std::max(assigned.target, assigned.value);
  for (std::size_t i = 0; i < last.index(); ++i) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    if (expr.op == Operation::Local && expr.payload == local && BodyExprId(i) != assigned.target) {
      return std::nullopt;
    }
  }
  return static_cast<std::size_t>(at - statements.begin());
}

/// Declares locals where they get their value: the first `count` statements at most are
/// declarations to be merged.
void merge_declarations(Body& body, std::size_t count) {
  std::size_t next = 0;
  for (; count > 0; --count) {
    std::vector<BodyStmtId>& statements = statements_of(body);
    const auto* declared = next < statements.size()
                               ? std::get_if<DeclareBody>(&body.stmts[statements[next]].kind)
                               : nullptr;
    if (declared == nullptr || declared->initial) {
      return;
    }
    const std::uint32_t local = declared->local;
    if (const std::optional<std::size_t> at = first_value(body, local)) {
      BodyStmt& stmt = body.stmts[statements[*at]];
      stmt.kind = DeclareBody{local, std::get<AssignBody>(stmt.kind).value};
      statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(next));
    } else {
      ++next;
    }
  }
}

/// Turns `float x = v; return x;` at the end into `return v;`.
void return_last_value(Body& body) {
  std::vector<BodyStmtId>& statements = statements_of(body);
  if (statements.size() < 2) {
    return;
  }
  const auto* declared = std::get_if<DeclareBody>(&body.stmts[statements.end()[-2]].kind);
  auto* returned = std::get_if<ReturnBody>(&body.stmts[statements.back()].kind);
  if (declared == nullptr || !declared->initial || returned == nullptr || !returned->value) {
    return;
  }
  const BodyExpr& read = body.exprs[*returned->value];
  if (read.op == Operation::Local && read.payload == declared->local) {
    returned->value = declared->initial;
    body.stmts[statements.back()].span = body.stmts[statements.end()[-2]].span;
    statements.erase(statements.end() - 2);
  }
}

}  // namespace

Body without_results(const Library& library, Body body, const std::vector<std::uint32_t>& unread) {
  std::optional<std::uint32_t> only;
  const std::vector<std::uint32_t> freed = free_locals(body, unread, only);
  declare(body, freed);
  if (only) {
    return_local(body, *only);
  }
  Body rest = without_injections(library, body, {});
  merge_declarations(rest, freed.size());
  if (only) {
    return_last_value(rest);
  }
  return without_injections(library, rest, {});
}

}  // namespace weft
