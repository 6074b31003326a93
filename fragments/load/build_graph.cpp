#include "fragments/load/build_graph.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "fragments/load/graph_builder.h"
#include "support/spelling.h"

namespace weft {
namespace {

using namespace building;

SignatureScope scope_of(const Fragment& fragment) {
  return {fragment.type_parameters, fragment.trait_variables, false};
}

/// An output binding's name and value: `output color;` means `output color = color;`.
struct NamedOutput {
  syntax::Identifier name;
  syntax::ExprId value;
};

std::optional<NamedOutput> named_output(LoadState& state, const syntax::Module& module,
                                        const syntax::OutputBinding& output) {
  const syntax::Expr& target = module.exprs[output.target];
  const auto* name = std::get_if<syntax::NameExpr>(&target.kind);
  if (!name) {
    state.report(error_at(Code::BadDeclaration, target.span,
                          "a graph with several results must name the output",
                          "write output NAME = expression"));
    return std::nullopt;
  }
  return NamedOutput{{name->name, target.span}, output.value.value_or(output.target)};
}

/// Collects the outputs by name; reports duplicate names.
std::vector<NamedOutput> named_outputs(LoadState& state, const syntax::Module& module,
                                       const std::vector<const syntax::Binding*>& bindings) {
  std::vector<NamedOutput> outputs;
  std::unordered_map<NameId, Span> seen;
  for (const syntax::Binding* binding : bindings) {
    auto output = named_output(state, module, std::get<syntax::OutputBinding>(binding->kind));
    if (!output) {
      continue;
    }
    auto [at, added] = seen.try_emplace(output->name.name, output->name.span);
    if (added) {
      outputs.push_back(*output);
    } else {
      state.report_duplicate(
          output->name.span,
          fmt::format("output '{}' is assigned twice", state.text(output->name.name)), at->second);
    }
  }
  return outputs;
}

void build_single_result(LoadState& state, const syntax::Module& module, const Fragment& fragment,
                         const std::vector<const syntax::Binding*>& bindings,
                         GraphBuilder& builder) {
  if (bindings.size() > 1) {
    Diagnostic diagnostic =
        error_at(Code::BadDeclaration, bindings[1]->span, "the graph has only one result");
    diagnostic.notes.push_back({"the first assignment is here", bindings[0]->span});
    state.report(std::move(diagnostic));
  }
  for (const syntax::Binding* binding : bindings) {
    const auto& output = std::get<syntax::OutputBinding>(binding->kind);
    if (output.value) {
      state.report(error_at(Code::BadDeclaration, module.exprs[output.target].span,
                            "the graph's result has no name", "write output expression"));
    }
    auto value = lower_expression(builder, output.value.value_or(output.target));
    const FragmentResult& result = fragment.results.front();
    if (auto node = add_declared(builder, value, result.type, std::nullopt, binding->span)) {
      builder.graph.outputs.push_back({result.name, *node, binding->span});
    }
  }
}

void build_named_results(LoadState& state, const syntax::Module& module, const Fragment& fragment,
                         const std::vector<const syntax::Binding*>& bindings,
                         GraphBuilder& builder) {
  std::vector<NamedOutput> outputs = named_outputs(state, module, bindings);
  std::vector<std::string_view> known;
  for (const FragmentResult& result : fragment.results) {
    known.push_back(state.text(result.name));
    auto at = std::find_if(outputs.begin(), outputs.end(), [&result](const NamedOutput& output) {
      return output.name.name == result.name;
    });
    if (at == outputs.end()) {
      state.report(error_at(
          Code::BadDeclaration, result.span,
          fmt::format("the graph does not assign its result '{}'", state.text(result.name))));
      continue;
    }
    auto value = lower_expression(builder, at->value, at->name.name);
    if (auto node = add_declared(builder, value, result.type, at->name.name, at->name.span)) {
      builder.graph.outputs.push_back({result.name, *node, at->name.span});
    }
  }
  for (const NamedOutput& output : outputs) {
    std::string_view name = state.text(output.name.name);
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      state.report(error_at(Code::UnknownPort, output.name.span,
                            fmt::format("the graph has no result '{}'", name),
                            spelling_hint(name, known)));
    }
  }
}

/// Builds the graph of one result; empty on errors.
std::optional<Graph> build_result(LoadState& state, const syntax::Module& module,
                                  syntax::ExprId expr, GraphBuilder& builder) {
  const std::size_t errors_before = state.report_count;
  if (auto node = lower_expression(builder, expr)) {
    builder.graph.outputs.push_back(
        {state.library.names.intern("result"), *node, module.exprs[expr].span});
  }
  return state.report_count == errors_before ? std::optional(std::move(builder.graph))
                                             : std::nullopt;
}

}  // namespace

std::optional<Graph> build_expression(LoadState& state, const syntax::Module& module,
                                      syntax::ExprId expr) {
  return build_expression_of(state, module, expr, {});
}

std::optional<Graph> build_expression_of(LoadState& state, const syntax::Module& module,
                                         syntax::ExprId expr,
                                         const std::vector<NamedValue>& values) {
  GraphBuilder builder(state, module, {{}, {}, false});
  add_values(builder, values);
  return build_result(state, module, expr, builder);
}

std::optional<Graph> build_default(LoadState& state, const syntax::Module& module,
                                   syntax::ExprId expr, const Fragment& fragment,
                                   const FragmentPort& port) {
  GraphBuilder builder(state, module, {{}, {}, false});
  builder.names.choices().expect(state.library, expr, port.name, port.meta);
  builder.names.leave_out(fragment.ports);
  return build_result(state, module, expr, builder);
}

std::optional<Graph> build_fragment_graph(LoadState& state, const FragmentSource& source,
                                          const Fragment& fragment) {
  std::size_t errors_before = state.report_count;
  GraphBuilder builder(state, *source.module, scope_of(fragment));
  add_ports(builder, fragment);
  std::vector<const syntax::Binding*> outputs = add_bindings(builder, *source.bindings);
  if (fragment.has_named_results) {
    build_named_results(state, *source.module, fragment, outputs, builder);
  } else if (outputs.empty()) {
    state.report(
        error_at(Code::BadDeclaration, fragment.span,
                 fmt::format("graph '{}' does not output its result", state.text(fragment.name)),
                 "add 'output expression;'"));
  } else {
    build_single_result(state, *source.module, fragment, outputs, builder);
  }
  lower_rest(builder);
  find_stitches(builder);
  return state.report_count == errors_before ? std::optional(std::move(builder.graph))
                                             : std::nullopt;
}

void build_material_graph(LoadState& state, const syntax::Module& module,
                          const std::vector<syntax::BindingId>& bindings, Material& material) {
  GraphBuilder builder(state, module, {{}, {}, false});
  builder.loops.states = &material.states;
  builder.bindings.all.reserve(bindings.size());
  builder.graph.nodes.reserve(2 * bindings.size());  // few bindings make only one node
  add_parameters(builder, material.parameters);
  std::vector<NamedOutput> outputs = named_outputs(state, module, add_bindings(builder, bindings));
  std::sort(outputs.begin(), outputs.end(),
            [&state](const NamedOutput& left, const NamedOutput& right) {
              return state.text(left.name.name) < state.text(right.name.name);
            });
  for (const NamedOutput& output : outputs) {
    if (auto node = lower_expression(builder, output.value, output.name.name)) {
      builder.graph.outputs.push_back({output.name.name, *node, output.name.span});
    }
  }
  lower_rest(builder);
  order_states(builder);
  find_stitches(builder);
  material.graph = std::move(builder.graph);
}

}  // namespace weft
