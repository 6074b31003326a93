#include "importers/materialx/document_outputs.h"

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>

namespace weft::materialx {
namespace {

constexpr std::array<std::string_view, 4> links = {"nodename", "nodegraph", "output", "channels"};

bool is_at_root(const Document& document, const Element& element) {
  return element.parent && !document.elements[*element.parent].parent;
}

/// An input that names an output and not what has it.
bool names_document_output(const Document& document, const Element& element) {
  if (element.tag != "input" || !element.has("output") || element.has("nodename") ||
      element.has("nodegraph") || element.has("interfacename") || !element.parent) {
    return false;
  }
  const Element& owner = document.elements[*element.parent];
  return owner.tag != "nodegraph" && owner.tag != "nodedef" && is_at_root(document, owner);
}

}  // namespace

void link_document_outputs(Document& document) {
  std::unordered_map<std::string, ElementId> outputs;
  for (std::size_t i = 0; i < document.elements.size(); ++i) {
    const Element& element = document.elements[ElementId(i)];
    if (element.tag == "output" && is_at_root(document, element)) {
      outputs.try_emplace(element.name, ElementId(i));
    }
  }
  if (outputs.empty()) {
    return;
  }
  for (std::size_t i = 0; i < document.elements.size(); ++i) {
    Element& input = document.elements[ElementId(i)];
    if (!names_document_output(document, input)) {
      continue;
    }
    const auto found = outputs.find(std::string(input.get("output")));
    if (found == outputs.end()) {
      continue;
    }
    input.remove("output");
    const Element& output = document.elements[found->second];
    for (const std::string_view name : links) {
      if (output.has(name)) {
        input.set(name, std::string(output.get(name)));
      }
    }
  }
}

}  // namespace weft::materialx
