#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/explain/value_json.h"
#include "composer/explain/value_text.h"
#include "fragments/load/disk_reader.h"
#include "tools/commands.h"
#include "tools/expression_value.h"
#include "tools/graph_value.h"
#include "tools/load_input.h"

namespace weft::tools {

namespace {

/// Reads files, and standard input under its name in messages; it is read once.
class FilesAndInput final : public FileReader {
 public:
  explicit FilesAndInput(const ReadResult& input) : input_(input) {}
  ReadResult read(const std::string& path) const override {
    return path == standard_input_name ? input_ : disk_.read(path);
  }
  ReadResult read_regular(const std::string& path) const override {
    return disk_.read_regular(path);
  }
  std::string identity(const std::string& path) const override {
    return path == standard_input_name ? path : disk_.identity(path);
  }

 private:
  const ReadResult& input_;
  DiskReader disk_;
};

/// Loads FILE with its imports and core, or everything shipped.
LoadedLibrary load_for(const EvalOptions& options, const std::optional<Input>& input) {
  if (!input) {
    return load_library(shipped_files(), DiskReader(), load_options({}));
  }
  return input->load({find_shipped("core", DiskReader(), load_options(options.input->imports))});
}

/// The same, plus the expression as a material.
LoadedLibrary load_with_expression(const EvalOptions& options, const std::optional<Input>& input,
                                   std::string text) {
  if (!input) {
    return load_text("<expression>", std::move(text), DiskReader(), load_options({}),
                     shipped_files());
  }
  const LoadOptions how = load_options(options.input->imports);
  const bool is_standard_input = options.input->file == "-";
  return load_text("<expression>", std::move(text), FilesAndInput(input->standard_input()), how,
                   {is_standard_input ? standard_input_name : options.input->file,
                    find_shipped("core", DiskReader(), how)});
}

/// Where the expression is in the material around it.
struct ShownExpression {
  FileId file;
  std::uint32_t begin = 0;
  std::uint32_t size = 0;

  Span within(Span span) const {
    const auto moved = [this](std::uint32_t at) {
      return std::clamp(at, begin, begin + size) - begin;
    };
    return span.file == file ? Span{file, moved(span.begin), moved(span.end)} : span;
  }
};

/// Moves what was found in the material to the expression, which is all that the user wrote.
void show_in_expression(Diagnostics& diagnostics, const ShownExpression& shown) {
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.span) {
      diagnostic.span = shown.within(*diagnostic.span);
    }
    for (Note& note : diagnostic.notes) {
      if (note.span) {
        note.span = shown.within(*note.span);
      }
    }
  }
}

void print(const Constant& value, const Library& library, Report& report) {
  report.print(value_text(value, library) + "\n");
  report.result()["type"] = library.type_name(value.type);
  report.result()["value"] = value_json(value, library);
  report.result()["text"] = value_text(value, library);
}

/// Composes an expression that is not valid in a body.
void run_composed(const EvalOptions& options, const std::optional<Input>& input,
                  const Library& library, const std::vector<NamedValue>& values, Report& report) {
  std::string text = material_of_expression(library, options.expression, values);
  const auto begin = static_cast<std::uint32_t>(text.find('\n') + 1);
  LoadedLibrary loaded = load_with_expression(options, input, std::move(text));
  const ShownExpression shown{loaded.library.root_file, begin,
                              static_cast<std::uint32_t>(options.expression.size())};
  show_in_expression(loaded.diagnostics, shown);
  loaded.library.sources[shown.file] = SourceFile("<expression>", options.expression);
  std::optional<Library> composed = accept(std::move(loaded), report);
  if (!composed) {
    return;
  }
  Result<Constant> value = evaluate_material_of_expression(*composed, values);
  if (!value) {
    show_in_expression(value.error(), shown);
    report.add(value.error(), composed->sources);
    return;
  }
  print(*value, *composed, report);
}

}  // namespace

void run(const EvalOptions& options, Report& report) {
  const std::optional<Input> input =
      options.input ? std::optional<Input>(*options.input) : std::nullopt;
  std::optional<Library> library = accept(load_for(options, input), report);
  if (!library) {
    return;
  }
  const Result<std::vector<NamedValue>> values = read_named_values(*library, options.values);
  if (!values) {
    report.add(values.error(), library->sources);
    return;
  }
  if (needs_composing(*library, options.expression)) {
    run_composed(options, input, *library, *values, report);
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
