#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "live/session/document_text.h"
#include "support/source.h"

// The names of a file: what it declares, and every place that mentions a name. Made from the syntax
// tree alone, so a file with errors has those of the rest, and no other file is needed: a mention
// of what another file declares has the same symbol there.

namespace weft::lsp {

/// What kinds of things a name is looked up among.
enum class SymbolSpace : std::uint8_t {
  Callable,  ///< fragments, graphs, structs and bounds
  Conversion,
  Material,
  Profile,
  Feature,       ///< `surface.uv`
  FeatureSpace,  ///< `surface`
  Trait,
  TraitValue,  ///< of its owner, a trait
  Port,        ///< of its owner, a callable or conversion
  Field,       ///< a result of its owner, or a member of a struct. The owner may be a path of
               ///< members, `Nest.one`: see canonical_symbol()
  Output,      ///< what profiles demand and materials give
  Local,       ///< known only inside of a declaration; its owner is the place where it is declared
  File,        ///< an import, as written
};

struct Symbol {
  SymbolSpace space = SymbolSpace::Local;
  std::string owner;
  std::string name;

  friend auto operator<=>(const Symbol&, const Symbol&) = default;
};

enum class DeclaredKind : std::uint8_t {
  Fragment,
  Graph,
  Struct,
  Bound,
  Conversion,
  Material,
  Profile,
  Feature,
  Trait,
  TraitValue,
  Port,
  Result,
  Member,
  Demand,
  Parameter,
  Binding,
  TypeParameter,
  Variable,  ///< of a body, a lambda or a loop
};

/// A declaration.
struct DeclaredSymbol {
  std::uint32_t symbol = 0;  ///< in FileSymbols::symbols
  DeclaredKind kind = DeclaredKind::Variable;
  Span name;
  Span whole;
  Span head;  ///< what a reader sees of it: a signature without the body
  std::string doc;
};

/// A place that mentions a name.
struct Occurrence {
  Span span;
  std::uint32_t symbol = 0;
  bool is_declaration = false;
  /// `output n;`, which mentions a value and an output with one word: this is the value.
  bool is_shorthand = false;
  bool is_call = false;  ///< the callee of a call
};

struct FileSymbols {
  std::vector<Symbol> symbols;
  std::vector<Occurrence> occurrences;                              ///< by place
  std::vector<DeclaredSymbol> declared;                             ///< by place
  std::map<Symbol, std::vector<std::uint32_t>> declared_by_symbol;  ///< positions in `declared`

  /// The occurrence that contains a byte or ends there; null if none does. The shortest, if several
  /// do. O(log occurrences).
  const Occurrence* at(std::uint32_t offset) const;
  const Symbol& symbol_of(const Occurrence& occurrence) const { return symbols[occurrence.symbol]; }
};

/// O(text · log). The stack does not grow with the text.
FileSymbols collect_symbols(const live::DocumentText& text);

}  // namespace weft::lsp
