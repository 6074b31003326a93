#include "live/language_server/source_index.h"

#include <set>
#include <variant>

#include "fragments/load/load_imports.h"

namespace weft::lsp {

IndexedFilePtr SourceIndex::file(const std::string& path) {
  ReadResult read = reader_.read_regular(path);
  if (read.status != ReadResult::Status::Text) {
    files_.erase(reader_.identity(path));
    return nullptr;
  }
  IndexedFilePtr& known = files_[reader_.identity(path)];
  const SourceFile source(path, std::move(read.text));
  if (known == nullptr || known->text.text() != source.text()) {
    known = std::make_shared<const IndexedFile>(path, std::string(source.text()));
  }
  return known;
}

bool SourceIndex::may_import(const std::string& path) const {
  if (!options_.import_roots) {
    return true;
  }
  const std::string known = reader_.identity(path);
  for (const auto* folders : {&*options_.import_roots, &options_.shipped_directories}) {
    for (const std::string& folder : *folders) {
      if (known.starts_with(reader_.identity(folder) + "/")) {
        return true;
      }
    }
  }
  return false;
}

std::string SourceIndex::imported_path(std::string_view import, const std::string& importer) const {
  for (const std::string& place : import_places(import, importer, options_)) {
    if (may_import(place) && reader_.read_regular(place).status == ReadResult::Status::Text) {
      return place;
    }
  }
  return {};
}

std::vector<IndexedFilePtr> SourceIndex::closure(const std::string& path) {
  std::vector<IndexedFilePtr> files;
  std::set<std::string> seen{reader_.identity(path)};
  std::vector<std::string> next{path};
  while (!next.empty()) {
    const std::string at = std::move(next.back());
    next.pop_back();
    const IndexedFilePtr found = file(at);
    if (found == nullptr) {
      continue;
    }
    files.push_back(found);
    for (const syntax::Declaration& declaration : found->text.module().declarations) {
      const auto* import = std::get_if<syntax::ImportDecl>(&declaration.kind);
      const std::string place = import != nullptr ? imported_path(import->path, at) : std::string();
      if (!place.empty() && seen.insert(reader_.identity(place)).second) {
        next.push_back(place);
      }
    }
  }
  return files;
}

std::vector<FoundDeclaration> find_declarations(const std::vector<IndexedFilePtr>& files,
                                                const Symbol& symbol) {
  std::vector<FoundDeclaration> found;
  for (const IndexedFilePtr& file : files) {
    const auto known = file->symbols.declared_by_symbol.find(symbol);
    if (known != file->symbols.declared_by_symbol.end()) {
      for (const std::uint32_t position : known->second) {
        found.push_back({file, &file->symbols.declared[position]});
      }
    }
    if (symbol.space == SymbolSpace::Local) {
      break;
    }
  }
  return found;
}

}  // namespace weft::lsp
