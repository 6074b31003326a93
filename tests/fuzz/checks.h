#pragma once

#include "support/diagnostic.h"

namespace weft::fuzz {

/// Aborts unless every message can be shown: it has a text, a span inside its file, and both
/// renderings. With `all_have_places`, messages without a span abort too.
void check_messages(const Diagnostics& diagnostics, const Sources& sources, bool all_have_places);

}  // namespace weft::fuzz
