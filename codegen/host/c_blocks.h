#pragma once

#include <cstdint>
#include <string>

#include "codegen/host/c_types.h"
#include "codegen/host/header_source.h"

namespace weft {

/// The context for printing the blocks of a C header. All references must outlive it.
struct CBlockScope {
  const Library& library;
  const Programs& programs;
  const HostMemberNames& members;
  const ParameterDefaults& defaults;
  CTypes& types;  ///< collects the types that the header needs
};

/// The names that a header uses for one block.
struct CBlockNames {
  std::string type;
  std::string defaults;  ///< the function that returns a block holding the parameters' defaults
  std::string update;    ///< the function that computes the block's results
};

/// Prints a block, given by its position in the interface, with asserts on its offsets and size,
/// and the function `defaults`.
std::string c_block(const CBlockScope& scope, std::uint32_t index, const CBlockNames& names);

/// Prints a function that returns a value of `type`, zeroed except for the assignments to
/// `variable` in `members`.
std::string c_default_function(const std::string& type, const std::string& function,
                               const std::string& variable, const std::string& members);

/// The struct `name` for C++, which derives from `type` and begins with the result of `defaults`.
std::string cpp_block(const std::string& name, const std::string& type,
                      const std::string& defaults);

/// How a C struct holds a value: as a member of a block, or, with `stored` equal to `type`, as an
/// input.
struct StoredMember {
  DataType type;
  DataType stored;
  bool stands_alone;  ///< see CTypes::store()
};

/// `block.tint = …;` for each plain part of a parameter's default that is not zero; nothing for
/// values without a default. The struct is zeroed before. O(scalars).
std::string c_default_of_member(const CBlockScope& scope, const std::string& member,
                                const ValueSource& source, const StoredMember& as);

}  // namespace weft
