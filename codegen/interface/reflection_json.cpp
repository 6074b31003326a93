#include <cmath>
#include <cstring>
#include <string_view>

#include "codegen/interface/layout.h"
#include "codegen/interface/reflection.h"
#include "support/check.h"
#include "support/json.h"

namespace weft {
namespace {

Json scalar_value(Scalar kind, std::uint32_t bits) {
  switch (kind) {
    case Scalar::Bool:
      return bits != 0;
    case Scalar::Int:
      return static_cast<std::int32_t>(bits);
    case Scalar::Uint:
      return bits;
    case Scalar::Float:
      break;
  }
  float value = 0.0F;
  std::memcpy(&value, &bits, sizeof value);
  if (!std::isfinite(value)) {
    return nullptr;
  }
  // The shortest decimal that reads back as this float: 0.1, not 0.10000000149011612.
  for (int digits = 6; digits <= 9; ++digits) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, static_cast<double>(value));
    const Json number = Json::parse(buffer, nullptr, false);
    if (number.is_number() && number.get<float>() == value) {
      return number.is_number_float() ? number : Json(number.get<double>());
    }
  }
  return static_cast<double>(value);
}

void append_kinds(std::vector<Scalar>& kinds, DataType type, const DataTypeTable& types) {
  if (type.is_plain()) {
    kinds.insert(kinds.end(), static_cast<std::size_t>(type.component_count()), type.scalar_kind());
  } else if (type.is_array()) {
    for (std::uint32_t i = 0; i < types.array(type).size; ++i) {
      append_kinds(kinds, types.array(type).element, types);
    }
  } else if (type.is_struct()) {
    for (const StructMember& member : types.structure(type).members) {
      append_kinds(kinds, member.type, types);
    }
  }
}

Json constant_value(const Constant& constant, const DataTypeTable& types) {
  if (constant.type.is_scalar() && constant.bits.size() == 1) {
    return scalar_value(constant.type.scalar_kind(), constant.bits[0]);
  }
  std::vector<Scalar> kinds;
  append_kinds(kinds, constant.type, types);
  Json values = Json::array();
  for (std::size_t i = 0; i < constant.bits.size() && i < kinds.size(); ++i) {
    values.push_back(scalar_value(kinds[i], constant.bits[i]));
  }
  return values;
}

Json stage_names(const StageUse& use) {
  Json names = Json::array();
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
    if (use[static_cast<std::size_t>(stage)]) {
      names.push_back(std::string(stage_name(stage)));
    }
  }
  return names;
}

std::string register_text(char kind, std::uint32_t binding) {
  return kind + std::to_string(binding);
}

Json member_json(const ReflectedMember& member, const DataTypeTable& types) {
  Json json;
  json["name"] = member.name;
  if (!member.feature.empty()) {
    json["feature"] = member.feature;
  }
  if (!member.parameter.empty()) {
    json["parameter"] = member.parameter;
  }
  if (member.result) {
    json["result"] = *member.result;
  }
  json["type"] = member.type;
  json["stored"] = member.stored;
  json["offset"] = member.offset;
  json["size"] = member.size;
  if (member.array_stride != 0) {
    json["array_stride"] = member.array_stride;
  }
  if (member.matrix_stride != 0) {
    json["matrix_stride"] = member.matrix_stride;
  }
  if (member.default_value) {
    json["default"] = constant_value(*member.default_value, types);
  }
  for (const ReflectedMember& inner : member.members) {
    json["members"].push_back(member_json(inner, types));
  }
  return json;
}

std::string_view kind_name(BlockKind kind) {
  constexpr std::string_view names[] = {"uniform", "push_constants", "storage"};
  return names[static_cast<int>(kind)];
}

Json block_json(const ReflectedBlock& block, const DataTypeTable& types) {
  Json json;
  json["name"] = block.name;
  json["instance"] = block.instance;
  json["kind"] = std::string(kind_name(block.kind));
  json["rate"] = std::string(rate_name(block.rate));
  if (block.kind != BlockKind::Push) {
    json["set"] = block.set;
    json["binding"] = block.binding;
    json["register"] = register_text(block.kind == BlockKind::Storage ? 't' : 'b', block.binding);
    json["space"] = block.set;
  }
  json["size"] = block.size;
  if (block.is_rows) {
    json["stride"] = row_size;
  }
  json["stages"] = stage_names(block.stages);
  json["members"] = Json::array();
  for (const ReflectedMember& member : block.members) {
    json["members"].push_back(member_json(member, types));
  }
  return json;
}

