#include "importers/materialx/module_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/syntax/parser.h"
#include "fragments/syntax/print_syntax.h"
#include "fragments/syntax/text_encoding.h"

namespace weft::materialx {

namespace {

/// A profile that provides all properties, from location 8 on.
std::string geometry_profile(std::string_view remark, std::string_view name_and_base,
                             const std::map<std::string, GeometricProperty>& features) {
  std::string text = fmt::format("\n/// {}\nprofile {} {{\n", remark, name_and_base);
  int location = 8;
  for (const auto& [path, property] : features) {
    text += fmt::format("    provide geomprop.{} as attribute {};\n", path, location++);
  }
  return text + "}\n\n";
}

}  // namespace

std::string ModuleText::text(const std::string& remark) const {
  std::string first_line = remark;
  std::replace_if(
      first_line.begin(), first_line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  if (find_encoding_error(first_line)) {  // the name of a file may be any bytes
    std::replace_if(
        first_line.begin(), first_line.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  }
  std::string text = fmt::format("// {}\n", first_line);
  if (has_encoded_files) {
    text +=
        "// Colors of files are decoded after filtering, as MaterialX does; with a profile whose "
        "views decode them\n"
        "// (`set textures srgb_views`) what lies between two texels differs.\n";
  }
  text += "\nimport \"materialx\";\n\n";
  for (const auto& [path, property] : features) {
    text += fmt::format("feature geomprop.{}: {} at vertex{}{};\n", path, property.type,
                        property.default_text.empty() ? "" : " = ", property.default_text);
  }
  if (!features.empty()) {
    text += geometry_profile(
        "The profile of this document, which provides what it reads of the geometry.",
        "materialx_geometry: materialx", features);
    text += geometry_profile("The same with a prefiltered environment.",
                             "materialx_prefiltered_geometry: materialx_prefiltered", features);
  }
  for (const std::vector<std::string>* part : {&declarations, &graphs, &materials}) {
    for (const std::string& declaration : *part) {
      text += declaration + "\n";
    }
  }
  Sources sources;
  Interner interner;
  const FileId file = sources.add(SourceFile("<module>", text));
  const ParsedModule parsed = parse_module(file, sources[file], interner);
  if (has_errors(parsed.diagnostics)) {
    return text;
  }
  return print_module(parsed.module, sources[file], interner);
}

}  // namespace weft::materialx
