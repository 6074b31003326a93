#include "live/session/preview_source.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "fragments/model/metadata_range.h"
#include "live/session/edit_rules.h"

namespace weft::live {
namespace {

using Range = std::optional<std::pair<double, double>>;

Range range_of(const Library& library, const MetaData& meta) {
  std::optional<double> low;
  std::optional<double> high;
  for (const MetaValue& each : meta) {
    const std::string_view name = library.text(each.name);
    if (name == "min") {
      low = bound_of(each, 0);
    } else if (name == "max") {
      high = bound_of(each, 0);
    }
  }
  return low && high && *low < *high ? Range({*low, *high}) : std::nullopt;
}

/// The type as source text; empty if a call decides a part of it.
std::string stated_type(const Library& library, const FragmentPort& port) {
  const TypePattern& pattern = port.type;
  if (port.kind == FragmentPort::Kind::Fn || pattern.type_variable || pattern.data.is_open() ||
      !pattern.data.is_plain()) {
    return {};
  }
  std::string traits;
  for (const PatternEntry& entry : pattern.entries) {
    if (entry.variable) {
      return {};
    }
    if (entry.value && !entry.conditional) {
      traits += fmt::format("{}{}: {}", traits.empty() ? "" : ", ",
                            library.text(library.lattice.trait(entry.trait).name),
                            library.text(library.lattice.value(*entry.value).name));
    }
  }
  const std::string data = library.type_name(pattern.data);
  return traits.empty() ? data : fmt::format("{} {{{}}}", data, traits);
}

std::vector<const Fragment*> fragments_called(const Library& library, std::string_view callee) {
  std::vector<const Fragment*> found;
  if (const auto name = library.names.find(callee)) {
    for (const FragmentId id : library.find_fragments(*name)) {
      found.push_back(&library.fragments[id]);
    }
  }
  return found;
}

/// The port of a fragment by name or, without one, by position.
const FragmentPort* port_of(const Library& library, const Fragment& fragment, std::string_view name,
                            std::size_t position) {
  for (std::size_t i = 0; i < fragment.listed_port_count(); ++i) {
    if (name.empty() ? i == position : library.text(fragment.ports[i].name) == name) {
      return &fragment.ports[i];
    }
  }
  return nullptr;
}

/// With the `with (…)` around it, innermost first.
std::string injected(std::string expression, const std::vector<std::string>& around) {
  for (const std::string& with : around) {
    expression = fmt::format("({}) {}", expression, with);
  }
  return expression;
}

/// A name for the next copy of a graph that no text has.
std::string unused_graph(const DocumentText& document, const Library& library,
                         const PreviewSource& source) {
  const auto is_in = [](const DocumentText& text, const std::string& name) {
    return text.text().find(name) != std::string_view::npos;
  };
  for (std::size_t i = source.copies.size() + 1;; ++i) {
    std::string name = fmt::format("preview_graph_{}", i);
    const auto& imported = source.path.imported;
    const bool is_taken = is_in(document, name) || !fragments_called(library, name).empty() ||
                          std::any_of(imported.begin(), imported.end(),
                                      [&](const auto& text) { return is_in(*text, name); }) ||
                          std::any_of(source.copies.begin(), source.copies.end(),
                                      [&](const auto& copy) { return copy.name == name; });
    if (!is_taken) {
      return name;
    }
  }
}

/// Looks into one document or imported file, at the place of a node or call.
class SourceSearch {
 public:
  /// `context` is that of the text with the place.
  SourceSearch(const EditContext& context, const Library& library, NodePlace place,
               std::string_view node, std::string_view port)
      : document_(context.document),
        module_(context.document.module()),
        context_(context),
        library_(library),
        place_(std::move(place)),
        node_(node),
        port_(port) {
    root_ = document_.nodes()[place_.node].value;
  }

  /// Adds what the value is to `source`.
  Result<PreviewSource> find(PreviewSource source) {
    source_ = std::move(source);
    const DocumentNode& holder = document_.nodes()[place_.node];
    if (is_given(holder)) {
      if (!port_.empty()) {
        return failed(refusal(Code::UnknownPort, fmt::format("'{}' is given from outside and has "
                                                             "no ports",
                                                             node_)));
      }
      take_given(holder);
      return source_;
    }
    if (port_.empty()) {
      if (!place_.is_nested()) {
        source_.type = std::string(document_.text(holder.type_span));
      }
      return take(place_.operand->expr);
    }
    const auto input = find_port(context_, place_, node_, port_);
    return input ? take_input(*input) : take_result(place_.operand->expr, input.error());
  }

