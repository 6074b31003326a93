#pragma once

#include <vector>

#include "composer/typing/call_typing.h"

// Limits that signatures and bodies put on how often values may change.

namespace weft {

/// Whether the value at a `uniform` or `constant` port varies no more than declared. Reports
/// otherwise.
bool keeps_restriction(CallTyping& typing, const Fragment& fragment, std::uint32_t port,
                       const TypedValue& value, Span span);

/// Whether the inputs meet what the leaf's body demands (fragments/analysis/body_demands.h).
/// Reports otherwise. `inputs`: the leaf's ports, then its features.
bool meets_body_demands(CallTyping& typing, FragmentId leaf, const std::vector<BodyDemand>& demands,
                        const EvaluationIds& inputs, Span span);

/// Whether a leaf or conversion that takes a derivative may be called in the stage. Reports
/// otherwise.
bool can_take_derivative(CallTyping& typing, const Fragment& fragment, Stage stage, Span span);

/// Applies what a graph's signature declares of a port or result besides its type.
TypedValue declared_by_graph(CallTyping& typing, const DeclareCall& call, TypedValue value);

}  // namespace weft
