#include "importers/materialx/definitions.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "importers/materialx/values.h"

namespace weft::materialx {
namespace {

/// Whether a definition or an implementation is one for shaders in GLSL: it states no targets, or
/// this one among them.
bool is_for_glsl(const Element& element) {
  const std::vector<std::string> targets = split_list(element.get("target"), ',');
  return std::any_of(targets.begin(), targets.end(), [](const std::string& target) {
    return target.empty() || target == "genglsl";
  });
}

using ByName = std::unordered_map<std::string, ElementId>;

std::optional<ElementId> find(const ByName& by_name, const std::string& space,
                              std::string_view name) {
  auto found = by_name.find(qualified_name(space, name));
  if (found == by_name.end()) {
    found = by_name.find(std::string(name));
  }
  return found == by_name.end() ? std::nullopt : std::optional<ElementId>(found->second);
}

/// Adds the elements by name: with their namespaces, and without where nothing else has the name.
ByName by_name(const Document& document, const std::vector<ElementId>& elements) {
  ByName names;
  for (const ElementId id : elements) {
    const Element& element = document.elements[id];
    names.try_emplace(qualified_name(element.space, element.name), id);
  }
  for (const ElementId id : elements) {
    if (!document.elements[id].space.empty()) {
      names.try_emplace(document.elements[id].name, id);
    }
  }
  return names;
}

/// Adds the children of one kind; those of the derived definition replace inherited ones.
void add_ports(const Document& document, ElementId from, std::string_view tag,
               std::vector<ElementId>& ports) {
  for (const ElementId id : document.elements[from].children) {
    const Element& port = document.elements[id];
    if (port.tag != tag) {
      continue;
    }
    const auto same = std::find_if(ports.begin(), ports.end(), [&](ElementId other) {
      return document.elements[other].name == port.name;
    });
    if (same == ports.end()) {
      ports.push_back(id);
    } else {
      *same = id;
    }
  }
}

/// The names from the definition on that the last one of the line inherits again.
std::string cycle_text(const Document& document, const std::vector<ElementId>& line,
                       ElementId again) {
  std::string text;
  for (auto at = std::find(line.begin(), line.end(), again); at != line.end(); ++at) {
    text += document.elements[*at].name + " → ";
  }
  return text + document.elements[again].name;
}

Definition definition_of(const Document& document, ElementId id, const ByName& definitions) {
  const Element& element = document.elements[id];
  Definition made{id, qualified_name(element.space, element.get("node"))};
  made.version = element.get("version");
  made.is_default_version = element.get("isdefaultversion") == "true";
  made.is_for_glsl = is_for_glsl(element);
  std::vector<ElementId> line = {id};
  std::unordered_set<std::size_t> seen = {id.index()};
  while (document.elements[line.back()].has("inherit")) {
    const Element& last = document.elements[line.back()];
    const auto base = find(definitions, last.space, last.get("inherit"));
    if (!base) {
      break;
    }
    if (!seen.insert(base->index()).second) {
      made.inherit_cycle = cycle_text(document, line, *base);
      break;
    }
    line.push_back(*base);
  }
  std::reverse(line.begin(), line.end());
  for (const ElementId from : line) {
    add_ports(document, from, "input", made.inputs);
    add_ports(document, from, "output", made.outputs);
  }
  return made;
}

}  // namespace

std::optional<ElementId> find_input(const Document& document, const Definition& definition,
                                    std::string_view name) {
  const auto found =
      std::find_if(definition.inputs.begin(), definition.inputs.end(),
                   [&](ElementId port) { return document.elements[port].name == name; });
  return found == definition.inputs.end() ? std::nullopt : std::optional<ElementId>(*found);
}

std::vector<Definition> find_definitions(const Document& document) {
  std::unordered_map<std::string, ElementId> graph_of;  // by the definition's name
  std::unordered_set<std::string> coded;
  std::unordered_map<std::string, ElementId> code_of;
  std::vector<ElementId> found;
  std::vector<ElementId> nodegraphs;
  std::vector<ElementId> implementations;
  for (const ElementId root : roots_of(document)) {
    for (const ElementId id : document.elements[root].children) {
      const Element& element = document.elements[id];
      if (element.tag == "nodedef") {
        found.push_back(id);
      } else if (element.tag == "nodegraph") {
        nodegraphs.push_back(id);
        if (element.has("nodedef")) {
          implementations.push_back(id);
        }
      } else if (element.tag == "implementation") {
        implementations.push_back(id);
      }
    }
  }
  // Graphs for other targets are graphs, too, where there is no other one.
  std::stable_partition(implementations.begin(), implementations.end(),
                        [&](ElementId id) { return is_for_glsl(document.elements[id]); });
  const ByName definitions = by_name(document, found);
  const ByName graphs = by_name(document, nodegraphs);
  for (const ElementId id : implementations) {
    const Element& element = document.elements[id];
    const auto definition = find(definitions, element.space, element.get("nodedef"));
    if (!definition) {
      continue;
    }
    const Element& of = document.elements[*definition];
    const std::string name = qualified_name(of.space, of.name);
    const bool is_for_others = !is_for_glsl(element);
    if (is_for_others && (is_of_library(document, id) || code_of.count(name) != 0)) {
      continue;
    }
    if (element.tag == "nodegraph") {
      graph_of.try_emplace(name, id);
    } else if (const auto graph = find(graphs, element.space, element.get("nodegraph"))) {
      graph_of.try_emplace(name, *graph);
    } else {
      coded.insert(name);
      if ((element.has("sourcecode") || element.has("file")) && !is_for_others) {
        code_of.try_emplace(name, id);
      }
    }
  }
  std::vector<Definition> result;
  result.reserve(found.size());
  for (const ElementId id : found) {
    Definition made = definition_of(document, id, definitions);
    const Element& element = document.elements[id];
    const auto graph = graph_of.find(qualified_name(element.space, element.name));
    if (graph != graph_of.end()) {
      made.graph = graph->second;
    }
    made.is_library = is_of_library(document, id);
    made.is_code = coded.count(qualified_name(element.space, element.name)) != 0;
    const auto code = code_of.find(qualified_name(element.space, element.name));
    if (code != code_of.end()) {
      made.code = code->second;
    }
    result.push_back(std::move(made));
  }
  return result;
}

DefinitionTable::DefinitionTable(const Document& document) : all(find_definitions(document)) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    by_node[all[i].node].push_back(i);
    by_element.try_emplace(all[i].element.index(), i);
  }
}

const Definition* DefinitionTable::of_element(ElementId element) const {
  const auto found = by_element.find(element.index());
  return found != by_element.end() ? &all[found->second] : nullptr;
}

}  // namespace weft::materialx
