#include "tools/load_input.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"
#include "tools/import_hints.h"
#include "tools/materialx_input.h"
#include "tools/shaders_directory.h"

namespace weft::tools {
LoadOptions load_options(const ImportOptions& imports) {
  LoadOptions options;
  options.import_directories = imports.directories;
  if (!imports.roots.empty()) {
    options.import_roots = imports.roots;
  }
  options.shipped_directories = {shaders_directory()};
  options.only_named = imports.only_named;
  if (!imports.wanted_profiles.empty()) {
    options.profiles = ShippedProfiles{shipped_profiles, imports.wanted_profiles};
  }
  return options;
}

std::vector<std::string> shipped_files() {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(shaders_directory(), ignored)) {
    if (entry.path().extension() == ".weft" && entry.path().stem() != "materialx") {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

ReadResult read_input(const std::string& file) {
  if (file != "-") {
    return DiskReader().read(file);
  }
  ReadResult result{ReadResult::Status::Text};
  std::vector<char> block(std::size_t{1} << 16);
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), stdin)) {
    result.text.append(block.data(), count);
    if (result.text.size() > longest_source) {
      return {ReadResult::Status::Unreadable, {}, std::string(too_long_reason)};
    }
  }
  if (std::ferror(stdin) != 0) {
    result = {ReadResult::Status::Unreadable, {}, std::strerror(errno)};
  }
  return result;
}

Diagnostic trouble_of(const std::string& file, const ReadResult& read) {
  if (read.status == ReadResult::Status::NotFound) {
    return error(Code::FileNotFound, fmt::format("there is no file '{}'", file));
  }
  return error(Code::FileUnreadable,
               file == "-" ? fmt::format("the standard input cannot be read: {}", read.reason)
                           : fmt::format("'{}' cannot be read: {}", file, read.reason));
}

Input::Input(InputOptions options, std::shared_ptr<const FileReader> reader)
    : options_(std::move(options)),
      reader_(reader ? std::move(reader) : std::make_shared<const DiskReader>()) {
  if (options_.file == "-") {
    read_ = read_input(options_.file);
  }
}

LoadedLibrary Input::load(const std::vector<std::string>& more_roots) const {
  return load(options_.imports, more_roots);
}

LoadedLibrary Input::load_for(const std::vector<std::string>& profiles) const {
  ImportOptions imports = options_.imports;
  imports.wanted_profiles = profiles;
  return load(imports, {});
}

std::optional<LoadedLibrary> Input::load_with_shipped_profiles() const {
  const std::string shipped =
      find_shipped(shipped_profiles, *reader_, load_options(options_.imports));
  return shipped.empty() ? std::nullopt : std::optional(load({shipped}));
}

LoadedLibrary Input::load(const ImportOptions& imports,
                          const std::vector<std::string>& more_roots) const {
  const LoadOptions options = load_options(imports);
  const FileReader& reader = *reader_;
  if (options_.file == "-" && read_.status != ReadResult::Status::Text) {
    LoadedLibrary nothing;
    nothing.diagnostics.push_back(trouble_of(options_.file, read_));
    return nothing;
  }
  if (options_.file == "-") {
    return load_text(standard_input_name, read_.text, reader, options, more_roots);
  }
  if (is_materialx(options_.file)) {
    return load_materialx(options_.file, reader, imports, more_roots);
  }
  std::vector<std::string> roots = {options_.file};
  roots.insert(roots.end(), more_roots.begin(), more_roots.end());
  return load_library(roots, reader, options);
}

std::optional<Library> accept(LoadedLibrary loaded, Report& report) {
  add_import_hints(loaded);
  report.add(loaded.diagnostics, loaded.library.sources);
  report.add_left_out(loaded.left_out, loaded.library.sources);
  if (loaded.unreadable) {
    report.raise(ExitCode::MachineTrouble);
  }
  if (loaded.unreadable || has_errors(loaded.diagnostics)) {
    return std::nullopt;
  }
  return std::move(loaded.library);
}

}  // namespace weft::tools
