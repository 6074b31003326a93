#pragma once

#include <optional>
#include <string>

#include "fragments/model/library.h"
#include "tools/report.h"

namespace weft::tools {

/// Composes every material that the file of the library declares, for the profile of that name or
/// without a name for every profile of the library, and runs the plan checker on the naive and on
/// the placed plan. Skips profiles that demand an output the material lacks.
/// Prints a line per plan and adds the plans of `file` to the report's result; each finding of the
/// checker is an error, `plan-fault`.
void verify_plans(const Library& library, const std::string& file,
                  const std::optional<std::string>& profile, Report& report);

}  // namespace weft::tools
