#pragma once

#include <array>
#include <string_view>

#include "fragments/types/stage.h"

namespace weft {

/// What the names of a language's texts end in, by Stage: MATERIAL.PROFILE.SUFFIX.
using StageSuffixes = std::array<std::string_view, shader_stages.size()>;
inline constexpr StageSuffixes glsl_suffixes = {"vert.glsl", "frag.glsl", "comp.glsl"};
inline constexpr StageSuffixes hlsl_suffixes = {"vs.hlsl", "ps.hlsl", "cs.hlsl"};

}  // namespace weft
