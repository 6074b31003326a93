#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft::tools {

/// Where values of a plan are computed: the main function of a stage, a function that leaves are
/// given, the step of a loop, or what a map does for each element.
struct PlanPlace {
  enum class Kind : std::uint8_t { UniformProgram, Main, Function, Loop, Map };
  Kind kind = Kind::Main;
  Stage stage = Stage::Fragment;
  /// `main`; of functions `around.field`, the port of the leaf; of loops and maps the name of the
  /// value, or `loop`, `map`.
  std::string name;
  std::uint32_t level = 0;  ///< of the parameters that it binds; 0: of main
  std::uint32_t port = 0;   ///< of functions: of the leaf that is given it
  /// What it is called with: the parameters of the port, the features that are injected, the states
  /// of the loop, by position. Of maps: none, they are called with elements of what they read.
  std::vector<std::string> parameters = {};
  /// The calls, loops and maps that are given it. A function that several calls of a leaf are given
  /// is one.
  std::vector<EvaluationId> given_to = {};
  std::vector<EvaluationId> results = {};   ///< one, but of loops one per state
  std::vector<EvaluationId> values = {};    ///< computed here, inputs first
  std::vector<EvaluationId> captures = {};  ///< read of the surroundings
};
using PlanPlaceId = Id<PlanPlace>;

struct PlanPlaces {
  /// The uniform program, main of the vertex and of the fragment stage, as far as they compute
  /// anything; then the functions, inner ones before those around them.
  Store<PlanPlace> places;
  /// Per evaluation, in order. What several functions compute, each for itself, has several.
  std::vector<std::vector<PlanPlaceId>> of;
};

/// O(evaluations + sizes of the functions).
PlanPlaces find_places(const Library& library, const Plan& plan);

/// `function around.field(at)`, `loop gusts(sum, weight)`, `map tints`; of the others the name.
std::string place_title(const PlanPlace& place);

/// `main`, `uniform_program`, `function`, `loop`, `map`
std::string_view place_kind_name(PlanPlace::Kind kind);

}  // namespace weft::tools
