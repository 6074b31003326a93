#include "fragments/model/member_reads.h"

#include <optional>
#include <variant>

namespace weft {
namespace {

/// The local that a statement gives a value as a whole.
std::optional<std::uint32_t> given_local(const Body& body, const BodyStmt& stmt) {
  if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
    return declared->local;
  }
  const auto* assigned = std::get_if<AssignBody>(&stmt.kind);
  return assigned != nullptr && body.exprs[assigned->target].op == Operation::Local
             ? std::optional(body.exprs[assigned->target].payload)
             : std::nullopt;
}

/// Calls `visit(read, members, given)` for each expression that another one or a statement reads,
/// but for locals that are assigned. `given`: the local that a statement gives the value, if any.
template <typename Visit>
void visit_reads(const Body& body, const Visit& visit) {
  for (const BodyExpr& expr : body.exprs) {
    const MemberSet members =
        expr.op == Operation::Member ? set_of_member(expr.payload) : all_members;
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      visit(body.argument(expr, i), members, std::optional<std::uint32_t>());
    }
  }
  for (const BodyStmt& stmt : body.stmts) {
    const auto* assigned = std::get_if<AssignBody>(&stmt.kind);
    const std::optional<std::uint32_t> given = given_local(body, stmt);
    visit_expressions(stmt, [&](BodyExprId id) {
      if (assigned == nullptr || id != assigned->target || !given) {
        visit(id, all_members, given);
      }
    });
  }
}

}  // namespace

std::vector<MemberSet> members_read_of_ports(const Body& body, std::size_t ports) {
  std::vector<MemberSet> of_ports(ports, 0);
  visit_reads(body, [&](BodyExprId id, MemberSet members, const std::optional<std::uint32_t>&) {
    const BodyExpr& expr = body.exprs[id];
    if (expr.op == Operation::Port && expr.payload < ports) {
      of_ports[expr.payload] |= members;
    }
  });
  return of_ports;
}

std::vector<MemberSet> members_read_of_calls(const Body& body) {
  std::vector<MemberSet> of_locals;
  of_locals.reserve(body.locals.size());
  for (const BodyLocal& local : body.locals) {
    of_locals.push_back(local.output ? all_members : 0);
  }
  visit_reads(body, [&](BodyExprId id, MemberSet members, const std::optional<std::uint32_t>&) {
    const BodyExpr& expr = body.exprs[id];
    if (expr.op == Operation::Local) {
      of_locals[expr.payload] |= members;
    }
  });
  std::vector<MemberSet> of_calls(body.exprs.size(), 0);
  visit_reads(body,
              [&](BodyExprId id, MemberSet members, const std::optional<std::uint32_t>& given) {
                if (body.exprs[id].op == Operation::Call) {
                  of_calls[id.index()] |= given ? of_locals[*given] : members;
                }
              });
  return of_calls;
}

}  // namespace weft
