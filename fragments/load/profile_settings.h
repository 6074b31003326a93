#pragma once

#include <optional>

#include "fragments/load/load_state.h"

namespace weft {

/// `set NAME value;`, checked against the settings that exist:
///  - textures: srgb_views (sampling decodes) or raw_srgb; targets: srgb_views (the target encodes)
///  or raw
///  - samplers: separate or combined
///  - interpolants (components), vertices, fragments (runs per draw): whole numbers
///  - clip_y: up or down; depth: zero_to_one or minus_one_to_one; reversed_z: on or off
///  - frame_set, view_set, material_set, draw_set, object_set (binding sets), push_bytes: whole
///  numbers
///  - frame_binding, …, object_binding: of the rate's uniform block in its set; buffer_binding,
///  texture_binding, sampler_binding: where the buffers, textures and samplers of a set begin;
///  varying_location: where the interpolated values begin
/// Errors: `unknown-setting`, `out-of-range`.
std::optional<ProfileSetting> resolve_setting(LoadState& state, const syntax::SettingItem& item);

/// Reports uniform blocks of a finished profile that are set to one binding of one set.
void check_bindings(LoadState& state, const Profile& profile);

}  // namespace weft
