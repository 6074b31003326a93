#include "composer/typing/anchored_calls.h"

#include <algorithm>

#include "composer/elaborate/anchored_values.h"

namespace weft {

TypedValue placed(const TypingContext& in, TypedValue value, const Call& call) {
  value.made_in.reset();
  if (anchors_of(in.library(), in.type_of(value)).empty()) {
    return value;
  }
  const auto* ascribe = std::get_if<AscribeCall>(&call.kind);
  const bool is_stated = ascribe != nullptr &&
                         std::any_of(ascribe->node->entries.begin(), ascribe->node->entries.end(),
                                     [&](const TraitEntry& entry) {
                                       return in.library().anchors[entry.value.index()].has_value();
                                     });
  std::optional<EnvironmentId> of_inputs;
  bool has_carrier = false;
  for (CallId id : call.inputs) {
    const TypedValue& input = in.calls.value(id);
    if (!is_stated && !input.is_error && !input.function &&
        !anchors_of(in.library(), in.type_of(input)).empty()) {
      has_carrier = true;
      of_inputs = of_inputs ? of_inputs : input.made_in;
    }
  }
  // Reading a part of a value, or stating its type, leaves it where it was made. All other calls
  // have their inputs converted to the current environment. Parameters, literals and bound values
  // belong to no environment.
  const bool hands_on = std::holds_alternative<MemberCall>(call.kind) ||
                        std::holds_alternative<IndexCall>(call.kind) ||
                        std::holds_alternative<ConstructCall>(call.kind) ||
                        std::holds_alternative<ResultsCall>(call.kind) ||
                        std::holds_alternative<InterpolateCall>(call.kind) || ascribe != nullptr;
  const bool is_anywhere = std::holds_alternative<ParameterCall>(call.kind) ||
                           std::holds_alternative<LiteralCall>(call.kind) ||
                           std::holds_alternative<BoundCall>(call.kind);
  const bool has_no_place = has_carrier ? !of_inputs : is_anywhere;
  value.made_in = has_no_place              ? std::nullopt
                  : hands_on && has_carrier ? of_inputs
                                            : std::optional(call.environment);
  return value;
}

}  // namespace weft
