#pragma once

#include <optional>
#include <vector>

#include "composer/typing/call_site.h"

namespace weft {

/// The overload of a call by name. Without plan, the reports say why, unless something is not typed
/// yet. A plan is const data of the memo or of this value.
struct ResolvedOverload {
  std::optional<PlannedCall> plan = std::nullopt;
  Diagnostics reports = {};
};

/// Chooses an overload for a call by name, among the candidates that its file sees or, if none of
/// these fits, among all: the candidate with the fewest lossy steps, then the
/// least difficulty, then the most specific one. What candidates ask for while they are tried
/// becomes `requests` of the call if they are chosen, and is rejected otherwise.
ResolvedOverload resolve_overload(const TypingContext& in, const InvokedCall& invoked,
                                  Requests& requests);

/// Whether a call may share its plan with others of the same signature: no argument is a function
/// and no port is open.
bool is_memoized(const TypingContext& in, const InvokedCall& invoked);
/// The key of such a call: candidates, which are all fragments of a name, and which of them its
/// file does not see, argument names, argument types, rates and kinds, context. Nothing else
/// influences the choice.
CallSignature call_signature(const TypingContext& in, const InvokedCall& invoked);
/// The number of the composition's profile in the library, 0 without one. Nothing for a profile of
/// its own, which other compositions do not know.
std::optional<std::uint32_t> number_of_profile(const Composition& composition);
/// What a value's plan depends on besides its type and rate: whether it is a literal, and which.
std::uint32_t kind_of_value(const TypingContext& in, const TypedValue& value);
/// The same key by contents, which other compositions understand. Nothing if an argument is
/// anchored to features of another place. Valid until something else is typed.
std::optional<AnswerQuestionView> shared_question(const TypingContext& in,
                                                  const InvokedCall& invoked);

}  // namespace weft
