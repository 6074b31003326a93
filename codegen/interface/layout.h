#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "codegen/ir/interface.h"
#include "fragments/types/data_type.h"

namespace weft {

/// What the names of padding members begin with.
inline constexpr std::string_view padding_prefix = "pad";

/// Rows of constant buffers, and what arrays, matrices and structs are aligned to: bytes.
inline constexpr std::uint32_t row_size = 16;

/// Finds the types as which values lie in blocks, such that std140, std430, D3D's constant buffers
/// and its structured buffers agree on every offset (OpenGL 4.5 section 7.6.2.2; "Packing Rules for
/// Constant Variables" of Direct3D):
/// - bools are uints;
/// - elements of arrays are 4-vectors, matrices, or structs;
/// - matrices have 4 rows, but for those that stand in a uniform block by themselves, where
///   `packoffset` says where the next member lies (push constants: those of 3 rows or more);
/// - structs are padded by scalars, so that nothing is left to a rule: every member lies right
///   behind the one before it, and the size is a multiple of 16.
class StorageTypes {
 public:
  /// Adds the types that it makes to `types` and notes the structs in `structs`; both must outlive
  /// it.
  StorageTypes(DataTypeTable& types, std::vector<StoredStruct>& structs)
      : types_(types), structs_(structs) {}

  /// Nothing for what cannot lie in a block: textures, arrays of no stated size, what takes more
  /// than 64 MiB, structs that nest more than 16 deep, arrays of more than 8 dimensions. O(members
  /// of the structs in it) when it is new.
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

/// bool and its vectors become uint; all else stays. For values between stages.
DataType without_bools(DataType type);

/// Bytes that a type of StorageTypes takes, without padding behind it but for structs.
std::uint64_t stored_size(DataType stored, const DataTypeTable& types);

/// What its offset is a multiple of: 4, 8 or 16.
std::uint32_t stored_alignment(DataType stored);

/// Sets offset, size and strides of all members and the size of the block. The members' `stored`
/// types are those of StorageTypes. Uniform blocks have gaps before members that std140 aligns,
/// which HLSL states by `packoffset`; in storage buffers the printers fill the same gaps.
void lay_out(Block& block, const DataTypeTable& types);

/// The struct that lies in blocks as `stored`, if it is one that was made or found to need no
/// change.
const StoredStruct* find_stored(const std::vector<StoredStruct>& structs, DataType stored);

/// Offsets of the members of a stored struct from its beginning, in bytes.
std::vector<std::uint32_t> member_offsets(DataType stored, const DataTypeTable& types);

/// How many scalars a value of a library's type is made of; 0 for what has no value.
std::size_t scalar_count(DataType type, const DataTypeTable& types);

/// Where each scalar of the member's value lies, in bytes from the beginning of the block and in
/// the order of a Constant's bits. O(scalars).
std::vector<std::uint32_t> scalar_offsets(const BlockMember& member, const DataTypeTable& types,
                                          const std::vector<StoredStruct>& structs);

}  // namespace weft
