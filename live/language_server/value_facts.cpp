#include "live/language_server/value_facts.h"

#include <algorithm>

#include "fragments/types/rate.h"

namespace weft::lsp {
namespace {

bool is_within(Span inner, Span outer) {
  return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

ValueFact value_fact(const Library& library, const GraphNode& node, const TypedNode& typed) {
  ValueFact fact{node.span, library.type_name(typed.type), typed.rate, {}};
  fact.needs.reserve(typed.needs.size());
  for (const FeatureId feature : typed.needs) {
    fact.needs.emplace_back(library.text(library.features[feature].path));
  }
  return fact;
}

/// A typed node of a document.
struct FoundNode {
  const GraphNode* node = nullptr;
  const TypedNode* typed = nullptr;
};

/// The first typed node of the document's materials for which a function holds, which is called
/// with the library, the material and the node.
template <typename Holds>
std::optional<FoundNode> find_typed(OpenDocument& document, const Holds& holds) {
  const std::vector<TypedMaterial>& materials = document.typed_materials();
  const Library& library = document.loaded().library();
  for (const TypedMaterial& material : materials) {
    const Graph& graph = library.materials[material.material].graph;
    for (const TypedNode& typed : material.nodes) {
      const GraphNode& node = graph.nodes[typed.node];
      if (node.span.file == library.root_file && holds(library, material, node)) {
        return FoundNode{&node, &typed};
      }
    }
  }
  return std::nullopt;
}

std::optional<FoundNode> find_named(OpenDocument& document, std::string_view name,
                                    std::uint32_t near) {
  const live::DocumentText& tree = document.tree();
  const live::DocumentGraph* around = nullptr;
  for (const live::DocumentGraph& graph : tree.graphs()) {
    if (graph.is_material && near >= graph.declaration.begin && near <= graph.declaration.end) {
      around = &graph;
    }
  }
  if (around == nullptr) {
    return std::nullopt;
  }
  const Span place = around->declaration;
  return find_typed(document, [&](const Library& library, const TypedMaterial& material,
                                  const GraphNode& node) {
    const auto* parameter = std::get_if<ParameterNode>(&node.kind);
    const bool is_parameter =
        parameter != nullptr &&
        library.text(library.materials[material.material].parameters[parameter->parameter].name) ==
            name;
    const bool is_named = node.name && library.text(*node.name) == name;
    return (is_named || is_parameter) && is_within(node.span, place);
  });
}

std::optional<ValueFact> fact_of_found(OpenDocument& document,
                                       const std::optional<FoundNode>& found) {
  return found ? std::optional(value_fact(document.loaded().library(), *found->node, *found->typed))
               : std::nullopt;
}

LinkFact link_fact(const Library& library, const TypedLink& link) {
  return {link.span, link.consumer, library.type_name(link.from), library.type_name(link.to),
          link.steps};
}

}  // namespace

std::optional<ValueFact> fact_of(OpenDocument& document, Span expression) {
  return fact_of_found(
      document, find_typed(document, [&](const Library& /*library*/,
                                         const TypedMaterial& /*material*/, const GraphNode& node) {
        return node.span.begin == expression.begin && node.span.end == expression.end;
      }));
}

std::optional<ValueFact> fact_of_name(OpenDocument& document, std::string_view name,
                                      std::uint32_t near) {
  return fact_of_found(document, find_named(document, name, near));
}

std::optional<SemanticType> type_of_name(OpenDocument& document, std::string_view name,
                                         std::uint32_t near) {
  const auto found = find_named(document, name, near);
  return found ? std::optional(found->typed->type) : std::nullopt;
}

std::vector<LinkFact> all_links(OpenDocument& document) {
  std::vector<LinkFact> links;
  const std::vector<TypedMaterial>& materials = document.typed_materials();
  const Library& library = document.loaded().library();
  for (const TypedMaterial& material : materials) {
    for (const TypedLink& link : material.links) {
      if (link.span.file == library.root_file && link.span.end > link.span.begin) {
        links.push_back(link_fact(library, link));
      }
    }
  }
  std::stable_sort(links.begin(), links.end(), [](const LinkFact& a, const LinkFact& b) {
    return a.span.begin < b.span.begin;
  });
  return links;
}

std::vector<LinkFact> links_at(OpenDocument& document, std::uint32_t offset) {
  std::vector<LinkFact> links = all_links(document);
  std::erase_if(links, [&](const LinkFact& link) {
    return offset < link.span.begin || offset > link.span.end;
  });
  std::stable_sort(links.begin(), links.end(), [](const LinkFact& a, const LinkFact& b) {
    return a.span.end - a.span.begin > b.span.end - b.span.begin;
  });
  return links;
}

}  // namespace weft::lsp
