#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <tl/expected.hpp>

#include "composer/evaluations/plan.h"
#include "fragments/interpreter/interpreter.h"

namespace weft {

/// The values of one evaluation: one, but of calls with several results. Nothing if there is none
/// on the CPU (textures, derivatives, native bodies, no end in sight).
using EvaluationValues = std::optional<std::vector<Constant>>;

/// What a host gives to one primitive.
struct Primitive {
  /// The value of a feature at vertex 0, 1 or 2; what is not known per vertex is the same for all.
  std::function<Constant(FeatureId, int vertex)> feature;
  /// Per parameter of the material.
  std::function<Constant(std::uint32_t parameter)> parameter;
  std::array<float, 3> weights;  ///< of the vertices, at the fragment; their sum is 1
};

/// Per evaluation of a plan: its value at one fragment, by definition: the vertex stage is
/// evaluated for each of three vertices, interpolated values are weighted sums (flat ones those of
/// the first vertex), the fragment stage is evaluated once. Of the vertex stage: at the first
/// vertex; of what stands in functions: nothing. In the interpreter; knows nothing of placement.
/// `most_steps`: evaluations in each stage at each place, those in functions once per call; what
/// comes later has no values.
std::vector<EvaluationValues> evaluate_plan(const Library& library, const Plan& plan,
                                            const Primitive& primitive,
                                            std::uint64_t most_steps = 1'000'000);

/// The values of a plan's outputs; where one of them has none, the first reason that was met.
tl::expected<std::vector<Constant>, EvaluationError> evaluate_outputs(const Library& library,
                                                                      const Plan& plan,
                                                                      const Primitive& primitive);

}  // namespace weft
