#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/materialx/document.h"

/// The node definitions that a document declares, with what they inherit.
namespace weft::materialx {

struct Definition {
  ElementId element;                    ///< `<nodedef>`
  std::string node;                     ///< the category, with its namespace: `npr:toon`
  std::vector<ElementId> inputs = {};   ///< `<input>`s, inherited ones first
  std::vector<ElementId> outputs = {};  ///< `<output>`s
  std::string version = {};
  bool is_default_version = false;
  bool is_for_glsl = true;              ///< not only for other targets
  std::optional<ElementId> graph = {};  ///< the `<nodegraph>` that implements it
  bool is_code = false;                 ///< implemented by a file or by source code only
  std::optional<ElementId> code = {};   ///< the `<implementation>` with code that a shader can have
  std::string inherit_cycle = {};       ///< `A → B → A` if what it inherits leads back
  bool is_library = false;              ///< of an installed MaterialX, not of the document
};

/// The input of that name, inherited or its own; nothing if there is none.
std::optional<ElementId> find_input(const Document& document, const Definition& definition,
                                    std::string_view name);

/// In document order, those of libraries last. Inheritance ends where it leads back.
std::vector<Definition> find_definitions(const Document& document);

/// The definitions of a document, found by what nodes name.
struct DefinitionTable {
  explicit DefinitionTable(const Document& document);

  /// The definition that the element is, or null.
  const Definition* of_element(ElementId element) const;

  std::vector<Definition> all;
  std::unordered_map<std::string, std::vector<std::size_t>> by_node;  ///< by category
  std::unordered_map<std::size_t, std::size_t> by_element;            ///< of the `<nodedef>`
};

}  // namespace weft::materialx
