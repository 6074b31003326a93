#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fragments/model/library.h"
#include "fragments/types/semantic_type.h"

namespace weft {

/// The traits that built-in typing rules refer to by name, where the library declares them.
struct KnownTraits {
  explicit KnownTraits(const Library& library);

  std::optional<TraitId> use, basis, encoding, primaries, unit;
  std::optional<ValueId> encoding_linear, encoding_srgb, color, scalar;
};

/// Parses a swizzle of letters from one of xyzw, rgba or stpq, for a value with `size` components.
/// Nothing if it is not one.
std::optional<std::uint32_t> parse_swizzle(std::string_view letters, int size);

/// Returns the type of a swizzle. `.xyz` of a vector keeps its meanings, and so does the first
/// component of a single-channel value. `.w` of a 4-vector loses all. Others keep encoding and
/// unit. Guarantees are lost.
SemanticType swizzled_type(const SemanticType& object, std::uint32_t swizzle,
                           const Lattice& lattice, const KnownTraits& known);

/// Returns the common data type of operands when scalars are splatted, or nothing.
std::optional<DataType> broadcast(const std::vector<DataType>& operands);

/// Whether a literal can take the type `wanted`: int widens to uint if not negative, and both widen
/// to float. Shapes never change. False for its own type.
bool literal_widens(const Constant& literal, DataType wanted);

}  // namespace weft
