#include <algorithm>
#include <optional>
#include <utility>

#include "fragments/model/lookups.h"
#include "tools/choice.h"
#include "tools/load_input.h"
#include "tools/materialx_input.h"

namespace weft::tools {
namespace {

constexpr const char* document_profile = "materialx_geometry";

/// Adds the document's sources to the library's, and the messages with their new places.
void add_messages(LoadedLibrary& loaded, MaterialxModule& module, bool as_warnings) {
  std::vector<FileId> ids;
  for (SourceFile& source : module.sources) {
    ids.push_back(loaded.library.sources.add(std::move(source)));
  }
  const auto move_to_library = [&ids](std::optional<Span>& span) {
    if (span) {
      span->file = ids[span->file.index()];
    }
  };
  const auto add = [&](Diagnostic& diagnostic, Diagnostics& to) {
    move_to_library(diagnostic.span);
    for (Note& note : diagnostic.notes) {
      move_to_library(note.span);
    }
    append(to, std::move(diagnostic));
  };
  for (Diagnostic& diagnostic : module.diagnostics) {
    if (as_warnings) {
      diagnostic.severity = Severity::Warning;
    }
    add(diagnostic, loaded.diagnostics);
  }
  // Weft may not know what others know, but a link that leads nowhere is nobody's.
  for (Diagnostic& diagnostic : module.broken_links) {
    add(diagnostic, as_warnings ? loaded.left_out : loaded.diagnostics);
  }
}

}  // namespace

bool is_materialx(std::string_view file) { return file.ends_with(".mtlx"); }

LoadedLibrary load_materialx(const std::string& file, const FileReader& reader,
                             const ImportOptions& imports,
                             const std::vector<std::string>& more_roots) {
  ReadResult read = reader.read(file);
  if (read.status != ReadResult::Status::Text) {
    LoadedLibrary nothing;
    nothing.unreadable = true;
    nothing.diagnostics.push_back(trouble_of(file, read));
    return nothing;
  }
  MaterialxModule module = import_materialx(file, std::move(read.text), reader, imports);
  LoadedLibrary loaded;
  if (!module.failed) {
    loaded = load_text(file, std::move(module.text), reader, load_options(imports), more_roots,
                       std::move(*module.standard));
    std::vector<std::string> documents = {file};
    for (const SourceFile& source : module.sources) {  // what it includes, and libraries
      if (source.path() != file) {
        documents.push_back(source.path());
      }
    }
    loaded.library.files_read.insert(loaded.library.files_read.begin(), documents.begin(),
                                     documents.end());
  }
  const bool has_others = !module.failed && !loaded.library.materials.empty();
  add_messages(loaded, module, has_others);
  return loaded;
}

std::string default_profile_of(std::string_view file, const Library& library) {
  if (!is_materialx(file)) {
    return std::string(default_profile);
  }
  return library.find_profile(document_profile) ? document_profile : "materialx";
}

}  // namespace weft::tools
