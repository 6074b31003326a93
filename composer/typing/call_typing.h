#pragma once

#include <optional>
#include <string>
#include <vector>

#include "composer/typing/typing_context.h"

namespace weft {

/// One attempt to type a call: where it is, and what was found so far. If the attempt has to wait
/// for other calls, the driver drops it and makes a new one when they are typed. What it added to
/// the value store stays, because equal evaluations are one.
struct CallTyping {
  /// `context` and `named` must outlive the object.
  CallTyping(const TypingContext& context, std::optional<CallId> id, CallContext where,
             const Origin& named)
      : in(context), call(id), at(where), origin(named), requests(context.calls) {}

  void report(Diagnostic diagnostic) { append(found.reports, std::move(diagnostic)); }
  Span span() const { return origin.span.value_or(Span{}); }
  /// Adds an evaluation of the call's stage and origin.
  TypedValue make(EvaluationKind&& kind, EvaluationIds&& inputs, Rate least_rate, TypeId type) {
    return value_of(
        in.values.add(std::move(kind), std::move(inputs), at.stage, least_rate, type, origin),
        type);
  }
  TypedValue make(EvaluationKind&& kind, EvaluationIds&& inputs, TypeId type) {
    return make(std::move(kind), std::move(inputs), Rate::Constant, type);
  }
  /// The position of the next link with equal chains (see TypeInference).
  std::size_t next_choice() const;

  const TypingContext& in;
  const std::optional<CallId> call;  ///< nothing: the conversion of an output to its demand
  const CallContext at;
  const Origin& origin;
  Requests requests;
  CallFindings found;  ///< all but the requests
  /// A function is handed on through a signature here, which demands the type in between.
  bool crosses_signature = false;
  /// The graph that the call expands to, if that was chosen among overloads.
  std::optional<FragmentId> expands = std::nullopt;
};

}  // namespace weft
