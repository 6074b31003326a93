#pragma once

#include "fragments/model/library.h"

namespace weft {

/// What signatures are compared by: bodies know no traits.
enum class Specificity { Types, TypesAndTraits };

/// Whether a call that both of two overloads take is meant for the first: at no port it asks for
/// less, and at one for more (a type instead of a parameter, more traits, a narrower bound); where
/// all ports ask for the same, if its types are tied and the other's are not (`(a: T, b: T)`
/// against `(a: T, b: U)`), or if it has fewer ports, whose defaults would be filled in. A partial
/// order.
bool is_more_specific(const Fragment& a, const Fragment& b, Specificity by,
                      const DataTypeTable& types);

}  // namespace weft
