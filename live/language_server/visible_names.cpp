#include "live/language_server/visible_names.h"

#include <algorithm>
#include <set>
#include <variant>

#include <fmt/format.h>

#include "live/language_server/local_scopes.h"
#include "live/language_server/message_params.h"
#include "live/language_server/text_places.h"
#include "support/json.h"

namespace weft::lsp {
namespace {

constexpr std::string_view extension = ".weft";

bool is_local_kind(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::Port:
    case DeclaredKind::Parameter:
    case DeclaredKind::Binding:
    case DeclaredKind::Variable:
    case DeclaredKind::Demand:
      return true;
    default:
      return false;
  }
}

bool by_name(const VisibleName& a, const VisibleName& b) { return a.name < b.name; }

/// The name by which a shipped file is imported.
std::string stem_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  std::string name = path.substr(slash == std::string::npos ? 0 : slash + 1);
  if (name.ends_with(extension)) {
    name.resize(name.size() - extension.size());
  }
  return name;
}

/// Per shipped file, by identity: the name to import. What `core` brings comes with `core`.
std::map<std::string, std::string> shipped_imports(ServerState& state) {
  std::map<std::string, std::string> imports;
  for (const std::string& folder : state.options.shipped_directories) {
    for (const std::string& path : state.list_files(folder)) {
      const std::string stem = stem_of(path);
      if (path == joined_path(folder, stem + std::string(extension))) {
        imports.emplace(state.reader.identity(path), stem);
      }
    }
    const std::string core = joined_path(folder, "core.weft");
    for (const IndexedFilePtr& file : state.index.closure(core)) {
      imports[state.reader.identity(file->path)] = "core";
    }
  }
  return imports;
}

}  // namespace

std::vector<VisibleName> local_names(const IndexedFilePtr& file, std::uint32_t offset) {
  std::vector<VisibleName> names;
  const std::vector<DeclaredSymbol>& declared = file->symbols.declared;
  const DeclaredSymbol* around = nullptr;
  for (const DeclaredSymbol& each : declared) {
    const bool is_top = each.kind == DeclaredKind::Material || each.kind == DeclaredKind::Graph ||
                        each.kind == DeclaredKind::Fragment ||
                        each.kind == DeclaredKind::Conversion || each.kind == DeclaredKind::Profile;
    if (is_top && each.whole.begin <= offset && offset <= each.whole.end) {
      around = &each;
    }
  }
  if (around == nullptr) {
    return names;
  }
  std::vector<const DeclaredSymbol*> known;
  std::vector<std::uint32_t> variables;
  for (const DeclaredSymbol& each : declared) {
    const bool is_inside =
        each.name.begin > around->name.begin && each.name.end <= around->whole.end;
    const bool is_being_declared = each.whole.begin <= offset && offset <= each.whole.end;
    const bool is_variable = each.kind == DeclaredKind::Variable;
    if (is_inside && !is_being_declared && (!is_variable || each.whole.end < offset) &&
        is_local_kind(each.kind)) {
      known.push_back(&each);
      if (is_variable) {
        variables.push_back(each.name.begin);
      }
    }
  }
  const std::vector<std::uint32_t> ends = scope_ends(file->text.source(), variables);
  std::size_t variable = 0;
  for (const DeclaredSymbol* const each : known) {
    if (each->kind != DeclaredKind::Variable || offset <= ends[variable++]) {
      names.push_back({file->symbols.symbols[each->symbol].name, {file, each}});
    }
  }
  return names;
}

std::vector<VisibleName> global_names(const std::vector<IndexedFilePtr>& files, SymbolSpace space) {
  std::vector<VisibleName> names;
  for (const IndexedFilePtr& file : files) {
    for (const DeclaredSymbol& each : file->symbols.declared) {
      const Symbol& symbol = file->symbols.symbols[each.symbol];
      if (symbol.space == space) {
        names.push_back({symbol.name, {file, &each}});
      }
    }
  }
  std::stable_sort(names.begin(), names.end(), by_name);
  return names;
}

std::vector<VisibleName> importable_names(ServerState& state,
                                          const std::vector<IndexedFilePtr>& files,
                                          SymbolSpace space) {
  std::set<std::string> seen;
  for (const IndexedFilePtr& file : files) {
    seen.insert(state.reader.identity(file->path));
  }
  std::vector<VisibleName> names;
  for (const auto& [path, import] : shipped_imports(state)) {
    const IndexedFilePtr file = seen.contains(path) ? nullptr : state.index.file(path);
    if (file == nullptr) {
      continue;
    }
    for (VisibleName& each : global_names({file}, space)) {
      each.import = import;
      names.push_back(std::move(each));
    }
  }
  std::stable_sort(names.begin(), names.end(), by_name);
  return names;
}

std::vector<VisibleName> parts_of(const std::vector<IndexedFilePtr>& files, SymbolSpace space,
                                  const std::string& owner) {
  std::vector<VisibleName> names;
  for (const IndexedFilePtr& file : files) {
    for (const DeclaredSymbol& each : file->symbols.declared) {
      const Symbol& symbol = file->symbols.symbols[each.symbol];
      const bool is_known = std::any_of(names.begin(), names.end(), [&](const VisibleName& name) {
        return name.name == symbol.name;
      });
      if (symbol.space == space && symbol.owner == owner && !is_known) {
        names.push_back({symbol.name, {file, &each}});
      }
    }
  }
  return names;
}

Json import_edit(const IndexedFile& file, const std::string& import) {
  const SourceFile& source = file.text.source();
  std::uint32_t line = 0;  // after the last import
  for (const syntax::Declaration& declaration : file.text.module().declarations) {
    if (std::holds_alternative<syntax::ImportDecl>(declaration.kind)) {
      line = std::max(line, source.position(declaration.span.end).line);
    }
  }
  const Json place = place_json({line, 0});
  const bool ends_text = line >= source.line_count();
  const std::string_view end = line_break_of(source.text());
  return Json{{"range", {{"start", place}, {"end", place}}},
              {"newText", fmt::format("{}import \"{}\";{}", ends_text ? end : "", import, end)}};
}

}  // namespace weft::lsp
