#include "importers/materialx/module_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/syntax/parser.h"
#include "fragments/syntax/print_syntax.h"

namespace weft::materialx {

std::string ModuleText::text(const std::string& remark) const {
  std::string first_line = remark;
  std::replace_if(
      first_line.begin(), first_line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
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
    text +=
        "\n/// The profile of this document, which provides what it reads of the geometry.\n"
        "profile materialx_geometry: materialx {\n";
    int location = 8;
    for (const auto& [path, property] : features) {
      text += fmt::format("    provide geomprop.{} as attribute {};\n", path, location++);
    }
    text += "}\n\n";
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
