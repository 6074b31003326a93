#pragma once

#include <cstdint>
#include <string>

#include "codegen/host/header_source.h"
#include "codegen/host/member_names.h"
#include "codegen/ir/program.h"

namespace weft {

/// The context for printing the structs and blocks of a C++ header. All references must outlive it.
struct CppBlockScope {
  const Library& library;
  const Programs& programs;
  const DataTypeTable& types;  ///< the types of the programs and those that only the header needs
  const HostMemberNames& members;
  const ParameterDefaults& defaults;
};

/// Prints a struct, by its index in `types`, with `is_equal`, and `store` if it is stored in
/// blocks.
std::string cpp_struct(const CppBlockScope& scope, std::uint32_t index);

/// Prints a block, by its position in the interface, as a struct called `name` with asserts on its
/// offsets and size.
std::string cpp_block(const CppBlockScope& scope, std::uint32_t index, const std::string& name);

/// A parameter's default as a value of type `shown`; zeros for everything else.
std::string cpp_initial_value(const CppBlockScope& scope, const ValueSource& source, DataType type,
                              DataType shown);

}  // namespace weft
