#include "tests/support/json_schema.h"

#include <algorithm>
#include <vector>

#include "support/json.h"

namespace weft::testing {
namespace {

bool is_of_type(const Json& value, const std::string& type) {
  return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
         (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
         (type == "null" && value.is_null()) || (type == "number" && value.is_number()) ||
         (type == "integer" && value.is_number_integer());
}

bool has_type(const Json& schema, const Json& value) {
  if (!schema.contains("type")) {
    return true;
  }
  const Json& types = schema["type"];
  return types.is_array() ? std::any_of(types.begin(), types.end(),
                                        [&](const Json& type) {
                                          return is_of_type(value, type.get<std::string>());
                                        })
                          : is_of_type(value, types.get<std::string>());
}

std::string object_fault(const Json& root, const Json& schema, const Json& value,
                         const std::string& place) {
  for (const Json& name : schema.value("required", Json::array())) {
    if (!value.contains(name.get<std::string>())) {
      return place + " has no " + name.get<std::string>();
    }
  }
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [name, member] : value.items()) {
    if (properties.contains(name)) {
      const std::string fault =
          schema_fault(root, properties[name], member, place + "/" + std::string(name));
      if (!fault.empty()) {
        return fault;
      }
    } else if (schema.contains("additionalProperties")) {
      return place + " has a further member " + std::string(name);
    }
  }
  return {};
}

}  // namespace

std::string schema_fault(const Json& root, const Json& schema, const Json& value,
                         const std::string& place) {
  if (schema.contains("$ref")) {
    const auto target = schema["$ref"].get<std::string>();
    return target.starts_with('#')
               ? schema_fault(root, root.at(Json::json_pointer(target.substr(1))), value, place)
               : std::string();
  }
  if (schema.contains("oneOf")) {
    const auto fitting = std::count_if(
        schema["oneOf"].begin(), schema["oneOf"].end(),
        [&](const Json& one) { return schema_fault(root, one, value, place).empty(); });
    return fitting == 1 ? std::string()
                        : place + " fits " + std::to_string(fitting) + " of several";
  }
  if (schema.contains("const") && schema["const"] != value) {
    return place + " is not " + schema["const"].dump();
  }
  if (!has_type(schema, value)) {
    return place + " is not of the type " + schema["type"].dump() + " but " + value.dump();
  }
  if (value.is_number() && schema.contains("minimum") && value < schema["minimum"]) {
    return place + " is below " + schema["minimum"].dump();
  }
  if (value.is_array() && schema.contains("items")) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string fault =
          schema_fault(root, schema["items"], value[i], place + "/" + std::to_string(i));
      if (!fault.empty()) {
        return fault;
      }
    }
  }
  return value.is_object() ? object_fault(root, schema, value, place) : std::string();
}

}  // namespace weft::testing