Json texture_json(const ReflectedTexture& texture) {
  Json json;
  json["name"] = texture.name;
  json[texture.parameter.empty() ? "feature" : "parameter"] =
      texture.parameter.empty() ? texture.feature : texture.parameter;
  json["type"] = texture.type;
  json["traits"] = texture.traits;
  json["set"] = texture.set;
  json["binding"] = texture.binding;
  json["register"] = register_text('t', texture.binding);
  json["space"] = texture.set;
  json["srgb_view"] = texture.srgb_view;
  json["sampler"] = texture.sampler;
  json["stages"] = stage_names(texture.stages);
  return json;
}

Json sampler_json(const ReflectedSampler& sampler) {
  Json json;
  json["name"] = sampler.name;
  json["filter"] = std::string(filter_name(sampler.state.filter));
  json["mip_filter"] = std::string(filter_name(sampler.state.mip_filter));
  json["wrap"] = std::string(wrap_name(sampler.state.wrap));
  json["set"] = sampler.set;
  json["binding"] = sampler.binding;
  json["register"] = register_text('s', sampler.binding);
  json["space"] = sampler.set;
  json["stages"] = stage_names(sampler.stages);
  return json;
}

Json parameter_json(const ReflectedParameter& parameter, const DataTypeTable& types) {
  Json json;
  json["name"] = parameter.name;
  json["type"] = parameter.type;
  json["traits"] = parameter.traits;
  json["kind"] = parameter.kind;
  json["used"] = parameter.used;
  if (parameter.constant_id) {
    json["constant_id"] = *parameter.constant_id;
  }
  if (parameter.default_value) {
    json["default"] = constant_value(*parameter.default_value, types);
  }
  Json meta = Json::object();
  for (const auto& [name, value] : parameter.meta) {
    meta[name] = Json::parse(value, nullptr, false);
  }
  json["meta"] = std::move(meta);
  if (!parameter.doc.empty()) {
    json["doc"] = parameter.doc;
  }
  return json;
}

Json stages_json(const Reflection& reflection) {
  Json stages = Json::array();
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
    if (stage == Stage::Fragment && !reflection.has_fragment) {
      continue;
    }
    const bool is_vertex = stage == Stage::Vertex;
    Json json;
    json["stage"] = std::string(stage_name(stage));
    json["entry_point"] = "main";
    json["glsl"] = is_vertex ? "vert.glsl" : "frag.glsl";
    json["hlsl"] = is_vertex ? "vs.hlsl" : "ps.hlsl";
    stages.push_back(std::move(json));
  }
  return stages;
}

Json attributes_json(const Reflection& reflection) {
  Json attributes = Json::array();
  for (const ReflectedAttribute& attribute : reflection.attributes) {
    attributes.push_back(Json{{"name", attribute.name},
                              {"feature", attribute.feature},
                              {"type", attribute.type},
                              {"location", attribute.location},
                              {"semantic", attribute.semantic},
                              {"per_instance", attribute.per_instance}});
  }
  return attributes;
}

Json varyings_json(const Reflection& reflection) {
  Json varyings = Json::array();
  for (const ReflectedVarying& varying : reflection.varyings) {
    varyings.push_back(Json{{"name", varying.name},
                            {"type", varying.type},
                            {"location", varying.location},
                            {"component", varying.component},
                            {"declared", varying.declared},
                            {"flat", varying.flat}});
  }
  return varyings;
}

Json targets_json(const Reflection& reflection) {
  Json targets = Json::array();
  for (const ReflectedTarget& target : reflection.targets) {
    targets.push_back(Json{{"name", target.name},
                           {"type", target.type},
                           {"traits", target.traits},
                           {"location", target.location},
                           {"srgb_view", target.srgb_view}});
  }
  return targets;
}

