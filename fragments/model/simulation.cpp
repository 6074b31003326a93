#include "fragments/model/simulation.h"

#include <array>

namespace weft {

std::optional<ImageFormat> StateStorage::format(DataType type) const {
  if (!as_images) {
    return std::nullopt;
  }
  const ImageFormat exact = exact_image_format(stored_state(type));
  if (!is_half || exact.kind != Scalar::Float) {
    return exact;
  }
  constexpr auto halves = std::to_array<std::string_view>({"r16f", "rg16f", "rgba16f", "rgba16f"});
  return find_image_format(halves.at(static_cast<std::size_t>(exact.components) - 1));
}

DataType stored_state(DataType type) {
  return type.scalar_kind() == Scalar::Bool ? DataType::vector(Scalar::Uint, type.rows()) : type;
}

}  // namespace weft
