#pragma once

// The one door to nlohmann::json (https://json.nlohmann.me): 25,000 lines that few files need.
#include <nlohmann/json.hpp>

#include "support/json_fwd.h"
