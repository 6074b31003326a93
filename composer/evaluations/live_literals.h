#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "composer/evaluations/typed_graph.h"

// Live literals: while somebody drags a number in the source, that number is a parameter of the
// plan, so that its value changes without a new text.
//
//   color = tinted(base, 0.25)     ->     color = tinted(base, base_by)      base_by a parameter
//
// Typing treats it as the literal that it is, so types, overloads and conversions are those of the
// text. Only its words carry a mark: which literal, and which component of it. Constructors and
// conversions of literals keep the marks. Where typing relies on a value and not on its type, it
// notes that (TypedGraph::deciding), and that literal stays a constant. Afterward, and before
// folding, constants with marks become reads of parameters:
//
//   %3 = float3(0.5, 0.25, 1.0)  marks (1, -, -)
//   %3 = parameter 7     %4 = 0.25     %5 = 1.0     %6 = float3(%3, %4, %5)

namespace weft {

/// The marks of a literal with `count` words. `literal`: position among the requested ones.
std::vector<std::uint32_t> words_of_live(std::uint32_t literal, std::size_t count);

/// Appends the words of a part, with their marks.
void append_words(ConstantEvaluation& whole, const ConstantEvaluation& part);
/// Makes `count` words of one. Keeps several as they are.
void spread_words(ConstantEvaluation& constant, std::size_t count);

/// Adds the literals whose words a constant has.
void mark_literals(const ConstantEvaluation& constant, std::vector<bool>& literals);

/// Replaces constants with marks of literals that are `Live` by reads of parameters, the first of
/// which is number `first_parameter`, and drops all other marks. Rates rise accordingly. Links are
/// not kept. Linear, times the greatest nesting of functions that read live literals.
TypedGraph read_live_literals(const Library& library, TypedGraph graph,
                              std::uint32_t first_parameter,
                              const std::vector<LiveLiteral>& literals);

}  // namespace weft
