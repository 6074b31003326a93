#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "codegen/ir/interface.h"
#include "fragments/types/data_type.h"

// Block layouts. A host fills a block once for GLSL and HLSL alike, but the languages disagree on
// where members are stored: std140 rounds array strides and struct sizes up to 16 bytes, std430
// does not, and D3D constant buffers do not let a member straddle a 16-byte row. StorageTypes
// avoids the differences: it replaces each type by one for which all four rule sets compute the
// same offsets. Bodies keep the declared types; load_value() (symbol_reads.h) converts on read, and
// generated host code converts on write. Example: `float3[2]` is stored as `float4[2]`, `bool` as
// `uint`.

namespace weft {

/// The prefix of the names of padding members.
inline constexpr std::string_view padding_prefix = "pad";

/// Bytes per row of a constant buffer, and the alignment of arrays, matrices and structs.
inline constexpr std::uint32_t row_size = 16;

/// Direct3D accepts no larger element of a structured buffer
/// (D3D12_REQ_MULTI_ELEMENT_STRUCTURE_SIZE_IN_BYTES).
inline constexpr std::uint32_t largest_buffer_element = 2048;

/// Whether HLSL declares the block as a buffer of rows because a struct with its members would be
/// larger than an element may be. GLSL declares the members; both read the same bytes.
bool has_hlsl_rows(const Block& block);

/// Finds storage types whose offsets agree under std140, std430, D3D constant buffers and D3D
/// structured buffers (OpenGL 4.5 section 7.6.2.2; "Packing Rules for Constant Variables" of
/// Direct3D):
/// - Bools become uints.
/// - Array elements are 4-vectors, matrices or structs.
/// - Matrices have 4 rows. Exception: a standalone matrix in a uniform block keeps its rows, since
///   `packoffset` places the next member; so does one in push constants if it has at least 3 rows.
/// - Structs are padded with scalars until no rule applies: each member directly follows the
///   previous one, and the size is a multiple of 16.
class StorageTypes {
 public:
  /// Adds new types to `types` and records the structs in `structs`; both must outlive the object.
  StorageTypes(DataTypeTable& types, std::vector<StoredStruct>& structs)
      : types_(types), structs_(structs) {}

  /// The storage type, or none for types that cannot be in a block: textures, unsized arrays,
  /// values over 64 MiB, structs nested more than 16 deep, arrays of more than 8 dimensions.
  /// O(members of the structs in it) on the first call for a struct.
  std::optional<DataType> find(DataType type, BlockKind kind);

 private:
  enum class Progress : std::uint8_t { Waiting, Made, Impossible };

  std::optional<DataType> element(DataType type);
  std::optional<DataType> nested(DataType type);
  std::optional<DataType> structure(DataType type);
  bool make(DataType type);

  DataTypeTable& types_;
  std::vector<StoredStruct>& structs_;
  // Per struct of the library.
  std::vector<Progress> progress_;
  std::vector<std::uint32_t> depths_;
  std::vector<DataType> made_;
};

/// Replaces bool and its vectors by uint; leaves other types unchanged. For values passed between
/// stages.
DataType without_bools(DataType type);

/// Size in bytes of a type of StorageTypes. Only structs include trailing padding.
std::uint64_t stored_size(DataType stored, const DataTypeTable& types);

/// The alignment of a stored type's offset: 4, 8 or 16.
std::uint32_t stored_alignment(DataType stored);

/// Sets offset, size and strides of all members, and the size of the block. The members' `stored`
/// types must come from StorageTypes. Uniform blocks have gaps where std140 aligns a member: HLSL
/// declares them with `packoffset`, and in storage buffers the printers fill the same gaps with
/// padding.
void lay_out(Block& block, const DataTypeTable& types);

/// The library struct that is stored as `stored`, padded or unchanged; null if there is none.
const StoredStruct* find_stored(const std::vector<StoredStruct>& structs, DataType stored);

/// Byte offsets of a stored struct's members from its start.
std::vector<std::uint32_t> member_offsets(DataType stored, const DataTypeTable& types);

/// The byte offset in the block of each scalar of a member's value, in the order of a Constant's
/// bits. O(scalars).
std::vector<std::uint32_t> scalar_offsets(const BlockMember& member, const DataTypeTable& types,
                                          const std::vector<StoredStruct>& structs);
/// The same, at the end of `offsets`.
void append_scalar_offsets(const BlockMember& member, const DataTypeTable& types,
                           const std::vector<StoredStruct>& structs,
                           std::vector<std::uint32_t>& offsets);

}  // namespace weft
