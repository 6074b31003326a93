#include "composer/typing/type_rules.h"

#include <algorithm>

#include "fragments/model/body.h"
#include "fragments/model/lookups.h"

namespace weft {

KnownTraits::KnownTraits(const Library& library)
    : use(find_trait(library, "use")),
      basis(find_trait(library, "basis")),
      encoding(find_trait(library, "encoding")),
      primaries(find_trait(library, "primaries")),
      unit(find_trait(library, "unit")),
      encoding_linear(find_value(library, encoding, "linear")),
      encoding_srgb(find_value(library, encoding, "srgb")),
      color(find_value(library, use, "color")),
      scalar(find_value(library, use, "scalar")) {}

std::optional<std::uint32_t> parse_swizzle(std::string_view letters, int size) {
  if (letters.empty() || letters.size() > 4) {
    return std::nullopt;
  }
  for (std::string_view set :
       {std::string_view("xyzw"), std::string_view("rgba"), std::string_view("stpq")}) {
    int components[4] = {};
    std::size_t count = 0;
    for (char letter : letters) {
      std::size_t at = set.find(letter);
      if (at == std::string_view::npos || at >= static_cast<std::size_t>(size)) {
        break;
      }
      components[count++] = static_cast<int>(at);
    }
    if (count == letters.size()) {
      return pack_swizzle(components, static_cast<int>(count));
    }
  }
  return std::nullopt;
}

SemanticType swizzled_type(const SemanticType& object, std::uint32_t swizzle,
                           const Lattice& lattice, const KnownTraits& known) {
  int count = swizzle_count(swizzle);
  SemanticType result(DataType::vector(object.data().scalar_kind(), count));
  bool in_order = true;
  for (int i = 0; i < count; ++i) {
    in_order = in_order && swizzle_component(swizzle, i) == i;
  }
  bool is_whole =
      in_order && (count == object.data().rows() || (count == 3 && object.data().rows() == 4));
  // A single-channel value has its channel in the first component: a sample of a depth is a depth.
  const auto use = known.use ? object.stated(*known.use) : std::nullopt;
  const bool is_channel = use && known.scalar && lattice.is_within(*use, *known.scalar);
  is_whole = is_whole || (is_channel && in_order && count == 1);
  bool is_last_alone =
      count == 1 && object.data().rows() == 4 && swizzle_component(swizzle, 0) == 3;
  for (const TraitEntry& entry : object.entries()) {
    bool kept = is_whole || entry.trait == known.encoding || entry.trait == known.unit;
    if (kept && !is_last_alone && lattice.trait(entry.trait).kind == TraitKind::Meaning) {
      result.set(entry.trait, entry.value, lattice);
    }
  }
  return result;
}

std::optional<DataType> broadcast(const std::vector<DataType>& operands) {
  std::optional<DataType> joined;
  for (DataType operand : operands) {
    if (!operand.is_plain()) {
      return std::nullopt;
    }
    if (!joined || (joined->is_scalar() && joined->scalar_kind() == operand.scalar_kind())) {
      joined = operand;
    } else if (!(operand == *joined ||
                 (operand.is_scalar() && operand.scalar_kind() == joined->scalar_kind()))) {
      return std::nullopt;
    }
  }
  return joined;
}

bool literal_widens(const Constant& literal, DataType wanted) {
  if (!literal.type.is_scalar_or_vector() || !wanted.is_scalar_or_vector() ||
      literal.type.rows() != wanted.rows()) {
    return false;
  }
  const bool is_int = literal.type.scalar_kind() == Scalar::Int;
  const bool is_whole = is_int || literal.type.scalar_kind() == Scalar::Uint;
  const bool is_negative =
      is_int && std::any_of(literal.bits.begin(), literal.bits.end(),
                            [](std::uint32_t bits) { return static_cast<std::int32_t>(bits) < 0; });
  return (is_whole && wanted.scalar_kind() == Scalar::Float) ||
         (is_int && wanted.scalar_kind() == Scalar::Uint && !is_negative);
}

}  // namespace weft
