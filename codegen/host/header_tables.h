#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/interface/reflection.h"
#include "codegen/ir/program.h"

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

/// What a profile alone says of what there is to bind and to fill: bindings and blocks, attributes,
/// targets. `reflection` has no textures, samplers or parameters.
std::string cpp_host_tables(const Programs& programs, const Reflection& reflection);

/// What cpp_tables() declares: no names for structs beside it.
const std::vector<std::string_view>& header_table_names();

/// A text as a string literal of C99 and C++, trigraphs or not.
std::string cpp_string(std::string_view text);

}  // namespace weft
