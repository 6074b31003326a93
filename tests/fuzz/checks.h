#pragma once

#include "support/diagnostic.h"

namespace weft::fuzz {

/// Aborts unless every message is one that can be shown: a text, a place inside of its file, and
/// both renderings. With `all_have_places`, a message without a place is a fault too.
void check_messages(const Diagnostics& diagnostics, const Sources& sources, bool all_have_places);

}  // namespace weft::fuzz