  /// A call at the place, of another name, with what is injected around it.
  Result<std::string> call(syntax::ExprId id, const std::string& name) {
    if (is_bound(id)) {
      return failed(depends_on_function());
    }
    const Span all = module_.exprs[id].span;
    const auto& called = std::get<syntax::CallExpr>(module_.exprs[id].kind);
    const Span callee = module_.exprs[called.callee].span;
    return injected(fmt::format("{}{}", name, document_.text({all.file, callee.end, all.end})),
                    surroundings(id));
  }

 private:
  Diagnostic refusal(Code code, std::string message, std::string hint = {}) const {
    return edit_error(code, node_, port_, std::move(message), std::move(hint));
  }

  Diagnostic depends_on_function() const {
    return refusal(Code::Unsupported,
                   "the value depends on a function's parameter or a loop's state, so it has no "
                   "value of its own",
                   "preview the call or loop around it");
  }

  static bool is_given(const DocumentNode& node) {
    return node.kind == NodeKind::Parameter || node.kind == NodeKind::Port;
  }

  std::string text(syntax::ExprId expr) const {
    return std::string(document_.text(module_.exprs[expr].span));
  }

  std::string callee_of(syntax::ExprId call) const {
    const auto& kind = module_.exprs[unwrapped(module_, call)].kind;
    const auto* called = std::get_if<syntax::CallExpr>(&kind);
    const auto* name = called != nullptr
                           ? std::get_if<syntax::NameExpr>(&module_.exprs[called->callee].kind)
                           : nullptr;
    return name != nullptr ? std::string(document_.spelling(name->name)) : std::string();
  }

  Result<PreviewSource> take_input(const PortPlace& input) {
    if (input.call) {
      const auto& call = std::get<syntax::CallExpr>(module_.exprs[*input.call].kind);
      std::string name = input.name;
      if (input.argument && *input.argument < call.arguments.size() && input.operand &&
          call.arguments[*input.argument].name) {
        name = document_.spelling(call.arguments[*input.argument].name->name);
      }
      const std::string callee = callee_of(*input.call);
      const auto fragments = fragments_called(library_, callee);
      if (fragments.size() == 1) {
        if (const auto* port =
                port_of(library_, *fragments.front(), name, input.argument.value_or(0))) {
          source_.type = stated_type(library_, *port);
          source_.range = range_of(library_, port->meta);
          source_.is_function = port->kind == FragmentPort::Kind::Fn;
        }
      }
      if (!input.operand) {
        source_.open = {callee, name, input.argument.value_or(0), {}};
        return take_expression(*input.call);
      }
    }
    return take(input.operand->expr);
  }

  /// A result of a call that has several.
  Result<PreviewSource> take_result(syntax::ExprId call, const Diagnostics& errors) {
    std::string_view wanted = port_;
    wanted.remove_prefix(wanted.starts_with("out:") ? 4 : 0);
    std::vector<std::string_view> known;
    for (const Fragment* fragment : fragments_called(library_, callee_of(call))) {
      for (const FragmentResult& result : fragment->results) {
        known.push_back(library_.text(result.name));
      }
    }
    if (std::find(known.begin(), known.end(), wanted) == known.end()) {
      Diagnostics told = errors;
      if (known.size() > 1) {
        told.front().notes.push_back({fmt::format("its results are {}", fmt::join(known, ", "))});
      }
      return failed(std::move(told));
    }
    const bool is_single = known.size() == 1;
    auto found = take_expression(call);
    if (found && !is_single) {
      found->expression = fmt::format("({}).{}", found->expression, wanted);
    }
    return found;
  }

