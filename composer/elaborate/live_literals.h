#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "fragments/model/library.h"
#include "support/result.h"

// Live literals: while somebody drags a number on a port, in a graph or in a call, the number is a
// hidden parameter of the material, so that its value changes without a new text.
//
//   color = tinted(base, 0.25)       param tinted_amount: float = 0.25, after all others
//                                    color = tinted(base, tinted_amount)
//
// This is a transformation of the library before composing, not of the text. The parameter keeps
// what makes a literal one: it takes the traits that its consumer demands, and the data type where
// its own widens to that. It is not folded. So composing with a live literal and composing the text
// with the same number give equal values; the text of the shaders does not depend on the number.
// Baking is composing without the live literal.
//
// Composing fails where a number has to be known: at a `constant` port, in the choice of a
// function, as an index (whose range is checked), and for an int that widens to uint (which only
// some ints do). Such a literal cannot be live: compose the text with each new number.

namespace weft {

/// The name of the metadata that marks the parameter of a live literal; its value is `number` or
/// `color`. No source can write it. Hosts find it in the reflection.
inline constexpr std::string_view live_literal_mark = "live literal";

/// The literal that a parameter stands for; nothing for declared parameters. O(metadata).
std::optional<LiteralNode> live_literal(const Library& library, const MaterialParameter& parameter);

/// The parameter of the live literal at a place in the source. O(live literals).
std::optional<std::uint32_t> find_live_literal(const Library& library, const Material& material,
                                               const Span& place);

/// Makes literals of a material's graph, or of the graphs that it calls, live: appends a parameter
/// for each, named after the node and port that read it. Returns the positions of the parameters,
/// in the order of `places`; literals that are live already keep theirs. Call it before the library
/// is shared between threads.
///
/// `places`: the spans of the literals in the source, a sign included. A literal of a graph that is
/// called several times is one parameter. Errors: no literal that the material reads is there; then
/// nothing changes. O(nodes of these graphs + places).
Result<std::vector<std::uint32_t>> make_literals_live(Library& library, Material& material,
                                                      const std::vector<Span>& places);

}  // namespace weft
