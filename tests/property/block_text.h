#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::testing {

/// A scalar, vector or matrix in a block, by the path to it through structs and the first elements
/// of arrays. The first name of a path is the number of the member in its block, padding not
/// counted: HLSL's and GLSL's blocks name their members differently.
struct PlacedMember {
  std::string path;
  std::uint32_t offset = 0;                  ///< from the beginning of the block, bytes
  std::vector<std::uint32_t> array_strides;  ///< of each array on the way, its outermost dimension
  std::uint32_t matrix_stride = 0;           ///< 0: no matrix

  friend bool operator==(const PlacedMember&, const PlacedMember&) = default;
};

struct PlacedBlock {
  std::string name;
  std::vector<PlacedMember> members;

  friend bool operator==(const PlacedBlock&, const PlacedBlock&) = default;
};

std::string to_text(const PlacedBlock& block);

/// Whether a member is padding: none of the test's own names begin so.
inline bool is_padding(std::string_view name) { return name.substr(0, 3) == "pad"; }

/// What the rules of the languages make of the blocks that a generated shader declares, read from
/// its text: GLSL by std140 or std430 as the block says (OpenGL 4.6 section 7.6.2.2), HLSL by
/// Direct3D's "Packing Rules for Constant Variables" with `packoffset`, and structured buffers
/// without any alignment but 4. Knows nothing of the generator but the layout of its text. Appends
/// what breaks a rule (an overlap, a vector across rows) to `mistakes`.
std::vector<PlacedBlock> blocks_of_glsl(const std::string& text,
                                        std::vector<std::string>& mistakes);
std::vector<PlacedBlock> blocks_of_hlsl(const std::string& text,
                                        std::vector<std::string>& mistakes);

}  // namespace weft::testing
