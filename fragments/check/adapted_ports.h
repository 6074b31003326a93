#pragma once

#include <cstdint>

#include "fragments/check/inline_calls.h"
#include "fragments/model/library.h"

namespace weft {

/// The port of `leaf` to call where its body hands the function of one of its ports on: that port
/// itself where the signature of the one that takes it says nothing else of the values, or a port
/// that adapts it. Such a port has the data types of the listed one, in its order of parameters,
/// and these traits:
/// - of a parameter that is left open what the taker states, else what the listed port states;
/// - of the result what the listed port states, or the taker where that is not what it wants. Where
///   the listed port states nothing, what the taker wants counts for values that state the trait.
/// Trait variables of the taker say nothing: bodies do not know what these stand for.
/// Adds a port behind the others of `leaf` unless there is an equal one. O(ports × traits).
std::uint32_t port_for_taker(Library& library, FragmentId leaf, const HandedFunction& handed);

/// Whether the body calls the port, an `fn` or `eval` port of its leaf. O(calls of ports).
bool calls_port(const Body& body, std::uint32_t port);

}  // namespace weft
