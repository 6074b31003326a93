#pragma once

#include <optional>
#include <string_view>

#include "fragments/syntax/parser_state.h"

namespace weft::parsing {

/// From the name to the clauses. `what` names the kind of declaration in messages.
std::optional<syntax::Signature> parse_signature(Parser& p, std::string_view what, bool is_graph);
/// A number, possibly negative; later passes check its range.
std::optional<double> parse_real(Parser& p, std::string_view what);

}  // namespace weft::parsing
