#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fragments/model/library.h"
#include "support/diagnostic.h"

namespace weft {

/// Larger arrays in a body are mistakes: no GPU has registers for them.
inline constexpr std::uint32_t most_array_elements = 65536;

/// Makes the body of a leaf for these type arguments, and those that it calls in turn, as far as
/// they are made on demand and are not there yet: afterwards Fragment::find_instance() finds them.
/// Whoever decides the type arguments of a call says so here, once; nobody else makes bodies. Safe
/// among threads that share the library. O(size of the bodies that are made).
///
/// Gives the message of an error where a body would hold an array of more than most_array_elements
/// elements, or would read, at an index that is written as a number, an element which an array
/// lacks: then it is not made. That is all that can go wrong.
std::optional<std::string> make_instances(const Library& library, FragmentId leaf,
                                          const std::vector<DataType>& type_arguments);

/// As make_instances, for every call in a body; an error stands at the first call that asks for
/// what cannot be made.
std::optional<Diagnostic> make_called_instances(const Library& library, const Body& body);

}  // namespace weft
