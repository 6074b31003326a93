#pragma once

#include <cstdint>
#include <string>

#include "codegen/host/c_types.h"
#include "codegen/host/header_source.h"

namespace weft {

/// What blocks of a header in C are printed from. All references must outlive it.
struct CBlockScope {
  const Library& library;
  const Programs& programs;
  const HostMemberNames& members;
  const ParameterDefaults& defaults;
  CTypes& types;  ///< learns which types the header needs
};

/// The names that a header gives for a block.
struct CBlockNames {
  std::string type;
  std::string defaults;  ///< the function that makes one with the defaults of parameters
  std::string update;    ///< the function that computes its results
};

/// The declaration of a block, by its position in the interface, its offsets and size asserted, and
/// the function `defaults`.
std::string c_block(const CBlockScope& scope, std::uint32_t index, const CBlockNames& names);

/// A function that gives a value of `type` in which all is 0 but what `members` assign to
/// `variable`.
std::string c_default_function(const std::string& type, const std::string& function,
                               const std::string& variable, const std::string& members);

/// `block.tint = …;`, or nothing where a member begins with zeros.
std::string c_default_of_member(const CBlockScope& scope, const std::string& member,
                                const ValueSource& source, DataType type, DataType shown);

}  // namespace weft
