#include "importers/materialx/upgrade_materials.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "importers/materialx/edit_document.h"

namespace weft::materialx {
namespace {

using ByName = std::unordered_map<std::string, ElementId>;

/// The shaders of the oldest versions and the materials of all files.
struct OldElements {
  ByName shaders = {};
  ByName materials_by_name = {};
  std::vector<ElementId> materials = {};
};

OldElements find_old_elements(const Document& document) {
  OldElements found;
  for (const ElementId root : document.roots) {
    for (const ElementId id : document.elements[root].children) {
      const Element& element = document.elements[id];
      if (element.tag == "shader") {
        found.shaders.try_emplace(element.name, id);
      } else if (element.tag == "material") {
        found.materials_by_name.try_emplace(element.name, id);
        found.materials.push_back(id);
      }
    }
  }
  return found;
}

/// The material after its bases, the root base first.
std::vector<ElementId> line_of(const Document& document, const OldElements& old, ElementId id) {
  std::vector<ElementId> line = {id};
  std::unordered_set<std::size_t> seen = {id.index()};
  while (true) {
    const auto base =
        old.materials_by_name.find(std::string(document.elements[line.back()].get("inherit")));
    if (base == old.materials_by_name.end() || !seen.insert(base->second.index()).second) {
      break;
    }
    line.push_back(base->second);
  }
  return {line.rbegin(), line.rend()};
}

/// A shader in the making: what its inputs were last stated as.
struct Shader {
  std::string node;
  std::string name;
  ElementId place;
  std::string definition;  ///< the name of its nodedef, if it is stated
  std::vector<Element> inputs = {};

  void bind(Element input) {
    input.tag = "input";
    input.children.clear();
    for (Element& known : inputs) {
      if (known.name == input.name) {
        known = std::move(input);
        return;
      }
    }
    inputs.push_back(std::move(input));
  }

  void override_public(const Element& by) {
    for (Element& input : inputs) {
      if (input.get("publicname") == by.name || input.name == by.name) {
        input.remove("nodegraph");
        input.remove("nodename");
        input.set("value", std::string(by.get("value")));
      }
    }
  }
};

/// The node that a shaderref names, by itself or by its definition. Those of MaterialX are named
/// ND_node_type.
std::string node_of(const Document& document, const Element& reference) {
  const std::string_view definition = reference.get("nodedef");
  if (reference.has("node") || definition.empty()) {
    return std::string(reference.get("node"));
  }
  for (const Element& element : document.elements) {
    if (element.tag == "nodedef" && element.name == definition) {
      return std::string(element.get("node"));
    }
  }
  constexpr std::string_view begin = "ND_";
  constexpr std::string_view end = "_surfaceshader";
  const bool is_standard = definition.starts_with(begin) && definition.ends_with(end) &&
                           definition.size() > begin.size() + end.size();
  return is_standard ? std::string(definition.substr(begin.size(),
                                                     definition.size() - begin.size() - end.size()))
                     : std::string();
}

/// Adds what one material of a line says of the shaders.
void read_material(const Document& document, const OldElements& old, ElementId material,
                   std::vector<Shader>& shaders) {
  for (const ElementId child : document.elements[material].children) {
    const Element& reference = document.elements[child];
    if (reference.tag == "override") {
      for (Shader& shader : shaders) {
        shader.override_public(reference);
      }
    }
    if (reference.tag != "shaderref") {
      continue;
    }
    Shader* shader = nullptr;
    for (Shader& known : shaders) {
      shader = known.name == reference.name ? &known : shader;
    }
    if (shader == nullptr) {
      shaders.push_back({node_of(document, reference), reference.name, child,
                         std::string(reference.get("nodedef"))});
      shader = &shaders.back();
      const auto declared = old.shaders.find(reference.name);
      if (declared != old.shaders.end()) {
        const Element& element = document.elements[declared->second];
        shader->node =
            std::string(element.get(element.has("shadername") ? "shadername" : "shaderprogram"));
        for (const ElementId input : element.children) {
          if (document.elements[input].tag == "input") {
            shader->bind(document.elements[input]);
          }
        }
      }
    }
    for (const ElementId bound : reference.children) {
      const std::string& tag = document.elements[bound].tag;
      if (tag == "bindinput" || tag == "bindparam" || tag == "input") {
        shader->bind(document.elements[bound]);
      }
    }
  }
}

}  // namespace

void upgrade_materials(Document& document) {
  const OldElements old = find_old_elements(document);
  std::vector<std::vector<Shader>> made;
  made.reserve(old.materials.size());
  for (const ElementId material : old.materials) {
    std::vector<Shader> shaders;
    for (const ElementId one : line_of(document, old, material)) {
      read_material(document, old, one, shaders);
    }
    made.push_back(std::move(shaders));
  }
  for (std::size_t i = 0; i < old.materials.size(); ++i) {
    const ElementId material = old.materials[i];
    document.elements[material].tag = "surfacematerial";
    for (Shader& shader : made[i]) {
      const Element& place = document.elements[shader.place];
      const bool is_volume =
          place.get("shadertype") == "volume" || place.get("type") == "volumeshader";
      if (shader.node.empty() || is_volume) {
        continue;
      }
      const std::string name = document.elements[material].name + "__" + shader.name;
      Element node;
      node.tag = shader.node;
      node.name = name;
      node.span = place.span;
      node.attributes = {{"name", name}, {"type", "surfaceshader"}};
      if (!shader.definition.empty()) {
        node.attributes.emplace_back("nodedef", shader.definition);
      }
      const ElementId id =
          add_child(document, *document.elements[material].parent, std::move(node));
      for (Element& input : shader.inputs) {
        add_child(document, id, std::move(input));
      }
      Element link;
      link.tag = "input";
      link.name = "surfaceshader";
      link.span = document.elements[shader.place].span;
      link.attributes = {{"name", link.name}, {"type", link.name}, {"nodename", name}};
      add_child(document, material, std::move(link));
    }
  }
}

}  // namespace weft::materialx
