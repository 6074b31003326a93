#pragma once

#include <optional>
#include <string>

#include "tools/load_input.h"
#include "tools/report.h"

namespace weft::tools {

/// Composes every material of the input for the profile of that name, or for each that is known
/// where none is named (what the input and its imports declare, and the shipped ones), and runs the
/// checker of plans on the naive and on the placed plan. Profiles that demand an output which the
/// material lacks do not apply. Adds a line per plan to the text and `file`'s plans to the members
/// of the result; what the checker finds is an error, `plan-fault`.
void verify_plans(const Input& input, const std::string& file,
                  const std::optional<std::string>& profile, Report& report);

}  // namespace weft::tools
