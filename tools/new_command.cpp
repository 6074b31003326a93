#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fragments/load/disk_reader.h"
#include "fragments/syntax/lexer.h"
#include "tools/commands.h"
#include "tools/load_input.h"
#include "tools/new_files.h"

namespace weft::tools {
namespace {

namespace fs = std::filesystem;

/// The disk, as if one more file had been written.
class WithNewFile : public FileReader {
 public:
  explicit WithNewFile(OutputFile file) : file_(std::move(file)) {}

  ReadResult read(const std::string& path) const override {
    return path == file_.path ? ReadResult{ReadResult::Status::Text, file_.bytes, {}}
                              : disk_.read(path);
  }
  ReadResult read_regular(const std::string& path) const override {
    return path == file_.path ? read(path) : disk_.read_regular(path);
  }
  std::string identity(const std::string& path) const override { return disk_.identity(path); }

 private:
  OutputFile file_;
  DiskReader disk_;
};

/// What to write instead of a name that is none.
std::string message_about(const NewOptions& options) {
  std::string name = options.name;
  std::string folder;
  if (const std::size_t slash = name.rfind('/'); slash != std::string::npos) {
    folder = name.substr(0, slash);
    name.erase(0, slash + 1);
  }
  name = is_name(name) ? name : name_from(name);
  std::string message = fmt::format("'{}' cannot be a name", options.name);
  message += is_reserved_word(options.name)
                 ? ": it is a word of the language"
                 : ": names are letters, digits and _, without a digit in front";
  if (!name.empty()) {
    message += fmt::format("; write `weft new {} {}{}`", options.kind, name,
                           options.output || folder.empty() ? "" : " -o " + folder);
  }
  return message;
}

/// Whether the new file has no errors; otherwise the name means something already, and is refused.
bool is_free(const NewOptions& options, const OutputFile& file, Report& report) {
  const LoadedLibrary loaded = Input({file.path}, std::make_shared<const WithNewFile>(file)).load();
  for (const Diagnostic& diagnostic : loaded.diagnostics) {
    if (diagnostic.severity == Severity::Error) {
      report.refuse(fmt::format("a {} cannot be called '{}': {}; choose another name", options.kind,
                                options.name, diagnostic.message));
      return false;
    }
  }
  return true;
}

/// Why the file cannot be a new one, or nothing.
std::optional<Diagnostic> obstacle_of(const OutputFile& file) {
  std::error_code trouble;
  const fs::file_type type = fs::symlink_status(file.path, trouble).type();
  if (type == fs::file_type::not_found) {
    return std::nullopt;
  }
  if (type == fs::file_type::none) {
    return error(Code::FileUnwritable,
                 fmt::format("cannot write '{}': {}", file.path, trouble.message()));
  }
  return error(Code::FileUnwritable, fmt::format("'{}' exists", file.path),
               "give another name or folder (-o), or replace it with --force");
}

}  // namespace

void run(const NewOptions& options, Report& report) {
  if (!is_name(options.name)) {
    report.refuse(message_about(options));
    return;
  }
  NewFiles made = new_files(options.kind, options.name, options.output.value_or(""));
  if (!is_free(options, made.files.front(), report)) {
    return;
  }
  std::vector<std::string> paths;
  for (OutputFile& file : made.files) {
    if (const auto obstacle = options.force ? std::nullopt : obstacle_of(file)) {
      report.add(*obstacle);
    }
    paths.push_back(file.path);
    report.write(std::move(file));
  }
  if (report.has_errors()) {
    return;
  }
  report.print(fmt::format("{}\n\nnext:\n  {}\n", fmt::join(paths, "\n"),
                           fmt::join(made.next_steps, "\n  ")));
  report.result()["files"] = paths;
  report.result()["next"] = made.next_steps;
}

}  // namespace weft::tools
