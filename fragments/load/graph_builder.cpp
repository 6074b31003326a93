#include "fragments/load/graph_builder.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "support/float_bits.h"

namespace weft {
namespace {

std::string_view operator_fragment(syntax::BinaryOperator op) {
  using Op = syntax::BinaryOperator;
  switch (op) {
    case Op::Multiply:
      return "multiply";
    case Op::Divide:
      return "divide";
    case Op::Remainder:
      return "remainder";
    case Op::Add:
      return "add";
    case Op::Subtract:
      return "subtract";
    case Op::ShiftLeft:
      return "shift_left";
    case Op::ShiftRight:
      return "shift_right";
    case Op::Less:
      return "less";
    case Op::LessEqual:
      return "less_equal";
    case Op::Greater:
      return "greater";
    case Op::GreaterEqual:
      return "greater_equal";
    case Op::Equal:
      return "equal";
    case Op::NotEqual:
      return "not_equal";
    case Op::BitAnd:
      return "bit_and";
    case Op::BitXor:
      return "bit_xor";
    case Op::BitOr:
      return "bit_or";
    case Op::And:
      return "logical_and";
    case Op::Or:
      return "logical_or";
  }
  return {};
}

std::string_view operator_fragment(syntax::UnaryOperator op) {
  switch (op) {
    case syntax::UnaryOperator::Negate:
      return "negate";
    case syntax::UnaryOperator::Not:
      return "logical_not";
    case syntax::UnaryOperator::BitNot:
      return "bit_not";
    case syntax::UnaryOperator::Plus:
      return {};
  }
  return {};
}

}  // namespace

GraphBuilder::GraphBuilder(LoadState& state, const syntax::Module& module, SignatureScope types)
    : state_(state), module_(module), types_(std::move(types)), names_(state, module) {
  names_.leave_out_lengths(types_.type_parameters);
}

std::optional<NodeId> GraphBuilder::lower(syntax::ExprId expr, std::optional<NameId> name) {
  tasks_.push_back({Task::Step::Visit, expr, {}});
  run();
  Value value = values_.back();
  values_.pop_back();
  if (value && name && !graph_.nodes[*value].name) {
    graph_.nodes[*value].name = name;
  }
  return value;
}

void GraphBuilder::lower_rest() {
  // Sorts by name; looks each name up once rather than at every comparison.
  std::vector<std::pair<std::string_view, std::uint32_t>> order;
  order.reserve(locals_.size());
  for (std::uint32_t i = 0; i < locals_.size(); ++i) {
    order.emplace_back(state_.text(locals_[i].binding->name.name), i);
  }
  std::sort(order.begin(), order.end());
  // Lowering a loop appends its bindings to locals_ meanwhile.
  for (std::uint32_t i = 0; i < locals_.size(); ++i) {
    std::uint32_t index = i < order.size() ? order[i].second : i;
    if (locals_[index].progress == Local::Progress::Waiting) {
      visit_binding(index);
      run();
      values_.pop_back();
    }
  }
}

std::optional<NodeId> GraphBuilder::declared(std::optional<NodeId> value, TypePattern type,
                                             std::optional<NameId> name, Span span) {
  if (!value) {
    return std::nullopt;
  }
  NodeId node = add(DeclaredNode{*value, std::move(type)}, span);
  graph_.nodes[node].name = name;
  return node;
}

void GraphBuilder::run() {
  while (!tasks_.empty()) {
    Task task = tasks_.back();
    tasks_.pop_back();
    step(task);
  }
}

void GraphBuilder::step(const Task& task) {
  switch (task.step) {
    case Task::Step::Visit:
      visit(task);
      break;
    case Task::Step::Combine:
      combine(task);
      break;
    case Task::Step::Fail:
      values_.resize(values_.size() - task.index);
      push_failure();
      break;
    case Task::Step::Member:
      if (auto object = pop(1)) {
        const auto& member = std::get<syntax::MemberExpr>(module_.exprs[task.expr].kind);
        push(MemberNode{object->front(), member.member.name}, module_.exprs[task.expr].span);
      }
      break;
    case Task::Step::FinishBinding:
      finish_binding(task.index);
      break;
    case Task::Step::EnterLoop:
      enter_loop(task);
      break;
    case Task::Step::LeaveLoop:
      leave_loop(task);
      break;
    case Task::Step::LeaveLambda:
      leave_lambda(task);
      break;
  }
}

syntax::ExprId GraphBuilder::without_parentheses(syntax::ExprId expr) const {
  while (const auto* paren = std::get_if<syntax::ParenExpr>(&module_.exprs[expr].kind)) {
    expr = paren->inner;
  }
  return expr;
}

void GraphBuilder::visit_each(const std::vector<syntax::ExprId>& operands, Place place) {
  for (auto at = operands.rbegin(); at != operands.rend(); ++at) {
    tasks_.push_back({Task::Step::Visit, *at, place});
  }
}

void GraphBuilder::visit(const Task& visited) {
  Task task = visited;
  task.expr = without_parentheses(task.expr);
  const syntax::Expr& expr = module_.exprs[task.expr];
  Task combine = task;
  combine.step = Task::Step::Combine;
  if (const auto* name = std::get_if<syntax::NameExpr>(&expr.kind)) {
    visit_name(*name, task);
  } else if (const auto* number = std::get_if<syntax::NumberExpr>(&expr.kind)) {
    literal(*number, false, expr.span);
  } else if (const auto* flag = std::get_if<syntax::BoolExpr>(&expr.kind)) {
    push(LiteralNode{{bool_type, {flag->value ? 1U : 0U}}, false}, expr.span);
  } else if (const auto* channels = std::get_if<syntax::ColorExpr>(&expr.kind)) {
    color(*channels, expr.span);
  } else if (std::holds_alternative<syntax::StringExpr>(expr.kind)) {
    state_.report(error_at(Code::TypeMismatch, expr.span, "a string is not a value"));
    push_failure();
  } else if (const auto* unary = std::get_if<syntax::UnaryExpr>(&expr.kind)) {
    visit_unary(*unary, task);
  } else if (const auto* binary = std::get_if<syntax::BinaryExpr>(&expr.kind)) {
    tasks_.push_back(combine);
    visit_each({binary->left, binary->right}, task.place);
  } else if (const auto* select = std::get_if<syntax::SelectExpr>(&expr.kind)) {
    tasks_.push_back(combine);
    visit_each({select->condition, select->if_true, select->if_false}, task.place);
  } else if (const auto* ascribe = std::get_if<syntax::AscribeExpr>(&expr.kind)) {
    tasks_.push_back(combine);
    visit_each({ascribe->operand}, task.place);
  } else if (const auto* index = std::get_if<syntax::IndexExpr>(&expr.kind)) {
    tasks_.push_back(combine);
    visit_each({index->object, index->index}, task.place);
  } else if (std::holds_alternative<syntax::MemberExpr>(expr.kind)) {
    visit_member(task);
  } else if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
    visit_call(*call, task);
  } else if (const auto* with = std::get_if<syntax::WithExpr>(&expr.kind)) {
    visit_with(*with, task);
  } else if (const auto* loop = std::get_if<syntax::LoopExpr>(&expr.kind)) {
    visit_loop(*loop, task);
  } else if (const auto* lambda = std::get_if<syntax::LambdaExpr>(&expr.kind)) {
    visit_lambda(*lambda, task);
  }
}

