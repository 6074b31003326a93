#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::testing {

/// A scalar, vector or matrix in a block, identified by its path through structs and first array
/// elements. A path starts with the index of the member in its block, without padding, because GLSL
/// and HLSL name members differently.
struct PlacedMember {
  std::string path;
  std::uint32_t offset = 0;                  ///< from the start of the block, in bytes
  std::vector<std::uint32_t> array_strides;  ///< of each array on the path, its outermost dimension
  std::uint32_t matrix_stride = 0;           ///< 0: not a matrix

  friend bool operator==(const PlacedMember&, const PlacedMember&) = default;
};

struct PlacedBlock {
  std::string name;
  std::vector<PlacedMember> members;

  friend bool operator==(const PlacedBlock&, const PlacedBlock&) = default;
};

std::string to_text(const PlacedBlock& block);

/// Whether a member is padding: no name of the test starts like this.
inline bool is_padding(std::string_view name) { return name.substr(0, 3) == "pad"; }

/// The layout that the languages' rules give the blocks in a generated shader's text: GLSL by
/// std140 or std430 as declared (OpenGL 4.6 section 7.6.2.2), HLSL by Direct3D's "Packing Rules for
/// Constant Variables" with `packoffset`, and structured buffers with an alignment of 4 only.
/// Independent of the generator except for the shape of its text. Appends violations (an overlap, a
/// vector across rows) to `mistakes`.
std::vector<PlacedBlock> blocks_of_glsl(const std::string& text,
                                        std::vector<std::string>& mistakes);
std::vector<PlacedBlock> blocks_of_hlsl(const std::string& text,
                                        std::vector<std::string>& mistakes);

}  // namespace weft::testing
