#include "tools/import_hints.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"
#include "fragments/model/intrinsics.h"
#include "support/spelling.h"
#include "tools/load_input.h"

namespace weft::tools {
namespace {

bool is_about_a_name(const Diagnostic& diagnostic) {
  switch (diagnostic.code) {
    case Code::UnknownName:
    case Code::UnknownTrait:
    case Code::UnknownType:
    case Code::UnknownFeature:
    case Code::UnknownFragment:
    case Code::UnknownProfile:
      return diagnostic.span && diagnostic.hint.empty();
    default:
      return false;
  }
}

/// The first feature of a namespace, `surface.…`.
const Feature* feature_of_space(const Library& library, std::string_view space) {
  const auto at =
      std::find_if(library.features.begin(), library.features.end(), [&](const Feature& feature) {
        const std::string_view path = library.text(feature.path);
        return path.size() > space.size() && path[space.size()] == '.' && path.starts_with(space);
      });
  return at == library.features.end() ? nullptr : &*at;
}

/// Finds the declaration in a library that a word could mean.
std::optional<Span> declaration_of(const Library& library, std::string_view word) {
  if (const auto feature = library.find_feature(word)) {
    return library.features[*feature].span;
  }
  if (const auto profile = library.find_profile(word)) {
    return library.profiles[*profile].span;
  }
  if (const Feature* feature = feature_of_space(library, word)) {
    return feature->span;
  }
  const std::optional<NameId> name = library.names.find(word);
  if (!name) {
    return std::nullopt;
  }
  if (const auto trait = library.lattice.find_trait(*name)) {
    return library.lattice.trait(*trait).span;
  }
  const std::vector<FragmentId>& fragments = library.find_fragments(*name);
  return fragments.empty() ? std::nullopt
                           : std::optional(library.fragments[fragments.front()].span);
}

/// The shipped files that `core` imports, including itself.
std::vector<std::string> files_of_core(const Library& shipped) {
  const auto is_core = [](const std::string& file) {
    return std::filesystem::path(file).stem() == "core";
  };
  const auto core = std::find_if(shipped.files_read.begin(), shipped.files_read.end(), is_core);
  return core == shipped.files_read.end()
             ? std::vector<std::string>()
             : load_library({*core}, DiskReader(), load_options({})).library.files_read;
}

/// The path of an import that was not found and that no hint explains yet. Empty for others.
std::string_view unexplained_import(const LoadedLibrary& loaded, const Diagnostic& diagnostic) {
  constexpr std::string_view of_bare_names = "a bare name is a shipped file; ";
  const bool is_open = diagnostic.hint.empty() || diagnostic.hint.starts_with(of_bare_names);
  if (diagnostic.code != Code::FileNotFound || !diagnostic.span || !is_open) {
    return {};
  }
  const std::string_view quoted =
      loaded.library.sources[diagnostic.span->file].text(*diagnostic.span);
  return quoted.size() > 2 && quoted.front() == '"' ? quoted.substr(1, quoted.size() - 2) : "";
}

/// Names the shipped file that an import of another place (`./display`), or a misspelt one, means.
void add_file_hints(LoadedLibrary& loaded) {
  std::vector<std::string> names;
  for (Diagnostic& diagnostic : loaded.diagnostics) {
    const std::string_view path = unexplained_import(loaded, diagnostic);
    if (path.empty()) {
      continue;
    }
    if (names.empty()) {
      for (const std::string& file : shipped_files()) {
        names.push_back(std::filesystem::path(file).stem().string());
      }
    }
    const std::string word = std::filesystem::path(path).stem().string();
    const std::string_view below = path.starts_with("./") ? path.substr(2) : path;
    if (std::find(names.begin(), names.end(), word) != names.end()) {
      diagnostic.hint = fmt::format("a shipped file is imported by its name: import \"{}\";", word);
    } else if (below.find('/') == std::string_view::npos) {
      const auto near = nearest_spelling(word, {names.begin(), names.end()});
      diagnostic.hint = near ? fmt::format("did you mean the shipped file: import \"{}\";", *near)
                             : diagnostic.hint;
    }
  }
}

}  // namespace

void add_import_hints(LoadedLibrary& loaded) {
  add_file_hints(loaded);
  const auto wanted =
      std::find_if(loaded.diagnostics.begin(), loaded.diagnostics.end(), is_about_a_name);
  if (wanted == loaded.diagnostics.end()) {
    return;
  }
  const LoadedLibrary shipped = load_library(shipped_files(), DiskReader(), load_options({}));
  const std::vector<std::string> by_core = files_of_core(shipped.library);
  const std::vector<std::string>& present = loaded.library.files_read;
  for (auto at = wanted; at != loaded.diagnostics.end(); ++at) {
    if (!is_about_a_name(*at)) {
      continue;
    }
    const std::string_view word = loaded.library.sources[at->span->file].text(*at->span);
    if (const std::optional<Span> declared = declaration_of(shipped.library, word)) {
      const std::string& path = shipped.library.sources[declared->file].path();
      if (std::find(present.begin(), present.end(), path) == present.end()) {
        const bool is_brought = std::find(by_core.begin(), by_core.end(), path) != by_core.end();
        at->hint = fmt::format("it comes with: import \"{}\";",
                               is_brought ? "core" : std::filesystem::path(path).stem().string());
      }
    } else if (find_intrinsic(word)) {
      at->hint = fmt::format("bodies have it: call '{}' in a fragment of yours", word);
    }
  }
}

}  // namespace weft::tools
