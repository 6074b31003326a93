#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "support/json_fwd.h"

// What the objects in messages have, for checks and for the schema.

namespace weft::live {

enum class MemberKind : std::uint8_t {
  String,
  Strings,
  Integer,   ///< not negative
  Integers,  ///< not negative
  Number,
  Boolean,
  Object,
  Objects,
  Array,
  Any,
};

struct MessageShape;

struct MessageMember {
  std::string_view name;
  MemberKind kind = MemberKind::String;
  bool is_required = true;
  std::string_view meaning = {};
  const MessageShape* shape = nullptr;  ///< of an Object, or of each of Objects
  bool can_be_null = false;
  std::string_view reference = {};  ///< of Array: the schema of each, `#/$defs/edit`
};

/// What an object has.
struct MessageShape {
  std::span<const MessageMember> members;
  bool is_open = false;  ///< may have further members
};

/// A JSON schema of objects with these members.
Json schema_of(std::span<const MessageMember> members, bool is_open = false);

// Shapes that several messages have.

inline constexpr std::array<MessageMember, 10> diagnostic_members = {{
    {"severity", MemberKind::String, true, "error, warning or note"},
    {"code", MemberKind::String, true, "as `weft doc` explains it"},
    {"message"},
    {"node", MemberKind::String, true, "its id, or empty"},
    {"port", MemberKind::String, true, "of the node, or empty"},
    {"file"},
    {"line", MemberKind::Integer},
    {"column", MemberKind::Integer},
    {"notes", MemberKind::Strings},
    {"hint", MemberKind::String, true, "what to do, or empty"},
}};
inline constexpr MessageShape diagnostic_shape{diagnostic_members};

inline constexpr std::array<MessageMember, 2> answered_stage_members = {{
    {"suffix", MemberKind::String, true, "of its file"},
    {"answer", MemberKind::String, true, "unchanged, values only or changed"},
}};
inline constexpr MessageShape answered_stage_shape{answered_stage_members};

inline constexpr std::array<MessageMember, 3> byte_range_members = {{
    {"block", MemberKind::Integer, true, "its number in the output"},
    {"offset", MemberKind::Integer, true, "in bytes"},
    {"size", MemberKind::Integer, true, "in bytes"},
}};
inline constexpr MessageShape byte_range_shape{byte_range_members};

inline constexpr std::array<MessageMember, 2> block_size_members = {{
    {"block", MemberKind::Integer, true, "its number in the output"},
    {"size", MemberKind::Integer, true, "in bytes"},
}};
inline constexpr MessageShape block_size_shape{block_size_members};

inline constexpr std::array<MessageMember, 2> changed_constant_members = {{
    {"constant_id", MemberKind::Integer},
    {"bits", MemberKind::Integer},
}};
inline constexpr MessageShape changed_constant_shape{changed_constant_members};

inline constexpr std::array<MessageMember, 3> stitched_input_members = {{
    {"node"},
    {"port"},
    {"source", MemberKind::String, true, "what it is stitched to now"},
}};
inline constexpr MessageShape stitched_input_shape{stitched_input_members};

inline constexpr std::array<MessageMember, 10> answered_output_members = {{
    {"output", MemberKind::Integer, true, "of graph/watch"},
    {"answer", MemberKind::String, true, "unchanged, values only or changed"},
    {"has_errors", MemberKind::Boolean},
    {"stages", MemberKind::Objects, true, {}, &answered_stage_shape},
    {"bytes", MemberKind::Objects, true, "of blocks that changed", &byte_range_shape},
    {"resized", MemberKind::Objects, true, "blocks whose size changed", &block_size_shape},
    {"files", MemberKind::Strings, true, "watched reflection and header that changed: json, h"},
    {"constants", MemberKind::Objects, true, "of pipelines that changed", &changed_constant_shape},
    {"diagnostics", MemberKind::Objects, true, {}, &diagnostic_shape},
    {"stitched_anew", MemberKind::Objects, true, {}, &stitched_input_shape},
}};
inline constexpr MessageShape answered_output_shape{answered_output_members};

inline constexpr MessageMember version_member = {"version", MemberKind::Integer, true,
                                                 "of the document now"};
inline constexpr MessageMember diagnostics_member = {"diagnostics", MemberKind::Objects, true,
                                                     "of the document", &diagnostic_shape};

/// What every change answers.
inline constexpr std::array<MessageMember, 4> change_answer_members = {{
    version_member,
    diagnostics_member,
    {"outputs", MemberKind::Objects, true, "that are watched", &answered_output_shape},
    {"added", MemberKind::Strings, true, "ids of nodes that were pasted"},
}};
inline constexpr MessageShape change_answer_shape{change_answer_members};

}  // namespace weft::live
