#pragma once

#include <optional>

#include "fragments/load/load_state.h"

namespace weft {

/// Resolves `set NAME value;`. Settings:
/// - textures: srgb_views (sampling decodes) or raw_srgb; targets: srgb_views (the target encodes)
///   or raw
/// - samplers: separate or combined
/// - precision: full, or medium where traits permit it; medium_type: relaxed or float16
/// - interpolants (components), vertices, fragments (invocations per draw): whole numbers
/// - clip_y: up or down; depth: zero_to_one or minus_one_to_one; reversed_z: on or off
/// - frame_set, view_set, material_set, draw_set, object_set (descriptor sets), push_bytes: whole
///   numbers
/// - frame_binding, …, object_binding: the binding of the rate's uniform block in its set;
///   buffer_binding, texture_binding, sampler_binding: the first binding of the buffers, textures
///   and samplers of a set; varying_location: the first location of the interpolants;
///   constant_id: the first id of the specialization constants
/// - in compute profiles, dimensions: of the grid of threads; workgroup_x, workgroup_y,
///   workgroup_z: the size of a workgroup; threads: how many a dispatch has; storage_set: the
///   descriptor set of the outputs
/// Errors: `unknown-setting`, `out-of-range`.
std::optional<ProfileSetting> resolve_setting(LoadState& state, const syntax::SettingItem& item);

/// The names of the settings, and the words that one may have (none for numbers and names).
std::vector<std::string_view> setting_names();
std::vector<std::string_view> words_of_setting(std::string_view name);

/// Reports blocks, outputs of threads and states of a finished profile that state one binding.
void check_bindings(LoadState& state, const Profile& profile);

}  // namespace weft
