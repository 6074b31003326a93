#include "importers/materialx/stated_values.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "importers/materialx/color_spaces.h"
#include "importers/materialx/values.h"

namespace weft::materialx {

bool has_known_meaning(const Document& document, const OwnDeclarations& own, ElementId input,
                       Findings& findings) {
  const Element& element = document.elements[input];
  const std::string_view type = element.get("type");
  const std::string_view space = element.has("value") && (is_color(type) || type == "filename")
                                     ? inherited(document, input, "colorspace")
                                     : std::string_view();
  if (!is_color_space(space)) {
    report_at(document, findings.diagnostics, Code::UnknownName, input,
              fmt::format("'{}' is no color space that Weft knows", space),
              findings.spelling.hint(space, color_space_names));
    return false;
  }
  if (element.has("value") && has_values(type) && !is_unit(element.get("unit"), own)) {
    report_at(
        document, findings.diagnostics, Code::UnknownName, input,
        fmt::format("'{}' is not a unit of MaterialX or of the document", element.get("unit")),
        findings.spelling.hint(element.get("unit"), [&] { return unit_names(own); }));
    return false;
  }
  return true;
}

std::optional<std::string> stated_literal(const Document& document, const OwnDeclarations& own,
                                          ElementId input, Findings& findings) {
  const Element& element = document.elements[input];
  const std::string_view type = element.get("type");
  std::optional<std::string> stated = own.literal(type, element.get("value"));
  if (!stated) {
    report_at(document, findings.diagnostics, Code::BadParameterValue, input,
              fmt::format("'{}' of '{}' is not a value of the type '{}'", element.get("value"),
                          path_of(document, input), type));
    return std::nullopt;
  }
  if (const std::string_view rest = ignored_rest(type, element.get("value")); !rest.empty()) {
    warn_at(document, findings.diagnostics, Code::BadParameterValue, input,
            fmt::format("'{}' of '{}' is read without '{}', since the type '{}' has one number",
                        element.get("value"), path_of(document, input), rest, type));
  }
  return stated;
}

std::optional<std::string> default_value(ElementId input, const DefaultSources& from,
                                         Findings& findings) {
  const Element& element = from.document.elements[input];
  const std::string_view type = element.get("type");
  const bool is_stated = !element.get("value").empty() && !element.has("defaultgeomprop") &&
                         (has_values(type) || from.own.is_struct(type));
  if (is_stated && (!has_known_meaning(from.document, from.own, input, findings) ||
                    !stated_literal(from.document, from.own, input, findings))) {
    return std::nullopt;
  }
  return default_of(input, from);
}

}  // namespace weft::materialx
