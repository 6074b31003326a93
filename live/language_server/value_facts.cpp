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

/// The first typed node of the document for which a function holds.
template <typename Holds>
std::optional<FoundNode> find_typed(OpenDocument& document, const Holds& holds) {
  const std::vector<TypedDeclaration>& declarations = document.typed_declarations();
  const Library& library = document.loaded().library();
  for (const TypedDeclaration& declaration : declarations) {
    for (const TypedNode& typed : declaration.values.nodes) {
      const GraphNode& node = graph_of(library, declaration).nodes[typed.node];
      if (node.span.file == library.root_file && holds(library, declaration, node)) {
        return FoundNode{&node, &typed};
      }
    }
  }
  return std::nullopt;
}

/// The name of a binding, parameter or port whose value a node is.
std::string_view name_of(const Library& library, const TypedDeclaration& declaration,
                         const GraphNode& node) {
  if (node.name) {
    return library.text(*node.name);
  }
  if (const auto* parameter = std::get_if<ParameterNode>(&node.kind)) {
    const Material& material = library.materials[std::get<MaterialId>(declaration.id)];
    return library.text(material.parameters[parameter->parameter].name);
  }
  if (const auto* port = std::get_if<GraphPortNode>(&node.kind)) {
    const Fragment& graph = library.fragments[std::get<FragmentId>(declaration.id)];
    return library.text(graph.ports[port->port].name);
  }
  return {};
}

std::optional<FoundNode> find_named(OpenDocument& document, std::string_view name,
                                    std::uint32_t near) {
  const live::DocumentText& tree = document.tree();
  const live::DocumentGraph* around = nullptr;
  for (const live::DocumentGraph& graph : tree.graphs()) {
    if (near >= graph.declaration.begin && near <= graph.declaration.end) {
      around = &graph;
    }
  }
  if (around == nullptr) {
    return std::nullopt;
  }
  const Span place = around->declaration;
  return find_typed(document, [&](const Library& library, const TypedDeclaration& declaration,
                                  const GraphNode& node) {
    return name_of(library, declaration, node) == name && is_within(node.span, place);
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
      document,
      find_typed(document, [&](const Library& /*library*/, const TypedDeclaration& /*declaration*/,
                               const GraphNode& node) {
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
  const std::vector<TypedDeclaration>& declarations = document.typed_declarations();
  const Library& library = document.loaded().library();
  for (const TypedDeclaration& declaration : declarations) {
    for (const TypedLink& link : declaration.values.links) {
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
