#include "composer/typing/shared_plans.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "composer/typing/resolve_overload.h"

namespace weft {
namespace {

PlannedDefault planned_default(const TypingContext& in, CallContext at, const TypedValue& value) {
  return {in.type_of(value), in.values.rate_of(value), kind_of_value(in, value),
          value.made_in == std::optional(at.environment)};
}

/// Whether the place where the value was made says nothing about this composition.
bool is_made_here(CallContext at, const TypedValue& value) {
  return !value.made_in || *value.made_in == at.environment;
}

/// The call of a port's default in this composition.
CallId call_of_default(const TypingContext& in, CallContext at, const PlannedCall& plan,
                       std::size_t port) {
  const Fragment& fragment = in.library().fragments[plan.fragment];
  return in.elaborator.expand_expression(*fragment.ports[port].default_value, at);
}

/// The plan without what belongs to its composition, or nothing if more than defaults do.
std::optional<PlannedCall> shareable_form(const TypingContext& in, CallContext at,
                                          PlannedCall plan) {
  std::vector<CallId> of_defaults;
  for (std::size_t i = 0; i < plan.ports.size(); ++i) {
    PlannedPort& port = plan.ports[i];
    if (port.argument) {
      continue;
    }
    const auto& declared = in.library().fragments[plan.fragment].ports[i];
    if (!declared.default_value || declared.kind != FragmentPort::Kind::Value ||
        !is_made_here(at, port.default_value) || port.default_value.several != nullptr) {
      return std::nullopt;
    }
    of_defaults.push_back(call_of_default(in, at, plan, i));
    plan.defaults.emplace_back(static_cast<std::uint32_t>(i),
                               planned_default(in, at, port.default_value));
    port.default_value = {};
  }
  for (const CallId requested : plan.requested) {
    if (std::find(of_defaults.begin(), of_defaults.end(), requested) == of_defaults.end()) {
      return std::nullopt;
    }
  }
  plan.requested.clear();
  return is_shareable(plan) ? std::optional(std::move(plan)) : std::nullopt;
}

}  // namespace

std::shared_ptr<const PlannedCall> find_shared_plan(const TypingContext& in,
                                                    const InvokedCall& invoked,
                                                    Requests& requests) {
  const auto question = shared_question(in, invoked);
  auto shared = question ? in.shared.calls.find(*question) : nullptr;
  if (shared == nullptr || shared->defaults.empty()) {
    return shared;
  }
  PlannedCall plan = *shared;
  plan.defaults.clear();
  bool fits = true;
  for (const auto& [port, expected] : shared->defaults) {
    const CallId call = call_of_default(in, invoked.at, plan, port);
    const TypedValue* value = requests.look_at(call);
    fits = fits && value != nullptr && !value->is_error && !value->function &&
           value->several == nullptr && is_made_here(invoked.at, *value) &&
           planned_default(in, invoked.at, *value) == expected;
    if (fits) {
      plan.ports[port].default_value = *value;
      plan.requested.push_back(call);
    }
  }
  return fits ? std::make_shared<const PlannedCall>(std::move(plan)) : nullptr;
}

std::shared_ptr<const PlannedCall> share_plan(const TypingContext& in, const InvokedCall& invoked,
                                              PlannedCall plan) {
  const auto question = shared_question(in, invoked);
  if (question && is_shareable(plan)) {  // without defaults
    return in.shared.calls.add(question->owned(), std::move(plan));
  }
  if (question) {
    if (auto form = shareable_form(in, invoked.at, plan)) {
      in.shared.calls.add(question->owned(), *std::move(form));
    }
  }
  return std::make_shared<const PlannedCall>(std::move(plan));
}

}  // namespace weft
