#pragma once

// Include nlohmann::json (https://json.nlohmann.me) only through this header: 25,000 lines that few
// files need.
#include <nlohmann/json.hpp>

#include "support/json_fwd.h"
