#include "importers/materialx/upgrade.h"

#include <array>
#include <string>

namespace weft::materialx {
namespace {

struct RenamedInput {
  std::string_view node;
  std::string_view old_name;
  std::string_view name;
};

constexpr std::array<RenamedInput, 3> renamed_inputs = {{
    {"constant", "color", "value"},
    {"atan2", "in1", "iny"},
    {"atan2", "in2", "inx"},
}};

struct RenamedNode {
  std::string_view old_tag;
  std::string_view tag;
};

constexpr std::array<RenamedNode, 6> renamed_nodes = {{
    {"opgraph", "nodegraph"},
    {"parameter", "input"},
    {"geomattrvalue", "geompropvalue"},
    {"scale", "multiply"},
    {"absolute", "absval"},
    {"multilayer", "dot"},
}};

std::string_view tag_of_parent(const Document& document, const Element& element) {
  return element.parent ? std::string_view(document.elements[*element.parent].tag)
                        : std::string_view();
}

}  // namespace

void upgrade(Document& document) {
  for (std::size_t i = 0; i < document.elements.size(); ++i) {
    Element& element = document.elements[ElementId(i)];
    for (const RenamedNode& renamed : renamed_nodes) {
      if (element.tag == renamed.old_tag) {
        element.tag = renamed.tag;
        break;
      }
    }
    if (element.tag != "input") {
      continue;
    }
    const std::string_view parent = tag_of_parent(document, element);
    for (const RenamedInput& renamed : renamed_inputs) {
      if (parent == renamed.node && element.name == renamed.old_name) {
        element.name = renamed.name;
        element.set("name", std::string(renamed.name));
        break;
      }
    }
    if (element.get("type") == "opgraphnode") {
      const std::string node(element.get("value"));
      element.remove("value");
      if (parent == "output") {
        document.elements[*element.parent].set("nodename", node);
      } else {
        element.set("nodename", node);
        element.set("type", "");
      }
    }
    if (element.has("graphname")) {
      element.set("nodegraph", std::string(element.get("graphname")));
      element.set("output", std::string(element.get("graphoutput")));
    }
  }
}

}  // namespace weft::materialx
