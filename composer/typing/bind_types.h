#pragma once

#include <string>
#include <vector>

#include "composer/typing/call_site.h"

namespace weft {

/// Solves for the type parameters of a candidate, and returns the data type of each port's value,
/// with types chosen for literals. Type parameters that the arguments leave open take the types
/// that consumers decided, else they are void.
Matched<std::vector<DataType>> bind_types(const TypingContext& in, const CallSite& site,
                                          Bindings& bindings);

/// Says which values a type parameter ranges over: `'twice' takes floating values`.
std::string taken_values(const Library& library, const Fragment& fragment, std::uint32_t parameter);

/// Returns the data types that a value may take at a type parameter.
TypeSet types_of_value(const ValueStore& values, const TypedValue& value);

}  // namespace weft
