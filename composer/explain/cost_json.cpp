#include "composer/explain/cost_json.h"

#include "composer/evaluations/plan_cost.h"
#include "support/json.h"

namespace weft {

Json costs_json(const Library& library, const PlacedPlan& placed) {
  const Plan& plan = placed.plan;
  const Profile& profile = library.profiles[plan.profile];
  const RunCounts runs = placed.placement ? placed.placement->runs : run_counts(library, profile);
  Json all = Json::array();
  for (const OutputCost& cost : output_costs(library, placed, runs)) {
    const ProfileDemand& demand = profile.demands[plan.outputs[cost.output].demand];
    Json operations = Json::object();
    for (const auto& [rate, count] : cost.operations) {
      operations[std::string(rate_name(rate))] = count;
    }
    all.push_back({{"output", library.text(demand.name)},
                   {"stage", demand.vertex_stage ? "vertex" : "fragment"},
                   {"operations", std::move(operations)},
                   {"per_draw", cost.per_draw}});
  }
  return all;
}

}  // namespace weft
