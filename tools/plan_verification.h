#pragma once

#include <optional>
#include <string>

#include "tools/load_input.h"
#include "tools/report.h"

namespace weft::tools {

/// Composes every material of the input for the profile of that name, or without a name for every
/// profile declared by the input, its imports or the shipped library, and runs the plan checker on
/// the naive and on the placed plan. Skips profiles that demand an output the material lacks.
/// Prints a line per plan and adds the plans of `file` to the report's result; each finding of the
/// checker is an error, `plan-fault`.
void verify_plans(const Input& input, const std::string& file,
                  const std::optional<std::string>& profile, Report& report);

}  // namespace weft::tools
