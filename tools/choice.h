#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "composer/compose.h"
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

/// What was chosen, and its plan.
struct Composed {
  Choice choice;
  std::vector<std::pair<std::string, Constant>> values;  ///< that were given for parameters
  PlacedPlan placed;
};

/// How work is to be placed.
PlacementOptions placement_of(const PlacementWords& wanted);

/// Chooses as above, reads the values of parameters from `parameter=value` words and composes.
/// Reports all errors and the plan's warnings.
std::optional<Composed> compose_chosen(const InputOptions& input, const ChoiceOptions& wanted,
                                       const std::vector<std::string>& values, Report& report);

/// The profile that is meant where none is named.
inline constexpr std::string_view default_profile = "forward";

/// `unknown-profile`, with what there is.
Diagnostic unknown_profile(const Library& library, std::string_view name);

/// `unknown-material`, with what there is.
Diagnostic unknown_material(const Library& library, std::string_view name);

/// `unknown-material`: the file declares none, but perhaps imports some.
Diagnostic no_own_material(const Library& library);

/// The material alone, for what needs no host.
std::optional<MaterialId> choose_material(const Library& library, const ChoiceOptions& wanted,
                                          Report& report);

}  // namespace weft::tools
