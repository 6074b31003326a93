#pragma once

#include <optional>
#include <vector>

#include "composer/typing/call_typing.h"

namespace weft {

/// An input that is connected by meaning.
struct OpenPort {
  FragmentId consumer;
  std::uint32_t port;
  const CallNode& node;
  std::vector<CallId> listed;  ///< results listed before the call, nearest first
  CallContext at;
  Span span;
};

/// What an open port is connected to, and why. Without value, a report says why there is none,
/// unless something is not typed yet.
struct Stitched {
  std::optional<TypedValue> value = std::nullopt;
  std::optional<StitchDecision> decision = std::nullopt;
  std::optional<Diagnostic> report = std::nullopt;
};

/// Connects an open port: to the listed value with the least difficulty, else to the least
/// difficult feature with a `use`, else to the default.
Stitched stitch(const TypingContext& in, const OpenPort& open, Requests& requests);

/// Types an open port of a graph.
TypedValue type_stitch(CallTyping& typing, const StitchCall& call, const CallIds& inputs);

}  // namespace weft
