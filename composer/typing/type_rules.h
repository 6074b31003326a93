#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fragments/model/library.h"
#include "fragments/types/semantic_type.h"

namespace weft {

/// The traits that the typing rules of DESIGN section 2 know by name, where the library declares
/// them.
struct KnownTraits {
  explicit KnownTraits(const Library& library);

  std::optional<TraitId> use, basis, encoding, primaries, unit;
  std::optional<ValueId> encoding_linear, encoding_srgb, color, scalar;
};

/// A swizzle by the letters xyzw, rgba or stpq (not mixed) of a value with `size` components;
/// nothing if it is none.
std::optional<std::uint32_t> parse_swizzle(std::string_view letters, int size);

/// The type of a swizzle: `.xyz` of a vector keeps its meanings, so does the first component of
/// what has one channel; `.w` of a 4-vector loses all, others keep encoding and unit. Guarantees
/// are lost.
SemanticType swizzled_type(const SemanticType& object, std::uint32_t swizzle,
                           const Lattice& lattice, const KnownTraits& known);

/// The data type that operands of these types have in common when scalars spread; nothing if there
/// is none.
std::optional<DataType> broadcast(const std::vector<DataType>& operands);

/// Whether a number that is written out becomes `wanted` where that is demanded: an int widens to
/// uint, unless it is negative, and both to float; nothing else changes its kind, and nothing its
/// shape. False of its own type.
bool literal_widens(const Constant& literal, DataType wanted);

}  // namespace weft
