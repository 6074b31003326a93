#pragma once

#include <string>

#include "composer/explain/explanation.h"

namespace weft {

/// Prints an explanation for people, as tables; without the costs of outputs.
std::string explanation_text(const Library& library, const Explanation& story);

}  // namespace weft
