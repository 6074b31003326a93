#include "live/language_server/symbol_places.h"

#include <algorithm>
#include <set>
#include <string>

#include "live/language_server/canonical_symbol.h"
#include "support/json.h"

namespace weft::lsp {

std::optional<SymbolAt> symbol_at(ServerState& state, const DocumentPlace& place) {
  SymbolAt at;
  at.files = state.index.closure(place.document->path());
  if (at.files.empty()) {
    return std::nullopt;
  }
  const FileSymbols& symbols = at.files.front()->symbols;
  const Occurrence* found = symbols.at(place.offset);
  if (found == nullptr) {
    return std::nullopt;
  }
  at.occurrence = *found;
  at.symbol = canonical_symbol(at.files, symbols.symbol_of(*found));
  at.declared = find_declarations(at.files, at.symbol);
  return at;
}

std::vector<std::string> workspace_files(const ServerState& state) {
  std::set<std::string> paths;
  std::set<std::string> identities;
  const auto add = [&](const std::string& path) {
    if (identities.insert(state.reader.identity(path)).second) {
      paths.insert(path);
    }
  };
  for (const auto& [uri, document] : state.documents) {
    add(document->path());
  }
  for (const std::string& folder : state.folders) {
    for (const std::string& path : state.list_files(folder)) {
      add(path);
    }
  }
  return {paths.begin(), paths.end()};
}

namespace {

/// `symbol` is canonical.
void add_uses(ServerState& state, const IndexedFilePtr& file, const Symbol& symbol,
              std::vector<SymbolUse>& uses) {
  std::vector<IndexedFilePtr> seen;  // by the file, once it is asked for
  std::vector<bool> is_meant;
  for (const Symbol& each : file->symbols.symbols) {
    bool is_it = each == symbol;
    if (!is_it && symbol.space == SymbolSpace::Field && each.space == symbol.space &&
        each.name == symbol.name) {
      seen = seen.empty() ? state.index.closure(file->path) : seen;
      is_it = canonical_symbol(seen, each) == symbol;
    }
    is_meant.push_back(is_it);
  }
  for (const Occurrence& each : file->symbols.occurrences) {
    if (is_meant[each.symbol]) {
      uses.push_back({file, &each});
    }
  }
}

/// Whether a file sees one of the files that declare a symbol.
bool sees_declaration(ServerState& state, const std::string& path,
                      const std::set<std::string>& declaring) {
  const std::vector<IndexedFilePtr> closure = state.index.closure(path);
  return std::any_of(closure.begin(), closure.end(), [&](const IndexedFilePtr& file) {
    return declaring.contains(state.reader.identity(file->path));
  });
}

}  // namespace

std::vector<SymbolUse> find_uses(ServerState& state, const SymbolAt& at) {
  std::vector<SymbolUse> uses;
  if (at.symbol.space == SymbolSpace::Local) {
    add_uses(state, at.files.front(), at.symbol, uses);
    return uses;
  }
  std::set<std::string> declaring;
  for (const FoundDeclaration& declared : at.declared) {
    declaring.insert(state.reader.identity(declared.file->path));
  }
  if (declaring.empty()) {  // of nothing that is declared: what the document itself mentions
    add_uses(state, at.files.front(), at.symbol, uses);
    return uses;
  }
  std::vector<std::string> paths = workspace_files(state);
  std::set<std::string> known;
  for (const std::string& path : paths) {
    known.insert(state.reader.identity(path));
  }
  for (const IndexedFilePtr& file : at.files) {
    if (known.insert(state.reader.identity(file->path)).second) {
      paths.push_back(file->path);
    }
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    const IndexedFilePtr file = state.index.file(path);
    if (file == nullptr) {
      continue;
    }
    std::vector<SymbolUse> here;
    add_uses(state, file, at.symbol, here);
    if (!here.empty() && sees_declaration(state, path, declaring)) {
      uses.insert(uses.end(), here.begin(), here.end());
    }
  }
  return uses;
}

Json Locations::of(const IndexedFilePtr& file, Span span) {
  if (file_ != file) {
    file_ = file;
    uri_ = uri_of_file(state_, file->path);
    places_.emplace(file->text.source());
  }
  return Json{{"uri", uri_}, {"range", range_json(*places_, span)}};
}

}  // namespace weft::lsp
