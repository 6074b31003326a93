#include <optional>
#include <string>

#include "fragments/syntax/parser.h"
#include "fragments/syntax/print_syntax.h"
#include "fragments/syntax/text_encoding.h"
#include "support/json.h"
#include "tools/commands.h"
#include "tools/load_input.h"

namespace weft::tools {
namespace {

/// The name of the file in messages.
std::string shown_name(const std::string& file) { return file == "-" ? "<stdin>" : file; }

/// Formats the text; reports an error and returns nothing if it cannot be read or parsed.
std::optional<std::string> formatted(const std::string& file, const std::string& text,
                                     Report& report) {
  Sources sources;
  Interner names;
  const FileId id = sources.add(SourceFile(shown_name(file), text));
  const ParsedModule parsed = parse_module(id, sources[id], names);
  report.add(parsed.diagnostics, sources);
  if (has_errors(parsed.diagnostics)) {
    return std::nullopt;
  }
  return with_line_ends_of(text, print_module(parsed.module, sources[id], names));
}

}  // namespace

void run(const FmtOptions& options, Report& report) {
  Json files = Json::array();
  for (const std::string& file : options.files) {
    const ReadResult read = read_input(file);
    if (read.status != ReadResult::Status::Text) {
      report.add(trouble_of(file, read));
      continue;
    }
    const std::optional<std::string> layout = formatted(file, read.text, report);
    if (!layout) {
      continue;
    }
    const bool changes = *layout != read.text;
    files.push_back({{"file", shown_name(file)}, {"changes", changes}});
    if (options.check) {
      if (changes) {
        report.print(shown_name(file) + "\n");
        report.raise(ExitCode::InputHasErrors);
      }
    } else if (file == "-") {
      if (report.is_json()) {
        report.result()["text"] = *layout;
      } else {
        report.print(*layout);
      }
    } else if (changes) {
      report.write({file, *layout});
    }
  }
  report.result()["files"] = files;
}

}  // namespace weft::tools
