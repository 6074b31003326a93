#pragma once

#include <optional>

#include "tools/load_input.h"

namespace weft::tools {

/// A material and what it is composed for, with the library that holds both.
struct Choice {
  Library library;
  MaterialId material;
  ProfileId profile;
};

/// Loads FILE and finds the material and the profile that are asked for. Without a name: the only
/// material that FILE itself declares, and the profile `forward`. A profile is looked up in FILE
/// and its imports, then in the shipped `profiles.weft`, which takes part then. Reports
/// `unknown-material` and `unknown-profile` with what there is.
std::optional<Choice> choose(const InputOptions& input, const ChoiceOptions& wanted,
                             Report& report);

/// The material alone, for what needs no host.
std::optional<MaterialId> choose_material(const Library& library, const ChoiceOptions& wanted,
                                          Report& report);

}  // namespace weft::tools
