#pragma once

#include <cstdint>
#include <string>

#include "codegen/host/header_source.h"
#include "codegen/host/member_names.h"
#include "codegen/ir/program.h"

namespace weft {

/// What structs and blocks of a header in C++ are printed from. All references must outlive it.
struct CppBlockScope {
  const Library& library;
  const Programs& programs;
  const DataTypeTable& types;  ///< those of the programs, and what the header itself needs
  const HostMemberNames& members;
  const ParameterDefaults& defaults;
};

/// The declaration of a struct by its index in `types`, with `is_equal` and, of one that lies in
/// blocks, `store`.
std::string cpp_struct(const CppBlockScope& scope, std::uint32_t index);

/// The declaration of a block under `name`, by its position in the interface. Its offsets and its
/// size are asserted.
std::string cpp_block(const CppBlockScope& scope, std::uint32_t index, const std::string& name);

/// The default of a parameter as a value of `shown`, else zeros.
std::string cpp_initial_value(const CppBlockScope& scope, const ValueSource& source, DataType type,
                              DataType shown);

}  // namespace weft
