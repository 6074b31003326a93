#include "live/session/document_text.h"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "support/hash.h"

namespace weft::live {

namespace {

ParsedModule parsed_after(const DocumentText& former, const SourceFile& source,
                          const TextChange& change, Interner& names) {
  std::optional<ParsedModule> parsed;
  if (former.names().shares_with(names)) {
    parsed = reparse_module(former.parsed(), source, change, names);
  }
  return parsed ? std::move(*parsed) : parse_module(FileId(0), source, names);
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
    : source_(former.source().path(), std::move(text)),
      names_(std::move(names)),
      parsed_(parsed_after(former, source_, change, names_)) {
  add_graphs();
}

void DocumentText::add_graphs() {
  for (const syntax::Declaration& declaration : module().declarations) {
    add_graph(declaration);
  }
}

std::optional<std::uint32_t> DocumentText::find_graph(std::string_view key) const {
  const auto found = graphs_by_key_.find(std::string(key));
  return found != graphs_by_key_.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<std::uint32_t> DocumentText::find_node(std::uint32_t graph, std::string_view name,
                                                     bool is_output) const {
  return nodes_by_name_.find(hash_of(graph, name, is_output), [&](std::uint32_t i) {
    const DocumentNode& node = nodes_[i];
    return node.graph == graph && node.name == name && (node.kind == NodeKind::Output) == is_output;
  });
}

void DocumentText::add_graph(const syntax::Declaration& declaration) {
  const auto* material = std::get_if<syntax::MaterialDecl>(&declaration.kind);
  const auto* fragment = std::get_if<syntax::GraphDecl>(&declaration.kind);
  if (material == nullptr && fragment == nullptr) {
    return;
  }
  const auto index = static_cast<std::uint32_t>(graphs_.size());
  const syntax::Identifier& name = material != nullptr ? material->name : fragment->signature.name;
  std::string key(spelling(name.name));
  for (int i = 2; graphs_by_key_.contains(key); ++i) {
    key = fmt::format("{}~{}", spelling(name.name), i);
  }
  graphs_by_key_.emplace(key, index);
  graphs_.push_back({material != nullptr, spelling(name.name), std::move(key), name.span,
                     declaration.span, material != nullptr ? nullptr : &fragment->signature,
                     static_cast<std::uint32_t>(nodes_.size()), 0});
  if (material != nullptr) {
    for (const auto& item : material->items) {
      if (const auto* parameter = std::get_if<syntax::ParameterDecl>(&item)) {
        add_node({NodeKind::Parameter, index, spelling(parameter->name.name), parameter->name.span,
                  parameter->span, parameter->type.span, parameter->default_value});
      } else {
        add_binding(index, std::get<syntax::BindingId>(item), false);
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
                port.default_value});
    }
    for (const syntax::BindingId id : fragment->bindings) {
      add_binding(index, id, false);
    }
  }
  graphs_[index].node_count = static_cast<std::uint32_t>(nodes_.size()) - graphs_[index].first_node;
}

void DocumentText::add_node(DocumentNode node) {
  const bool is_output = node.kind == NodeKind::Output;
  if (!find_node(node.graph, node.name, is_output)) {
    nodes_by_name_.insert(hash_of(node.graph, node.name, is_output),
                          static_cast<std::uint32_t>(nodes_.size()));
  }
  nodes_.push_back(node);
}

void DocumentText::add_binding(std::uint32_t graph, syntax::BindingId id, bool is_stitched) {
  const syntax::Binding& binding = module().bindings[id];
  if (const auto* stitch = std::get_if<syntax::StitchBinding>(&binding.kind)) {
    for (const syntax::BindingId inner : stitch->bindings) {
      add_binding(graph, inner, true);  // stitch blocks do not nest
    }
    return;
  }
  DocumentNode node;
  node.graph = graph;
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
    const bool is_named = output.value.has_value() || graphs_[graph].is_material ||
                          (name != nullptr && graphs_[graph].signature != nullptr &&
                           std::holds_alternative<std::vector<syntax::NamedResult>>(
                               graphs_[graph].signature->result));
    node.kind = NodeKind::Output;
    node.name = is_named && name != nullptr ? spelling(name->name) : std::string_view();
    node.name_span = target.span;
    node.value = output.value ? *output.value : output.target;
    node.is_shorthand = is_named && !output.value;
  }
  add_node(node);
}

const syntax::Signature* signature_of(const syntax::Declaration& declaration) {
  const auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind);
  const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind);
  return leaf != nullptr ? &leaf->signature : graph != nullptr ? &graph->signature : nullptr;
}

}  // namespace weft::live
