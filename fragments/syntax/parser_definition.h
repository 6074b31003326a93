#pragma once

#include "fragments/syntax/parser_state.h"

namespace weft::parsing {

// Declarations with a signature and a body
bool parse_leaf(Parser& p, syntax::Declaration& into, bool is_conversion);
bool parse_graph(Parser& p, syntax::Declaration& into);

// Declarations about conversions, products and bounds
bool parse_prefer(Parser& p, syntax::Declaration& into);
bool parse_product(Parser& p, syntax::Declaration& into);
bool parse_bound(Parser& p, syntax::Declaration& into);
bool parse_commutes(Parser& p, syntax::Declaration& into);
bool parse_equals(Parser& p, syntax::Declaration& into);

}  // namespace weft::parsing
