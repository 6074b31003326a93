#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "live/language_server/symbols.h"

namespace weft::lsp {

/// What is known of a local value without types: the name of the struct that it has, or of the
/// fragment whose results it has.
struct LocalOrigin {
  std::optional<syntax::ExprId> value = std::nullopt;
  std::optional<NameId> type = std::nullopt;
};

/// The symbols of a file under construction. `text` must outlive the object.
struct SymbolCollector {
  explicit SymbolCollector(const live::DocumentText& of_text) : text(of_text) {}

  const live::DocumentText& text;
  FileSymbols made = {};
  std::map<Symbol, std::uint32_t> ids = {};
  /// Names of the declaration that is being read: ports, parameters, bindings, type parameters.
  std::unordered_map<NameId, std::uint32_t> scope = {};
  /// Names bound by what encloses the current expression or statement; the last one counts.
  std::vector<std::pair<NameId, std::uint32_t>> bound = {};
  std::unordered_map<std::uint32_t, LocalOrigin> origins = {};  ///< by symbol; lookups only

  std::string spelling(NameId name) const { return std::string(text.spelling(name)); }
  std::uint32_t id(Symbol symbol);
  void mention(Symbol symbol, Span span);
  /// A declaration; returns its symbol.
  std::uint32_t declare(Symbol symbol, DeclaredKind kind, Span name, Span whole, Span head,
                        const std::string& doc = {});
  std::uint32_t declare_local(const syntax::Identifier& name, DeclaredKind kind, Span whole,
                              LocalOrigin origin = {}, const std::string& doc = {});
  std::optional<std::uint32_t> find_local(NameId name) const;
};

/// The symbol of a name that is known inside of a declaration alone.
Symbol local_symbol(const SymbolCollector& c, const syntax::Identifier& name);

// symbol_types.cpp

void collect_type(SymbolCollector& c, const syntax::TypeRef& type);
void collect_traits(SymbolCollector& c, const syntax::Traits& traits);
/// The path of a feature, or of a namespace of features.
void collect_feature(SymbolCollector& c, const syntax::Path& path);
/// A name used as a type: of a struct, a bound or a type parameter.
void collect_type_name(SymbolCollector& c, const syntax::Identifier& name);

// symbol_expressions.cpp

/// The mentions in an expression, under `scope` and `bound`.
void collect_expression(SymbolCollector& c, syntax::ExprId root);
/// The mentions in the body of a leaf.
void collect_body(SymbolCollector& c, syntax::StmtId body);
/// Declares the names of bindings in `scope`, as those of a material or graph are.
void declare_bindings(SymbolCollector& c, const std::vector<syntax::BindingId>& bindings);
/// The mentions in bindings. `owner` is the graph whose results the outputs are; of materials
/// empty.
void collect_bindings(SymbolCollector& c, const std::vector<syntax::BindingId>& bindings,
                      const std::string& owner);

// symbol_declarations.cpp

void collect_declaration(SymbolCollector& c, const syntax::Declaration& declaration);

}  // namespace weft::lsp
