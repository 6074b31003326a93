#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/json_fwd.h"

// Expressions in the JSON form of documents: how tightly they bind, and JSON of any depth as text.

namespace weft::live {

/// A direct operand of an expression.
struct GraphOperand {
  Json* expr;
  int level = 0;      ///< the loosest expression that needs no parentheses there
  std::string label;  ///< the port that an argument names, else its position
};

constexpr int any_level = -2;  ///< between brackets or at the end of an expression

/// The operands in the order of operands_of(). The JSON must have the shapes of the table.
std::vector<GraphOperand> operands_of(Json& expr);

/// How many pairs of parentheses an expression needs at an operand's place: 0 or 1.
std::uint32_t needed_parentheses(const Json& expr, int level);
/// How many it has.
std::uint32_t parentheses_of(const Json& expr, int level);

/// Whether an expression is of that form.
bool has_form(const Json& expr, const char* form);

/// The expressions of an item: its value, what a stitch block has.
std::vector<GraphOperand> values_of(Json& item);

/// JSON on one line, like dump(), without recursion.
std::string json_text(const Json& json);

}  // namespace weft::live
