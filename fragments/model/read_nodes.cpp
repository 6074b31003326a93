#include "fragments/model/read_nodes.h"

#include <cstdint>

#include "fragments/model/graph_inputs.h"

namespace weft {
namespace {

class Reads {
 public:
  explicit Reads(const Graph& graph) : graph_(graph), is_read_(graph.nodes.size(), false) {}

  std::vector<bool> from(const std::vector<NodeId>& roots) {
    for (const NodeId root : roots) {
      visit(root);
    }
    while (!open_.empty()) {
      const NodeId node = open_.back();
      open_.pop_back();
      visit_dependencies(graph_.nodes[node]);
    }
    return is_read_;
  }

 private:
  void visit(NodeId node) {
    if (!is_read_[node.index()]) {
      is_read_[node.index()] = true;
      open_.push_back(node);
    }
  }

  void visit_dependencies(const GraphNode& node) {
    for_each_dependency(node, [this](NodeId input) { visit(input); });
    if (const auto* call = std::get_if<CallNode>(&node.kind)) {
      visit_stitched(call->stitch_sources);
    }
  }

  /// All calls of a material share one list, and each sees a prefix of it: visit every entry once.
  void visit_stitched(const StitchSources& sources) {
    if (!sources.values) {
      return;
    }
    for (; stitched_ < sources.before; ++stitched_) {
      visit((*sources.values)[stitched_].node);
    }
  }

  const Graph& graph_;
  std::vector<bool> is_read_;
  std::vector<NodeId> open_;
  std::uint32_t stitched_ = 0;
};

}  // namespace

std::vector<bool> find_read_nodes(const Graph& graph, const std::vector<NodeId>& roots) {
  return Reads(graph).from(roots);
}

}  // namespace weft
