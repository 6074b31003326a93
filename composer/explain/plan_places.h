#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "composer/evaluations/plan.h"

// The composer's plan is one flat list of evaluations, in which functions are only sets of
// evaluations over bound parameters. For people, this groups the list by the place that computes a
// value: of `y = around(x => x * k)` the product is in the function `around.f(x)`, which captures
// `k`; `k` and the call are in main. Evaluations that several functions share are in each of them.

namespace weft {

/// A place where values of a plan are computed: the uniform program, the main function of a stage,
/// a function argument of a leaf, the step of a loop, or the function of a map.
struct PlanPlace {
  enum class Kind : std::uint8_t { UniformProgram, Main, Function, Loop, Map };
  Kind kind = Kind::Main;
  Stage stage = Stage::Fragment;
  /// `main`; for functions `around.field`, the leaf's port; for loops and maps the name of the
  /// value, or `loop`, `map`.
  std::string name;
  std::uint32_t level = 0;  ///< of the parameters that it binds; 0 for main
  std::uint32_t port = 0;   ///< for functions: the leaf's port that it is passed to
  /// The parameters: those of the port, the injected features, the states of the loop, by position.
  /// Maps have none; they are called with elements of their operands.
  std::vector<std::string> parameters = {};
  /// The calls, loops and maps that receive it. A function that several calls of a leaf receive is
  /// one place.
  std::vector<EvaluationId> given_to = {};
  std::vector<EvaluationId> results = {};   ///< one; for loops one per state
  std::vector<EvaluationId> values = {};    ///< computed here, operands first
  std::vector<EvaluationId> captures = {};  ///< read from the enclosing place
};
using PlanPlaceId = Id<PlanPlace>;

struct PlanPlaces {
  /// The uniform program and the main functions of the vertex and the fragment stage, if they
  /// compute anything; then the functions, inner ones before their enclosing ones.
  Store<PlanPlace> places;
  /// Per evaluation, in order. An evaluation that several functions compute has several places.
  std::vector<std::vector<PlanPlaceId>> of;
};

/// O(evaluations + sizes of the functions).
PlanPlaces find_places(const Library& library, const Plan& plan);

/// The name of a value in a place: an evaluation that functions share is a parameter of each, under
/// different names.
std::string name_in(const Evaluation& evaluation, const PlanPlace& place);

/// `function around.field(at)`, `loop gusts(sum, weight)`, `map tints`; otherwise the name.
std::string place_title(const PlanPlace& place);

/// `main`, `uniform_program`, `function`, `loop`, `map`
std::string_view place_kind_name(PlanPlace::Kind kind);

}  // namespace weft
