#pragma once

#include <string>
#include <string_view>

#include "live/session/edit_rules.h"

namespace weft::live {

/// The form that numbers of a data type have: that of `int` for `int`, `int2`, …; floats for
/// everything that is not known.
NumberForm form_of_type(std::string_view type);

/// The form that a parameter's default has by its declared type.
NumberForm form_of_parameter(const DocumentText& document, const DocumentNode& parameter);

/// The form that a port takes, if all fragments of the called name agree on it, else floats.
NumberForm form_of_port(const EditContext& context, const PortPlace& place);

}  // namespace weft::live
