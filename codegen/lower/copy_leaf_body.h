#pragma once

#include <cstdint>
#include <vector>

#include "codegen/lower/leaf_functions.h"

namespace weft {

/// A leaf's body that is copied into its function. All references must outlive the copy.
struct LeafSource {
  const Library& library;
  const DataTypeTable& types;
  const Interface& interface;
  const LeafInstance& instance;
  const Body& body;
  const std::vector<std::uint32_t>& callees;   ///< per Call expression, in order: the function
  const std::vector<LeafInstance>& instances;  ///< per function of the program
};

/// The pattern's data type, with the leaf's type arguments.
DataType bound_type(const TypePattern& pattern, const std::vector<DataType>& type_arguments);

/// Adds the function's parameters, and copies the body with its reads of textures and features, and
/// its calls, resolved.
void copy_leaf_body(const LeafSource& source, Program& program, Function& function);

}  // namespace weft
