#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"
#include "support/json_fwd.h"

namespace weft::tools {

/// Facts derived from a plan for its dumps.
struct PlanFacts {
  struct Place {
    std::optional<std::uint32_t> set;     ///< none for push constants
    std::optional<std::uint32_t> offset;  ///< bytes; none for textures
  };
  std::vector<std::optional<Place>> places;  ///< per evaluation that reads a host value
  std::vector<double> costs;                 ///< per evaluation: operations × runs
};

/// Looks up the locations of host values, and counts operations. O(evaluations × members + size of
/// the leaves' bodies).
PlanFacts collect_facts(const Library& library, const PlacedPlan& placed);

/// The action of an evaluation, in the syntax of the language, with `%n` for its inputs.
std::string evaluation_text(const Library& library, const Plan& plan, const Evaluation& evaluation);

/// The same without numbers, for people: inputs appear as their names or expressions, two calls
/// deep, then as `…`.
std::string evaluation_words(const Library& library, const Plan& plan,
                             const Evaluation& evaluation);

/// The name of a value for people: the path of a feature, even if it was interpolated; otherwise
/// the value's own name or its action.
std::string value_words(const Library& library, const Plan& plan, EvaluationId id);

/// `{material, profile, nodes: [{id, name, source, rate, stage, inputs, type, needs, cost, set,
/// offset, kind, text, natural_rate}], outputs, interpolants: [{node, from, name, type, flat}],
/// uniform_program}`. `source` is `file:line:column` or null.
Json plan_json(const Library& library, const PlacedPlan& placed);

/// Tables with one line per evaluation, each showing one aspect.
std::string plan_text(const Library& library, const PlacedPlan& placed);
std::string types_text(const Library& library, const PlacedPlan& placed);
std::string fields_text(const Library& library, const PlacedPlan& placed);
std::string contexts_text(const Library& library, const PlacedPlan& placed);

}  // namespace weft::tools
