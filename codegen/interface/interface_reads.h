#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/interface/stage_slice.h"
#include "codegen/ir/program.h"
#include "support/diagnostic.h"

namespace weft {

/// The features and parameters that the stages read.
struct ReadSets {
  std::vector<StageUse> features;
  std::vector<StageUse> parameters;
  std::vector<bool> of_host;  // per parameter: whether the uniform program reads it
};

ReadSets read_sets(const Library& library, const Plan& plan, const StageSlices& slices);

/// A feature's path as a name: `surface_uv`.
std::string as_name(std::string path);

/// The built-in symbol of the target languages for a feature, if they have one.
std::optional<Symbol> builtin_symbol(const std::string& path);

/// The HLSL semantic of a vertex attribute.
std::string semantic_of(const Library& library, const Feature& feature);

/// The error for push constants larger than the profile allows.
std::optional<Diagnostic> check_push_size(const Library& library, const Profile& profile,
                                          const Interface& interface);

}  // namespace weft