  Result<PreviewSource> take(syntax::ExprId expr) {
    // A name stands for its binding's expression. Names in a graph form no cycle once it is loaded,
    // but the text may.
    for (std::size_t steps = 0; steps <= document_.nodes().size(); ++steps) {
      const syntax::ExprId inner = unwrapped(module_, expr);
      const auto* name = std::get_if<syntax::NameExpr>(&module_.exprs[inner].kind);
      if (name == nullptr || is_ascribed(expr) || is_bound(inner)) {
        break;
      }
      const auto node = document_.find_node(place_.graph, document_.spelling(name->name), false);
      if (!node) {
        break;
      }
      const DocumentNode& read = document_.nodes()[*node];
      if (is_given(read)) {
        take_given(read);
        return wrapped(expr, source_.expression);
      }
      const bool has_type = read.type_span.begin != read.type_span.end;
      if (!read.value || (has_type && !source_.type.empty())) {
        break;
      }
      if (has_type) {
        source_.type = std::string(document_.text(read.type_span));
      }
      // What is read outside of `with` is the same as its expression inside.
      const auto outside = surroundings(expr);
      around_.insert(around_.begin(), outside.begin(), outside.end());
      root_ = read.value;
      expr = *read.value;
    }
    return take_expression(expr);
  }

  bool is_ascribed(syntax::ExprId expr) const {
    while (const auto* paren = std::get_if<syntax::ParenExpr>(&module_.exprs[expr].kind)) {
      expr = paren->inner;
    }
    return std::holds_alternative<syntax::AscribeExpr>(module_.exprs[expr].kind);
  }

  void take_given(const DocumentNode& node) {
    source_.expression = std::string(node.name);
    const std::string_view graph = document_.graphs()[place_.graph].name;
    if (node.kind == NodeKind::Parameter) {
      const auto material = library_.find_material(graph);
      for (std::size_t i = 0; material && i < library_.materials[*material].parameters.size();
           ++i) {
        const MaterialParameter& each = library_.materials[*material].parameters[i];
        if (library_.text(each.name) == node.name) {
          take_meaning(each.type.data(), each.meta);
        }
      }
      return;
    }
    for (const Fragment* fragment : fragments_called(library_, graph)) {
      const FragmentPort* port = port_of(library_, *fragment, node.name, 0);
      if (fragment->is_graph() && port != nullptr) {
        source_.is_function = port->kind == FragmentPort::Kind::Fn;
        take_meaning(port->type.data, port->meta);
      }
    }
  }

  void take_meaning(DataType data, const MetaData& meta) {
    source_.range = source_.range ? source_.range : range_of(library_, meta);
    source_.texture = data.is_texture() ? std::optional(data) : std::nullopt;
  }

  Result<PreviewSource> take_expression(syntax::ExprId expr) {
    if (is_bound(expr)) {
      return failed(depends_on_function());
    }
    if (std::holds_alternative<syntax::LambdaExpr>(module_.exprs[unwrapped(module_, expr)].kind)) {
      source_.is_function = true;
    }
    return wrapped(expr, text(expr));
  }

  /// With what is injected around it.
  Result<PreviewSource> wrapped(syntax::ExprId expr, std::string expression) {
    std::vector<std::string> around = surroundings(expr);
    around.insert(around.end(), around_.begin(), around_.end());
    source_.expression = injected(std::move(expression), around);
    if (source_.open) {
      source_.open->around = std::move(around);
    }
    return source_;
  }

  /// The expressions from the node's own down to `expr`.
  std::vector<std::pair<syntax::ExprId, std::size_t>> path_to(syntax::ExprId expr) const {
    std::vector<std::pair<syntax::ExprId, std::size_t>> path;
    const Span span = module_.exprs[expr].span;
    syntax::ExprId at = *root_;
    while (at != expr) {
      const syntax::ExprId holder = unwrapped(module_, at);
      const std::vector<Operand> operands = operands_of(module_, holder);
      const auto next = std::find_if(operands.begin(), operands.end(), [&](const Operand& operand) {
        const Span around = module_.exprs[operand.expr].span;
        return around.begin <= span.begin && span.end <= around.end;
      });
      if (next == operands.end()) {
        break;  // `expr` is what `at` wraps
      }
      path.emplace_back(holder, static_cast<std::size_t>(next - operands.begin()));
      at = next->expr;
    }
    return path;
  }

