#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "composer/evaluations/plan.h"
#include "support/json_fwd.h"

namespace weft::tools {

/// What is said of a plan beyond what it holds itself.
struct PlanFacts {
  struct Place {
    std::optional<std::uint32_t> set;     ///< none for push constants
    std::optional<std::uint32_t> offset;  ///< bytes; none for textures
  };
  std::vector<std::optional<Place>> places;  ///< per evaluation that reads the host
  std::vector<double> costs;                 ///< per evaluation: operations × runs
};

/// Looks up where the host's values lie, and counts operations.
/// O(evaluations × members + size of the leaves' bodies).
PlanFacts collect_facts(const Library& library, const PlacedPlan& placed);

/// What an evaluation does, in the words of the language, with `%n` for its inputs.
std::string evaluation_text(const Library& library, const Plan& plan, const Evaluation& evaluation);

/// The same for people who do not see the numbers: inputs by their names, or by what they do, two
/// calls deep, then `…`.
std::string evaluation_words(const Library& library, const Plan& plan,
                             const Evaluation& evaluation);

/// What people call a value: features by their path, also where they were interpolated, everything
/// else by its own name or by what it does.
std::string value_words(const Library& library, const Plan& plan, EvaluationId id);

/// `{material, profile, nodes: [{id, name, source, rate, stage, inputs, type, needs, cost, set,
/// offset, kind, text, natural_rate}], outputs, interpolants: [{node, from, name, type, flat}],
/// uniform_program}`. `source` is `file:line:column` or null.
Json plan_json(const Library& library, const PlacedPlan& placed);

/// Tables of one line per evaluation; each shows one aspect.
std::string plan_text(const Library& library, const PlacedPlan& placed);
std::string types_text(const Library& library, const PlacedPlan& placed);
std::string fields_text(const Library& library, const PlacedPlan& placed);
std::string contexts_text(const Library& library, const PlacedPlan& placed);

}  // namespace weft::tools
