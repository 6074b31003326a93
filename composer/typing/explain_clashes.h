#pragma once

#include <optional>
#include <vector>

#include "composer/typing/call_site.h"

// Explanations of conflicts where several values together decide each one's demand.

namespace weft {

/// Explains why the value at a port does not convert to the port's demand, and which other port's
/// value fixed that demand. Empty if the site does not explain.
Mismatch mismatch_at(const TypingContext& in, const CallSite& site, std::size_t port,
                     CallContext at, const Demand& demand);

/// Rephrases the failure of a `? :` in terms of its two sides. `inputs`: condition and both sides.
Diagnostic sides_disagree(const TypingContext& in, const CallIds& inputs, Diagnostic failure);

/// Explains a named argument that is not a port of any candidate. `reasons`: per candidate.
std::optional<Diagnostic> misspelt_port(const Library& library, const CallNode& node,
                                        const std::vector<Mismatch>& reasons);

}  // namespace weft
