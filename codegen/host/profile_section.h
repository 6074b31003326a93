#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codegen/host/header_language.h"
#include "codegen/host/member_names.h"
#include "codegen/ir/program.h"
#include "support/result.h"

namespace weft {

/// The declarations for the profile that every material's header repeats: the blocks that only the
/// host fills, their bindings, the vertex attributes, the targets. The text depends on the profile
/// alone. It stands between guards, and `#error` rejects a second header that was generated from a
/// different version of the profile.
struct ProfileSection {
  struct Struct {
    std::string name;
    std::vector<std::string> members;  ///< member names
  };
  std::string text;
  Programs programs;                        ///< see profile_interface()
  std::string scope;                        ///< `hosts::engine::` or `weft_hosts_engine_`
  std::vector<std::string> blocks;          ///< names, per block of `programs`
  std::map<std::uint32_t, Struct> structs;  ///< the library's structs, by index

  /// The qualified name of the block in the section with the same binding and members as `block`;
  /// none if only the material has it.
  std::optional<std::string> find(const Block& block) const;
  /// The qualified name of a library struct with these member names.
  std::optional<std::string> find(std::uint32_t index,
                                  const std::vector<std::string>& members) const;
};

/// Errors: those of profile_interface(). O(provided features + demands).
Result<ProfileSection> profile_section(const Library& library, const Profile& profile,
                                       HeaderLanguage language);

}  // namespace weft
