#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// The level of the functions that an evaluation is given; 0: none.
std::uint32_t function_level(const Evaluation& evaluation);

/// The functions of a plan. O(evaluations + inputs + sizes of the functions).
PlanFunctions find_functions(const Library& library, const Store<Evaluation>& evaluations);

/// The levels of the functions around an evaluation, from those of its inputs; `levels` holds these
/// already.
FunctionLevels open_levels(const Library& library, const Evaluation& evaluation,
                           const std::vector<FunctionLevels>& levels);

/// What `levels` says of the inputs of an evaluation together, without the level of the functions
/// that it is given.
FunctionLevels inherited_levels(const Library& library, const Evaluation& evaluation,
                                const std::vector<FunctionLevels>& levels);

/// Which of the `count` parameters of a function of this level it reads, by position. `roots`: its
/// result, and whatever else is computed inside. O(size of the function).
std::vector<bool> find_read_parameters(const Library& library, const Store<Evaluation>& evaluations,
                                       const std::vector<FunctionLevels>& levels,
                                       std::vector<EvaluationId> roots, std::uint32_t level,
                                       std::size_t count);

/// What an evaluation reads where it stands: its inputs, and for functions that it is given their
/// captures.
std::vector<EvaluationId> direct_inputs(const PlanFunctions& functions, const Library& library,
                                        const Evaluation& evaluation, EvaluationId id);

}  // namespace weft
