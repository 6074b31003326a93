#pragma once

#include <string>

#include "composer/explain/picture_words.h"
#include "composer/explain/plan_places.h"

namespace weft {

/// A plan to be drawn: its places, the words for its values, and the names of nodes.
struct PicturedPlan {
  /// Both must outlive the object.
  PicturedPlan(const Library& from, const PlacedPlan& drawn)
      : library(from),
        placed(drawn),
        plan(drawn.plan),
        words(from, drawn.plan),
        places(find_places(from, drawn.plan)) {}

  const Library& library;
  const PlacedPlan& placed;
  const Plan& plan;
  PictureWords words;
  PlanPlaces places;

  const Evaluation& evaluation(EvaluationId id) const { return plan.evaluations[id]; }
  std::string name(NameId id) const { return std::string(library.text(id)); }
  Rate rate(EvaluationId id) const { return placed.rates[id.index()]; }

  static bool is_main(const PlanPlace& place) {
    return place.kind == PlanPlace::Kind::Main || place.kind == PlanPlace::Kind::UniformProgram;
  }
  static bool is_constant(const Evaluation& each) {
    return std::holds_alternative<ConstantEvaluation>(each.kind);
  }
  /// Whether a value is a splatted constant, which is written into its consumers.
  bool is_spread(const Evaluation& each) const;
  /// `n3` for a value of main; in functions `f2_n3`, and `f2_c3` for captures.
  std::string node_name(EvaluationId id, PlanPlaceId in) const;
};

}  // namespace weft
