#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "composer/plan.h"

namespace weft::testing {

/// What a host gives to one primitive.
struct Primitive {
  /// The value of a feature at vertex 0, 1 or 2; what is not known per vertex is the same for all.
  std::function<Constant(FeatureId, int vertex)> feature;
  /// Per parameter of the material.
  std::function<Constant(std::uint32_t parameter)> parameter;
  std::array<float, 3> weights;  ///< of the vertices, at the fragment; their sum is 1
};

/// The value of every output of a plan at one fragment, by definition: the vertex stage is
/// evaluated for each of three vertices, interpolated values are weighted sums (flat ones those of
/// the first vertex), the fragment stage is evaluated once. In the interpreter; knows nothing of
/// placement. Nothing if a value has none there (textures, derivatives).
std::optional<std::vector<Constant>> evaluate_outputs(const Library& library, const Plan& plan,
                                                      const Primitive& primitive);

}  // namespace weft::testing