void GraphBuilder::visit_unary(const syntax::UnaryExpr& unary, const Task& task) {
  const auto* number =
      std::get_if<syntax::NumberExpr>(&module_.exprs[without_parentheses(unary.operand)].kind);
  if (unary.op == syntax::UnaryOperator::Negate && number) {
    literal(*number, true, module_.exprs[task.expr].span);
    return;
  }
  if (unary.op != syntax::UnaryOperator::Plus) {
    Task combine = task;
    combine.step = Task::Step::Combine;
    tasks_.push_back(combine);
  }
  tasks_.push_back({Task::Step::Visit, unary.operand, task.place});
}

void GraphBuilder::literal(const syntax::NumberExpr& number, bool is_negative, Span span) {
  constexpr std::uint64_t int_limit = 0x7fffffff;
  switch (number.kind) {
    case syntax::NumberKind::Int: {
      if (number.integer > int_limit + (is_negative ? 1 : 0)) {
        state_.report(error_at(Code::BadNumber, span, "the number does not fit in a 32-bit int"));
        push_failure();
        return;
      }
      auto bits = static_cast<std::uint32_t>(number.integer);
      push(LiteralNode{{int_type, {is_negative ? 0U - bits : bits}}, false}, span);
      return;
    }
    case syntax::NumberKind::Uint: {
      auto bits = static_cast<std::uint32_t>(number.integer);
      push(LiteralNode{{uint_type, {is_negative ? 0U - bits : bits}}, false}, span);
      return;
    }
    case syntax::NumberKind::Float: {
      auto real = static_cast<float>(is_negative ? -number.real : number.real);
      if (!std::isfinite(real)) {
        state_.report(error_at(Code::BadNumber, span, "the number does not fit in a 32-bit float"));
        push_failure();
        return;
      }
      push(LiteralNode{{float_type, {float_bits(real)}}, false}, span);
      return;
    }
  }
}

