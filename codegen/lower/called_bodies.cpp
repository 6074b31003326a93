#include "codegen/lower/called_bodies.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_set>
#include <utility>

#include "codegen/lower/copy_leaf_body.h"
#include "fragments/model/alike_expressions.h"

namespace weft {
namespace {

/// Whether the expression computes a constant from literals.
bool is_constant(const Body& body, BodyExprId id) {
  std::vector<BodyExprId> open = {id};
  while (!open.empty()) {
    const BodyExpr& expr = body.exprs[open.back()];
    open.pop_back();
    if (expr.argument_count == 0 && expr.op != Operation::Literal) {
      return false;
    }
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      open.push_back(body.argument(expr, i));
    }
  }
  return true;
}

}  // namespace

std::vector<LeafBody> in_call_order(const Library& library, const std::vector<LeafBody>& callers) {
  struct Open {
    LeafBody leaf;
    std::size_t next = 0;  // of its calls
  };
  std::unordered_set<const Body*> seen;
  std::vector<Open> open;
  std::vector<LeafBody> order;
  const auto visit = [&](const LeafBody& leaf) {
    if (leaf.body != nullptr && seen.insert(leaf.body).second) {
      open.push_back({leaf});
    }
  };
  for (const LeafBody& caller : callers) {
    if (caller.body == nullptr || caller.body->calls.empty()) {
      continue;
    }
    visit(caller);
    while (!open.empty()) {
      Open& top = open.back();
      if (top.next < top.leaf.body->calls.size()) {
        const BodyCall& call = top.leaf.body->calls[top.next++];
        visit({call.fragment, find_body(library, call.fragment, call.type_arguments)});
      } else {
        order.push_back(top.leaf);
        open.pop_back();
      }
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<CallInBody> calls_of_body(const Library& library, const Body& body) {
  std::vector<CallInBody> calls;
  std::vector<MemberSet> members;  // empty before a call returns a struct
  for (std::size_t id = 0; id < body.exprs.size(); ++id) {
    const BodyExpr& expr = body.exprs[BodyExprId(id)];
    if (expr.op != Operation::Call) {
      continue;
    }
    const BodyCall& call = body.calls[expr.payload];
    const Body* callee = find_body(library, call.fragment, call.type_arguments);
    if (callee == nullptr) {
      continue;
    }
    KnownArguments arguments(expr.argument_count);
    const std::vector<FragmentPort>& ports = library.fragments[call.fragment].ports;
    const auto is_same = [&](std::uint32_t i, std::uint32_t k) {
      const BodyExprId argument = body.argument(expr, i);
      return bound_type(ports[i].type, call.type_arguments) ==
                 bound_type(ports[k].type, call.type_arguments) &&
             are_alike(body, argument, body.argument(expr, k)) && !is_constant(body, argument);
    };
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      const bool is_texture = body.exprs[body.argument(expr, i)].type.is_texture();
      for (std::uint32_t k = 0; k < i && !arguments[i].same_as && !is_texture; ++k) {
        arguments[i].same_as = is_same(i, k) ? std::optional(k) : std::nullopt;
      }
    }
    if (expr.type.is_struct() && members.empty()) {
      members = members_read_of_calls(body);
    }
    calls.push_back(
        {callee, std::move(arguments), expr.type.is_struct() ? members[id] : all_members});
  }
  return calls;
}

}  // namespace weft
