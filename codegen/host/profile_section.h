#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codegen/host/c_blocks.h"
#include "codegen/host/member_names.h"
#include "codegen/ir/program.h"
#include "support/result.h"

namespace weft {

/// The declarations for the profile that every material's header repeats: the blocks that only the
/// host fills. The text depends on the profile alone. It stands between guards, and `#error`
/// rejects a second header that was generated from a different version of the profile.
struct ProfileSection {
  struct BlockNames {
    CBlockNames in_c;
    std::string in_cpp;  ///< `weft_hosts::engine::Camera`
  };
  struct Struct {
    std::string name;                  ///< in C: `weft_hosts_engine_Fog`
    std::vector<std::string> members;  ///< member names
  };
  struct Array {
    DataType innermost;                ///< plain or a struct of the library
    std::vector<std::uint32_t> sizes;  ///< from the innermost dimension outward
    std::string name;                  ///< in C: `weft_hosts_engine_float4_array_16`
  };
  std::string text;
  std::string tables;  ///< bindings, blocks, attributes and targets, in the profile's header alone
  Programs programs;   ///< see profile_interface()
  std::vector<BlockNames> blocks;           ///< per block of `programs`
  std::map<std::uint32_t, Struct> structs;  ///< the library's structs, by index
  std::vector<Array> arrays;                ///< each after that of its elements

  /// The names of the block in the section with the same binding and members as `block`; null if
  /// only the material has it.
  const BlockNames* find(const Block& block) const;
  /// The name in C of a library struct with these member names.
  std::optional<std::string> find(std::uint32_t index,
                                  const std::vector<std::string>& members) const;
};

/// Errors: those of profile_interface(). O(provided features + demands).
Result<ProfileSection> profile_section(const Library& library, const Profile& profile);

}  // namespace weft
