#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "fragments/load/graph_builder.h"

// GraphBuilder: calls, injections, loops and lambdas.
namespace weft {

/// The type constructed by `float3(…)`, `Weights(…)`, `float[3](…)`.
std::optional<DataType> GraphBuilder::constructed_type(syntax::ExprId callee) {
  std::vector<syntax::ExprId> sizes;  // innermost first
  const syntax::Expr* at = &module_.exprs[callee];
  while (const auto* index = std::get_if<syntax::IndexExpr>(&at->kind)) {
    sizes.push_back(index->index);
    at = &module_.exprs[index->object];
  }
  const auto* name = std::get_if<syntax::NameExpr>(&at->kind);
  std::optional<DataType> type = name ? find_named_type(state_.library, name->name) : std::nullopt;
  for (syntax::ExprId size : sizes) {
    auto count = type ? resolve_array_size(state_, module_, size) : std::nullopt;
    type = count ? std::optional(state_.library.data_types.array_of(*type, *count)) : std::nullopt;
  }
  return type;
}

bool GraphBuilder::check_arguments(const syntax::CallExpr& call) {
  bool good = true;
  std::unordered_map<NameId, Span> seen;
  for (const syntax::Argument& argument : call.arguments) {
    if (!argument.name && !seen.empty()) {
      state_.report(error_at(Code::WrongArguments, module_.exprs[argument.value].span,
                             "a positional argument follows a named argument"));
      good = false;
    } else if (argument.name) {
      auto [at, added] = seen.try_emplace(argument.name->name, argument.name->span);
      if (!added) {
        Diagnostic diagnostic = error_at(
            Code::WrongArguments, argument.name->span,
            fmt::format("argument '{}' is passed twice", state_.text(argument.name->name)));
        diagnostic.notes.push_back({"the first is passed here", at->second});
        state_.report(std::move(diagnostic));
        good = false;
      }
    }
  }
  return good;
}

void GraphBuilder::visit_call(const syntax::CallExpr& call, const Task& task) {
  syntax::ExprId callee = without_parentheses(call.callee);
  const auto* name = std::get_if<syntax::NameExpr>(&module_.exprs[callee].kind);
  std::vector<syntax::ExprId> operands;
  bool good = check_arguments(call);
  if (name) {
    auto local = names_.find(task.place.scope, name->name);
    bool is_fragment = !state_.library.find_fragments(name->name).empty();
    bool is_type = find_named_type(state_.library, name->name).has_value();
    bool is_function_port =
        local && local->kind == GraphName::Kind::Port &&
        std::holds_alternative<GraphPortNode>(graph_.nodes[ports_[local->index]].kind);
    // `noise = noise(p)` calls the fragment: only a function can be called, and values rarely are
    // functions.
    if (is_function_port || (local && !is_fragment && !is_type)) {
      operands.push_back(callee);
    } else if (!is_fragment && !is_type) {
      names_.report_unknown_fragment(name->name, module_.exprs[callee].span);
      good = false;
    }
  } else if (!std::holds_alternative<syntax::IndexExpr>(module_.exprs[callee].kind) ||
             !constructed_type(callee)) {
    state_.report(error_at(Code::UnknownFragment, module_.exprs[callee].span,
                           "expected the name of a fragment"));
    good = false;
  }
  for (const syntax::Argument& argument : call.arguments) {
    operands.push_back(argument.value);
  }
  Task::Step step = good ? Task::Step::Combine : Task::Step::Fail;
  tasks_.push_back({step, task.expr, task.place, static_cast<std::uint32_t>(operands.size())});
  visit_each(operands, task.place);
}

void GraphBuilder::combine_call(const syntax::CallExpr& call, const Task& task) {
  Span span = module_.exprs[task.expr].span;
  std::size_t callee_operands = task.index - call.arguments.size();
  auto nodes = pop(task.index);
  if (!nodes) {
    return;
  }
  std::vector<CallArgument> arguments;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const syntax::Argument& argument = call.arguments[i];
    CallArgument& passed = arguments.emplace_back(
        CallArgument{{}, (*nodes)[callee_operands + i], module_.exprs[argument.value].span});
    if (argument.name) {
      passed.name = argument.name->name;
      passed.name_span = argument.name->span;
    }
  }
  if (callee_operands == 1) {
    push(ApplyNode{nodes->front(), std::move(arguments)}, span);
    return;
  }
  syntax::ExprId callee = without_parentheses(call.callee);
  if (auto type = constructed_type(callee)) {
    ConstructNode construct{*type, std::move(*nodes)};
    construct.spans.reserve(arguments.size());
    for (const CallArgument& argument : arguments) {
      if (argument.name) {
        state_.report(error_at(Code::WrongArguments, argument.span,
                               "a constructor takes positional arguments only"));
        push_failure();
        return;
      }
      construct.spans.push_back(argument.span);
    }
    push(std::move(construct), span);
    return;
  }
  NameId name = std::get<syntax::NameExpr>(module_.exprs[callee].kind).name;
  CallNode made{name, state_.library.find_fragments(name), std::move(arguments), false,
                task.place.is_stitched};
  made.may_leave_types_open =
      std::any_of(made.candidates.begin(), made.candidates.end(), [this](FragmentId candidate) {
        return state_.library.fragments[candidate].leaves_types_open;
      });
  push(std::move(made), span);
}

