#include "composer/elaborate/live_literals.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace weft {
namespace {

/// A literal, and the names of what reads it.
struct FoundLiteral {
  const LiteralNode* literal = nullptr;
  std::string consumer;
  std::string port;
};

class LiteralSearch {
 public:
  LiteralSearch(const Library& library, const std::vector<Span>& places)
      : library_(library), places_(places), found_(places.size()) {}

  std::vector<FoundLiteral> run(const Material& material);

 private:
  void visit(const Graph& graph);
  void note_consumer(const Graph& graph, const GraphNode& node);
  void open(const std::vector<FragmentId>& candidates);
  FoundLiteral* find(const GraphNode& node);

  const Library& library_;
  const std::vector<Span>& places_;
  std::vector<FoundLiteral> found_;
  std::vector<bool> is_seen_ = std::vector<bool>(library_.fragments.size(), false);
  std::vector<FragmentId> open_;
};

FoundLiteral* LiteralSearch::find(const GraphNode& node) {
  if (!std::holds_alternative<LiteralNode>(node.kind)) {
    return nullptr;
  }
  const auto at = std::find(places_.begin(), places_.end(), node.span);
  return at != places_.end() ? &found_[static_cast<std::size_t>(at - places_.begin())] : nullptr;
}

void LiteralSearch::open(const std::vector<FragmentId>& candidates) {
  for (const FragmentId id : candidates) {
    if (!is_seen_[id.index()]) {
      is_seen_[id.index()] = true;
      open_.push_back(id);
    }
  }
}

void LiteralSearch::note_consumer(const Graph& graph, const GraphNode& node) {
  const auto* call = std::get_if<CallNode>(&node.kind);
  for (std::size_t i = 0; call != nullptr && i < call->arguments.size(); ++i) {
    FoundLiteral* const found = find(graph.nodes[call->arguments[i].value]);
    if (found == nullptr || !found->port.empty()) {
      continue;
    }
    found->consumer = library_.text(node.name.value_or(call->callee));
    if (call->arguments[i].name) {
      found->port = library_.text(*call->arguments[i].name);
    } else if (!call->candidates.empty()) {
      const std::vector<FragmentPort>& ports = library_.fragments[call->candidates.front()].ports;
      found->port = i < ports.size() ? std::string(library_.text(ports[i].name)) : std::string();
    }
  }
}

void LiteralSearch::visit(const Graph& graph) {
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[NodeId(i)];
    if (FoundLiteral* const found = find(node)) {
      found->literal = &std::get<LiteralNode>(node.kind);
      if (node.name) {
        found->consumer = library_.text(*node.name);
      }
    }
    note_consumer(graph, node);
    if (const auto* call = std::get_if<CallNode>(&node.kind)) {
      open(call->candidates);
    } else if (const auto* function = std::get_if<FunctionNode>(&node.kind)) {
      open(function->candidates);
    }
  }
}

std::vector<FoundLiteral> LiteralSearch::run(const Material& material) {
  visit(material.graph);
  while (!open_.empty()) {
    const Graph* const graph = library_.fragments[open_.back()].graph();
    open_.pop_back();
    if (graph != nullptr) {
      visit(*graph);
    }
  }
  return std::move(found_);
}

/// `tinted_amount`, with a number where a parameter has that name.
NameId unused_name(Library& library, const Material& material, const FoundLiteral& found) {
  std::string stem = found.consumer;
  if (!found.port.empty()) {
    stem += (stem.empty() ? "" : "_") + found.port;
  }
  stem = stem.empty() ? "literal" : stem;
  for (int number = 1;; ++number) {
    const NameId name =
        library.names.intern(number == 1 ? stem : stem + "_" + std::to_string(number));
    const bool is_taken =
        std::any_of(material.parameters.begin(), material.parameters.end(),
                    [name](const MaterialParameter& one) { return one.name == name; });
    if (!is_taken) {
      return name;
    }
  }
}

}  // namespace

std::optional<LiteralNode> live_literal(const Library& library,
                                        const MaterialParameter& parameter) {
  for (const MetaValue& meta : parameter.meta) {
    if (library.text(meta.name) == live_literal_mark) {
      return LiteralNode{*parameter.default_value, std::get<std::string>(meta.value) == "color"};
    }
  }
  return std::nullopt;
}

std::optional<std::uint32_t> find_live_literal(const Library& library, const Material& material,
                                               const Span& place) {
  for (std::size_t i = material.parameters.size(); i > 0; --i) {
    const MaterialParameter& parameter = material.parameters[i - 1];
    if (!live_literal(library, parameter)) {
      break;  // live ones are the last
    }
    if (parameter.span == place) {
      return static_cast<std::uint32_t>(i - 1);
    }
  }
  return std::nullopt;
}

Result<std::vector<std::uint32_t>> make_literals_live(Library& library, Material& material,
                                                      const std::vector<Span>& places) {
  const std::vector<FoundLiteral> found = LiteralSearch(library, places).run(material);
  Diagnostics errors;
  for (std::size_t i = 0; i < places.size(); ++i) {
    // Of a place that is listed twice, the first is found.
    const bool is_repeated =
        std::find(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(i), places[i]) !=
        places.begin() + static_cast<std::ptrdiff_t>(i);
    if (found[i].literal == nullptr && !is_repeated) {
      errors.push_back(error_at(
          Code::UnknownName, places[i],
          "material '" + std::string(library.text(material.name)) + "' reads no literal here"));
    }
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  std::vector<std::uint32_t> positions;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (const auto known = find_live_literal(library, material, places[i])) {
      positions.push_back(*known);
      continue;
    }
    MaterialParameter parameter;
    parameter.name = unused_name(library, material, found[i]);
    parameter.type = SemanticType(found[i].literal->value.type);
    parameter.default_value = found[i].literal->value;
    parameter.meta.push_back({library.names.intern(live_literal_mark),
                              std::string(found[i].literal->is_color ? "color" : "number"),
                              places[i]});
    parameter.span = places[i];
    positions.push_back(static_cast<std::uint32_t>(material.parameters.size()));
    material.parameters.push_back(std::move(parameter));
  }
  return positions;
}

}  // namespace weft
