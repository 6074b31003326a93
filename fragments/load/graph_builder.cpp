#include "fragments/load/graph_builder.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fragments/model/call_arguments.h"
#include "fragments/syntax/operator_fragments.h"
#include "support/float_bits.h"

namespace weft::building {
namespace {

void literal(GraphBuilder& b, const syntax::NumberExpr& number, bool is_negative, Span span) {
  constexpr std::uint64_t int_limit = 0x7fffffff;
  switch (number.kind) {
    case syntax::NumberKind::Int: {
      if (number.integer > int_limit + (is_negative ? 1 : 0)) {
        b.state.report(error_at(Code::BadNumber, span, "the number does not fit in a 32-bit int"));
        b.values.push_failure();
        return;
      }
      auto bits = static_cast<std::uint32_t>(number.integer);
      push_node(b, LiteralNode{{int_type, {is_negative ? 0U - bits : bits}}, false}, span);
      return;
    }
    case syntax::NumberKind::Uint: {
      auto bits = static_cast<std::uint32_t>(number.integer);
      push_node(b, LiteralNode{{uint_type, {is_negative ? 0U - bits : bits}}, false}, span);
      return;
    }
    case syntax::NumberKind::Float: {
      auto real = static_cast<float>(is_negative ? -number.real : number.real);
      if (!std::isfinite(real)) {
        b.state.report(
            error_at(Code::BadNumber, span, "the number does not fit in a 32-bit float"));
        b.values.push_failure();
        return;
      }
      push_node(b, LiteralNode{{float_type, {float_bits(real)}}, false}, span);
      return;
    }
  }
}

void color(GraphBuilder& b, const syntax::ColorExpr& color, Span span) {
  Constant value{color.has_alpha ? float4_type : float3_type, {}};
  for (std::size_t i = 0; i < (color.has_alpha ? 4U : 3U); ++i) {
    value.bits.push_back(float_bits(static_cast<float>(color.channels[i]) / 255.0F));
  }
  push_node(b, LiteralNode{std::move(value), true}, span);
}

void visit_unary(GraphBuilder& b, const syntax::UnaryExpr& unary, const GraphTask& task) {
  const auto* number = std::get_if<syntax::NumberExpr>(
      &b.module.exprs[without_parentheses(b.module, unary.operand)].kind);
  if (unary.op == syntax::UnaryOperator::Negate && number) {
    literal(b, *number, true, b.module.exprs[task.expr].span);
    return;
  }
  if (unary.op != syntax::UnaryOperator::Plus) {
    GraphTask combine = task;
    combine.step = GraphTask::Step::Combine;
    b.tasks.push_back(combine);
  }
  b.tasks.push_back({GraphTask::Step::Visit, unary.operand, task.place});
}

void visit(GraphBuilder& b, const GraphTask& visited) {
  GraphTask task = visited;
  task.expr = without_parentheses(b.module, task.expr);
  const syntax::Expr& expr = b.module.exprs[task.expr];
  GraphTask combine = task;
  combine.step = GraphTask::Step::Combine;
  if (const auto* name = std::get_if<syntax::NameExpr>(&expr.kind)) {
    visit_name(b, *name, task);
  } else if (const auto* number = std::get_if<syntax::NumberExpr>(&expr.kind)) {
    literal(b, *number, false, expr.span);
  } else if (const auto* flag = std::get_if<syntax::BoolExpr>(&expr.kind)) {
    push_node(b, LiteralNode{{bool_type, {flag->value ? 1U : 0U}}, false}, expr.span);
  } else if (const auto* channels = std::get_if<syntax::ColorExpr>(&expr.kind)) {
    color(b, *channels, expr.span);
  } else if (std::holds_alternative<syntax::StringExpr>(expr.kind)) {
    b.state.report(error_at(Code::TypeMismatch, expr.span, "a string is not a value"));
    b.values.push_failure();
  } else if (const auto* unary = std::get_if<syntax::UnaryExpr>(&expr.kind)) {
    visit_unary(b, *unary, task);
  } else if (const auto* binary = std::get_if<syntax::BinaryExpr>(&expr.kind)) {
    b.names.expect_choices(task.place.scope, *binary);
    b.tasks.push_back(combine);
    visit_each(b, {binary->left, binary->right}, task.place);
  } else if (const auto* select = std::get_if<syntax::SelectExpr>(&expr.kind)) {
    b.tasks.push_back(combine);
    visit_each(b, {select->condition, select->if_true, select->if_false}, task.place);
  } else if (const auto* ascribe = std::get_if<syntax::AscribeExpr>(&expr.kind)) {
    b.tasks.push_back(combine);
    visit_each(b, {ascribe->operand}, task.place);
  } else if (const auto* index = std::get_if<syntax::IndexExpr>(&expr.kind)) {
    b.tasks.push_back(combine);
    visit_each(b, {index->object, index->index}, task.place);
  } else if (std::holds_alternative<syntax::MemberExpr>(expr.kind)) {
    visit_member(b, task);
  } else if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
    visit_call(b, *call, task);
  } else if (const auto* with = std::get_if<syntax::WithExpr>(&expr.kind)) {
    visit_with(b, *with, task);
  } else if (const auto* loop = std::get_if<syntax::LoopExpr>(&expr.kind)) {
    visit_loop(b, *loop, task);
  } else if (const auto* lambda = std::get_if<syntax::LambdaExpr>(&expr.kind)) {
    visit_lambda(b, *lambda, task);
  }
}

/// A call of an operator's fragment without arguments; null if there is none. Valid until the next
/// call.
const CallNode* find_operator(GraphBuilder& b, std::string_view fragment) {
  for (const auto& [known, call] : b.operators.calls) {
    if (known == fragment) {
      return &call;
    }
  }
  const NameId name = b.state.library.names.intern(fragment);
  const std::vector<FragmentId>& candidates = b.state.library.find_fragments(name);
  if (candidates.empty()) {
    return nullptr;
  }
  CallNode call{name, candidates, {}, true};
  call.outsiders = prefer_visible(b.state.library, b.module.file, call.candidates);
  describe_candidates(b.state.library, call);
  return &b.operators.calls.emplace_back(fragment, std::move(call)).second;
}

void combine_operator(GraphBuilder& b, std::string_view fragment, std::size_t operands,
                      const GraphTask& task) {
  auto nodes = b.values.pop(operands);
  if (!nodes) {
    return;
  }
  Span span = b.module.exprs[task.expr].span;
  const CallNode* const operation = find_operator(b, fragment);
  if (operation == nullptr) {
    if (b.operators.missing.insert(fragment).second) {
      b.state.report(error_at(
          Code::UnknownFragment, span,
          fmt::format("this operator needs fragment '{}', which is not declared", fragment),
          "it comes with: import \"core\";"));
    }
    b.values.push_failure();
    return;
  }
  CallNode call = *operation;
  call.is_stitched = task.place.is_stitched;
  call.arguments.reserve(nodes->size());
  for (NodeId node : *nodes) {
    call.arguments.push_back({std::nullopt, node, b.graph.nodes[node].span});
  }
  push_node(b, std::move(call), span);
}

void combine(GraphBuilder& b, const GraphTask& task) {
  const syntax::Expr& expr = b.module.exprs[task.expr];
  if (const auto* binary = std::get_if<syntax::BinaryExpr>(&expr.kind)) {
    combine_operator(b, operator_fragment(binary->op), 2, task);
  } else if (const auto* unary = std::get_if<syntax::UnaryExpr>(&expr.kind)) {
    combine_operator(b, operator_fragment(unary->op), 1, task);
  } else if (std::holds_alternative<syntax::SelectExpr>(expr.kind)) {
    if (auto nodes = b.values.pop(3)) {
      push_node(b, SelectNode{(*nodes)[0], (*nodes)[1], (*nodes)[2]}, expr.span);
    }
  } else if (const auto* ascribe = std::get_if<syntax::AscribeExpr>(&expr.kind)) {
    auto entries = resolve_entries(b.state, ascribe->traits, "'as'");
    if (auto nodes = b.values.pop(1); nodes && entries) {
      push_node(b, AscribeNode{nodes->front(), std::move(*entries)}, expr.span);
    } else if (nodes) {
      b.values.push_failure();
    }
  } else if (std::holds_alternative<syntax::IndexExpr>(expr.kind)) {
    if (auto nodes = b.values.pop(2)) {
      push_node(b, IndexNode{(*nodes)[0], (*nodes)[1]}, expr.span);
    }
  } else if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
    combine_call(b, *call, task);
  } else if (const auto* with = std::get_if<syntax::WithExpr>(&expr.kind)) {
    combine_with(b, *with, task);
  }
}