  /// The `with (…)` around an expression, innermost first.
  std::vector<std::string> surroundings(syntax::ExprId expr) const {
    std::vector<std::string> found;
    for (const auto& [holder, position] : path_to(expr)) {
      const auto* with = std::get_if<syntax::WithExpr>(&module_.exprs[holder].kind);
      if (with != nullptr && position == 0) {
        const Span operand = module_.exprs[with->operand].span;
        std::string_view text =
            document_.text({operand.file, operand.end, module_.exprs[holder].span.end});
        text.remove_prefix(std::min(text.find("with"), text.size()));
        found.insert(found.begin(), std::string(text));
      }
    }
    return found;
  }

  /// Whether it mentions a name that a function or a loop around it binds.
  bool is_bound(syntax::ExprId expr) const {
    std::vector<NameId> bound;
    for (const auto& [holder, position] : path_to(expr)) {
      const auto* loop = std::get_if<syntax::LoopExpr>(&module_.exprs[holder].kind);
      if (loop != nullptr && position > loop->states.size()) {
        for (const syntax::LoopState& state : loop->states) {
          bound.push_back(state.name.name);
        }
        for (const syntax::BindingId id : loop->bindings) {
          if (const auto* value = std::get_if<syntax::ValueBinding>(&module_.bindings[id].kind)) {
            bound.push_back(value->name.name);
          }
        }
      }
      if (const auto* lambda = std::get_if<syntax::LambdaExpr>(&module_.exprs[holder].kind)) {
        for (const syntax::Identifier& parameter : lambda->parameters) {
          bound.push_back(parameter.name);
        }
      }
    }
    if (bound.empty()) {
      return false;
    }
    const std::vector<NameUse> used = names_in(module_, expr);
    return std::any_of(used.begin(), used.end(), [&](const NameUse& use) {
      return std::find(bound.begin(), bound.end(), use.name) != bound.end();
    });
  }

  const DocumentText& document_;
  const syntax::Module& module_;
  const EditContext context_;
  const Library& library_;
  NodePlace place_;
  std::string_view node_;
  std::string_view port_;
  PreviewSource source_;
  std::optional<syntax::ExprId> root_;  ///< the expression of the node that is looked into
  std::vector<std::string> around_;     ///< `with (…)` around a name that was followed
};

}  // namespace

Result<PreviewSource> find_preview_source(const EditContext& context, const Library& library,
                                          std::string_view node, std::string_view port) {
  PreviewSource source;
  auto path = find_call_path(context, library, node);
  if (!path) {
    return failed(std::move(path.error()));
  }
  source.path = std::move(*path);
  const NodeNames no_names;
  const auto looking = [&](const DocumentText& text, const NodePlace& place) {
    const bool is_document = &text == &context.document;
    return SourceSearch({text, is_document ? context.names : no_names, context.fragments}, library,
                        place, node, port);
  };
  for (const CallStep& step : source.path.calls) {
    std::string name = unused_graph(context.document, library, source);
    auto call = looking(*step.text, step.place).call(step.call, name);
    if (!call) {
      return failed(std::move(call.error()));
    }
    source.copies.push_back({std::move(name), std::move(*call)});
  }
  const bool is_inside = !source.path.calls.empty();
  source.material = is_inside ? source.path.calls.front().place.graph : source.path.place.graph;
  SourceSearch inside = looking(*source.path.text, source.path.place);
  return inside.find(std::move(source));
}

Result<PreviewSource> closed_input(const PreviewSource& open, const Library& library,
                                   std::string_view node, std::string_view port,
                                   const std::string* stitched) {
  PreviewSource closed = open;
  closed.open.reset();
  std::vector<std::string> defaults;
  for (const Fragment* fragment : fragments_called(library, open.open->callee)) {
    const FragmentPort* found = port_of(library, *fragment, open.open->port, open.open->position);
    if (found != nullptr && found->default_value) {
      const Graph& value = *found->default_value;
      const Span span = value.nodes[value.outputs.front().node].span;
      std::string text(library.sources[span.file].text(span));
      if (std::find(defaults.begin(), defaults.end(), text) == defaults.end()) {
        defaults.push_back(std::move(text));
      }
    }
  }
  if (stitched != nullptr || defaults.size() == 1) {
    closed.expression =
        injected(stitched != nullptr ? *stitched : defaults.front(), open.open->around);
  } else {
    return failed(
        edit_error(Code::UnknownPort, node, port,
                   fmt::format("the call of '{}' leaves this port open", open.open->callee),
                   "connect it, or preview what it is to read"));
  }
  return closed;
}

}  // namespace weft::live
