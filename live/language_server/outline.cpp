#include <algorithm>
#include <cctype>
#include <string_view>

#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/language_server/symbol_places.h"
#include "support/json.h"

// The symbols of a document, nested, and those of the workspace by name.

namespace weft::lsp {
namespace {

/// Answers to a query of the workspace beyond these are left out.
constexpr std::size_t most_found = 500;

/// `SymbolKind` of the protocol.
int protocol_kind(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::Fragment:
    case DeclaredKind::Graph:
    case DeclaredKind::Conversion:
      return 12;  // Function
    case DeclaredKind::Struct:
      return 23;  // Struct
    case DeclaredKind::Bound:
    case DeclaredKind::TypeParameter:
      return 26;  // TypeParameter
    case DeclaredKind::Material:
      return 5;  // Class
    case DeclaredKind::Profile:
      return 11;  // Interface
    case DeclaredKind::Feature:
    case DeclaredKind::Demand:
      return 7;  // Property
    case DeclaredKind::Trait:
      return 10;  // Enum
    case DeclaredKind::TraitValue:
      return 22;  // EnumMember
    case DeclaredKind::Result:
    case DeclaredKind::Member:
      return 8;  // Field
    case DeclaredKind::Port:
    case DeclaredKind::Parameter:
      return 20;  // Key
    default:
      return 13;  // Variable
  }
}

bool is_listed(DeclaredKind kind) {
  return kind != DeclaredKind::TypeParameter && kind != DeclaredKind::Variable;
}

/// Whether the declaration stands on its own, and not in another one.
bool is_top_level(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::Fragment:
    case DeclaredKind::Graph:
    case DeclaredKind::Struct:
    case DeclaredKind::Bound:
    case DeclaredKind::Conversion:
    case DeclaredKind::Material:
    case DeclaredKind::Profile:
    case DeclaredKind::Feature:
    case DeclaredKind::Trait:
      return true;
    default:
      return false;
  }
}

/// Where the declarations of a text are, and their names: both ascend.
struct OutlinePlaces {
  PlaceFinder wholes;
  PlaceFinder names;
};

Json symbol_json(const IndexedFile& file, const DeclaredSymbol& declared, OutlinePlaces& places) {
  return Json{{"name", file.symbols.symbols[declared.symbol].name},
              {"kind", protocol_kind(declared.kind)},
              {"range", range_json(places.wholes, cover(declared.whole, declared.name))},
              {"selectionRange", range_json(places.names, declared.name)},
              {"children", Json::array()}};
}

/// Two levels: declarations, and what is declared in them.
RpcAnswer document_symbols(ServerState& state, const Json& params) {
  const auto document = document_of(state, params);
  if (!document) {
    return tl::unexpected(document.error());
  }
  Json list = Json::array();
  const IndexedFilePtr file = state.index.file((*document)->path());
  if (file == nullptr) {
    return "[]";
  }
  OutlinePlaces places{PlaceFinder(file->text.source()), PlaceFinder(file->text.source())};
  std::uint32_t end = 0;  // of the last declaration
  for (const DeclaredSymbol& declared : file->symbols.declared) {
    if (is_top_level(declared.kind)) {
      list.push_back(symbol_json(*file, declared, places));
      end = declared.whole.end;
    } else if (is_listed(declared.kind) && !list.empty() && declared.name.begin < end) {
      list.back()["children"].push_back(symbol_json(*file, declared, places));
    } else if (is_listed(declared.kind)) {  // a value that `extend` adds
      list.push_back(symbol_json(*file, declared, places));
    }
  }
  return json_text(list);
}

/// Whether the characters of a query are in a name, in order, without regard to case.
bool matches(std::string_view query, std::string_view name) {
  std::size_t at = 0;
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  for (const char c : name) {
    at += at < query.size() && lower(c) == lower(query[at]) ? 1 : 0;
  }
  return at == query.size();
}

RpcAnswer workspace_symbols(ServerState& state, const Json& params) {
  const std::string query = text_of(member(params, "query")).value_or("");
  Locations places(state);
  Json list = Json::array();
  for (const std::string& path : workspace_files(state)) {
    const IndexedFilePtr file = state.index.file(path);
    if (file == nullptr) {
      continue;
    }
    for (const DeclaredSymbol& declared : file->symbols.declared) {
      const std::string& name = file->symbols.symbols[declared.symbol].name;
      if (is_top_level(declared.kind) && matches(query, name) && list.size() < most_found) {
        list.push_back(Json{{"name", name},
                            {"kind", protocol_kind(declared.kind)},
                            {"location", places.of(file, declared.name)}});
      }
    }
  }
  return json_text(list);
}

}  // namespace

std::vector<HandlerRow> outline_handlers() {
  return {{"textDocument/documentSymbol", document_symbols},
          {"workspace/symbol", workspace_symbols}};
}

}  // namespace weft::lsp
