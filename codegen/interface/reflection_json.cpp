#include <string_view>

#include "codegen/interface/layout.h"
#include "codegen/interface/reflection.h"
#include "codegen/ir/stage_suffixes.h"
#include "support/check.h"
#include "support/float_bits.h"
#include "support/json.h"
#include "support/json_writer.h"

namespace weft {
namespace {

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

void write_scalar(JsonWriter& json, Scalar kind, std::uint32_t bits) {
  switch (kind) {
    case Scalar::Bool:
      return json.value(bits != 0);
    case Scalar::Int:
      return json.value(static_cast<std::int32_t>(bits));
    case Scalar::Uint:
      return json.value(bits);
    case Scalar::Float:
      return json.value(float_of_bits(bits));
  }
}

void write_constant(JsonWriter& json, const Constant& constant, const DataTypeTable& types) {
  if (constant.type.is_scalar() && constant.bits.size() == 1) {
    return write_scalar(json, constant.type.scalar_kind(), constant.bits[0]);
  }
  std::vector<Scalar> kinds;
  append_kinds(kinds, constant.type, types);
  json.begin_array();
  for (std::size_t i = 0; i < constant.bits.size() && i < kinds.size(); ++i) {
    write_scalar(json, kinds[i], constant.bits[i]);
  }
  json.end_array();
}

void write_stages(JsonWriter& json, const StageUse& use) {
  json.key("stages");
  json.begin_array();
  for (const Stage stage : shader_stages) {
    if (use[static_cast<std::size_t>(stage)]) {
      json.value(stage_name(stage));
    }
  }
  json.end_array();
}

void write_register(JsonWriter& json, char kind, std::uint32_t binding) {
  json.member("register", kind + std::to_string(binding));
}

void write_member(JsonWriter& json, const ReflectedMember& member, const DataTypeTable& types) {
  json.begin_object();
  json.member("name", member.name);
  if (!member.feature.empty()) {
    json.member("feature", member.feature);
  }
  if (!member.parameter.empty()) {
    json.member("parameter", member.parameter);
  }
  if (member.result) {
    json.member("result", *member.result);
  }
  json.member("type", member.type);
  json.member("stored", member.stored);
  json.member("offset", member.offset);
  json.member("size", member.size);
  if (member.array_stride != 0) {
    json.member("array_stride", member.array_stride);
  }
  if (member.matrix_stride != 0) {
    json.member("matrix_stride", member.matrix_stride);
  }
  if (member.default_value) {
    json.key("default");
    write_constant(json, *member.default_value, types);
  }
  if (!member.members.empty()) {
    json.key("members");
    json.begin_array();
    for (const ReflectedMember& inner : member.members) {
      write_member(json, inner, types);
    }
    json.end_array();
  }
  json.end_object();
}

std::string_view kind_name(BlockKind kind) {
  constexpr std::string_view names[] = {"uniform", "push_constants", "storage"};
  return names[static_cast<int>(kind)];
}

void write_block(JsonWriter& json, const ReflectedBlock& block, const DataTypeTable& types) {
  json.begin_object();
  json.member("name", block.name);
  json.member("instance", block.instance);
  json.member("kind", kind_name(block.kind));
  json.member("rate", rate_name(block.rate));
  if (block.kind != BlockKind::Push) {
    json.member("set", block.set);
    json.member("binding", block.binding);
    write_register(json, block.kind == BlockKind::Storage ? 't' : 'b', block.binding);
    json.member("space", block.set);
  }
  json.member("size", block.size);
  if (block.is_rows) {
    json.member("stride", row_size);
  }
  if (block.hlsl_stride != 0) {
    json.member("hlsl_stride", block.hlsl_stride);
  }
  write_stages(json, block.stages);
  json.key("members");
  json.begin_array();
  for (const ReflectedMember& member : block.members) {
    write_member(json, member, types);
  }
  json.end_array();
  json.end_object();
}

void write_texture(JsonWriter& json, const ReflectedTexture& texture) {
  json.begin_object();
  json.member("name", texture.name);
  json.member(texture.parameter.empty() ? "feature" : "parameter",
              texture.parameter.empty() ? texture.feature : texture.parameter);
  json.member("type", texture.type);
  json.member("traits", texture.traits);
  json.member("set", texture.set);
  json.member("binding", texture.binding);
  write_register(json, 't', texture.binding);
  json.member("space", texture.set);
  json.member("srgb_view", texture.srgb_view);
  json.member("sampler", texture.sampler);
  write_stages(json, texture.stages);
  json.end_object();
}

void write_sampler(JsonWriter& json, const ReflectedSampler& sampler) {
  json.begin_object();
  json.member("name", sampler.name);
  json.member("filter", filter_name(sampler.state.filter));
  json.member("mip_filter", filter_name(sampler.state.mip_filter));
  json.member("wrap", wrap_name(sampler.state.wrap));
  if (!sampler.state.wraps_alike()) {
    json.member("wrap_v", wrap_name(sampler.state.wrap_v));
    json.member("wrap_w", wrap_name(sampler.state.wrap_w));
  }
  if (sampler.state.has_border()) {
    json.member("border", border_name(sampler.state.border));
  }
  if (sampler.state.anisotropy != 1) {
    json.member("anisotropy", sampler.state.anisotropy);
  }
  if (sampler.state.compare != SamplerCompare::None) {
    json.member("compare", compare_name(sampler.state.compare));
  }
  json.member("set", sampler.set);
  json.member("binding", sampler.binding);
  write_register(json, 's', sampler.binding);
  json.member("space", sampler.set);
  write_stages(json, sampler.stages);
  json.end_object();
}

/// A value that is JSON already.
void write_json(JsonWriter& json, std::string_view text) {
  const bool is_array = text.starts_with('[');
  if (!is_array) {
    return json.literal(text);
  }
  json.begin_array();
  for (const Json& each : Json::parse(text)) {
    json.literal(each.dump());
  }
  json.end_array();
}

void write_parameter(JsonWriter& json, const ReflectedParameter& parameter,
                     const DataTypeTable& types) {
  json.begin_object();
  json.member("name", parameter.name);
  json.member("type", parameter.type);
  json.member("traits", parameter.traits);
  json.member("kind", parameter.kind);
  json.member("used", parameter.used);
  if (parameter.constant_id) {
    json.member("constant_id", *parameter.constant_id);
  }
  if (parameter.default_value) {
    json.key("default");
    write_constant(json, *parameter.default_value, types);
  }
  json.key("meta");
  json.begin_object();
  for (const auto& [name, value] : parameter.meta) {
    json.key(name);
    write_json(json, value);
  }
  json.end_object();
  if (!parameter.doc.empty()) {
    json.member("doc", parameter.doc);
  }
  json.end_object();
}

void write_stage_files(JsonWriter& json, const Reflection& reflection) {
  for (const Stage stage : shader_stages) {
    const bool is_there = stage == Stage::Thread   ? reflection.threads.has_value()
                          : stage == Stage::Vertex ? !reflection.threads
                                                   : reflection.has_fragment;
    if (is_there) {
      json.begin_object();
      json.member("stage", stage_name(stage));
      json.member("entry_point", "main");
      json.member("glsl", glsl_suffixes[static_cast<std::size_t>(stage)]);
      json.member("hlsl", hlsl_suffixes[static_cast<std::size_t>(stage)]);
      json.end_object();
    }
  }
}

void write_attribute(JsonWriter& json, const ReflectedAttribute& attribute) {
  json.begin_object();
  json.member("name", attribute.name);
  json.member("feature", attribute.feature);
  json.member("type", attribute.type);
  json.member("location", attribute.location);
  json.member("semantic", attribute.semantic);
  json.member("per_instance", attribute.per_instance);
  json.end_object();
}

void write_varying(JsonWriter& json, const ReflectedVarying& varying) {
  json.begin_object();
  json.member("name", varying.name);
  json.member("type", varying.type);
  json.member("location", varying.location);
  json.member("component", varying.component);
  json.member("declared", varying.declared);
  json.member("flat", varying.flat);
  json.end_object();
}

void write_target(JsonWriter& json, const ReflectedTarget& target) {
  json.begin_object();
  json.member("name", target.name);
  json.member("type", target.type);
  json.member("traits", target.traits);
  json.member("location", target.location);
  json.member("srgb_view", target.srgb_view);
  json.end_object();
}

/// The members that outputs and states share. `register_kind`: `u` is written, `t` is read.
void write_stored(JsonWriter& json, const ReflectedStorage& storage, char register_kind) {
  json.member("name", storage.name);
  json.member("resource", storage.resource);
  json.member("kind", storage.format.empty() ? "buffer" : "image");
  json.member("type", storage.type);
  json.member("traits", storage.traits);
  json.member("stored", storage.stored);
  if (storage.format.empty()) {
    json.member("stride", storage.stride);
  } else {
    json.member("format", storage.format);
  }
  json.member("set", storage.set);
  json.member("binding", storage.binding);
  write_register(json, register_kind, storage.binding);
  json.member("space", storage.set);
}

void write_storage(JsonWriter& json, const ReflectedStorage& storage) {
  json.begin_object();
  write_stored(json, storage, 'u');
  json.end_object();
}

void write_state(JsonWriter& json, const ReflectedState& state) {
  json.begin_object();
  write_stored(json, state, 't');
  json.member("read", state.is_read);
  json.member("written", state.written);
  json.end_object();
}

void write_threads(JsonWriter& json, const ThreadGrid& threads) {
  json.key("threads");
  json.begin_object();
  json.member("dimensions", threads.dimensions);
  json.key("workgroup");
  json.begin_array();
  for (const std::uint32_t size : threads.workgroup) {
    json.value(size);
  }
  json.end_array();
  json.end_object();
}

void write_function(JsonWriter& json, const ReflectedFunction& function) {
  json.begin_object();
  json.member("name", function.name);
  json.member("stage", stage_name(function.stage));
  json.key("inputs");
  json.begin_array();
  for (const ReflectedFunctionMember& member : function.inputs) {
    json.begin_object();
    json.member("name", member.name);
    json.member("type", member.type);
    json.member("feature", member.feature);
    json.end_object();
  }
  json.end_array();
  json.key("outputs");
  json.begin_array();
  for (const ReflectedFunctionMember& member : function.outputs) {
    json.begin_object();
    json.member("name", member.name);
    json.member("type", member.type);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_struct(JsonWriter& json, const ReflectedStruct& structure) {
  json.begin_object();
  json.member("name", structure.name);
  json.key("members");
  json.begin_array();
  for (const ReflectedStructMember& member : structure.members) {
    json.begin_object();
    json.member("name", member.name);
    json.member("type", member.type);
    json.member("traits", member.traits);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void write_result(JsonWriter& json, const ReflectedResult& result) {
  json.begin_object();
  json.member("name", result.name);
  json.member("block", result.block);
  json.member("type", result.type);
  json.member("rate", rate_name(result.rate));
  json.key("features");
  json.strings(result.features);
  json.key("parameters");
  json.strings(result.parameters);
  json.end_object();
}

template <typename Items, typename Write>
void write_list(JsonWriter& json, std::string_view name, const Items& items, Write write) {
  json.key(name);
  json.begin_array();
  for (const auto& item : items) {
    write(json, item);
  }
  json.end_array();
}

void write_blocks(JsonWriter& json, const Reflection& reflection, const DataTypeTable& types) {
  const ReflectedBlock* push = nullptr;
  json.key("blocks");
  json.begin_array();
  for (const ReflectedBlock& block : reflection.blocks) {
    if (block.kind == BlockKind::Push) {
      push = &block;
    } else {
      write_block(json, block, types);
    }
  }
  json.end_array();
  json.key("push_constants");
  push != nullptr ? write_block(json, *push, types) : json.null();
}

void write_dependents(JsonWriter& json, const Reflection& reflection) {
  json.key("invalidated_by");
  json.begin_object();
  for (const auto& [feature, demands] : reflection.invalidated_by) {
    json.key(feature);
    json.strings(demands);
  }
  json.end_object();
}

}  // namespace

std::string constant_json(const Constant& constant, const DataTypeTable& types) {
  std::string json;
  JsonWriter writer(json);
  write_constant(writer, constant, types);
  return constant.type.is_scalar() ? json : Json::parse(json).dump();
}

std::string reflection_json(const Reflection& reflection, const DataTypeTable& types) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.member("material", reflection.material);
  json.member("profile", reflection.profile);
  json.member("generator", reflection.generator);
  json.member("content_hash", reflection.content_hash);
  json.key("stages");
  json.begin_array();
  write_stage_files(json, reflection);
  json.end_array();
  write_list(json, "attributes", reflection.attributes, write_attribute);
  write_list(json, "varyings", reflection.varyings, write_varying);
  write_blocks(json, reflection, types);
  write_list(json, "textures", reflection.textures, write_texture);
  write_list(json, "samplers", reflection.samplers, write_sampler);
  json.member("combined_samplers", reflection.combined_samplers);
  write_list(json, "targets", reflection.targets, write_target);
  if (reflection.threads) {
    write_list(json, "storage", reflection.storage, write_storage);
    write_list(json, "states", reflection.states, write_state);
    write_threads(json, *reflection.threads);
  }
  write_list(json, "functions", reflection.functions, write_function);
  json.key("clip");
  json.begin_object();
  json.member("y", reflection.clip.y_up ? "up" : "down");
  json.member("depth", reflection.clip.minus_one_to_one ? "minus_one_to_one" : "zero_to_one");
  json.member("reversed_z", reflection.clip.reversed_z);
  json.end_object();
  json.member("writes_depth", reflection.writes_depth);
  json.member("discards", reflection.discards);
  write_list(json, "parameters", reflection.parameters,
             [&types](JsonWriter& to, const ReflectedParameter& parameter) {
               write_parameter(to, parameter, types);
             });
  if (!reflection.structs.empty()) {
    write_list(json, "structs", reflection.structs, write_struct);
  }
  write_list(json, "uniform_program", reflection.uniform_program, write_result);
  json.key("features");
  json.strings(reflection.features);
  write_dependents(json, reflection);
  json.end_object();
  text += '\n';
  return text;
}

void insert_content_hash(std::string& json, const std::string& hash) {
  // The first key with this name is ours: only identifiers and a version precede it.
  const std::string_view key = "\"content_hash\": \"";
  const std::size_t at = json.find(key);
  WEFT_CHECK(at != std::string::npos && json[at + key.size()] == '"', "a reflection with a hash");
  json.insert(at + key.size(), hash);
}

}  // namespace weft
