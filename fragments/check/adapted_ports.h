#pragma once

#include <cstdint>

#include "fragments/check/inline_calls.h"
#include "fragments/model/library.h"

namespace weft {

/// Returns the port of `leaf` to call where its body passes the function of one of its own ports on
/// to another leaf (the taker): that port itself if the taker's signature states nothing else about
/// the values, or a port that adapts it. Example: `leaf` lists `f: fn(n: float3) -> float` and its
/// body passes f to a leaf that takes `g: fn(n: float3 {use: normal}) -> float`. The adapting port
/// has the type of g; the composer fills it with the function given for f, converted.
///
/// An adapting port has the data types of the listed one, in its order of parameters, and these
/// traits:
/// - of a parameter that is left open: what the taker states, else what the listed port states;
/// - of the result: what the listed port states, or the taker if that does not satisfy it. Where
///   the listed port states nothing, the taker's demand applies to values that state the trait.
/// Trait variables of the taker are ignored: bodies cannot see what they are bound to. Appends a
/// port to `leaf` unless an equal one exists. O(ports × traits).
std::uint32_t port_for_taker(Library& library, FragmentId leaf, const HandedFunction& handed);

/// Whether the body calls `port`, an `fn` or `eval` port of its leaf. O(calls of ports).
bool calls_port(const Body& body, std::uint32_t port);

}  // namespace weft
