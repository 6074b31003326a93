#include "live/session/document_text.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "fragments/syntax/shift_syntax.h"
#include "support/hash.h"

namespace weft::live {

namespace {

std::uint32_t growth(std::size_t now, std::size_t before) {
  return static_cast<std::uint32_t>(now - before);
}

void move(const syntax::SyntaxShift& shift, DocumentNode& node) {
  shift.move(node.name_span);
  shift.move(node.statement);
  if (node.type_span != Span{}) {
    shift.move(node.type_span);
  }
  if (node.value) {
    shift.move(*node.value);
  }
  if (node.binding) {
    shift.move(*node.binding);
  }
}

bool is_graph(const syntax::Declaration& declaration) {
  return std::holds_alternative<syntax::MaterialDecl>(declaration.kind) ||
         std::holds_alternative<syntax::GraphDecl>(declaration.kind);
}

std::uint64_t hash_of(std::uint32_t graph, std::string_view name, bool is_output) {
  return hash_text(name) + (std::uint64_t{graph} << 1) + (is_output ? 1 : 0);
}

}  // namespace

DocumentText::DocumentText(std::string path, std::string text, Interner names)
    : source_(std::move(path), std::move(text)),
      names_(std::move(names)),
      parsed_(parse_module(FileId(0), source_, names_)) {
  add_graphs();
}

DocumentText::DocumentText(const DocumentText& former, std::string text, const TextChange& change,
                           Interner names)
    : source_(former.source().path(), std::move(text)), names_(std::move(names)) {
  std::optional<ParsedModule> parsed;
  if (former.names().shares_with(names_)) {
    parsed = reparse_module(former.parsed(), source_, change, names_);
  }
  const bool is_alike = parsed.has_value();
  parsed_ = is_alike ? std::move(*parsed) : parse_module(FileId(0), source_, names_);
  if (!is_alike || !take_index(former, change)) {
    add_graphs();
  }
}

/// Takes the index of a text that differs inside of one statement. Returns false, having done
/// nothing, unless that is a binding outside of `stitch` blocks that binds the same name.
bool DocumentText::take_index(const DocumentText& former, const TextChange& change) {
  // Nodes are in text order.
  const auto behind = std::upper_bound(
      former.nodes_.begin(), former.nodes_.end(), change.begin,
      [](std::uint32_t place, const DocumentNode& node) { return place < node.statement.begin; });
  if (behind == former.nodes_.begin()) {
    return false;
  }
  const DocumentNode& old = *(behind - 1);
  if (!old.binding || old.is_stitched || old.statement.end <= change.former_end) {
    return false;
  }
  syntax::SyntaxShift shift;
  shift.bytes = change.end - change.former_end;
  shift.exprs = growth(module().exprs.size(), former.module().exprs.size());
  shift.bindings = growth(module().bindings.size(), former.module().bindings.size());
  // The inner bindings of a statement come before it.
  syntax::BindingId binding = *old.binding;
  shift.move(binding);
  if (std::holds_alternative<syntax::StitchBinding>(module().bindings[binding].kind)) {
    return false;
  }
  const DocumentNode made = node_of(old.graph, former.graphs_[old.graph], binding, false);
  if (made.kind != old.kind || made.name != old.name) {
    return false;
  }
  nodes_by_name_ = former.nodes_by_name_;
  graphs_by_key_ = former.graphs_by_key_;
  nodes_ = former.nodes_;
  auto node = nodes_.begin() + (behind - former.nodes_.begin());
  *(node - 1) = made;
  for (; node != nodes_.end(); ++node) {
    move(shift, *node);
  }
  graphs_ = former.graphs_;
  graphs_[old.graph].declaration.end += shift.bytes;
  for (std::size_t i = old.graph + 1; i < graphs_.size(); ++i) {
    shift.move(graphs_[i].name_span);
    shift.move(graphs_[i].declaration);
  }
  auto graph = graphs_.begin();
  for (const syntax::Declaration& declaration : module().declarations) {
    if (is_graph(declaration)) {
      graph->signature = signature_of(declaration);
      ++graph;
    }
  }
  return true;
}

void DocumentText::add_graphs() {
  IndexTable names;
  for (const syntax::Declaration& declaration : module().declarations) {
    add_graph(declaration, names);
  }
  nodes_by_name_ = std::make_shared<const IndexTable>(std::move(names));
}

std::optional<std::uint32_t> DocumentText::find_graph(std::string_view key) const {
  const auto found = graphs_by_key_.find(std::string(key));
  return found != graphs_by_key_.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<std::uint32_t> DocumentText::find_in(const IndexTable& names, std::uint32_t graph,
                                                   std::string_view name, bool is_output) const {
  return names.find(hash_of(graph, name, is_output), [&](std::uint32_t i) {
    const DocumentNode& node = nodes_[i];
    return node.graph == graph && node.name == name && (node.kind == NodeKind::Output) == is_output;
  });
}

std::optional<std::uint32_t> DocumentText::find_node(std::uint32_t graph, std::string_view name,
                                                     bool is_output) const {
  return find_in(*nodes_by_name_, graph, name, is_output);
}

void DocumentText::add_graph(const syntax::Declaration& declaration, IndexTable& names) {
  if (!is_graph(declaration)) {
    return;
  }
  const auto* material = std::get_if<syntax::MaterialDecl>(&declaration.kind);
  const auto* fragment = std::get_if<syntax::GraphDecl>(&declaration.kind);
  const auto index = static_cast<std::uint32_t>(graphs_.size());
  const syntax::Identifier& name = material != nullptr ? material->name : fragment->signature.name;
  std::string key(spelling(name.name));
  for (int i = 2; graphs_by_key_.contains(key); ++i) {
    key = fmt::format("{}~{}", spelling(name.name), i);
  }
  graphs_by_key_.emplace(key, index);
  graphs_.push_back({material != nullptr, spelling(name.name), std::move(key), name.span,
                     declaration.span, signature_of(declaration),
                     static_cast<std::uint32_t>(nodes_.size()), 0});
  const std::size_t items = material != nullptr
                                ? material->items.size()
                                : fragment->signature.ports.size() + fragment->bindings.size();
  nodes_.reserve(nodes_.size() + items);
  if (material != nullptr) {
    for (const auto& item : material->items) {
      if (const auto* parameter = std::get_if<syntax::ParameterDecl>(&item)) {
        add_node({NodeKind::Parameter, index, spelling(parameter->name.name), parameter->name.span,
                  parameter->span, parameter->type.span, parameter->default_value},
                 names);
      } else {
        add_binding(index, std::get<syntax::BindingId>(item), false, names);
      }
    }
  } else {
    for (const syntax::Port& port : fragment->signature.ports) {
      add_node({NodeKind::Port,
                index,
                spelling(port.name.name),
                port.name.span,
                port.span,
                {},
                port.default_value},
               names);
    }
    for (const syntax::BindingId id : fragment->bindings) {
      add_binding(index, id, false, names);
    }
  }
  graphs_[index].node_count = static_cast<std::uint32_t>(nodes_.size()) - graphs_[index].first_node;
}

void DocumentText::add_node(const DocumentNode& node, IndexTable& names) {
  const bool is_output = node.kind == NodeKind::Output;
  if (!find_in(names, node.graph, node.name, is_output)) {
    names.insert(hash_of(node.graph, node.name, is_output),
                 static_cast<std::uint32_t>(nodes_.size()));
  }
  nodes_.push_back(node);
}

void DocumentText::add_binding(std::uint32_t graph, syntax::BindingId id, bool is_stitched,
                               IndexTable& names) {
  if (const auto* stitch = std::get_if<syntax::StitchBinding>(&module().bindings[id].kind)) {
    for (const syntax::BindingId inner : stitch->bindings) {
      add_binding(graph, inner, true, names);  // stitch blocks do not nest
    }
    return;
  }
  add_node(node_of(graph, graphs_[graph], id, is_stitched), names);
}

DocumentNode DocumentText::node_of(std::uint32_t index, const DocumentGraph& graph,
                                   syntax::BindingId id, bool is_stitched) const {
  const syntax::Binding& binding = module().bindings[id];
  DocumentNode node;
  node.graph = index;
  node.statement = binding.span;
  node.binding = id;
  node.is_stitched = is_stitched;
  if (const auto* value = std::get_if<syntax::ValueBinding>(&binding.kind)) {
    node.name = spelling(value->name.name);
    node.name_span = value->name.span;
    node.type_span = value->type ? value->type->span : Span{};
    node.value = value->value;
  } else {
    const auto& output = std::get<syntax::OutputBinding>(binding.kind);
    const syntax::Expr& target = module().exprs[output.target];
    const auto* name = std::get_if<syntax::NameExpr>(&target.kind);
    const bool is_named =
        output.value.has_value() || graph.is_material ||
        (name != nullptr && graph.signature != nullptr &&
         std::holds_alternative<std::vector<syntax::NamedResult>>(graph.signature->result));
    node.kind = NodeKind::Output;
    node.name = is_named && name != nullptr ? spelling(name->name) : std::string_view();
    node.name_span = target.span;
    node.value = output.value ? *output.value : output.target;
    node.is_shorthand = is_named && !output.value;
  }
  return node;
}

const syntax::Signature* signature_of(const syntax::Declaration& declaration) {
  const auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind);
  const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind);
  return leaf != nullptr ? &leaf->signature : graph != nullptr ? &graph->signature : nullptr;
}

}  // namespace weft::live
