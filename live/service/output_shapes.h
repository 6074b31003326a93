#pragma once

#include <array>

#include "live/service/message_shapes.h"

// The results of the methods that ask about an output.

namespace weft::live {

inline constexpr std::array<MessageMember, 3> output_file_members = {{
    {"suffix", MemberKind::String, true, "of its name: vert.glsl, vert.spv …"},
    {"text", MemberKind::String, false, "if it is no module"},
    {"base64", MemberKind::String, false, "of a module"},
}};
inline constexpr MessageShape output_file_shape{output_file_members};

inline constexpr std::array<MessageMember, 2> output_stage_members = {{
    {"suffix", MemberKind::String, true, "of its file"},
    {"hash", MemberKind::String, true, "of the text without remarks"},
}};
inline constexpr MessageShape output_stage_shape{output_stage_members};

inline constexpr std::array<MessageMember, 4> output_block_members = {{
    {"name"},
    {"set", MemberKind::Integer},
    {"binding", MemberKind::Integer},
    {"base64", MemberKind::String, true, "its contents now"},
}};
inline constexpr MessageShape output_block_shape{output_block_members};

/// An output as it is now, after its number.
inline constexpr std::array<MessageMember, 8> watched_output_members = {{
    {"output", MemberKind::Integer, true, "its number"},
    version_member,
    {"is_current", MemberKind::Boolean, true, "false: the files are the last good ones"},
    {"stem", MemberKind::String, true, "MATERIAL.PROFILE, for names of files"},
    {"files", MemberKind::Objects, true, {}, &output_file_shape},
    {"stages", MemberKind::Objects, true, {}, &output_stage_shape},
    {"blocks", MemberKind::Objects, true, {}, &output_block_shape},
    {"diagnostics", MemberKind::Objects, true, {}, &diagnostic_shape},
}};
inline constexpr MessageShape watched_output_shape{watched_output_members};
inline constexpr MessageShape current_output_shape{std::span(watched_output_members).subspan(1)};

// graph/explain

inline constexpr std::array<MessageMember, 5> explained_step_members = {{
    {"id", MemberKind::Integer, true, "of the value it makes"},
    {"conversion"},
    {"difficulty", MemberKind::Number},
    {"to", MemberKind::String, true, "a type"},
    {"rate"},
}};
inline constexpr MessageShape explained_step_shape{explained_step_members};

inline constexpr std::array<MessageMember, 3> explained_source_members = {{
    {"id", MemberKind::Integer},
    {"name"},
    {"type"},
}};
inline constexpr MessageShape explained_source_shape{explained_source_members};

inline constexpr std::array<MessageMember, 7> refused_chain_members = {{
    {"steps", MemberKind::Strings, true, "conversions"},
    {"difficulty", MemberKind::Number},
    {"lossy", MemberKind::Boolean},
    {"more_lossy_steps", MemberKind::Any, true, "than the chosen chain, a number"},
    {"more_difficulty", MemberKind::Number},
    {"more_meanings_lost", MemberKind::Any, true, "than the chosen chain, a number"},
    {"reason"},
}};
inline constexpr MessageShape refused_chain_shape{refused_chain_members};

inline constexpr std::array<MessageMember, 5> explained_link_members = {{
    {"consumer", MemberKind::String, true, "which input the chain is for"},
    {"from", MemberKind::Object, true, {}, &explained_source_shape},
    {"difficulty", MemberKind::Number},
    {"steps", MemberKind::Objects, true, {}, &explained_step_shape},
    {"refused", MemberKind::Objects, true, "other chains", &refused_chain_shape},
}};
inline constexpr MessageShape explained_link_shape{explained_link_members};

inline constexpr std::array<MessageMember, 4> explained_stitch_members = {{
    {"consumer"},
    {"chosen", MemberKind::String, true, "the source"},
    {"difficulty", MemberKind::Number},
    {"not_taken", MemberKind::Strings, true, "other sources, with reasons"},
}};
inline constexpr MessageShape explained_stitch_shape{explained_stitch_members};

inline constexpr std::array<MessageMember, 11> explained_value_members = {{
    {"id", MemberKind::Integer},
    {"name"},
    {"kind", MemberKind::String, true, "single, field …"},
    {"rate"},
    {"stage"},
    {"functions", MemberKind::Integers, true, "positions in `functions`"},
    {"because", MemberKind::String, true, "the cause of its rate"},
    {"through", MemberKind::Integer, true, "the input that has the rate from there", nullptr, true},
    {"type"},
    {"stated", MemberKind::Strings, true, "types with which readers see it after `as {…}`"},
    {"needs", MemberKind::Strings, true, "paths of features"},
}};
inline constexpr MessageShape explained_value_shape{explained_value_members};

inline constexpr std::array<MessageMember, 8> explained_function_members = {{
    {"name"},
    {"kind"},
    {"stage"},
    {"parameters", MemberKind::Any},
    {"given_to", MemberKind::Integers, true, "ids of calls"},
    {"captures", MemberKind::Integers},
    {"results", MemberKind::Integers},
    {"values", MemberKind::Integers},
}};
inline constexpr MessageShape explained_function_shape{explained_function_members};

inline constexpr std::array<MessageMember, 5> explained_move_members = {{
    {"id", MemberKind::Integer},
    {"name"},
    {"operations", MemberKind::Integer},
    {"before", MemberKind::String, true, "where it was computed"},
    {"now", MemberKind::String},
}};
inline constexpr MessageShape explained_move_shape{explained_move_members};

inline constexpr std::array<MessageMember, 8> explained_placement_members = {{
    {"vertices", MemberKind::Integer},
    {"fragments", MemberKind::Integer},
    {"interpolants", MemberKind::Integer, true, "the most components", nullptr, true},
    {"naive_cost", MemberKind::Integer},
    {"cost", MemberKind::Integer},
    {"proven", MemberKind::Boolean},
    {"flips_at", MemberKind::Any, true, "fragments per vertex where the choice changes, or null"},
    {"moved", MemberKind::Objects, true, {}, &explained_move_shape},
}};
inline constexpr MessageShape explained_placement_shape{explained_placement_members};

inline constexpr std::array<MessageMember, 4> explained_cost_members = {{
    {"output"},
    {"stage"},
    {"operations", MemberKind::Object, true, "by rate"},
    {"per_draw", MemberKind::Any, true, "a number"},
}};
inline constexpr MessageShape explained_cost_shape{explained_cost_members};

inline constexpr std::array<MessageMember, 5> explained_state_members = {{
    {"name"},
    {"type", MemberKind::String, true, "its semantic type"},
    {"stored", MemberKind::String, true, "image r32f, buffer of uint"},
    {"read_binding", MemberKind::Integer, true, "what a step reads"},
    {"written_binding", MemberKind::Integer, true, "what a step writes"},
}};
inline constexpr MessageShape explained_state_shape{explained_state_members};

inline constexpr std::array<MessageMember, 8> explanation_members = {{
    version_member,
    {"links", MemberKind::Objects, true, "chains of conversions", &explained_link_shape},
    {"stitches", MemberKind::Objects, true, {}, &explained_stitch_shape},
    {"states", MemberKind::Objects, true, "of simulations", &explained_state_shape},
    {"values", MemberKind::Objects, true, {}, &explained_value_shape},
    {"functions", MemberKind::Objects, true, {}, &explained_function_shape},
    {"placement", MemberKind::Object, false, {}, &explained_placement_shape},
    {"costs", MemberKind::Objects, true, {}, &explained_cost_shape},
}};
inline constexpr MessageShape explanation_shape{explanation_members};

// graph/reflect

inline constexpr std::array<MessageMember, 9> reflected_parameter_members = {{
    {"name"},
    {"type"},
    {"traits", MemberKind::String, true, "its semantic type"},
    {"kind"},
    {"used", MemberKind::Boolean, true, "by what is drawn"},
    {"constant_id", MemberKind::Integer, false, "of a pipeline constant"},
    {"default", MemberKind::Any, false, "a number, true or false, or an array of them"},
    {"meta", MemberKind::Object, true, "label, group, min, max, step, unit …"},
    {"doc", MemberKind::String, false, {}},
}};
inline constexpr MessageShape reflected_parameter_shape{reflected_parameter_members};

inline constexpr std::array<MessageMember, 11> reflected_block_members = {{
    {"name"},
    {"instance"},
    {"kind", MemberKind::String, true, "uniform, push_constants or storage"},
    {"rate"},
    {"set", MemberKind::Integer, false, {}},
    {"binding", MemberKind::Integer, false, {}},
    {"register", MemberKind::String, false, "of HLSL"},
    {"space", MemberKind::Integer, false, "of HLSL"},
    {"size", MemberKind::Integer, true, "in bytes"},
    {"stages", MemberKind::Strings},
    {"members", MemberKind::Array, true, "name, feature or parameter, type, offset, size …"},
}};
inline constexpr MessageShape reflected_block_shape{reflected_block_members, true};

inline constexpr std::array<MessageMember, 8> reflected_texture_members = {{
    {"name"},
    {"type"},
    {"traits"},
    {"set", MemberKind::Integer},
    {"binding", MemberKind::Integer},
    {"srgb_view", MemberKind::Boolean},
    {"sampler"},
    {"stages", MemberKind::Strings},
}};
inline constexpr MessageShape reflected_texture_shape{reflected_texture_members, true};

inline constexpr std::array<MessageMember, 12> reflection_members = {{
    version_member,
    {"material"},
    {"profile"},
    {"content_hash"},
    {"parameters", MemberKind::Objects, true, "with what widgets need", &reflected_parameter_shape},
    {"blocks", MemberKind::Objects, true, {}, &reflected_block_shape},
    {"push_constants", MemberKind::Object, true, {}, &reflected_block_shape, true},
    {"textures", MemberKind::Objects, true, {}, &reflected_texture_shape},
    {"attributes", MemberKind::Array},
    {"targets", MemberKind::Array},
    {"features", MemberKind::Strings, true, "that the host gives"},
    {"uniform_program", MemberKind::Array, true, "results that the host computes"},
}};
/// What reflection.json of `weft compose` has besides is there too.
inline constexpr MessageShape reflection_shape{reflection_members, true};

}  // namespace weft::live
