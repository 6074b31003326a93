#include "live/session/node_ids.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "support/spelling.h"

namespace weft::live {
namespace {

constexpr std::string_view output_mark = "out:";

Diagnostic no_node(std::string_view id, const std::string& why, std::string hint = {}) {
  Diagnostic diagnostic =
      error(Code::UnknownName, fmt::format("there is no node '{}': {}", id, why), std::move(hint));
  diagnostic.node = std::string(id);
  return diagnostic;
}

/// `base` or `out:color`, after the names of a node's id.
struct LocalName {
  std::string_view name;
  bool is_output = false;
};
LocalName local_name(std::string_view spelt) {
  const bool is_output = spelt.starts_with(output_mark);
  spelt.remove_prefix(is_output ? output_mark.size() : 0);
  return {spelt, is_output};
}

/// `m/base`, `m/out:color`.
std::string joined(std::string_view graph, bool is_output, std::string_view name) {
  std::string id(graph);
  id += '/';
  id += is_output ? output_mark : "";
  id += name;
  return id;
}

/// Splits at the first '/', which it drops.
std::string_view take_part(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('/'), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

}  // namespace

std::string_view NodeNames::name_of(std::string_view id) const {
  const auto found = names_.find(id);
  return found != names_.end() ? std::string_view(found->second) : id;
}

std::string_view NodeNames::id_of(std::string_view name) const {
  const auto found = ids_.find(name);
  return found != ids_.end() ? std::string_view(found->second) : name;
}

void NodeNames::add(const std::string& id, const std::string& name) {
  if (const auto old = names_.find(id); old != names_.end()) {
    ids_.erase(old->second);
    names_.erase(old);
  }
  if (id != name) {
    names_[id] = name;
    ids_[name] = id;
  }
}

NodeNames NodeNames::renamed(
    const std::vector<std::pair<std::string, std::string>>& ids_and_names) const {
  NodeNames changed = *this;
  for (const auto& [id, name] : ids_and_names) {
    changed.add(id, name);
  }
  return changed;
}

NodeNames NodeNames::settled(const DocumentText& document) const {
  if (names_.empty()) {
    return *this;
  }
  const auto exists = [&](std::string_view name) {
    std::string_view rest = name;
    const std::string_view graph = take_part(rest);
    const auto found = document.find_graph(name_of(graph));
    const LocalName local = local_name(rest);
    return found &&
           (rest.empty() || document.find_node(*found, local.name, local.is_output).has_value());
  };
  NodeNames kept;
  for (const auto& [id, name] : names_) {
    if (exists(name)) {
      kept.add(id, name);
    }
  }
  // A node that has the name that another one's id is made of.
  std::vector<std::string> taken;
  for (const auto& [id, name] : kept.names_) {
    if (!kept.ids_.contains(id) && exists(id)) {
      taken.push_back(id);
    }
  }
  for (const std::string& name : taken) {
    std::string id;
    for (int i = 2; id.empty() || kept.names_.contains(id) || exists(id); ++i) {
      id = fmt::format("{}~{}", name, i);
    }
    kept.add(id, name);
  }
  return kept;
}

Result<std::uint32_t> find_graph(const DocumentText& document, const NodeNames& names,
                                 std::string_view id) {
  if (const auto found = document.find_graph(names.name_of(id))) {
    return *found;
  }
  std::vector<std::string_view> known;
  for (const DocumentGraph& graph : document.graphs()) {
    known.push_back(graph.key);
  }
  return failed(no_node(id, fmt::format("the document declares no material or graph '{}'", id),
                        spelling_hint(id, known)));
}

std::optional<std::uint32_t> whole_node(const DocumentText& document, const NodeNames& names,
                                        std::string_view id) {
  std::string_view spelt = names.name_of(id);
  take_part(spelt);
  std::string_view rest = id;
  const std::string_view graph_id = take_part(rest);
  const auto graph = document.find_graph(names.name_of(graph_id));
  const LocalName local = local_name(spelt);
  const auto node = graph ? document.find_node(*graph, local.name, local.is_output) : std::nullopt;
  // A name that the text has again has another id as long as the first one exists.
  return node && names.id_of(joined(graph_id, false, spelt)) == id ? node : std::nullopt;
}

Result<NodePlace> find_node(const DocumentText& document, const NodeNames& names,
                            std::string_view id) {
  std::string_view rest = id;
  const std::string_view graph_id = take_part(rest);
  const auto graph = find_graph(document, names, graph_id);
  if (!graph) {
    return failed(
        no_node(id, fmt::format("the document declares no material or graph '{}'", graph_id)));
  }
  const std::string_view local_id = take_part(rest);
  const std::string_view prefix = id.substr(0, graph_id.size() + 1 + local_id.size());
  const auto node = whole_node(document, names, prefix);
  if (!node) {
    std::string_view spelt = names.name_of(prefix);
    take_part(spelt);
    const LocalName local = local_name(spelt);
    std::vector<std::string_view> known;
    const DocumentGraph& within = document.graphs()[*graph];
    for (std::uint32_t i = 0; i < std::min(within.node_count, 1000U); ++i) {
      known.push_back(document.nodes()[within.first_node + i].name);
    }
    return failed(no_node(id,
                          fmt::format("'{}' has no {} '{}'", within.name,
                                      local.is_output ? "output" : "binding", local.name),
                          spelling_hint(local.name, known)));
  }
  NodePlace place{*graph, *node, {}, std::nullopt};
  const auto& value = document.nodes()[*node].value;
  if (value) {
    place.operand = Operand{*value, true};
  }
  while (!rest.empty()) {
    const std::string_view part = take_part(rest);
    std::uint32_t position = 0;
    const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), position);
    if (status != std::errc() || end != part.data() + part.size()) {
      return failed(no_node(id, fmt::format("'{}' is not the position of an operand", part)));
    }
    place.path.push_back(position);
    place.operand = value ? operand_at(document.module(), *value, place.path) : std::nullopt;
    if (!place.operand) {
      return failed(no_node(
          id, fmt::format("the expression of '{}' has no operand {} there", prefix, position)));
    }
  }
  return place;
}

