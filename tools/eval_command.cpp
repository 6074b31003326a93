#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/library/disk_reader.h"
#include "tools/commands.h"
#include "tools/expression_value.h"
#include "tools/load_input.h"
#include "tools/value_text.h"

namespace weft::tools {

namespace {

/// FILE with what it imports and the core, or all that ships.
LoadedLibrary load_for(const EvalOptions& options) {
  if (!options.input) {
    return load_library(shipped_files(), DiskReader(), load_options({}));
  }
  const std::string core =
      find_shipped("core", DiskReader(), load_options(options.input->include_directories));
  return Input(*options.input).load({core});
}

}  // namespace

void run(const EvalOptions& options, Report& report) {
  std::optional<Library> library = accept(load_for(options), report);
  if (!library) {
    return;
  }
  const Result<std::vector<NamedValue>> values = read_named_values(*library, options.values);
  if (!values) {
    report.add(values.error(), library->sources);
    return;
  }
  const Result<Constant> value =
      evaluate_expression_text(*library, "<expression>", options.expression, *values);
  if (!value) {
    Diagnostics diagnostics = value.error();
    std::error_code ignored;
    if (!options.input && std::filesystem::is_regular_file(options.expression, ignored)) {
      diagnostics.front().hint = fmt::format("'{0}' is a file: write weft eval {0} EXPR", options.expression);
    }
    report.add(diagnostics, library->sources);
    return;
  }
  report.print(value_text(*value, *library) + "\n");
  report.result()["type"] = library->type_name(value->type);
  report.result()["value"] = value_json(*value, *library);
  report.result()["text"] = value_text(*value, *library);
}

}  // namespace weft::tools
