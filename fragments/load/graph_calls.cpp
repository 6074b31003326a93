#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "fragments/load/graph_builder.h"
#include "fragments/model/call_arguments.h"
#include "fragments/syntax/foreign_names.h"

// Calls and injections in graphs.
namespace weft::building {
namespace {

/// The type constructed by `float3(…)`, `Weights(…)`, `float[3](…)`.
std::optional<DataType> constructed_type(GraphBuilder& b, syntax::ExprId callee) {
  std::vector<syntax::ExprId> sizes;  // innermost first
  const syntax::Expr* at = &b.module.exprs[callee];
  while (const auto* index = std::get_if<syntax::IndexExpr>(&at->kind)) {
    sizes.push_back(index->index);
    at = &b.module.exprs[index->object];
  }
  const auto* name = std::get_if<syntax::NameExpr>(&at->kind);
  std::optional<DataType> type =
      name ? find_named_type(b.state.library, name->name, b.module.file) : std::nullopt;
  for (syntax::ExprId size : sizes) {
    auto count = type ? resolve_array_size(b.state, b.module, size) : std::nullopt;
    type = count ? std::optional(b.state.library.data_types.array_of(*type, *count)) : std::nullopt;
  }
  return type;
}

bool check_arguments(GraphBuilder& b, const syntax::CallExpr& call) {
  bool good = true;
  std::unordered_map<NameId, Span> seen;
  for (const syntax::Argument& argument : call.arguments) {
    if (!argument.name && !seen.empty()) {
      b.state.report(error_at(Code::WrongArguments, b.module.exprs[argument.value].span,
                              "a positional argument follows a named argument"));
      good = false;
    } else if (argument.name) {
      auto [at, added] = seen.try_emplace(argument.name->name, argument.name->span);
      if (!added) {
        Diagnostic diagnostic = error_at(
            Code::WrongArguments, argument.name->span,
            fmt::format("argument '{}' is passed twice", b.state.text(argument.name->name)));
        diagnostic.notes.push_back({"the first is passed here", at->second});
        b.state.report(std::move(diagnostic));
        good = false;
      }
    }
  }
  return good;
}

/// Values have no methods: what to write for `map.Sample(uv)`.
std::string hint_for_method(const GraphBuilder& b, NameId name) {
  const std::string_view spelling = b.state.text(name);
  std::string hint = foreign_function_hint(spelling);
  if (hint.empty() && !b.state.library.find_fragments(name).empty()) {
    hint = fmt::format("fragments take what they work on as an argument: {}(…)", spelling);
  }
  return hint;
}

}  // namespace

void visit_call(GraphBuilder& b, const syntax::CallExpr& call, const GraphTask& task) {
  syntax::ExprId callee = without_parentheses(b.module, call.callee);
  const auto* name = std::get_if<syntax::NameExpr>(&b.module.exprs[callee].kind);
  std::vector<syntax::ExprId> operands;
  bool good = check_arguments(b, call);
  if (name) {
    auto local = b.names.find(task.place.scope, name->name);
    bool is_fragment = !b.state.library.find_fragments(name->name).empty();
    bool is_type = find_named_type(b.state.library, name->name, b.module.file).has_value();
    bool is_function_port =
        local && local->kind == GraphName::Kind::Port &&
        std::holds_alternative<GraphPortNode>(b.graph.nodes[b.ports.nodes[local->index]].kind);
    // `noise = noise(p)` calls the fragment: only a function can be called, and values rarely are
    // functions.
    if (is_function_port || (local && !is_fragment && !is_type)) {
      operands.push_back(callee);
    } else if (!is_fragment && !is_type) {
      b.names.report_unknown_fragment(name->name, b.module.exprs[callee].span);
      good = false;
    }
  } else if (!std::holds_alternative<syntax::IndexExpr>(b.module.exprs[callee].kind) ||
             !constructed_type(b, callee)) {
    const auto* member = std::get_if<syntax::MemberExpr>(&b.module.exprs[callee].kind);
    b.state.report(error_at(Code::UnknownFragment, b.module.exprs[callee].span,
                            "expected the name of a fragment",
                            member != nullptr ? hint_for_method(b, member->member.name) : ""));
    good = false;
  }
  if (name && operands.empty() && b.state.library.has_choices) {
    b.names.choices().expect_arguments(b.state.library, b.module, call,
                                       b.state.library.find_fragments(name->name));
  }
  for (const syntax::Argument& argument : call.arguments) {
    operands.push_back(argument.value);
  }
  GraphTask::Step step = good ? GraphTask::Step::Combine : GraphTask::Step::Fail;
  b.tasks.push_back({step, task.expr, task.place, static_cast<std::uint32_t>(operands.size())});
  visit_each(b, operands, task.place);
}

void combine_call(GraphBuilder& b, const syntax::CallExpr& call, const GraphTask& task) {
  Span span = b.module.exprs[task.expr].span;
  std::size_t callee_operands = task.index - call.arguments.size();
  auto nodes = b.values.pop(task.index);
  if (!nodes) {
    return;
  }
  std::vector<CallArgument> arguments;
  arguments.reserve(call.arguments.size());
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const syntax::Argument& argument = call.arguments[i];
    CallArgument& passed = arguments.emplace_back(
        CallArgument{{}, (*nodes)[callee_operands + i], b.module.exprs[argument.value].span});
    if (argument.name) {
      passed.name = argument.name->name;
      passed.name_span = argument.name->span;
    }
  }
  if (callee_operands == 1) {
    push_node(b, ApplyNode{nodes->front(), std::move(arguments)}, span);
    return;
  }
  syntax::ExprId callee = without_parentheses(b.module, call.callee);
  if (auto type = constructed_type(b, callee)) {
    ConstructNode construct{*type, {nodes->begin(), nodes->end()}};
    construct.spans.reserve(arguments.size());
    for (const CallArgument& argument : arguments) {
      if (argument.name) {
        b.state.report(error_at(Code::WrongArguments, argument.span,
                                "a constructor takes positional arguments only"));
        b.values.push_failure();
        return;
      }
      construct.spans.push_back(argument.span);
    }
    push_node(b, std::move(construct), span);
    return;
  }
  NameId name = std::get<syntax::NameExpr>(b.module.exprs[callee].kind).name;
  CallNode made{name, b.state.library.find_fragments(name), std::move(arguments), false,
                task.place.is_stitched};
  made.outsiders = prefer_visible(b.state.library, b.module.file, made.candidates);
  describe_candidates(b.state.library, made);
  push_node(b, std::move(made), span);
}

