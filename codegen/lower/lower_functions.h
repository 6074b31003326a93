#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "codegen/ir/program.h"
#include "composer/evaluations/plan.h"

// Functions that are passed to leaves. Each is printed once, with its captures as further
// parameters, unless they are read in place.

namespace weft {

class StageLowering;

/// Returns the position of the function in Program::functions, and writes it on first use. Writes
/// nested functions first, so the stack does not grow with nesting.
std::uint32_t lower_function(StageLowering& stage, PlanFunctionId id);

/// The symbol that the functions of leaves read directly instead of through a parameter.
std::optional<Symbol> read_in_place(const StageLowering& stage, EvaluationId id);

/// The symbol that a function passed to a leaf reads directly instead of taking the capture as a
/// parameter. Numbers and vectors are parameters if the leaf has a loop: they are then read once,
/// before it.
std::optional<Symbol> place_of_capture(const StageLowering& stage, const PlanFunction& function,
                                       EvaluationId id);

/// If the evaluation indexes an array with the index of a function's calls: the function's level.
std::optional<std::uint32_t> level_of_element(const Plan& plan, const Evaluation& evaluation);

/// Counts the readers in a function, of the evaluations in it and, on top of the present count, of
/// its captures.
void count_uses(const StageLowering& stage, const PlanFunction& function,
                std::vector<std::uint32_t>& uses);

}  // namespace weft
