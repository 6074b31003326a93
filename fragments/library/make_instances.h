#pragma once

#include <vector>

#include "fragments/library/library.h"

namespace weft {

/// Makes the body of a leaf for these type arguments, and those that it calls in turn, as far as
/// they are made on demand and are not there yet: afterwards Fragment::find_instance() finds them.
/// Whoever decides the type arguments of a call says so here, once; nobody else makes bodies. Safe
/// among threads that share the library. O(size of the bodies that are made).
void make_instances(const Library& library, FragmentId leaf,
                    const std::vector<DataType>& type_arguments);

/// As make_instances, for every call in a body.
void make_called_instances(const Library& library, const Body& body);

}  // namespace weft
