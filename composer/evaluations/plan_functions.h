#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// The level of the functions that an evaluation takes; 0: none.
std::uint32_t function_level(const Evaluation& evaluation);

/// Computes the functions of a plan. O(evaluations + inputs + sizes of the functions).
PlanFunctions find_functions(const Library& library, const Store<Evaluation>& evaluations);

/// Returns the levels of the functions that contain an evaluation, from those of its inputs, which
/// `levels` already holds.
FunctionLevels open_levels(const Library& library, const Evaluation& evaluation,
                           const std::vector<FunctionLevels>& levels);

/// Returns the union of `levels` over an evaluation's inputs, without the level of the functions
/// that it takes itself.
FunctionLevels inherited_levels(const Library& library, const Evaluation& evaluation,
                                const std::vector<FunctionLevels>& levels);

/// Returns which of the `count` parameters of a function of this level are read, by position.
/// `roots`: its result and other evaluations inside. O(size of the function).
std::vector<bool> find_read_parameters(const Library& library, const Store<Evaluation>& evaluations,
                                       const std::vector<FunctionLevels>& levels,
                                       std::vector<EvaluationId> roots, std::uint32_t level,
                                       std::size_t count);

/// Returns the evaluations that a call reads outside its functions: its value inputs, and the
/// captures of the functions it takes.
EvaluationIds direct_inputs(const PlanFunctions& functions, const Library& library,
                            const Evaluation& evaluation, EvaluationId id);

}  // namespace weft
