#include "fragments/model/struct_locals.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fragments/model/library.h"
#include "fragments/model/live_body.h"

namespace weft {
namespace {

/// Whether the expression makes a struct of given members.
bool is_struct_made(const BodyExpr& expr) {
  return expr.op == Operation::Construct && expr.type.is_struct() && expr.argument_count != 0;
}

/// Per expression: whether it is a struct of which each member is an expression: a constructor, or
/// a choice between two of these.
std::vector<bool> find_made(const Body& body) {
  std::vector<bool> is_made(body.exprs.size(), false);
  for (std::size_t i = 0; i < body.exprs.size(); ++i) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    is_made[i] = is_struct_made(expr) ||
                 (expr.op == Operation::Select && is_made[body.argument(expr, 1).index()] &&
                  is_made[body.argument(expr, 2).index()]);
  }
  return is_made;
}

/// Which locals become one local per member.
class SplitLocals {
 public:
  SplitLocals(const Library& library, const Body& body, const std::vector<bool>& is_made)
      : library_(library), body_(body), is_made_(is_made), may_split_(body.locals.size(), false) {}

  std::vector<bool> run() {
    for (std::size_t i = 0; i < may_split_.size(); ++i) {
      may_split_[i] = body_.locals[i].type.is_struct() && !body_.locals[i].output;
    }
    if (std::none_of(may_split_.begin(), may_split_.end(), [](bool may) { return may; })) {
      return std::move(may_split_);
    }
    keep_whole_reads();
    for (const BodyStmt& stmt : body_.stmts) {
      keep_for(stmt);
    }
    keep_with_all_members();
    return std::move(may_split_);
  }

 private:
  const BodyExpr& expr_of(BodyExprId id) const { return body_.exprs[id]; }

  void keep(std::uint32_t local) { may_split_[local] = false; }

  void keep_whole_reads() {
    for (const BodyExpr& expr : body_.exprs) {
      for (std::uint32_t i = 0; i < expr.argument_count && expr.op != Operation::Member; ++i) {
        const BodyExpr& read = expr_of(body_.argument(expr, i));
        if (read.op == Operation::Local) {
          keep(read.payload);
        }
      }
    }
  }

  void keep_for(const BodyStmt& stmt) {
    if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
      if (declared->initial) {
        take_value(declared->local, *declared->initial);
      }
    } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
      const BodyExpr& target = expr_of(assigned->target);
      if (target.op == Operation::Local) {
        take_value(target.payload, assigned->value);
      }
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      for (const std::optional<BodyStmtId>& part : {loop->initial, loop->step}) {
        if (part) {
          keep_in_loop_head(body_.stmts[*part]);
        }
      }
    }
    visit_expressions(stmt, [&](BodyExprId id) {
      const auto* assigned = std::get_if<AssignBody>(&stmt.kind);
      if (expr_of(id).op == Operation::Local && (assigned == nullptr || id != assigned->target)) {
        keep(expr_of(id).payload);
      }
    });
  }

  // One statement there cannot become several.
  void keep_in_loop_head(const BodyStmt& stmt) {
    if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
      keep(declared->local);
    } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
      keep(assigned_local(body_, assigned->target));
    }
  }

  // A value that reads the local would see members that are assigned before.
  void take_value(std::uint32_t local, BodyExprId value) {
    if (!body_.locals[local].type.is_struct()) {
      return;
    }
    bool is_fine = is_made_[value.index()];
    std::vector<BodyExprId> open = {value};
    for (std::size_t i = 0; i < open.size() && is_fine; ++i) {
      const BodyExpr& expr = expr_of(open[i]);
      is_fine = expr.op != Operation::Local || expr.payload != local;
      for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
        open.push_back(body_.argument(expr, k));
      }
      if (is_made_[open[i].index()] && expr.op == Operation::Select) {
        is_fine = is_fine && is_cheap(expr_of(body_.argument(expr, 0)));
      }
    }
    if (!is_fine) {
      keep(local);
    }
  }

  // The condition of a choice is written once per member.
  static bool is_cheap(const BodyExpr& expr) { return expr.argument_count == 0; }

  // What is assigned to a member does not read it.
  void keep_with_all_members() {
    std::vector<bool> is_target(body_.exprs.size(), false);
    for (const BodyStmt& stmt : body_.stmts) {
      if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
        for (BodyExprId id = assigned->target; expr_of(id).op != Operation::Local;
             id = body_.argument(expr_of(id), 0)) {
          is_target[id.index()] = true;
        }
      }
    }
    std::vector<std::vector<bool>> is_read(body_.locals.size());
    for (std::size_t i = 0; i < body_.locals.size(); ++i) {
      if (may_split_[i]) {
        is_read[i].resize(library_.data_types.structure(body_.locals[i].type).members.size());
      }
    }
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      if (expr.op == Operation::Member && !is_target[i]) {
        const BodyExpr& object = expr_of(body_.argument(expr, 0));
        if (object.op == Operation::Local && may_split_[object.payload]) {
          is_read[object.payload][expr.payload] = true;
        }
      }
    }
    for (std::size_t i = 0; i < is_read.size(); ++i) {
      may_split_[i] = may_split_[i] &&
                      std::find(is_read[i].begin(), is_read[i].end(), false) != is_read[i].end();
    }
  }

  const Library& library_;
  const Body& body_;
  const std::vector<bool>& is_made_;
  std::vector<bool> may_split_;
};

