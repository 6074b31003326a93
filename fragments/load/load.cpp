#include "fragments/load/load.h"

#include <algorithm>
#include <utility>

#include "fragments/load/keep_named.h"
#include "fragments/load/load_imports.h"
#include "fragments/load/load_passes.h"
#include "fragments/load/load_stages.h"
#include "fragments/load/load_state.h"
#include "fragments/load/parsed_files.h"

namespace weft {
namespace {

/// `state` may hold files that were parsed before.
LoadedLibrary load_once(LoadState state, const std::vector<LoadRoot>& roots,
                        const FileReader& reader, const LoadOptions& options) {
  prepare_library(state, options);
  state.library.root_file = FileId(state.library.sources.size());
  load_modules(state, roots, reader, options);
  const bool has_shipped_profiles = add_shipped_profiles(state, reader, options);
  if (options.only_named) {
    keep_named(state);
  }
  const std::size_t reading_errors = state.diagnostics.size();
  bool are_whole = load_declarations(state);
  declare_materials(state);
  load_profiles(state);
  if (!has_errors(state.diagnostics)) {
    check_declarations(state);
  }
  if (state.is_incomplete) {
    drop_consequences(state.diagnostics, reading_errors);
  }
  normalize(state.diagnostics);
  are_whole = are_whole && !state.has_broken_defaults;
  return {std::move(state.library), std::move(state.diagnostics), are_whole, state.is_unreadable,
          has_shipped_profiles};
}

/// `state` holds the files of `parsed`, which are loaded as if the first of `roots` imported them.
LoadedLibrary load(LoadState state, const std::vector<LoadRoot>& parsed,
                   const std::vector<LoadRoot>& roots, const FileReader& reader,
                   const LoadOptions& options) {
  LoadedLibrary loaded = load_once(std::move(state), roots, reader, options);
  if (options.only_named && !loaded.diagnostics.empty()) {
    LoadOptions everything = options;
    everything.only_named = false;
    LoadState again;
    load_modules(again, parsed, reader, everything);
    loaded = load_once(std::move(again), roots, reader, everything);
  }
  return loaded;
}

std::vector<LoadRoot> roots_of(const std::string& shown_path, std::string text,
                               const std::vector<std::string>& more) {
  std::vector<LoadRoot> roots = file_roots(more);
  roots.insert(roots.begin(), {shown_path, std::move(text)});
  return roots;
}

}  // namespace

LoadedLibrary load_library(const std::string& root_path, const FileReader& reader,
                           const LoadOptions& options) {
  return load(LoadState(), {}, {LoadRoot{root_path}}, reader, options);
}

LoadedLibrary load_library(const std::vector<std::string>& root_paths, const FileReader& reader,
                           const LoadOptions& options) {
  return load(LoadState(), {}, file_roots(root_paths), reader, options);
}

LoadedLibrary load_text(const std::string& shown_path, std::string text, const FileReader& reader,
                        const LoadOptions& options, const std::vector<std::string>& more_roots) {
  return load(LoadState(), {}, roots_of(shown_path, std::move(text), more_roots), reader, options);
}

LoadedLibrary load_text(const std::string& shown_path, std::string text, const FileReader& reader,
                        const LoadOptions& options, const std::vector<std::string>& more_roots,
                        ParsedFiles files) {
  return load(std::move(*files.state_), file_roots(files.root_paths_),
              roots_of(shown_path, std::move(text), more_roots), reader, options);
}

}  // namespace weft