void step(GraphBuilder& b, const GraphTask& task) {
  switch (task.step) {
    case GraphTask::Step::Visit:
      visit(b, task);
      break;
    case GraphTask::Step::Combine:
      combine(b, task);
      break;
    case GraphTask::Step::Fail:
      b.values.take(task.index);
      b.values.push_failure();
      break;
    case GraphTask::Step::Member:
      if (auto object = b.values.pop(1)) {
        const auto& member = std::get<syntax::MemberExpr>(b.module.exprs[task.expr].kind);
        push_node(b, MemberNode{object->front(), member.member.name},
                  b.module.exprs[task.expr].span);
      }
      break;
    case GraphTask::Step::FinishBinding:
      finish_binding(b, task.index);
      break;
    case GraphTask::Step::EnterLoop:
      enter_loop(b, task);
      break;
    case GraphTask::Step::LeaveLoop:
      leave_loop(b, task);
      break;
    case GraphTask::Step::LeaveLambda:
      leave_lambda(b, task);
      break;
  }
}

void run(GraphBuilder& b) {
  while (!b.tasks.empty()) {
    GraphTask task = b.tasks.back();
    b.tasks.pop_back();
    step(b, task);
  }
}

}  // namespace

GraphBuilder::GraphBuilder(LoadState& load_state, const syntax::Module& of, SignatureScope scope)
    : state(load_state), module(of), types(std::move(scope)), names(load_state, of) {
  names.leave_out_lengths(types.type_parameters);
}

