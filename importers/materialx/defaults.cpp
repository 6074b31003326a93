#include "importers/materialx/defaults.h"

#include <fmt/format.h>

#include "importers/materialx/color_spaces.h"
#include "importers/materialx/names.h"
#include "importers/materialx/values.h"

namespace weft::materialx {
namespace {

// What geometry a property of that name is: one of the standard ones, or one that the document
// defines in terms of them.
std::string geometry_of(std::string_view name, const DefaultSources& from) {
  const std::string standard = "default_" + identifier_of(name);
  if (!from.standard.overloads(standard).empty()) {
    return fmt::format("mx_{}()", standard);
  }
  const std::optional<ElementId> defined = from.scopes.find(std::nullopt, name);
  if (!defined || from.document.elements[*defined].tag != "geompropdef") {
    return {};
  }
  const Element& property = from.document.elements[*defined];
  const std::string node(property.get("geomprop"));
  if (!from.standard.overloads(fmt::format("{}_{}", node, property.get("type"))).empty()) {
    const auto index = literal_of("integer", property.get("index"));
    return fmt::format("mx_{}_{}({})", node, property.get("type"),
                       index && *index != "0" ? fmt::format("index: {}", *index) : std::string());
  }
  if (from.standard.overloads(node).empty()) {
    return {};
  }
  return fmt::format("mx_{}(space: {})", node, number_of_word(property.get("space")).value_or(0));
}

}  // namespace

std::string default_of(ElementId id, const DefaultSources& from) {
  const Element& input = from.document.elements[id];
  const std::string_view type = input.get("type");
  if (const std::string_view geometry = input.get("defaultgeomprop"); !geometry.empty()) {
    if (std::string value = geometry_of(geometry, from); !value.empty()) {
      return value;
    }
  }
  if (type == "string") {
    return fmt::format("{}", number_of_word(input.get("value")).value_or(0));
  }
  const std::string data_type = from.own.type_name(type);
  if (data_type == "texture2d") {
    return {};
  }
  const std::optional<std::string> stated = from.own.literal(type, input.get("value"));
  if (!stated) {
    return zero_of(data_type);
  }
  return with_meaning(*stated, meaning_of_value(from.document, id, from.own));
}

}  // namespace weft::materialx
