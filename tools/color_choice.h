#pragma once

#include <string>

#include "support/text_colors.h"

namespace weft::tools {

/// The colors of the two output streams.
struct StreamColors {
  TextColors output;
  TextColors messages;
};

/// `choice`: `always`, `never` or `auto`. Automatic colors go to terminals only, and to none if
/// NO_COLOR is set and not empty (no-color.org) or TERM is `dumb`.
StreamColors choose_colors(const std::string& choice);

}  // namespace weft::tools
