#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// The JSON form of a document, as one table. It has a row per kind of object and per member. The
// reader checks JSON against it, and the schema (docs/graph.schema.json) is made from it.

namespace weft::live {

/// What a member holds.
enum class MemberShape : std::uint8_t {
  Text,
  Flag,
  Count,   ///< a whole number from 0
  Texts,   ///< an array of strings
  Object,  ///< an object of the group `of`
  Objects  ///< an array of them
};

/// Which object a member holds. Objects of some groups come in several forms.
enum class FormGroup : std::uint8_t {
  Document,
  Declaration,
  Item,
  Expression,
  Argument,
  Injection,
  State,
  Entry
};

struct FormMember {
  std::string_view name;
  MemberShape shape = MemberShape::Text;
  bool is_required = true;
  FormGroup of = FormGroup::Expression;
  std::string_view description;
};

/// A kind of object. Among declarations and items the member `kind` names it; among expressions it
/// is the one that has the first member.
struct GraphForm {
  FormGroup group;
  std::string_view name;
  std::string_view description;
  std::span<const FormMember> members;
};

std::span<const GraphForm> graph_forms();
std::string_view group_name(FormGroup group);
/// Whether the member `kind` tells forms of the group apart.
bool has_kinds(FormGroup group);

/// The JSON schema of graph_json(), draft 2020-12.
std::string graph_schema();

}  // namespace weft::live
