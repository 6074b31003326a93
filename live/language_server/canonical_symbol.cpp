#include "live/language_server/canonical_symbol.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace weft::lsp {
namespace {

using live::DocumentText;
using live::signature_of;

/// Calls `see(text, declaration)` for what the files declare until it returns something.
template <typename See>
std::string first_found(const std::vector<IndexedFilePtr>& files, const See& see) {
  for (const IndexedFilePtr& file : files) {
    for (const syntax::Declaration& declaration : file->text.module().declarations) {
      if (std::string found = see(file->text, declaration); !found.empty()) {
        return found;
      }
    }
  }
  return {};
}

/// The type that a fragment gives as its only result, which has no name; else the name itself.
std::string type_of_callable(const std::vector<IndexedFilePtr>& files, const std::string& name) {
  const std::string type =
      first_found(files, [&](const DocumentText& text, const syntax::Declaration& declaration) {
        const syntax::Signature* signature = signature_of(declaration);
        const auto* result = signature != nullptr && text.spelling(signature->name.name) == name
                                 ? std::get_if<syntax::TypeRef>(&signature->result)
                                 : nullptr;
        return result != nullptr ? std::string(text.spelling(result->name.name)) : std::string();
      });
  return type.empty() ? name : type;
}

/// The type of a member of a struct, or of a named result of a fragment; empty if there is none.
std::string type_of_field(const std::vector<IndexedFilePtr>& files, const std::string& owner,
                          std::string_view field) {
  return first_found(files, [&](const DocumentText& text, const syntax::Declaration& declaration) {
    const auto* structure = std::get_if<syntax::StructDecl>(&declaration.kind);
    if (structure != nullptr && text.spelling(structure->name.name) == owner) {
      for (const syntax::StructMemberDecl& member : structure->members) {
        if (text.spelling(member.name.name) == field) {
          return std::string(text.spelling(member.type.name.name));
        }
      }
    }
    const syntax::Signature* signature = signature_of(declaration);
    const auto* results = signature != nullptr && text.spelling(signature->name.name) == owner
                              ? std::get_if<std::vector<syntax::NamedResult>>(&signature->result)
                              : nullptr;
    for (std::size_t i = 0; results != nullptr && i < results->size(); ++i) {
      if (text.spelling((*results)[i].name.name) == field) {
        return std::string(text.spelling((*results)[i].type.name.name));
      }
    }
    return std::string();
  });
}

}  // namespace

Symbol canonical_symbol(const std::vector<IndexedFilePtr>& files, const Symbol& symbol) {
  if (symbol.space != SymbolSpace::Field) {
    return symbol;
  }
  const std::string& path = symbol.owner;
  std::size_t end = std::min(path.find('.'), path.size());
  std::string owner = type_of_callable(files, path.substr(0, end));
  while (end < path.size()) {
    const std::size_t begin = end + 1;
    end = std::min(path.find('.', begin), path.size());
    owner = type_of_field(files, owner, std::string_view(path).substr(begin, end - begin));
    if (owner.empty()) {
      return symbol;
    }
  }
  return {symbol.space, owner, symbol.name};
}

}  // namespace weft::lsp
