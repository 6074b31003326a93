#include "composer/elaborate/expand_with.h"

#include "composer/elaborate/same_frame.h"

namespace weft {

std::optional<EnvironmentId> injected_environment(const Expansion& state, InstanceId instance,
                                                  const WithNode& with) {
  const CallContext context = state.context_of(instance);
  std::vector<Injected> injected;
  for (const WithNode::Injection& injection : with.injections) {
    const Expanded value = state.need(instance, injection.value);
    if (!value) {
      continue;
    }
    const Span span = state.instances.node({instance, injection.value}).span;
    const std::optional<bool> keeps_frame =
        injection.keeps_frame ? true : is_same_frame(state, injection.feature, *value, context);
    if (!keeps_frame) {
      continue;
    }
    const CallId declared =
        state.calls.add(DeclareFeatureCall{injection.feature, true}, {*value}, context, {{}, span});
    injected.push_back({injection.feature, declared, *keeps_frame, true, span});
  }
  if (injected.size() != with.injections.size()) {
    return std::nullopt;
  }
  return state.environments.extended(context.environment, injected, 0);
}

Expanded expand_with(const Expansion& state, InstanceId instance, const WithNode& with) {
  const auto inner = injected_environment(state, instance, with);
  return inner ? state.need(state.instances.under(instance, *inner), with.value) : std::nullopt;
}

}  // namespace weft
