#include "importers/materialx/stated_values.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "importers/materialx/color_spaces.h"
#include "importers/materialx/values.h"

namespace weft::materialx {

void report_at(const Document& document, Diagnostics& diagnostics, Code code, ElementId at,
               std::string message, std::string hint, std::vector<Note> notes) {
  Diagnostic made = error_at(code, document.elements[at].span, std::move(message), std::move(hint));
  made.node = path_of(document, at);
  made.notes = std::move(notes);
  append(diagnostics, std::move(made));
}

bool has_known_meaning(const Document& document, const OwnDeclarations& own, ElementId input,
                       Diagnostics& diagnostics) {
  const Element& element = document.elements[input];
  const std::string_view type = element.get("type");
  const std::string_view space = element.has("value") && (is_color(type) || type == "filename")
                                     ? inherited(document, input, "colorspace")
                                     : std::string_view();
  if (!is_color_space(space)) {
    report_at(document, diagnostics, Code::UnknownName, input,
              fmt::format("'{}' is no color space that Weft knows", space));
    return false;
  }
  if (element.has("value") && has_values(type) && !is_unit(element.get("unit"), own)) {
    report_at(
        document, diagnostics, Code::UnknownName, input,
        fmt::format("'{}' is not a unit of MaterialX or of the document", element.get("unit")));
    return false;
  }
  return true;
}

std::optional<std::string> stated_literal(const Document& document, const OwnDeclarations& own,
                                          ElementId input, Diagnostics& diagnostics) {
  const Element& element = document.elements[input];
  const std::string_view type = element.get("type");
  std::optional<std::string> stated = own.literal(type, element.get("value"));
  if (!stated) {
    report_at(document, diagnostics, Code::BadParameterValue, input,
              fmt::format("'{}' of '{}' is not a value of the type '{}'", element.get("value"),
                          path_of(document, input), type));
    return std::nullopt;
  }
  if (const std::string_view rest = ignored_rest(type, element.get("value")); !rest.empty()) {
    Diagnostics told;
    report_at(document, told, Code::BadParameterValue, input,
              fmt::format("'{}' of '{}' is read without '{}', since the type '{}' has one number",
                          element.get("value"), path_of(document, input), rest, type));
    told.front().severity = Severity::Warning;
    append(diagnostics, std::move(told.front()));
  }
  return stated;
}

std::optional<std::string> default_value(ElementId input, const DefaultSources& from,
                                         Diagnostics& diagnostics) {
  const Element& element = from.document.elements[input];
  const std::string_view type = element.get("type");
  const bool is_stated = !element.get("value").empty() && !element.has("defaultgeomprop") &&
                         (has_values(type) || from.own.is_struct(type));
  if (is_stated && (!has_known_meaning(from.document, from.own, input, diagnostics) ||
                    !stated_literal(from.document, from.own, input, diagnostics))) {
    return std::nullopt;
  }
  return default_of(input, from);
}

}  // namespace weft::materialx
