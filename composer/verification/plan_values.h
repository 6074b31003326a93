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

/// The values of an evaluation: one, more for calls with several results. Nothing if the CPU cannot
/// compute it (textures and derivatives without a reader, native bodies, excessive work).
using EvaluationValues = std::optional<std::vector<Constant>>;

/// The inputs of one primitive.
struct Primitive {
  /// The value of a feature at vertex 0, 1 or 2; the same for all if it is not known per vertex.
  std::function<Constant(FeatureId, int vertex)> feature;
  /// Per parameter of the material.
  std::function<Constant(std::uint32_t parameter)> parameter;
  std::array<float, 3> weights;  ///< barycentric, of the fragment; they sum to 1
  /// By the words that `parameter` and `feature` give for textures; null: they cannot be read.
  const TextureReader* textures = nullptr;
  /// Of the fragment stage; null: derivatives have no values.
  const DerivativeReader* derivatives = nullptr;
};

/// Evaluates a plan at one fragment, by definition: the vertex stage at each of three vertices,
/// interpolated values as weighted sums (flat ones from the first vertex), then the fragment stage.
/// Vertex evaluations have their value at the first vertex, those inside functions none. Uses the
/// interpreter and no placement code. `most_steps` bounds the evaluations per stage and place, with
/// those inside functions counted per call; later ones have no value.
std::vector<EvaluationValues> evaluate_plan(const Library& library, const Plan& plan,
                                            const Primitive& primitive,
                                            std::uint64_t most_steps = 1'000'000);

/// The values with the first reason why one is missing: the host's, then the other stages'.
struct PlanValues {
  std::vector<EvaluationValues> values;
  std::optional<EvaluationError> fault;
};
PlanValues values_of_plan(const Library& library, const Plan& plan, const Primitive& primitive,
                          std::uint64_t most_steps = 1'000'000);

/// Evaluates one value of the vertex stage at `count` vertices, by whose number features are asked
/// for. Evaluates nothing else.
std::vector<EvaluationValues> evaluate_vertices(const Library& library, const Plan& plan,
                                                const Primitive& primitive, EvaluationId value,
                                                int count);

/// Evaluates a plan's outputs. If one has no value, returns the first reason found.
tl::expected<std::vector<Constant>, EvaluationError> evaluate_outputs(const Library& library,
                                                                      const Plan& plan,
                                                                      const Primitive& primitive);

}  // namespace weft
