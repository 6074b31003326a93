#include "live/language_server/semantic_tokens.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fragments/types/data_type.h"
#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/language_server/symbol_places.h"
#include "support/json.h"

// Names colored by what they mean. Keywords, numbers and comments are left to the grammar of the
// editor.

namespace weft::lsp {
namespace {

/// Positions in `token_types`.
enum class TokenType : std::uint32_t {
  Namespace,
  Type,
  Class,
  Enum,
  Interface,
  Struct,
  TypeParameter,
  Parameter,
  Variable,
  Property,
  EnumMember,
  Function,
};
constexpr std::array<const char*, 12> token_types = {
    "namespace",     "type",      "class",    "enum",     "interface",  "struct",
    "typeParameter", "parameter", "variable", "property", "enumMember", "function"};
constexpr std::uint32_t declaration_modifier = 1;

TokenType type_of_declared(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::Struct:
      return TokenType::Struct;
    case DeclaredKind::Bound:
      return TokenType::Type;
    case DeclaredKind::TypeParameter:
      return TokenType::TypeParameter;
    case DeclaredKind::Port:
    case DeclaredKind::Parameter:
      return TokenType::Parameter;
    case DeclaredKind::Binding:
    case DeclaredKind::Variable:
      return TokenType::Variable;
    case DeclaredKind::Feature:
    case DeclaredKind::Result:
    case DeclaredKind::Member:
    case DeclaredKind::Demand:
      return TokenType::Property;
    case DeclaredKind::Trait:
      return TokenType::Enum;
    case DeclaredKind::TraitValue:
      return TokenType::EnumMember;
    case DeclaredKind::Material:
      return TokenType::Class;
    case DeclaredKind::Profile:
      return TokenType::Interface;
    default:
      return TokenType::Function;
  }
}

/// The type of a name; nothing for what is no name of anything.
std::optional<TokenType> type_of_symbol(const std::vector<IndexedFilePtr>& files,
                                        const Symbol& symbol) {
  if (symbol.space == SymbolSpace::File) {
    return std::nullopt;
  }
  if (symbol.space == SymbolSpace::Output) {
    return TokenType::Property;
  }
  if (symbol.space == SymbolSpace::FeatureSpace) {
    return TokenType::Namespace;
  }
  const std::vector<FoundDeclaration> found = find_declarations(files, symbol);
  if (!found.empty()) {
    return type_of_declared(found.front().declared->kind);
  }
  const bool is_data_type =
      symbol.space == SymbolSpace::Callable && find_data_type(symbol.name).has_value();
  return is_data_type ? std::optional(TokenType::Type) : std::nullopt;
}

RpcAnswer semantic_tokens(ServerState& state, const Json& params) {
  const auto document = document_of(state, params);
  if (!document) {
    return tl::unexpected(document.error());
  }
  const std::vector<IndexedFilePtr> files = state.index.closure((*document)->path());
  if (files.empty()) {
    return R"({"data":[]})";
  }
  const FileSymbols& symbols = files.front()->symbols;
  const SourceFile& source = files.front()->text.source();
  std::unordered_map<std::uint32_t, std::optional<TokenType>> types;  // by symbol; lookups only
  Json data = Json::array();
  PlaceFinder places(source);
  LinePlace last;
  std::uint32_t end = 0;  // of the last token
  for (const Occurrence& each : symbols.occurrences) {
    const auto [type, is_new] = types.try_emplace(each.symbol);
    if (is_new) {
      type->second = type_of_symbol(files, symbols.symbol_of(each));
    }
    if (!type->second || (each.span.begin < end && end != 0)) {
      continue;  // of two names at one place the first counts
    }
    const LinePlace place = places.place(each.span.begin);
    const bool is_same_line = place.line == last.line;
    data.push_back(place.line - last.line);
    data.push_back(is_same_line ? place.character - last.character : place.character);
    data.push_back(each.span.end - each.span.begin);  // names are ASCII
    data.push_back(static_cast<std::uint32_t>(*type->second));
    data.push_back(each.is_declaration ? declaration_modifier : 0);
    last = place;
    end = each.span.end;
  }
  return json_text(Json{{"data", std::move(data)}});
}

}  // namespace

Json semantic_tokens_legend() {
  Json types = Json::array();
  for (const char* const type : token_types) {
    types.push_back(type);
  }
  return Json{{"tokenTypes", std::move(types)}, {"tokenModifiers", Json::array({"declaration"})}};
}

std::vector<HandlerRow> semantic_token_handlers() {
  return {{"textDocument/semanticTokens/full", semantic_tokens}};
}

}  // namespace weft::lsp
