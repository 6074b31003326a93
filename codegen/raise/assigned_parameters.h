#pragma once

#include "fragments/model/body.h"

namespace weft {

/// Parameters of functions are variables in the target languages: a local that stands for a port
/// which is assigned to (BodyLocal::is_argument), and is the only reader of its parameter, becomes
/// the parameter. O(expressions).
void assign_to_parameters(Body& body);

}  // namespace weft
