#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/interface/reflection.h"
#include "codegen/ir/program.h"

namespace weft {

/// The C++ types of the table rows in a generated header. The text is the same in every header and
/// has an include guard.
std::string_view cpp_table_types();

/// A module to embed in a header: its name, `vertex_spirv`, and its words.
struct HeaderModule {
  std::string name;
  std::vector<std::uint32_t> words;
};

/// The bindings and contents of a shader pair as C++17 constants: bindings by name; tables of
/// blocks, textures, samplers, attributes, targets and parameters; then the modules. The text must
/// be placed in a namespace; it declares the names of header_table_names(). O(interface +
/// parameters + words).
std::string cpp_tables(const Programs& programs, const Reflection& reflection,
                       const std::vector<HeaderModule>& modules);

/// The tables that a profile alone determines: bindings and blocks, attributes, targets.
/// `reflection` has no textures, samplers or parameters.
std::string cpp_host_tables(const Programs& programs, const Reflection& reflection);

/// The names that cpp_tables() declares. Structs in the same namespace must avoid them.
const std::vector<std::string_view>& header_table_names();

/// A string literal that C99 and C++ read alike, with or without trigraphs.
std::string cpp_string(std::string_view text);

}  // namespace weft