/// Copies a body with members in the place of structs. What they replace stays, for
/// without_injections() to drop.
class StructCopy {
 public:
  StructCopy(Library& library, const Body& body, const std::vector<bool>& is_made,
             const std::vector<bool>& is_split)
      : library_(library), body_(body), is_made_(is_made), is_split_(is_split) {}

  Body run() {
    out_.locals = body_.locals;
    out_.features = body_.features;
    out_.calls = body_.calls;
    out_.port_calls = body_.port_calls;
    add_locals();
    members_.resize(body_.exprs.size());
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      copied_.push_back(copy(BodyExprId(i)));
    }
    for (const BodyStmt& stmt : body_.stmts) {
      std::vector<BodyStmtId> written = copy(stmt);
      statements_.push_back(std::move(written));
    }
    if (body_.root) {
      out_.root = only(*body_.root);
    }
    return std::move(out_);
  }

 private:
  void add_locals() {
    first_.assign(body_.locals.size(), 0);
    for (std::size_t i = 0; i < body_.locals.size(); ++i) {
      if (!is_split_[i]) {
        continue;
      }
      first_[i] = static_cast<std::uint32_t>(out_.locals.size());
      const BodyLocal& whole = body_.locals[i];
      for (const StructMember& member : library_.data_types.structure(whole.type).members) {
        const std::string name =
            std::string(library_.text(whole.name)) + "_" + std::string(library_.text(member.name));
        BodyLocal local = whole;
        local.name = library_.names.intern(name);
        local.type = member.type;
        out_.locals.push_back(local);
      }
    }
  }

  BodyExprId copy(BodyExprId id) {
    const BodyExpr& expr = body_.exprs[id];
    std::vector<BodyExprId> arguments;
    arguments.reserve(expr.argument_count);
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      arguments.push_back(copied_[body_.argument(expr, i).index()]);
    }
    if (expr.op == Operation::Member) {
      const BodyExprId object = body_.argument(expr, 0);
      const BodyExpr& from = body_.exprs[object];
      if (is_struct_made(from)) {
        members_[id.index()] = members_[body_.argument(from, expr.payload).index()];
      }
      if (!members_[object.index()].empty()) {
        return members_[object.index()][expr.payload];
      }
    } else if (expr.op == Operation::Local && is_split_[expr.payload]) {
      members_[id.index()] = locals(expr);
    } else if (is_struct_made(expr)) {
      members_[id.index()] = arguments;
    } else if (is_made_[id.index()]) {
      members_[id.index()] = choices(expr, arguments.front());
    }
    return out_.add(expr.op, expr.type, expr.payload, arguments, expr.span);
  }

  std::size_t member_count(std::uint32_t local) const {
    return library_.data_types.structure(body_.locals[local].type).members.size();
  }

  std::vector<BodyExprId> locals(const BodyExpr& whole) {
    std::vector<BodyExprId> members;
    for (std::uint32_t i = 0; i < member_count(whole.payload); ++i) {
      const std::uint32_t local = first_[whole.payload] + i;
      members.push_back(out_.add(Operation::Local, out_.locals[local].type, local, {}, whole.span));
    }
    return members;
  }

  std::vector<BodyExprId> choices(const BodyExpr& select, BodyExprId condition) {
    const std::vector<BodyExprId>& if_true = members_[body_.argument(select, 1).index()];
    const std::vector<BodyExprId>& if_false = members_[body_.argument(select, 2).index()];
    std::vector<BodyExprId> chosen;
    chosen.reserve(if_true.size());
    for (std::size_t i = 0; i < if_true.size(); ++i) {
      chosen.push_back(out_.add(Operation::Select, out_.exprs[if_true[i]].type, select.payload,
                                {condition, if_true[i], if_false[i]}, select.span));
    }
    return chosen;
  }

  BodyStmtId only(BodyStmtId id) const { return statements_[id.index()].front(); }

  std::vector<BodyStmtId> copy(const BodyStmt& from) {
    if (const auto* declared = std::get_if<DeclareBody>(&from.kind);
        declared != nullptr && is_split_[declared->local]) {
      return declared_members(*declared, from.span);
    }
    if (const auto* assigned = std::get_if<AssignBody>(&from.kind);
        assigned != nullptr && is_split_local(assigned->target)) {
      return assigned_members(*assigned, from.span);
    }
    BodyStmt stmt = from;
    replace_expressions(stmt, [this](BodyExprId id) { return copied_[id.index()]; });
    if (auto* block = std::get_if<BlockBody>(&stmt.kind)) {
      std::vector<BodyStmtId> inner;
      for (const BodyStmtId id : block->statements) {
        const std::vector<BodyStmtId>& written = statements_[id.index()];
        inner.insert(inner.end(), written.begin(), written.end());
      }
      block->statements = std::move(inner);
    } else if (auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      branch->then_branch = only(branch->then_branch);
      branch->else_branch = moved(branch->else_branch);
    } else if (auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      loop->initial = moved(loop->initial);
      loop->step = moved(loop->step);
      loop->body = only(loop->body);
    } else if (auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      repeat->body = only(repeat->body);
    }
    return {out_.add(std::move(stmt))};
  }

  std::optional<BodyStmtId> moved(const std::optional<BodyStmtId>& id) const {
    return id ? std::optional(only(*id)) : std::nullopt;
  }

  bool is_split_local(BodyExprId id) const {
    return body_.exprs[id].op == Operation::Local && is_split_[body_.exprs[id].payload];
  }

  std::vector<BodyStmtId> declared_members(const DeclareBody& declared, Span span) {
    return write_members(declared.local, span, [&](std::uint32_t i) {
      const auto initial =
          declared.initial ? std::optional(members_[declared.initial->index()][i]) : std::nullopt;
      return DeclareBody{first_[declared.local] + i, initial};
    });
  }

  std::vector<BodyStmtId> assigned_members(const AssignBody& assigned, Span span) {
    return write_members(body_.exprs[assigned.target].payload, span, [&](std::uint32_t i) {
      return AssignBody{std::nullopt, members_[assigned.target.index()][i],
                        members_[assigned.value.index()][i]};
    });
  }

  /// Writes what `make` returns for each member of a local.
  template <typename Make>
  std::vector<BodyStmtId> write_members(std::uint32_t local, Span span, Make make) {
    const std::size_t count = member_count(local);
    std::vector<BodyStmtId> written;
    written.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      written.push_back(out_.add(BodyStmt{make(i), span}));
    }
    return written;
  }

  Library& library_;
  const Body& body_;
  const std::vector<bool>& is_made_;
  const std::vector<bool>& is_split_;
  Body out_;
  std::vector<std::uint32_t> first_;              // per split local: the local of its first member
  std::vector<BodyExprId> copied_;                // per expression
  std::vector<std::vector<BodyExprId>> members_;  // per expression that is made of members
  std::vector<std::vector<BodyStmtId>> statements_;  // per statement: those that replace it
};

/// Whether the body has a local that is a struct, or makes a struct of its members.
bool has_structs(const Body& body) {
  return std::any_of(body.locals.begin(), body.locals.end(),
                     [](const BodyLocal& local) { return local.type.is_struct(); }) ||
         std::any_of(body.exprs.begin(), body.exprs.end(), is_struct_made);
}

/// Whether some member of a struct that the body makes is read in place.
bool reads_made(const Body& body, const std::vector<bool>& is_made) {
  return std::any_of(body.exprs.begin(), body.exprs.end(), [&](const BodyExpr& expr) {
    return expr.op == Operation::Member && is_made[body.argument(expr, 0).index()];
  });
}

}  // namespace

Body without_unread_structs(Library& library, Body body) {
  if (!has_structs(body)) {
    return body;
  }
  const std::vector<bool> is_made = find_made(body);
  const std::vector<bool> is_split = SplitLocals(library, body, is_made).run();
  const bool splits_any = std::find(is_split.begin(), is_split.end(), true) != is_split.end();
  if (!splits_any && !reads_made(body, is_made)) {
    return body;
  }
  return without_injections(library, StructCopy(library, body, is_made, is_split).run(), {});
}

}  // namespace weft