std::optional<NodeId> lower_expression(GraphBuilder& b, syntax::ExprId expr,
                                       std::optional<NameId> name) {
  b.tasks.push_back({GraphTask::Step::Visit, expr, {}});
  run(b);
  const GraphValue value = b.values.take(1).front();
  if (value && name && !b.graph.nodes[*value].name) {
    b.graph.nodes[*value].name = name;
  }
  return value;
}

void lower_rest(GraphBuilder& b) {
  const auto is_waiting = [&](std::uint32_t i) {
    return b.bindings.all[i].progress == GraphBinding::Progress::Waiting;
  };
  const auto lower = [&](std::uint32_t i) {
    visit_binding(b, i);
    run(b);
    b.values.take(1);
  };
  // Sorts by name; looks each name up once rather than at every comparison.
  std::vector<std::pair<std::string_view, std::uint32_t>> order;
  const auto known = static_cast<std::uint32_t>(b.bindings.all.size());
  for (std::uint32_t i = 0; i < known; ++i) {
    if (is_waiting(i)) {
      order.emplace_back(b.state.text(b.bindings.all[i].binding->name.name), i);
    }
  }
  std::sort(order.begin(), order.end());
  for (const auto& [name, i] : order) {
    if (is_waiting(i)) {
      lower(i);
    }
  }
  // Lowering a loop appends its bindings to b.bindings.all meanwhile.
  for (std::uint32_t i = known; i < b.bindings.all.size(); ++i) {
    if (is_waiting(i)) {
      lower(i);
    }
  }
}

std::optional<NodeId> add_declared(GraphBuilder& b, std::optional<NodeId> value, TypePattern type,
                                   std::optional<NameId> name, Span span) {
  if (!value) {
    return std::nullopt;
  }
  NodeId node = add_node(b, DeclaredNode{*value, std::move(type)}, span);
  b.graph.nodes[node].name = name;
  return node;
}

syntax::ExprId without_parentheses(const syntax::Module& module, syntax::ExprId expr) {
  while (const auto* paren = std::get_if<syntax::ParenExpr>(&module.exprs[expr].kind)) {
    expr = paren->inner;
  }
  return expr;
}

void visit_each(GraphBuilder& b, const InlineVector<syntax::ExprId, 4>& operands,
                GraphPlace place) {
  for (std::size_t i = operands.size(); i-- > 0;) {
    b.tasks.push_back({GraphTask::Step::Visit, operands[i], place});
  }
}

std::optional<GraphOperands> GraphValues::pop(std::size_t count) {
  GraphOperands nodes;
  const auto first = values_.end() - static_cast<std::ptrdiff_t>(count);
  for (auto value = first; value != values_.end(); ++value) {
    if (*value) {
      nodes.push_back(**value);
    }
  }
  values_.erase(first, values_.end());
  if (nodes.size() != count) {
    push_failure();
    return std::nullopt;
  }
  return nodes;
}

std::vector<GraphValue> GraphValues::take(std::size_t count) {
  const auto first = values_.end() - static_cast<std::ptrdiff_t>(count);
  std::vector<GraphValue> taken(first, values_.end());
  values_.erase(first, values_.end());
  return taken;
}

}  // namespace weft::building
