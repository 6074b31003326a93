#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/typing/call_typing.h"

namespace weft {

/// Finds the chain from a value to a demand, or explains why there is none.
tl::expected<PlannedLink, Diagnostic> plan_link(const TypingContext& in, CallContext at,
                                                const TypedValue& value, const Demand& demand,
                                                const Consumer& consumer, const std::string& port,
                                                std::optional<Span> span);

/// Whether all features that a leaf's body reads are typed; otherwise waits for them.
bool require_features(CallTyping& typing, CallContext at, const std::vector<FeatureId>& features,
                      std::optional<Span> span);
/// The same for the steps of a link.
bool require_features(CallTyping& typing, CallContext at, const PlannedLink& link,
                      std::optional<Span> span);
/// Appends the features of a leaf's body to its inputs, all of which are typed. False if one is
/// erroneous.
bool append_features(CallTyping& typing, CallContext at, const std::vector<FeatureId>& features,
                     EvaluationIds& inputs);

/// Adds the evaluations of a link, whose features are all typed, and records it. Erroneous if a
/// feature is. `consumer`, for messages, is read only if the link has steps.
TypedValue apply_link(CallTyping& typing, CallContext at, const TypedValue& value,
                      const PlannedLink& link, const std::string& consumer,
                      std::optional<Span> span);

/// The value's name, or one made from the whole that it is a part of: `palette_element`. Empty if
/// there is none.
std::string stem_of(const TypingContext& in, EvaluationId value);

/// Whether a conversion undoes another one.
bool undoes(const Fragment& step, const Fragment& before);

/// Converts a value to a demand. Erroneous if a feature is missing yet, or if no chain exists,
/// which is reported.
TypedValue convert(CallTyping& typing, const TypedValue& value, const Demand& demand,
                   const Consumer& consumer, const std::string& port, std::optional<Span> span);

}  // namespace weft
