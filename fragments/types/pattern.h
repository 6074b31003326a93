#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fragments/types/semantic_type.h"

// A signature declares types as patterns with type variables and trait variables. A call binds the
// variables, and substitute() turns a pattern into a concrete demand: with T bound to float3 and ?b
// to world, `T {use: normal, basis: ?b}` demands `float3 {use: normal, basis: world}`.

namespace weft {

/// One trait statement of a signature: a fixed value, or a trait variable `?b` (an index into the
/// signature's list).
struct PatternEntry {
  TraitId trait;
  std::optional<ValueId> value;           ///< set unless it is a variable
  std::optional<std::uint32_t> variable;  ///< set unless it is a value
  bool conditional = false;
  Span span;
};

/// The declared type of a port or result: a data type or a type variable (an index into the
/// signature's list, in which `T[4]` is a separate variable), and trait statements sorted by trait
/// id.
struct TypePattern {
  DataType data;  ///< used if there is no type variable
  std::optional<std::uint32_t> type_variable;
  std::vector<PatternEntry> entries;
  Span span;
};

/// Whether two patterns state the same of the same traits, wherever they are written. O(entries).
bool same_entries(const TypePattern& a, const TypePattern& b);
/// As same_entries(), and they have the same data type or, by position, the same type variable.
bool same_pattern(const TypePattern& a, const TypePattern& b);

/// The bindings of type and trait variables at one call. Unbound variables are empty.
struct Bindings {
  std::vector<std::optional<SemanticType>>
      types;  ///< per type variable: the data type and the traits on which its arguments met
  std::vector<std::optional<ValueId>> trait_values;  ///< per trait variable

  friend bool operator==(const Bindings&, const Bindings&) = default;
};

/// Returns the demand of a pattern under bindings. The meanings of a bound type variable become
/// conditional entries, unless the pattern states the trait itself. Entries with an unbound trait
/// variable demand nothing; an unbound type variable gives the void data type. Conditional entries
/// stay conditional.
Demand substitute(const TypePattern& pattern, const Bindings& bindings, const Lattice& lattice);

}  // namespace weft
