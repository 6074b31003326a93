#include "live/language_server/rename_faults.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace weft::lsp {
namespace {

/// Whether a file has a name: as a whole, or as a part of the path of a feature.
bool has_name(const FileSymbols& symbols, const std::string& name) {
  return std::any_of(symbols.symbols.begin(), symbols.symbols.end(), [&](const Symbol& each) {
    return each.name == name || each.name.ends_with("." + name);
  });
}

/// How often each kind of error occurs, with its messages.
std::map<Code, std::multiset<std::string>> errors_of(const Diagnostics& diagnostics) {
  std::map<Code, std::multiset<std::string>> errors;
  for (const Diagnostic& each : diagnostics) {
    if (each.severity == Severity::Error) {
      errors[each.code].insert(each.message);
    }
  }
  return errors;
}

OpenDocument loaded_alone(const ServerState& state, const std::string& path,
                          const FileReader& reader) {
  return {{}, path, reader.read_regular(path).text, reader, state.options};
}

/// The first error of a kind that occurs more often than before, preferably one with a message that
/// was not there before. Spans moved and messages have the new name, so neither identifies an
/// error.
const Diagnostic* first_new_error(const Diagnostics& now, const Diagnostics& before) {
  const auto errors = errors_of(now);
  const auto known = errors_of(before);
  const Diagnostic* found = nullptr;
  for (const Diagnostic& each : now) {
    const auto same = known.find(each.code);
    if (each.severity != Severity::Error ||
        (same != known.end() && errors.at(each.code).size() <= same->second.size())) {
      continue;
    }
    if (same == known.end() || !same->second.contains(each.message)) {
      return &each;
    }
    found = found == nullptr ? &each : found;
  }
  return found;
}

}  // namespace

std::vector<IndexedFilePtr> bystanders(ServerState& state, const SymbolAt& at,
                                       const std::string& name,
                                       const std::vector<RenamedFile>& renamed) {
  std::vector<IndexedFilePtr> found;
  if (at.symbol.space == SymbolSpace::Local) {
    return found;  // no other file sees it
  }
  std::set<std::string> changed;
  for (const RenamedFile& each : renamed) {
    changed.insert(state.reader.identity(each.file->path));
  }
  std::set<std::string> declaring;
  for (const FoundDeclaration& each : at.declared) {
    declaring.insert(state.reader.identity(each.file->path));
  }
  for (const std::string& path : workspace_files(state)) {
    const IndexedFilePtr file = state.index.file(path);
    if (file == nullptr || changed.contains(state.reader.identity(path)) ||
        !has_name(file->symbols, name)) {
      continue;
    }
    const std::vector<IndexedFilePtr> closure = state.index.closure(path);
    if (std::any_of(closure.begin(), closure.end(), [&](const IndexedFilePtr& each) {
          return declaring.contains(state.reader.identity(each->path));
        })) {
      found.push_back(file);
    }
  }
  return found;
}

std::string error_of_rename(const ServerState& state, const std::vector<RenamedFile>& renamed,
                            const std::vector<IndexedFilePtr>& bystanders) {
  OverlayReader after(state.reader);
  std::vector<std::string> paths;
  for (const RenamedFile& each : renamed) {
    after.set(each.file->path, live::apply_splices(each.file->text.text(), each.splices));
    paths.push_back(each.file->path);
  }
  for (const IndexedFilePtr& each : bystanders) {
    paths.push_back(each->path);
  }
  for (const std::string& path : paths) {
    OpenDocument changed = loaded_alone(state, path, after);
    if (!has_errors(changed.diagnostics())) {
      continue;
    }
    OpenDocument unchanged = loaded_alone(state, path, state.reader);
    if (const Diagnostic* error = first_new_error(changed.diagnostics(), unchanged.diagnostics())) {
      const Sources& sources = changed.loaded().library().sources;
      const std::string place =
          error->span ? fmt::format("{}:{}", sources[error->span->file].path(),
                                    sources[error->span->file].position(error->span->begin).line)
                      : path;
      return fmt::format("{}: {}", place, error->message);
    }
  }
  return {};
}

}  // namespace weft::lsp
