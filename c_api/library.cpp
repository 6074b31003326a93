#include <utility>

#include "c_api/guard.h"
#include "c_api/objects.h"
#include "c_api/shipped_shaders.h"
#include "fragments/library/disk_reader.h"
#include "fragments/library/load.h"

#ifndef WEFT_VERSION
#define WEFT_VERSION "unknown"
#endif

namespace weft {
namespace {

LoadOptions load_options(const weft_load_options* given) {
  LoadOptions options;
  const bool has_shipped = given != nullptr && given->shipped_directory != nullptr;
  options.shipped_directories = {has_shipped ? given->shipped_directory : shipped_shaders()};
  for (std::size_t i = 0; given != nullptr && i < given->import_directory_count; ++i) {
    options.import_directories.emplace_back(given->import_directories[i]);
  }
  return options;
}

weft_library* made_of(LoadedLibrary loaded) {
  auto made = std::make_unique<weft_library>();
  made->library = std::move(loaded.library);
  made->is_ok = !has_errors(loaded.diagnostics);
  made->report = weft_report(loaded.diagnostics, made->library.sources);
  for (const Material& material : made->library.materials) {
    made->materials.emplace_back(made->library.text(material.name));
  }
  for (const Profile& profile : made->library.profiles) {
    made->profiles.emplace_back(made->library.text(profile.name));
  }
  if (made->is_ok) {
    made->composer.emplace(made->library);
  }
  return made.release();
}

const char* name_at(const std::vector<std::string>& names, std::size_t index) {
  return index < names.size() ? names[index].c_str() : nullptr;
}

}  // namespace
}  // namespace weft

weft_report::weft_report(const weft::Diagnostics& diagnostics, const weft::Sources& sources)
    : text(weft::render_text(diagnostics, sources)), json("[") {
  for (const weft::Diagnostic& each : diagnostics) {
    Entry entry{static_cast<weft_severity>(each.severity),
                std::string(weft::slug(each.code)),
                each.message,
                {},
                each.node,
                each.port,
                each.hint};
    if (each.span) {
      const weft::SourceFile& file = sources[each.span->file];
      const weft::Position position = file.position(each.span->begin);
      entry.file = file.path();
      entry.line = position.line;
      entry.column = position.column;
    }
    entries.push_back(std::move(entry));
    json += (json.size() > 1 ? ",\n" : "") + weft::render_json(each, sources);
  }
  json += "]";
}

extern "C" {

const char* weft_version(void) { return WEFT_VERSION; }
uint32_t weft_abi_version(void) { return WEFT_ABI_VERSION; }

size_t weft_report_count(const weft_report* report) { return report->entries.size(); }

int weft_report_get(const weft_report* report, size_t index, weft_diagnostic* diagnostic) {
  if (index >= report->entries.size()) {
    return 0;
  }
  const weft_report::Entry& entry = report->entries[index];
  *diagnostic = {entry.severity,     entry.code.c_str(), entry.message.c_str(),
                 entry.file.c_str(), entry.line,         entry.column,
                 entry.node.c_str(), entry.port.c_str(), entry.hint.c_str()};
  return 1;
}

const char* weft_report_text(const weft_report* report) { return report->text.c_str(); }
const char* weft_report_json(const weft_report* report) { return report->json.c_str(); }

weft_library* weft_load(const char* const* files, size_t file_count,
                        const weft_load_options* options) {
  return weft::guarded([&]() -> weft_library* {
    const std::vector<std::string> paths(files, files + file_count);
    return weft::made_of(
        weft::load_library(paths, weft::DiskReader(), weft::load_options(options)));
  });
}

weft_library* weft_load_text(const char* name, const char* text, size_t length,
                             const weft_load_options* options) {
  return weft::guarded([&]() -> weft_library* {
    return weft::made_of(weft::load_text(name, std::string(text, length), weft::DiskReader(),
                                         weft::load_options(options)));
  });
}

void weft_library_free(weft_library* library) { delete library; }
int weft_library_ok(const weft_library* library) { return library->is_ok ? 1 : 0; }
const weft_report* weft_library_report(const weft_library* library) { return &library->report; }

const char* weft_library_material(const weft_library* library, size_t index) {
  return weft::name_at(library->materials, index);
}
const char* weft_library_profile(const weft_library* library, size_t index) {
  return weft::name_at(library->profiles, index);
}
const char* weft_library_file(const weft_library* library, size_t index) {
  return weft::name_at(library->library.files_read, index);
}

}  // extern "C"