void GraphBuilder::color(const syntax::ColorExpr& color, Span span) {
  Constant value{color.has_alpha ? float4_type : float3_type, {}};
  for (std::size_t i = 0; i < (color.has_alpha ? 4U : 3U); ++i) {
    value.bits.push_back(float_bits(static_cast<float>(color.channels[i]) / 255.0F));
  }
  push(LiteralNode{std::move(value), true}, span);
}

std::optional<std::vector<NodeId>> GraphBuilder::pop(std::size_t count) {
  std::vector<NodeId> nodes;
  for (std::size_t i = values_.size() - count; i < values_.size(); ++i) {
    if (values_[i]) {
      nodes.push_back(*values_[i]);
    }
  }
  values_.resize(values_.size() - count);
  if (nodes.size() != count) {
    push_failure();
    return std::nullopt;
  }
  return nodes;
}

void GraphBuilder::combine(const Task& task) {
  const syntax::Expr& expr = module_.exprs[task.expr];
  if (const auto* binary = std::get_if<syntax::BinaryExpr>(&expr.kind)) {
    combine_operator(operator_fragment(binary->op), 2, task);
  } else if (const auto* unary = std::get_if<syntax::UnaryExpr>(&expr.kind)) {
    combine_operator(operator_fragment(unary->op), 1, task);
  } else if (std::holds_alternative<syntax::SelectExpr>(expr.kind)) {
    if (auto nodes = pop(3)) {
      push(SelectNode{(*nodes)[0], (*nodes)[1], (*nodes)[2]}, expr.span);
    }
  } else if (const auto* ascribe = std::get_if<syntax::AscribeExpr>(&expr.kind)) {
    auto entries = resolve_entries(state_, ascribe->traits, "'as'");
    if (auto nodes = pop(1); nodes && entries) {
      push(AscribeNode{nodes->front(), std::move(*entries)}, expr.span);
    } else if (nodes) {
      push_failure();
    }
  } else if (std::holds_alternative<syntax::IndexExpr>(expr.kind)) {
    if (auto nodes = pop(2)) {
      push(IndexNode{(*nodes)[0], (*nodes)[1]}, expr.span);
    }
  } else if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
    combine_call(*call, task);
  } else if (const auto* with = std::get_if<syntax::WithExpr>(&expr.kind)) {
    combine_with(*with, task);
  }
}

void GraphBuilder::combine_operator(std::string_view fragment, std::size_t operands,
                                    const Task& task) {
  auto nodes = pop(operands);
  if (!nodes) {
    return;
  }
  Span span = module_.exprs[task.expr].span;
  NameId name = state_.library.names.intern(fragment);
  const std::vector<FragmentId>& candidates = state_.library.find_fragments(name);
  if (candidates.empty()) {
    if (missing_operators_.insert(fragment).second) {
      state_.report(error_at(
          Code::UnknownFragment, span,
          fmt::format("this operator needs fragment '{}', which is not declared", fragment),
          "it comes with: import \"core\";"));
    }
    push_failure();
    return;
  }
  CallNode call{name, candidates, {}, true, task.place.is_stitched};
  for (NodeId node : *nodes) {
    call.arguments.push_back({std::nullopt, node, graph_.nodes[node].span});
  }
  push(std::move(call), span);
}

}  // namespace weft
