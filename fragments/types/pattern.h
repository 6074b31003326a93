#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fragments/types/semantic_type.h"

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

/// The type of a port or result as declared: a data type or a type variable (an index into the
/// signature's list; `T[4]` is a variable of its own there), and statements about traits sorted by
/// trait id.
struct TypePattern {
  DataType data;  ///< used if there is no type variable
  std::optional<std::uint32_t> type_variable;
  std::vector<PatternEntry> entries;
  Span span;
};

/// What variables stand for at one call. Unset ones are open.
struct Bindings {
  std::vector<std::optional<SemanticType>>
      types;  ///< per type variable: data type and the traits that met
  std::vector<std::optional<ValueId>> trait_values;  ///< per trait variable
};

/// The demand of a pattern under bindings. Entries with an open trait variable demand nothing; an
/// open type variable gives the void data type. Conditional entries stay conditional.
Demand substitute(const TypePattern& pattern, const Bindings& bindings, const Lattice& lattice);

}  // namespace weft
