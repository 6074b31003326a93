#include "composer/elaborate/signature_crossing.h"

#include <algorithm>
#include <utility>

namespace weft {

CallId declared_result(const Expansion& state, const DeclaredResult& at, CallIds inputs,
                       std::optional<HandedOn> boundary) {
  DeclareCall call{.pattern = &at.port->type, .handed_on = boundary};
  call.function_of = at.fragment;
  return state.calls.add(call, std::move(inputs), at.context,
                         {std::string(state.library().text(at.port->name)), at.span});
}

Crossing cross(const Expansion& state, FunctionUse& use, const FragmentPort& into,
               CallContext here) {
  const HandedOn ports{&into, use.port};
  const Span span = use.passed ? use.passed->span : use.span;
  for (std::size_t i = 0; i < use.values.size(); ++i) {
    const FragmentPort& parameter = into.parameters[i];
    use.values[i] = state.calls.add(DeclareCall{.pattern = &parameter.type, .handed_on = ports},
                                    {use.values[i]}, here,
                                    {std::string(state.library().text(parameter.name)), span});
  }
  Crossing crossing{{use.port, here, span, use.fragment}, ports, use.values};
  use.level = state.environments[here.environment].level;
  use.port = &into;
  return crossing;
}

std::vector<Crossing> cross_into_leaf(const Expansion& state, FunctionUse& use) {
  std::vector<Crossing> crossed;
  if (!use.adapted) {
    return crossed;
  }
  const FunctionUse::Adapted adapted = *use.adapted;
  const std::vector<FragmentPort>& through = use.port->through;
  crossed.reserve(through.size() + 1);
  const auto here = [&] {
    return CallContext(use.stage, state.environments.extended(adapted.called_in, {}, use.level));
  };
  std::for_each(through.rbegin(), through.rend(), [&](const FragmentPort& next) {
    crossed.push_back(cross(state, use, next, here()));
  });
  crossed.push_back(cross(state, use, *adapted.port, here()));
  use.fragment = adapted.fragment;
  use.adapted.reset();
  return crossed;
}

CallId result_outside(const Expansion& state, CallId result, std::vector<Crossing> crossed) {
  std::for_each(crossed.rbegin(), crossed.rend(), [&](Crossing& boundary) {
    CallIds inputs = std::move(boundary.parameters);
    inputs.insert(inputs.begin(), result);
    boundary.result.span = state.calls[result].origin.span.value_or(boundary.result.span);
    result = declared_result(state, boundary.result, std::move(inputs), boundary.ports);
  });
  return result;
}

}  // namespace weft
