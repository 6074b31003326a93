#pragma once

#include <optional>
#include <vector>

#include "composer/typing/typing_context.h"

namespace weft {

/// Returns the lower bound of a call's rate: for a field source the rate of the elements.
Rate least_rate(const Fragment& fragment, Stage stage);

/// Returns the rate of a value that depends on some inputs only (`from (a)`): theirs, joined with
/// that of the features that its body reads. Nothing if it may depend on all.
std::optional<Rate> declared_rate(const TypedGraph& graph, const Fragment& fragment,
                                  const EvaluationIds& inputs);

/// Notes the path from a value to the source of its variation, by the named values on it.
void note_variation(const TypingContext& in, Diagnostic& diagnostic, EvaluationId value);

}  // namespace weft
