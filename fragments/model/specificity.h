#pragma once

#include "fragments/model/library.h"

namespace weft {

/// The basis of comparison: bodies see types only, graphs also traits.
enum class Specificity { Types, TypesAndTraits };

/// Whether overload `a` is more specific than `b`, so that a call that fits both means `a`: it
/// demands less at no port, and more at one (a type instead of a parameter, more traits, a narrower
/// value of one, a narrower bound); if all ports demand the same, its types are tied where the
/// other's are not (`(a: T, b: T)` against `(a: T, b: U)`), or it has fewer ports (the extra ports
/// of the other one have defaults). A partial order.
bool is_more_specific(const Fragment& a, const Fragment& b, Specificity by, const Library& library);

}  // namespace weft
