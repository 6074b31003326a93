#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "render/error.h"

namespace tinygltf {
class Model;
struct Accessor;
}  // namespace tinygltf

namespace weft::render {

/// The numbers of a glTF accessor as floats, normalized integers as fractions, element by element.
/// `width`: how many each element has. Fails for accessors that the file does not have, that reach
/// beyond their buffer, that are sparse, of another width, or not finite.
Rendered<std::vector<float>> accessor_floats(const tinygltf::Model& model, int accessor,
                                             std::size_t width);

/// The indices of a primitive. Fails like the above, and for indices of `vertices` or more.
Rendered<std::vector<std::uint32_t>> accessor_indices(const tinygltf::Model& model, int accessor,
                                                      std::size_t vertices);

/// How many numbers an element has; 0 if there is no such accessor.
std::size_t accessor_width(const tinygltf::Model& model, int accessor);

}  // namespace weft::render
