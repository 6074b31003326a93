#pragma once

#include <string>

#include "support/json.h"
#include "tools/json_reader.h"
#include "tools/picture_description.h"

namespace weft::tools {

/// Reads the lights of a scene file. What a light is tells one of its members: `position` of a
/// point or a spot, `center` of an area, otherwise it is at infinity. Lights with errors are
/// reported and left out.
LightsDescription read_lights(JsonReader& reader, const Json& value, const std::string& where);

}  // namespace weft::tools
