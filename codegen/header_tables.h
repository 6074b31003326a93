#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/program.h"
#include "codegen/reflection.h"

namespace weft {

/// The C++ types that the tables of a generated header consist of. The same in every header, which
/// guards it.
std::string_view cpp_table_types();

/// A module to be laid into a header: a name for it, `vertex_spirv`, and its words.
struct HeaderModule {
  std::string name;
  std::vector<std::uint32_t> words;
};

/// What there is to bind and to fill, as constants of C++17: bindings by name, and tables of
/// blocks, textures, samplers, attributes, targets and parameters; then the modules. Each is
/// declared in the namespace that the text is put into, under the names of header_table_names().
/// O(interface + parameters + words).
std::string cpp_tables(const Programs& programs, const Reflection& reflection,
                       const std::vector<HeaderModule>& modules);

/// What cpp_tables() declares: no names for structs beside it.
const std::vector<std::string_view>& header_table_names();

/// A text as a string literal of C++.
std::string cpp_string(std::string_view text);

// What the rows of tables say, in whatever language.

/// Bits as in VkShaderStageFlags.
std::uint32_t stage_bits(const StageUse& stages);
/// `uniform`, `push`, `storage`.
std::string_view block_kind_name(BlockKind kind);
/// The number that Vulkan 1.0 gives to the format of 32-bit components; bools are uints.
std::uint32_t attribute_format(DataType type);
/// A JSON object.
std::string metadata_json(const ReflectedParameter& parameter);
/// In the block that holds it, in bytes; -1: in none.
std::int64_t parameter_offset(const Reflection& reflection, const std::string& parameter);
/// A component of a default as a number: floats exactly. Of a float that is finite.
std::string number_of_default(Scalar scalar, std::uint32_t bits);

}  // namespace weft
