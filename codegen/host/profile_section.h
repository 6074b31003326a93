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

/// What the headers of all materials declare for their profile: the blocks that the host alone
/// fills, where they are bound, the vertex attributes, the targets. The text depends on the profile
/// alone, stands between guards in each header, and refuses by `#error` one that was made for
/// another state of the profile.
struct ProfileSection {
  struct Struct {
    std::string name;
    std::vector<std::string> members;  ///< their names
  };
  std::string text;
  Programs programs;                        ///< see profile_interface()
  std::string scope;                        ///< `hosts::engine::` or `weft_hosts_engine_`
  std::vector<std::string> blocks;          ///< their names, per block of `programs`
  std::map<std::uint32_t, Struct> structs;  ///< the library's, by index

  /// The name of the block that has the place and the members of `block`, with its scope; none if
  /// that is not the host's alone.
  std::optional<std::string> find(const Block& block) const;
  /// The name of a struct of the library whose members are called so, with its scope.
  std::optional<std::string> find(std::uint32_t index,
                                  const std::vector<std::string>& members) const;
};

/// Errors: those of profile_interface(). O(provided features + demands).
Result<ProfileSection> profile_section(const Library& library, const Profile& profile,
                                       HeaderLanguage language);

}  // namespace weft
