#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "composer/compose.h"
#include "tools/load_input.h"

namespace weft::tools {

/// A material, the profile to compose it for, and the library that owns both.
struct Choice {
  Library library;
  MaterialId material;
  ProfileId profile;
};

/// Loads FILE and looks up the requested material and profile. The default material is the only one
/// declared by FILE itself, the default profile is `forward`. Profiles are looked up in FILE and
/// its imports, then in the shipped `profiles.weft`, which is then loaded too. Reports
/// `unknown-material` and `unknown-profile` with the available names.
std::optional<Choice> choose(const InputOptions& input, const ChoiceOptions& wanted,
                             Report& report);

/// A choice and its plan.
struct Composed {
  Choice choice;
  std::vector<std::pair<std::string, Constant>> values;  ///< parameters set on the command line
  PlacedPlan placed;
};

/// The placement options for these command line words.
PlacementOptions placement_of(const PlacementWords& wanted);

/// Chooses as above, reads parameter values from `parameter=value` words and composes. Reports all
/// errors and the plan's warnings.
std::optional<Composed> compose_chosen(const InputOptions& input, const ChoiceOptions& wanted,
                                       const std::vector<std::string>& values, Report& report);

/// The error `unknown-profile`, listing the available profiles.
Diagnostic unknown_profile(const Library& library, std::string_view name);

/// The error `unknown-material`, listing the available materials.
Diagnostic unknown_material(const Library& library, std::string_view name);

/// The error `unknown-material` for a file that declares no material itself, though it may import
/// some.
Diagnostic no_own_material(const Library& library);

/// Looks up the material only, for commands that need no profile.
std::optional<MaterialId> choose_material(const Library& library, const ChoiceOptions& wanted,
                                          Report& report);

}  // namespace weft::tools