void GraphBuilder::visit_with(const syntax::WithExpr& with, const Task& task) {
  std::vector<syntax::ExprId> operands{with.operand};
  for (const syntax::Injection& injection : with.injections) {
    operands.push_back(injection.value);
  }
  tasks_.push_back({Task::Step::Combine, task.expr, task.place});
  visit_each(operands, task.place);
}

void GraphBuilder::combine_with(const syntax::WithExpr& with, const Task& task) {
  std::vector<WithNode::Injection> injections;
  auto nodes = pop(with.injections.size() + 1);
  bool good = nodes.has_value();
  std::unordered_map<FeatureId, Span> seen;
  for (std::size_t i = 0; i < with.injections.size(); ++i) {
    const syntax::Path& path = with.injections[i].feature;
    auto feature = state_.library.find_feature(path_text(state_, path));
    if (!feature) {
      report_unknown_feature(state_, path);
      good = false;
      continue;
    }
    auto [at, added] = seen.try_emplace(*feature, path.span);
    if (!added) {
      state_.report_duplicate(
          path.span, fmt::format("'{}' is injected twice", path_text(state_, path)), at->second);
      good = false;
    } else if (nodes) {
      injections.push_back({*feature, (*nodes)[i + 1], with.injections[i].keeps_frame.has_value()});
    }
  }
  std::sort(injections.begin(), injections.end(),
            [](const auto& left, const auto& right) { return left.feature < right.feature; });
  if (good) {
    push(WithNode{nodes->front(), std::move(injections)}, module_.exprs[task.expr].span);
  } else if (nodes) {
    push_failure();
  }
}

void GraphBuilder::visit_loop(const syntax::LoopExpr& loop, const Task& task) {
  std::vector<syntax::ExprId> operands{loop.count};
  for (const syntax::LoopState& loop_state : loop.states) {
    operands.push_back(loop_state.initial);
  }
  auto index = static_cast<std::uint32_t>(loops_.size());
  loops_.push_back({&loop});
  tasks_.push_back({Task::Step::EnterLoop, task.expr, task.place, index});
  visit_each(operands, task.place);
}

