#pragma once

#include <vector>

#include "composer/typing/typing_context.h"

namespace weft {

/// A call that the composition outputs, and the demand it has to satisfy.
struct OutputDemand {
  CallId call;
  Demand demand;
  Consumer consumer;
  Span span;
};

/// Solves for result types that arguments leave open, as in `zero()`, using all consumers. Adds the
/// answers to `open` and returns whether typing has to be repeated with them: it decided a type, or
/// found one with conflicting uses, which it reports. Otherwise reports the types that nothing
/// decides. Linear in the calls that depend on open types, except that overloads among them may be
/// revisited as other types become known.
bool decide_open_types(const TypingContext& in, const std::vector<OutputDemand>& outputs,
                       OpenTypes& open);

}  // namespace weft
