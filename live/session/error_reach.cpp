#include "live/session/error_reach.h"

#include <algorithm>

#include "live/session/expression_tree.h"

namespace weft::live {

bool errors_reach(const DocumentText& document, std::uint32_t material, const Diagnostics& errors,
                  const std::vector<std::string_view>& outputs) {
  const DocumentGraph& graph = document.graphs()[material];
  const std::uint32_t end = graph.first_node + graph.node_count;
  std::vector<bool> is_read(graph.node_count, false);
  std::vector<std::uint32_t> open;
  const auto read = [&](std::uint32_t node) {
    if (!is_read[node - graph.first_node]) {
      is_read[node - graph.first_node] = true;
      open.push_back(node);
    }
  };
  for (std::uint32_t i = graph.first_node; i < end; ++i) {
    const DocumentNode& node = document.nodes()[i];
    if (node.is_stitched) {
      return true;
    }
    if (node.kind == NodeKind::Output &&
        std::find(outputs.begin(), outputs.end(), node.name) != outputs.end()) {
      read(i);
    }
  }
  while (!open.empty()) {
    const DocumentNode& node = document.nodes()[open.back()];
    open.pop_back();
    if (!node.value) {
      continue;
    }
    for (const NameUse& use : names_in(document.module(), *node.value)) {
      if (const auto found = document.find_node(material, document.spelling(use.name), false)) {
        read(*found);
      }
    }
  }
  return std::any_of(errors.begin(), errors.end(), [&](const Diagnostic& error) {
    for (std::uint32_t i = graph.first_node; error.span && i < end; ++i) {
      const Span statement = document.nodes()[i].statement;
      if (statement.begin <= error.span->begin && error.span->end <= statement.end) {
        return static_cast<bool>(is_read[i - graph.first_node]);
      }
    }
    return true;
  });
}

}  // namespace weft::live
