#pragma once

// What a SPIR-V module declares, as an independent check of our own reflection. It is read with
// SPIRV-Cross, which shares no code with the compiler that produced the module.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "codegen/spirv/spirv.h"

namespace weft {

/// A member of a block, or of a struct in a block. Offsets are in bytes from the start of the
/// enclosing block or struct.
struct SpirvMember {
  std::string name;
  /// In Weft's spelling with array sizes: `float3`, `float3x4` (3 rows, 4 columns), `float[3]`,
  /// `Light[16]`; `[]` for a runtime-sized array.
  std::string type;
  std::uint32_t offset = 0;
  std::uint32_t array_stride = 0;    ///< of the outermost dimension; 0: not an array
  std::uint32_t matrix_stride = 0;   ///< 0: not a matrix
  bool row_major = false;            ///< matrices only
  std::vector<SpirvMember> members;  ///< for a struct or an array of structs
  friend bool operator==(const SpirvMember&, const SpirvMember&) = default;
};

enum class SpirvBlockKind { Uniform, Storage, PushConstant };

struct SpirvBlock {
  SpirvBlockKind kind = SpirvBlockKind::Uniform;
  std::string name;      ///< of the block (GLSL `uniform NAME {}`, HLSL `cbuffer NAME`)
  std::string instance;  ///< of the variable; may be empty
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  /// End of the last member, not rounded up. A trailing runtime-sized array is not counted.
  std::uint32_t size = 0;
  std::vector<SpirvMember> members;
  friend bool operator==(const SpirvBlock&, const SpirvBlock&) = default;
};

/// An image, a sampler, or a combined image sampler.
struct SpirvResource {
  std::string name;
  std::string type;  ///< `texture2d`, `texturecube`, `sampler`, `sampler2d`, …, with array sizes
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  friend bool operator==(const SpirvResource&, const SpirvResource&) = default;
};

/// An image that a shader writes.
struct SpirvStorageImage {
  std::string name;
  std::string type;    ///< `texture2d`
  std::string format;  ///< as GLSL spells it: `rgba16f`; empty if Weft does not use it
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  friend bool operator==(const SpirvStorageImage&, const SpirvStorageImage&) = default;
};

struct SpirvInterfaceVariable {
  std::string name;
  std::string type;
  std::uint32_t location = 0;
  bool flat = false;
  friend bool operator==(const SpirvInterfaceVariable&, const SpirvInterfaceVariable&) = default;
};

struct SpirvSpecConstant {
  std::string name;
  std::string type;
  std::uint32_t constant_id = 0;
  friend bool operator==(const SpirvSpecConstant&, const SpirvSpecConstant&) = default;
};

/// Blocks and resources are sorted by set and binding, variables by location, constants by id.
struct SpirvReflection {
  std::vector<SpirvBlock> blocks;
  std::vector<SpirvResource> separate_images;
  std::vector<SpirvResource> samplers;
  std::vector<SpirvResource> combined_images;
  std::vector<SpirvStorageImage> storage_images;
  std::vector<SpirvInterfaceVariable> inputs;   ///< built-ins excluded
  std::vector<SpirvInterfaceVariable> outputs;  ///< built-ins excluded
  std::vector<SpirvSpecConstant> spec_constants;
};

/// Reads a module, which must be valid. For HLSL, undoes glslang's transposition: it compiles an
/// HLSL matrix of R rows and C columns to a SPIR-V matrix of R columns, and column_major to
/// RowMajor. Both languages thus report what the shader's author wrote. The error is SPIRV-Cross's
/// message.
tl::expected<SpirvReflection, std::string> reflect_spirv(const SpirvModule& module,
                                                         ShadingLanguage made_from);

/// One line per item, with members indented by two spaces per level; for messages and tests.
std::string to_text(const SpirvReflection& reflection);

}  // namespace weft
