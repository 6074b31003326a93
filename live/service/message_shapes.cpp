#include "live/service/message_shapes.h"

#include <utility>

#include "support/json.h"

namespace weft::live {
namespace {

Json schema_of_type(const MessageMember& member) {
  switch (member.kind) {
    case MemberKind::String:
      return {{"type", "string"}};
    case MemberKind::Strings:
      return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case MemberKind::Integer:
      return {{"type", "integer"}, {"minimum", 0}};
    case MemberKind::Integers:
      return {{"type", "array"}, {"items", {{"type", "integer"}, {"minimum", 0}}}};
    case MemberKind::Number:
      return {{"type", "number"}};
    case MemberKind::Boolean:
      return {{"type", "boolean"}};
    case MemberKind::Object:
      return member.shape != nullptr ? schema_of(member.shape->members, member.shape->is_open)
                                     : Json{{"type", "object"}};
    case MemberKind::Objects:
      return {{"type", "array"},
              {"items", schema_of(member.shape->members, member.shape->is_open)}};
    case MemberKind::Array:
      return member.reference.empty()
                 ? Json{{"type", "array"}}
                 : Json{{"type", "array"}, {"items", {{"$ref", member.reference}}}};
    case MemberKind::Any:
      break;
  }
  return Json::object();
}

}  // namespace

Json schema_of(std::span<const MessageMember> members, bool is_open) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const MessageMember& member : members) {
    Json property = schema_of_type(member);
    if (member.can_be_null) {
      property["type"] = Json::array({property["type"], "null"});
    }
    if (!member.meaning.empty()) {
      property["description"] = member.meaning;
    }
    properties[std::string(member.name)] = std::move(property);
    if (member.is_required) {
      required.push_back(member.name);
    }
  }
  Json schema{{"type", "object"}, {"properties", std::move(properties)}};
  schema["required"] = std::move(required);
  if (!is_open) {
    schema["additionalProperties"] = false;
  }
  return schema;
}

}  // namespace weft::live