Json functions_json(const Reflection& reflection) {
  Json functions = Json::array();
  for (const ReflectedFunction& function : reflection.functions) {
    Json one{{"name", function.name}, {"stage", stage_name(function.stage)}};
    one["inputs"] = Json::array();
    for (const ReflectedFunctionMember& member : function.inputs) {
      one["inputs"].push_back(
          Json{{"name", member.name}, {"type", member.type}, {"feature", member.feature}});
    }
    one["outputs"] = Json::array();
    for (const ReflectedFunctionMember& member : function.outputs) {
      one["outputs"].push_back(Json{{"name", member.name}, {"type", member.type}});
    }
    functions.push_back(std::move(one));
  }
  return functions;
}

Json uniform_program_json(const Reflection& reflection) {
  Json results = Json::array();
  for (const ReflectedResult& result : reflection.uniform_program) {
    results.push_back(Json{{"name", result.name},
                           {"block", result.block},
                           {"type", result.type},
                           {"rate", rate_name(result.rate)},
                           {"features", result.features},
                           {"parameters", result.parameters}});
  }
  return results;
}

}  // namespace

std::string quoted_json(std::string_view text) {
  return Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string constant_json(const Constant& constant, const DataTypeTable& types) {
  return constant_value(constant, types).dump();
}

std::string reflection_json(const Reflection& reflection, const DataTypeTable& types) {
  Json json;
  json["material"] = reflection.material;
  json["profile"] = reflection.profile;
  json["generator"] = reflection.generator;
  json["content_hash"] = reflection.content_hash;
  json["stages"] = stages_json(reflection);
  json["attributes"] = attributes_json(reflection);
  json["varyings"] = varyings_json(reflection);
  json["blocks"] = Json::array();
  json["push_constants"] = nullptr;
  for (const ReflectedBlock& block : reflection.blocks) {
    if (block.kind == BlockKind::Push) {
      json["push_constants"] = block_json(block, types);
    } else {
      json["blocks"].push_back(block_json(block, types));
    }
  }
  json["textures"] = Json::array();
  for (const ReflectedTexture& texture : reflection.textures) {
    json["textures"].push_back(texture_json(texture));
  }
  json["samplers"] = Json::array();
  for (const ReflectedSampler& sampler : reflection.samplers) {
    json["samplers"].push_back(sampler_json(sampler));
  }
  json["combined_samplers"] = reflection.combined_samplers;
  json["targets"] = targets_json(reflection);
  json["functions"] = functions_json(reflection);
  json["clip"] =
      Json{{"y", reflection.clip.y_up ? "up" : "down"},
           {"depth", reflection.clip.minus_one_to_one ? "minus_one_to_one" : "zero_to_one"},
           {"reversed_z", reflection.clip.reversed_z}};
  json["writes_depth"] = reflection.writes_depth;
  json["discards"] = reflection.discards;
  json["parameters"] = Json::array();
  for (const ReflectedParameter& parameter : reflection.parameters) {
    json["parameters"].push_back(parameter_json(parameter, types));
  }
  for (const ReflectedStruct& structure : reflection.structs) {
    Json members = Json::array();
    for (const ReflectedStructMember& member : structure.members) {
      members.push_back(
          Json{{"name", member.name}, {"type", member.type}, {"traits", member.traits}});
    }
    json["structs"].push_back(Json{{"name", structure.name}, {"members", std::move(members)}});
  }
  json["uniform_program"] = uniform_program_json(reflection);
  json["features"] = reflection.features;
  json["invalidated_by"] = Json::object();
  for (const auto& [feature, demands] : reflection.invalidated_by) {
    json["invalidated_by"][feature] = demands;
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void insert_content_hash(std::string& json, const std::string& hash) {
  // The first key with this name is ours: only identifiers and a version precede it.
  const std::string_view key = "\"content_hash\": \"";
  const std::size_t at = json.find(key);
  WEFT_CHECK(at != std::string::npos && json[at + key.size()] == '"', "a reflection with a hash");
  json.insert(at + key.size(), hash);
}

}  // namespace weft
