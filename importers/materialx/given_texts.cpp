#include "importers/materialx/given_texts.h"

#include <optional>
#include <utility>
#include <vector>

namespace weft::materialx {
namespace {

std::optional<ElementId> port_of(const Document& document, const GivenTexts& given,
                                 std::string_view name) {
  if (const auto stated = find_child(document, given.node, name, "input")) {
    return stated;
  }
  return given.definition == nullptr ? std::nullopt : find_input(document, *given.definition, name);
}

}  // namespace

std::string text_of(const Document& document, GivenTexts* given, std::string_view input) {
  std::vector<std::pair<GivenTexts*, std::string>> asked;
  std::string text;
  std::string name(input);
  while (given != nullptr) {
    asked.emplace_back(given, name);
    const std::optional<ElementId> port = port_of(document, *given, name);
    if (!port) {
      break;
    }
    const Element& element = document.elements[*port];
    if (element.get("interfacename").empty()) {
      text = element.get("value");
      break;
    }
    name = element.get("interfacename");
    given = given->outer;
  }
  for (const auto& [level, read] : asked) {
    level->read[read] = text;
  }
  return text;
}

std::string text_of_input(const Document& document, GivenTexts* given, const Element& input) {
  const std::string_view outer = input.get("interfacename");
  return outer.empty() ? std::string(input.get("value")) : text_of(document, given, outer);
}

}  // namespace weft::materialx