void visit_with(GraphBuilder& b, const syntax::WithExpr& with, const GraphTask& task) {
  InlineVector<syntax::ExprId, 4> injected;
  for (const syntax::Injection& injection : with.injections) {
    injected.push_back(injection.value);
  }
  b.tasks.push_back({GraphTask::Step::Combine, task.expr, task.place});
  visit_each(b, injected, task.place);
  GraphPlace inside = task.place;
  inside.is_injected = true;
  visit_each(b, {with.operand}, inside);
}

/// `e with (f: 1.0)` of a port that is not evaluated under `f`: its value reads the caller's.
void warn_of_unlisted(GraphBuilder& b, NodeId operand, FeatureId injected, Span span) {
  const auto* read = std::get_if<GraphPortNode>(&b.graph.nodes[operand].kind);
  if (read == nullptr || b.ports.fragment == nullptr) {
    return;
  }
  const FragmentPort& port = b.ports.fragment->ports[read->port];
  const bool is_listed =
      std::find(port.injected.begin(), port.injected.end(), injected) != port.injected.end();
  if (port.kind != FragmentPort::Kind::Eval || is_listed) {
    return;
  }
  const std::string_view path = b.state.text(b.state.library.features[injected].path);
  Diagnostic warning =
      error_at(Code::NoEffect, span,
               fmt::format("'with' changes nothing here: port '{}' is not evaluated under '{}'",
                           b.state.text(port.name), path),
               fmt::format("list it in the signature: eval({}, …)", path));
  warning.severity = Severity::Warning;
  b.state.report(std::move(warning));
}

/// `a * 0.5 with (…)`: `with` binds like a call.
void warn_of_literal(GraphBuilder& b, syntax::ExprId literal) {
  Diagnostic warning =
      error_at(Code::NoEffect, b.module.exprs[literal].span,
               "'with' changes nothing here: a literal reads no features",
               "put the expression that is meant in parentheses: (a * b) with (…)");
  warning.severity = Severity::Warning;
  b.state.report(std::move(warning));
}

void combine_with(GraphBuilder& b, const syntax::WithExpr& with, const GraphTask& task) {
  std::vector<WithNode::Injection> injections;
  auto nodes = b.values.pop(with.injections.size() + 1);
  bool good = nodes.has_value();
  std::unordered_map<FeatureId, Span> seen;
  for (std::size_t i = 0; i < with.injections.size(); ++i) {
    const syntax::Path& path = with.injections[i].feature;
    auto feature = b.state.library.find_feature(path_text(b.state, path));
    if (!feature) {
      report_unknown_feature(b.state, path);
      good = false;
      continue;
    }
    auto [at, added] = seen.try_emplace(*feature, path.span);
    if (!added) {
      b.state.report_duplicate(
          path.span, fmt::format("'{}' is injected twice", path_text(b.state, path)), at->second);
      good = false;
    } else if (nodes) {
      warn_of_unlisted(b, nodes->front(), *feature, path.span);
      injections.push_back({*feature, (*nodes)[i + 1], with.injections[i].keeps_frame.has_value()});
    }
  }
  std::sort(injections.begin(), injections.end(),
            [](const auto& left, const auto& right) { return left.feature < right.feature; });
  const auto& operand = b.module.exprs[with.operand].kind;
  if (good && (std::holds_alternative<syntax::NumberExpr>(operand) ||
               std::holds_alternative<syntax::ColorExpr>(operand))) {
    warn_of_literal(b, with.operand);
  }
  if (good) {
    push_node(b, WithNode{nodes->front(), std::move(injections)}, b.module.exprs[task.expr].span);
  } else if (nodes) {
    b.values.push_failure();
  }
}

}  // namespace weft::building