std::string graph_id_of(const DocumentText& document, const NodeNames& names, std::uint32_t graph) {
  return std::string(names.id_of(document.graphs()[graph].key));
}

NodeId id_of(const DocumentText& document, const NodeNames& names, std::uint32_t index) {
  const DocumentNode& node = document.nodes()[index];
  return std::string(names.id_of(
      joined(graph_id_of(document, names, node.graph), node.kind == NodeKind::Output, node.name)));
}

NodeId id_at(const DocumentText& document, const NodeNames& names, Span span) {
  const std::vector<DocumentNode>& nodes = document.nodes();
  // Nodes are in text order: graphs are, ports come before bindings.
  const auto after = std::upper_bound(
      nodes.begin(), nodes.end(), span.begin,
      [](std::uint32_t place, const DocumentNode& node) { return place < node.statement.begin; });
  if (after == nodes.begin()) {
    return {};
  }
  const DocumentNode& node = *(after - 1);
  if (span.begin >= node.statement.end) {
    return {};
  }
  NodeId id = id_of(document, names, static_cast<std::uint32_t>(after - 1 - nodes.begin()));
  if (!node.value) {
    return id;
  }
  const syntax::Module& module = document.module();
  syntax::ExprId expr = *node.value;
  const auto holds = [&](syntax::ExprId candidate) {
    const Span around = module.exprs[candidate].span;
    return around.begin <= span.begin && span.end <= around.end;
  };
  constexpr int deepest = 64;
  bool descends = holds(expr);
  for (int depth = 0; descends && depth < deepest; ++depth) {
    descends = false;
    const std::vector<Operand> operands = operands_of(module, unwrapped(module, expr));
    for (std::size_t i = 0; i < operands.size() && !descends; ++i) {
      if (holds(operands[i].expr)) {
        id += fmt::format("/{}", i);
        expr = operands[i].expr;
        descends = true;
      }
    }
  }
  return id;
}

}  // namespace weft::live
