#pragma once

#include <vector>

#include "composer/evaluations/cheap_choices.h"
#include "composer/evaluations/typed_graph.h"
#include "fragments/analysis/call_reduction.h"

// Constant folding with algebraic simplification, one forward pass over the typed graph. Each
// evaluation is replaced by a constant, by an earlier evaluation, or stays:
//
//   1. inputs are redirected to their replacements;
//   2. injections that a function no longer reads are dropped (unread_injections.h);
//   3. the Simplifier applies identities and finds unneeded inputs (simplify.h);
//   4. calls with constant inputs and no features run in the interpreter, likewise loops and calls
//      of functions over constants (fold_functions.h).
//
// Evaluations used only by replaced ones are left in place; build_plan() drops them as dead code.

namespace weft {

/// Folds the graph in place. Unneeded inputs become zeros appended to the store, which may follow
/// their readers until the plan is built. Values that are not finite (NaN, infinity), take too long
/// or need textures are left to the GPU. Types and conversion chains are settled and do not change.
/// Natural rates drop to the join of the remaining inputs. Linear in evaluations + inputs, plus a
/// bounded number of interpreter steps for each. Returns the choices by conditions of `uniform`
/// fragments that are left, in order of ids.
std::vector<UniformChoice> fold_constants(const Library& library, TypedGraph& graph);
/// The same with the memo of the library's bodies.
std::vector<UniformChoice> fold_constants(const Library& library, TypedGraph& graph,
                                          CallReduction& calls);

/// Folds the graph of a graph template (decision 0137), except for `result` and calls of `uniform`
/// fragments. Typing of the caller inspects the result, and folding of the caller inspects the
/// calls. Returns false if folding lowers the rate of `result`, which typing of the caller would
/// see.
bool fold_apart(const Library& library, TypedGraph& graph, CallReduction& calls,
                EvaluationId result);

}  // namespace weft
