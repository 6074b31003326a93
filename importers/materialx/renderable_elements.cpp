#include "importers/materialx/renderable_elements.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

namespace weft::materialx {
namespace {

/// Whether an output has something to draw: closures and shaders of other kinds than surfaces have
/// not.
bool is_drawn(const Element& output) {
  constexpr std::array<std::string_view, 6> others = {
      "BSDF", "EDF", "VDF", "lightshader", "volumeshader", "displacementshader"};
  return std::find(others.begin(), others.end(), output.get("type")) == others.end();
}

/// Whether an element is a material with a surface.
bool is_drawn_material(const Document& document, ElementId id) {
  const Element& element = document.elements[id];
  if (element.tag != "surfacematerial") {
    return element.get("type") == "material" && element.tag != "volumematerial" &&
           element.tag != "output" && element.tag != "input";
  }
  return std::any_of(element.children.begin(), element.children.end(), [&](ElementId child) {
    const Element& input = document.elements[child];
    return (input.name == "surfaceshader" || input.name == "backsurfaceshader") &&
           (input.has("nodename") || input.has("nodegraph"));
  });
}

/// The graphs that nothing else reads, and the first of each cycle.
class OutermostGraphs {
 public:
  OutermostGraphs(const Document& document, Scopes& scopes)
      : document_(document), scopes_(scopes) {}

  std::unordered_set<std::size_t> run(const std::vector<ElementId>& all) {
    std::vector<ElementId> graphs;
    std::unordered_set<std::size_t> read;            // by anything
    std::unordered_set<std::size_t> read_by_others;  // than graphs
    for (const ElementId id : all) {
      const Element& element = document_.elements[id];
      const bool is_graph = element.tag == "nodegraph";
      if (is_graph && !element.has("nodedef")) {
        graphs.push_back(id);
      }
      for (const ElementId graph : read_by(id)) {
        read.insert(graph.index());
        if (!is_graph) {
          read_by_others.insert(graph.index());
        }
      }
    }
    for (const ElementId graph : graphs) {
      if (read.count(graph.index()) == 0) {
        take(graph);
      }
    }
    for (const ElementId graph : graphs) {
      if (reached_.count(graph.index()) == 0 && read_by_others.count(graph.index()) == 0) {
        take(graph);
      }
    }
    return std::move(outermost_);
  }

 private:
  /// The graphs that an element is linked to by its inputs.
  std::vector<ElementId> read_by(ElementId id) {
    const Element& element = document_.elements[id];
    std::vector<ElementId> read;
    for (const ElementId input : element.children) {
      const std::string_view graph = document_.elements[input].get("nodegraph");
      if (const auto found =
              graph.empty() ? std::nullopt : scopes_.find(std::nullopt, graph, element.space)) {
        read.push_back(*found);
      }
    }
    return read;
  }

  void take(ElementId graph) {
    outermost_.insert(graph.index());
    std::vector<ElementId> open = {graph};
    while (!open.empty()) {
      const ElementId at = open.back();
      open.pop_back();
      if (reached_.insert(at.index()).second) {
        const std::vector<ElementId> read = read_by(at);
        open.insert(open.end(), read.begin(), read.end());
      }
    }
  }

  const Document& document_;
  Scopes& scopes_;
  std::unordered_set<std::size_t> outermost_;  // lookups only
  std::unordered_set<std::size_t> reached_;    // from these
};

}  // namespace

std::vector<ElementId> renderable_elements(const Document& document, Scopes& scopes) {
  const std::vector<ElementId> all = scopes.children(std::nullopt);
  std::vector<ElementId> found;
  for (const ElementId id : all) {
    if (is_drawn_material(document, id)) {
      found.push_back(id);
    }
  }
  if (!found.empty()) {
    return found;
  }
  const std::unordered_set<std::size_t> graphs = OutermostGraphs(document, scopes).run(all);
  for (const ElementId id : all) {
    const Element& element = document.elements[id];
    if (element.tag == "output" && is_drawn(element)) {
      found.push_back(id);
    }
    for (const ElementId child : element.children) {
      if (graphs.count(id.index()) != 0 && document.elements[child].tag == "output" &&
          is_drawn(document.elements[child])) {
        found.push_back(child);
      }
    }
  }
  return found;
}

}  // namespace weft::materialx
