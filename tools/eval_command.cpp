#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/library/disk_reader.h"
#include "tools/commands.h"
#include "tools/expression_value.h"
#include "tools/graph_value.h"
#include "tools/load_input.h"
#include "tools/value_text.h"

namespace weft::tools {

namespace {

/// FILE with what it imports and the core, or all that ships.
LoadedLibrary load_for(const EvalOptions& options) {
  if (!options.input) {
    return load_library(shipped_files(), DiskReader(), load_options({}));
  }
  const std::string core = find_shipped("core", DiskReader(), load_options(options.input->imports));
  return Input(*options.input).load({core});
}

/// FILE again, or what ships, and the expression as a material.
LoadedLibrary load_with_expression(const EvalOptions& options, std::string text) {
  std::vector<std::string> roots = shipped_files();
  LoadOptions how = load_options({});
  if (options.input) {
    how = load_options(options.input->imports);
    roots = {options.input->file, find_shipped("core", DiskReader(), how)};
  }
  return load_text("<expression>", std::move(text), DiskReader(), how, roots);
}

void print(const Constant& value, const Library& library, Report& report) {
  report.print(value_text(value, library) + "\n");
  report.result()["type"] = library.type_name(value.type);
  report.result()["value"] = value_json(value, library);
  report.result()["text"] = value_text(value, library);
}

/// Calls of graphs are no expressions of bodies: they are composed. The standard input is read
/// once, and has been.
void run_graph(const EvalOptions& options, const Library& library,
               const std::vector<NamedValue>& values, Report& report) {
  std::optional<Library> composed = accept(
      load_with_expression(options, material_of_expression(library, options.expression, values)),
      report);
  if (!composed) {
    return;
  }
  const Result<Constant> value = evaluate_material_of_expression(*composed, values);
  if (!value) {
    report.add(value.error(), composed->sources);
    return;
  }
  print(*value, *composed, report);
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
  const bool is_standard_input = options.input && options.input->file == "-";
  if (!is_standard_input && calls_graph(*library, options.expression)) {
    run_graph(options, *library, *values, report);
    return;
  }
  const Result<Constant> value =
      evaluate_expression_text(*library, "<expression>", options.expression, *values);
  if (!value) {
    Diagnostics diagnostics = value.error();
    std::error_code ignored;
    if (!options.input && std::filesystem::is_regular_file(options.expression, ignored)) {
      diagnostics.front().hint =
          fmt::format("'{0}' is a file: write weft eval {0} EXPR", options.expression);
    }
    report.add(diagnostics, library->sources);
    return;
  }
  print(*value, *library, report);
}

}  // namespace weft::tools