/// After count and initial values are lowered: binds the states and lowers the values of the next
/// step in their scope.
void GraphBuilder::enter_loop(const Task& task) {
  const syntax::LoopExpr& expr = *loops_[task.index].expr;
  Scope scope = names_.open(task.place.scope);
  std::size_t count = expr.states.size();
  Loop loop{&expr, scope};
  loop.count = values_[values_.size() - count - 1];
  loop.initial.assign(values_.end() - static_cast<std::ptrdiff_t>(count), values_.end());
  values_.resize(values_.size() - count - 1);
  std::unordered_map<NameId, std::size_t> states;
  for (const syntax::LoopState& loop_state : expr.states) {
    ResolvedType type = resolve_pattern(state_, module_, loop_state.type, types_);
    NodeId node =
        add(BoundNode{loop_state.name.name, std::move(type.pattern)}, loop_state.name.span);
    graph_.nodes[node].name = loop_state.name.name;
    if (names_.add(scope, loop_state.name,
                   {GraphName::Kind::Bound, node.index(), loop_state.name.span})) {
      states.emplace(loop_state.name.name, loop.current.size());
    }
    loop.current.push_back(node);
  }
  loop.is_changed.assign(count, false);
  std::vector<const syntax::ValueBinding*> next(count, nullptr);
  for (syntax::BindingId id : expr.bindings) {
    const syntax::Binding& binding = module_.bindings[id];
    const auto* value = std::get_if<syntax::ValueBinding>(&binding.kind);
    if (!value) {
      state_.report(error_at(Code::BadDeclaration, binding.span,
                             "a loop has no outputs: its results are its states"));
      continue;
    }
    auto at = states.find(value->name.name);
    if (at == states.end()) {
      auto index = static_cast<std::uint32_t>(locals_.size());
      locals_.push_back({value, scope, task.place.is_stitched});
      names_.add(scope, value->name, {GraphName::Kind::Binding, index, value->name.span});
    } else if (next[at->second]) {
      state_.report_duplicate(
          value->name.span,
          fmt::format("the next value of '{}' is assigned twice", state_.text(value->name.name)),
          next[at->second]->name.span);
    } else {
      next[at->second] = value;
    }
  }
  tasks_.push_back({Task::Step::LeaveLoop, task.expr, task.place, task.index});
  for (std::size_t i = count; i-- > 0;) {
    if (next[i]) {
      tasks_.push_back({Task::Step::Visit, next[i]->value, {scope, task.place.is_stitched}});
    }
    loop.is_changed[i] = next[i] != nullptr;
  }
  loops_[task.index] = std::move(loop);
}

void GraphBuilder::leave_loop(const Task& task) {
  const Loop& loop = loops_[task.index];
  auto changed =
      static_cast<std::size_t>(std::count(loop.is_changed.begin(), loop.is_changed.end(), true));
  auto nexts = pop(changed);
  if (!nexts) {
    return;
  }
  LoopNode node{loop.count.value_or(NodeId(0)), {}};
  bool good = loop.count.has_value();
  std::size_t taken = 0;
  for (std::size_t i = 0; i < loop.current.size(); ++i) {
    NodeId next = loop.is_changed[i] ? (*nexts)[taken++] : loop.current[i];
    good = good && loop.initial[i];
    if (good) {
      node.states.push_back(
          {loop.expr->states[i].name.name, *loop.initial[i], loop.current[i], next});
    }
  }
  if (good) {
    push(std::move(node), module_.exprs[task.expr].span);
  } else {
    push_failure();
  }
}

void GraphBuilder::visit_lambda(const syntax::LambdaExpr& lambda, const Task& task) {
  Scope scope = names_.open(task.place.scope);
  Lambda made{&lambda, {}};
  for (const syntax::Identifier& parameter : lambda.parameters) {
    NodeId node = add(BoundNode{parameter.name, std::nullopt}, parameter.span);
    graph_.nodes[node].name = parameter.name;
    names_.add(scope, parameter, {GraphName::Kind::Bound, node.index(), parameter.span});
    made.parameters.push_back(node);
  }
  tasks_.push_back({Task::Step::LeaveLambda, task.expr, task.place,
                    static_cast<std::uint32_t>(lambdas_.size())});
  tasks_.push_back({Task::Step::Visit, lambda.body, {scope, task.place.is_stitched}});
  lambdas_.push_back(std::move(made));
}

void GraphBuilder::leave_lambda(const Task& task) {
  if (auto body = pop(1)) {
    push(LambdaNode{lambdas_[task.index].parameters, body->front()}, module_.exprs[task.expr].span);
  }
}

}  // namespace weft
