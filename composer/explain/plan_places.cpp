#include "composer/explain/plan_places.h"

#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "support/text_table.h"

namespace weft {
namespace {

class PlaceFinder {
 public:
  PlaceFinder(const Library& library, const Plan& plan) : library_(library), plan_(plan) {}

  PlanPlaces run() {
    for (Stage stage : {Stage::Host, Stage::Vertex, Stage::Fragment, Stage::Thread}) {
      add_main(stage);
    }
    for (const PlanFunction& function : plan_.functions.functions) {
      add_function(function);
    }
    found_.of.resize(plan_.evaluations.size());
    for (std::size_t i = 0; i < found_.places.size(); ++i) {
      for (const EvaluationId value : found_.places[PlanPlaceId(i)].values) {
        found_.of[value.index()].emplace_back(i);
      }
    }
    return std::move(found_);
  }

 private:
  std::string name(NameId id) const { return std::string(library_.text(id)); }

  void add_main(Stage stage) {
    PlanPlace place{stage == Stage::Host ? PlanPlace::Kind::UniformProgram : PlanPlace::Kind::Main,
                    stage, "main"};
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const EvaluationId id(i);
      if (plan_.evaluations[id].stage == stage && !plan_.functions.is_in_function(id)) {
        place.values.push_back(id);
      }
    }
    if (!place.values.empty()) {
      found_.places.add(std::move(place));
    }
  }

  void add_function(const PlanFunction& function) {
    const Evaluation& given_to = plan_.evaluations[function.leaf];
    PlanPlace place{PlanPlace::Kind::Function, given_to.stage, given_to.origin.name, function.level,
                    function.port};
    if (const auto* loop = std::get_if<LoopEvaluation>(&given_to.kind)) {
      place.kind = PlanPlace::Kind::Loop;
      place.name = place.name.empty() ? "loop" : place.name;
      for (const NameId state : loop->states) {
        place.parameters.push_back(name(state));
      }
    } else if (const auto* leaf = std::get_if<LeafEvaluation>(&given_to.kind)) {
      const auto [known, is_new] =
          known_.try_emplace({leaf->fragment, port_of_whole(*leaf, function.port), function.level,
                              function.results.front()},
                             PlanPlaceId(found_.places.size()));
      if (!is_new) {
        found_.places[known->second].given_to.push_back(function.leaf);
        return;
      }
      name_function(signature_of(library_, *leaf), function.port, place);
    } else {
      place.kind = PlanPlace::Kind::Map;
      place.name = place.name.empty() ? "map" : place.name;
    }
    place.given_to = {function.leaf};
    place.results = function.results;
    place.values = function.body;
    place.captures = function.captures;
    found_.places.add(std::move(place));
  }

  void name_function(const Fragment& leaf, std::uint32_t position, PlanPlace& place) const {
    const FragmentPort& port = leaf.ports[position];
    place.name = fmt::format("{}.{}", name(leaf.name), name(port.name));
    for (const FragmentPort& parameter : port.parameters) {
      place.parameters.push_back(name(parameter.name));
    }
    for (const FeatureId feature : port.injected) {
      place.parameters.push_back(name(library_.features[feature].path));
    }
  }

  const Library& library_;
  const Plan& plan_;
  PlanPlaces found_;
  /// Per leaf, port, level and result: the function of that key.
  std::map<std::tuple<FragmentId, std::uint32_t, std::uint32_t, EvaluationId>, PlanPlaceId> known_;
};

}  // namespace

PlanPlaces find_places(const Library& library, const Plan& plan) {
  return PlaceFinder(library, plan).run();
}

std::string name_in(const Evaluation& evaluation, const PlanPlace& place) {
  const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind);
  return bound != nullptr && bound->level == place.level &&
                 bound->parameter < place.parameters.size()
             ? place.parameters[bound->parameter]
             : evaluation.origin.name;
}

std::string place_title(const PlanPlace& place) {
  switch (place.kind) {
    case PlanPlace::Kind::UniformProgram:
    case PlanPlace::Kind::Main:
      return place.name;
    case PlanPlace::Kind::Map:
      return fmt::format("map {}", place.name);
    case PlanPlace::Kind::Function:
    case PlanPlace::Kind::Loop:
      return fmt::format("{} {}({})", place_kind_name(place.kind), place.name,
                         joined(place.parameters));
  }
  return {};
}

std::string_view place_kind_name(PlanPlace::Kind kind) {
  switch (kind) {
    case PlanPlace::Kind::UniformProgram:
      return "uniform_program";
    case PlanPlace::Kind::Main:
      return "main";
    case PlanPlace::Kind::Function:
      return "function";
    case PlanPlace::Kind::Loop:
      return "loop";
    case PlanPlace::Kind::Map:
      return "map";
  }
  return {};
}

}  // namespace weft
