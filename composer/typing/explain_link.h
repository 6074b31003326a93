#pragma once

#include <optional>
#include <string>

#include "composer/typing/typing_context.h"

namespace weft {

/// The consumer of a value in messages: `port 'n' of 'ggx'`.
std::string consumer_text(const Consumer& consumer, const std::string& port);

/// Explains why a value does not convert to a demand: no chain, several, or a search that took too
/// long. Searches again, with advice, which the searches of typing do not collect.
Diagnostic explain_failure(const TypingContext& in, CallContext at, const TypedValue& value,
                           const Demand& demand, const Consumer& consumer, const std::string& port,
                           std::optional<Span> span);

/// Returns `anchored-value` if that is why the value does not meet the demand (null: the consumer
/// takes it unconverted): a feature its conversion needs is withdrawn where it was made, or it
/// leaves the injection unconverted.
std::optional<Diagnostic> explain_anchor(const TypingContext& in, EnvironmentId here,
                                         const TypedValue& value, const Demand* demand,
                                         std::optional<Span> span);

}  // namespace weft
