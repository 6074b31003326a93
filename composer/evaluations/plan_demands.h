#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "composer/evaluations/plan.h"
#include "fragments/model/library.h"

// The demands of a composition by position, as in DemandedOutput: those of the profile, then, if it
// stores states, one per state of the material's simulations.

namespace weft {

inline const ProfileDemand& demand_at(const Profile& profile, const Material& material,
                                      std::uint32_t position) {
  const std::size_t own = profile.demands.size();
  return position < own ? profile.demands[position] : material.states[position - own].demand;
}

inline const ProfileDemand& demand_of(const Library& library, const Plan& plan,
                                      const DemandedOutput& output) {
  return demand_at(library.profiles[plan.profile], library.materials[plan.material], output.demand);
}

inline bool is_state(const Library& library, const Plan& plan, const DemandedOutput& output) {
  return demand_of(library, plan, output).target == TargetKind::State;
}

/// How many states of simulations a plan stores.
inline std::size_t state_count(const Library& library, const Plan& plan) {
  return static_cast<std::size_t>(
      std::count_if(plan.outputs.begin(), plan.outputs.end(),
                    [&](const DemandedOutput& output) { return is_state(library, plan, output); }));
}

inline std::size_t demand_count(const Profile& profile, const Material& material) {
  return profile.demands.size() + (profile.states ? material.states.size() : 0);
}

}  // namespace weft
