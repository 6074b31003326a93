#pragma once

#include <string>
#include <vector>

#include "fragments/model/library.h"
#include "fragments/model/profile.h"
#include "tools/expression_value.h"
#include "tools/report.h"

namespace weft::tools {

/// Whether a host that draws for the profile can give these features values: the profile provides
/// them in blocks. Reports those that come from the mesh or from the shader itself, that are
/// textures, or that the profile does not provide.
bool can_be_given(const std::vector<NamedValue>& values, const Library& library, ProfileId profile,
                  Report& report);

}  // namespace weft::tools
