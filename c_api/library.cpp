#include <utility>

#include "c_api/guard.h"
#include "c_api/load_options.h"
#include "c_api/objects.h"
#include "c_api/options.h"
#include "c_api/relations.h"
#include "c_api/shipped_shaders.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"

#ifndef WEFT_VERSION
#define WEFT_VERSION "unknown"
#endif

namespace weft {
namespace {

Diagnostic is_null(const std::string& what) {
  return error(Code::WrongArguments, what + " is a null pointer");
}

/// Reads an array of strings; `name` denotes it in messages.
std::vector<std::string> texts_of(const char* const* texts, std::size_t count, const char* name,
                                  Diagnostics& errors) {
  std::vector<std::string> made;
  if (texts == nullptr && count != 0) {
    errors.push_back(is_null(name));
    return made;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (texts[i] == nullptr) {
      errors.push_back(is_null(std::string(name) + "[" + std::to_string(i) + "]"));
    } else {
      made.emplace_back(texts[i]);
    }
  }
  return made;
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

/// An empty library that reports the errors.
weft_library* refused(Diagnostics errors) {
  LoadedLibrary nothing;
  nothing.diagnostics = std::move(errors);
  return made_of(std::move(nothing));
}

const char* name_at(const std::vector<std::string>& names, std::size_t index) {
  return index < names.size() ? names[index].c_str() : nullptr;
}

}  // namespace

LoadOptions load_options(const weft_load_options* given, Diagnostics& errors) {
  const weft_load_options read = read_options(given, "weft_load_options", errors);
  LoadOptions options;
  options.shipped_directories = {read.shipped_directory != nullptr ? read.shipped_directory
                                                                   : shipped_shaders()};
  options.import_directories =
      texts_of(read.import_directories, read.import_directory_count, "import_directories", errors);
  std::vector<std::string> roots =
      texts_of(read.import_roots, read.import_root_count, "import_roots", errors);
  if (read.import_roots != nullptr) {
    options.import_roots = std::move(roots);
  }
  add_relations(read.relations, read.relation_count, options.relations, errors);
  return options;
}

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

size_t weft_report_count(const weft_report* report) {
  return report != nullptr ? report->entries.size() : 0;
}

int weft_report_get(const weft_report* report, size_t index, weft_diagnostic* diagnostic) {
  if (diagnostic == nullptr || index >= weft_report_count(report)) {
    return 0;
  }
  const weft_report::Entry& entry = report->entries[index];
  *diagnostic = {entry.severity,     entry.code.c_str(), entry.message.c_str(),
                 entry.file.c_str(), entry.line,         entry.column,
                 entry.node.c_str(), entry.port.c_str(), entry.hint.c_str()};
  return 1;
}

const char* weft_report_text(const weft_report* report) {
  return report != nullptr ? report->text.c_str() : "";
}
const char* weft_report_json(const weft_report* report) {
  return report != nullptr ? report->json.c_str() : "[]";
}

weft_library* weft_load(const char* const* files, size_t file_count,
                        const weft_load_options* options) {
  return weft::guarded([&]() -> weft_library* {
    weft::Diagnostics errors;
    const weft::LoadOptions how = weft::load_options(options, errors);
    const std::vector<std::string> paths = weft::texts_of(files, file_count, "files", errors);
    if (file_count == 0) {
      errors.push_back(weft::error(weft::Code::WrongArguments, "no files to load"));
    }
    if (!errors.empty()) {
      return weft::refused(std::move(errors));
    }
    return weft::made_of(weft::load_library(paths, weft::DiskReader(), how));
  });
}

weft_library* weft_load_text(const char* name, const char* text, size_t length,
                             const weft_load_options* options) {
  return weft::guarded([&]() -> weft_library* {
    weft::Diagnostics errors;
    const weft::LoadOptions how = weft::load_options(options, errors);
    if (name == nullptr) {
      errors.push_back(weft::is_null("name"));
    }
    if (text == nullptr && length != 0) {
      errors.push_back(weft::is_null("text"));
    }
    if (!errors.empty()) {
      return weft::refused(std::move(errors));
    }
    return weft::made_of(
        weft::load_text(name, text != nullptr ? std::string(text, length) : std::string(),
                        weft::DiskReader(), how));
  });
}

void weft_library_free(weft_library* library) { delete library; }
int weft_library_ok(const weft_library* library) {
  return library != nullptr && library->is_ok ? 1 : 0;
}
const weft_report* weft_library_report(const weft_library* library) {
  return library != nullptr ? &library->report : nullptr;
}

const char* weft_library_material(const weft_library* library, size_t index) {
  return library != nullptr ? weft::name_at(library->materials, index) : nullptr;
}
const char* weft_library_profile(const weft_library* library, size_t index) {
  return library != nullptr ? weft::name_at(library->profiles, index) : nullptr;
}
const char* weft_library_file(const weft_library* library, size_t index) {
  return library != nullptr ? weft::name_at(library->library.files_read, index) : nullptr;
}

}  // extern "C"
