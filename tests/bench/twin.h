#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "codegen/interface/reflection.h"
#include "codegen/spirv/spirv.h"

namespace weft::testing {

/// A shipped material as a person writes it in GLSL, for the host of the composed material:
/// tests/bench/by_hand/MATERIAL.vert.glsl and .frag.glsl.
struct Twin {
  SpirvModule vertex;
  SpirvModule fragment;
};

/// Nothing if nobody wrote one. The error is the compiler's log.
tl::expected<std::optional<Twin>, std::string> find_twin(const std::string& material);

/// The materials that have one, sorted.
std::vector<std::string> materials_by_hand();

/// What a twin declares otherwise than the composed material, so that the same host cannot draw
/// both: one line each. A twin may leave out what it does not read.
std::vector<std::string> differences_of_interface(const Twin& twin, const Reflection& composed);

}  // namespace weft::testing
