#pragma once

#include <string>

#include "codegen/emit.h"
#include "render/scene.h"
#include "support/json.h"
#include "tools/json_reader.h"
#include "tools/picture_description.h"
#include "tools/render_node.h"

namespace weft::tools {

/// Reads the lights of a scene file. What a light is tells one of its members: `position` of a
/// point or a spot, `center` of an area, otherwise it is at infinity. Lights with errors are
/// reported and left out.
LightsDescription read_lights(JsonReader& reader, const Json& value, const std::string& where);

/// Whether the lights that a scene file gave fit the blocks of a profile; reports, at their list,
/// if they do not.
bool do_lights_fit(const LightsDescription& lights, const Drawing& drawing,
                   const Emission& emission, const render::Scene& scene, Report& report);

}  // namespace weft::tools
