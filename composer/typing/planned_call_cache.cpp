#include "composer/typing/planned_call_cache.h"

#include <algorithm>

namespace weft {

bool is_shareable(const PlannedCall& plan) {
  const bool is_alone = plan.requested.empty() && plan.rejected.empty() && plan.stitches.empty() &&
                        plan.function_level == 0 && plan.unread.empty();
  const auto open = std::count_if(plan.ports.begin(), plan.ports.end(),
                                  [](const PlannedPort& port) { return !port.argument; });
  return is_alone && static_cast<std::size_t>(open) == plan.defaults.size() &&
         std::none_of(plan.ports.begin(), plan.ports.end(),
                      [](const PlannedPort& port) { return port.link.environment.has_value(); });
}

}  // namespace weft
