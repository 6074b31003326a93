#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/interface/stage_slice.h"
#include "codegen/ir/program.h"
#include "support/diagnostic.h"

namespace weft {

/// Which features and parameters the stages read.
struct ReadSets {
  std::vector<StageUse> features;
  std::vector<StageUse> parameters;
  std::vector<bool> of_host;  // parameters that the uniform program reads
};

ReadSets read_sets(const Library& library, const Plan& plan, const StageSlices& slices);

/// What stands for a feature that the targets provide themselves, if they do.
std::optional<Symbol> builtin_symbol(const std::string& path);

/// HLSL's semantic of a vertex attribute.
std::string semantic_of(const Library& library, const Feature& feature);

/// The error of push constants that take more bytes than the profile says there are.
std::optional<Diagnostic> check_push_size(const Library& library, const Profile& profile,
                                          const Interface& interface);

}  // namespace weft
