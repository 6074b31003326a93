// The declarations of interface_printer.h in both languages.

#include <algorithm>

#include "codegen/interface/layout.h"
#include "codegen/ir/namer.h"
#include "codegen/print/interface_printer.h"
#include "codegen/print/number_text.h"

namespace weft {
namespace {

// `layout(set = 1, binding = 0`
void append_glsl_slot(std::string& out, std::uint32_t set, std::uint32_t binding) {
  out += "layout(set = ";
  out += std::to_string(set);
  out += ", binding = ";
  out += std::to_string(binding);
}

// In storage buffers, std430 and D3D's packing agree only with explicit padding. std140 computes
// the same offsets without it.
void append_members(std::string& out, const Programs& programs, const Block& block,
                    Dialect dialect) {
  Namer names;  // for members, which must also avoid type names
  for (const std::string& name : programs.struct_names) {
    names.unique(name);
  }
  for (const BlockMember& member : block.members) {
    names.unique(member.name);
  }
  std::uint32_t offset = 0;
  std::uint32_t number = 0;
  const auto pad_to = [&](std::uint32_t next) {
    if (block.kind != BlockKind::Storage || offset >= next) {
      return;
    }
    out += "    float ";
    for (std::uint32_t at = offset; at < next; at += 4) {
      out += at == offset ? "" : ", ";
      out += names.unique(std::string(padding_prefix) + std::to_string(number++));
    }
    out += ";\n";
  };
  for (const BlockMember& member : block.members) {
    pad_to(member.offset);
    offset = member.offset + member.size;
    const bool is_matrix = programs.types.innermost(member.stored).is_matrix();
    out += dialect == Dialect::Hlsl && is_matrix ? "    column_major " : "    ";
    append_declaration(out, programs, member.stored, member.name, dialect);
    out += ";\n";
  }
  pad_to(block.size);
}

// Declares the array only. The reflection lists the members' offsets, and each is read by a line
// with its name.
void append_glsl_rows(std::string& out, const Block& block) {
  append_glsl_slot(out, block.set, block.binding);
  out += ", std430) readonly buffer " + block.name + " {\n    vec4 " + block.rows + "[];\n} " +
         block.instance + ";\n";
}

void append_glsl_block(std::string& out, const Programs& programs, const Block& block) {
  if (!block.rows.empty()) {
    append_glsl_rows(out, block);
    return;
  }
  if (block.kind == BlockKind::Push) {
    out += "layout(push_constant, std140) uniform ";
  } else {
    append_glsl_slot(out, block.set, block.binding);
    out += block.kind == BlockKind::Uniform ? ", std140) uniform " : ", std430) readonly buffer ";
  }
  out += block.name;
  out += " {\n";
  append_members(out, programs, block, Dialect::Glsl);
  out += "} ";
  out += block.instance;
  out += ";\n";
}

void append_location(std::string& out, std::uint32_t location, std::string_view direction) {
  out += "layout(location = ";
  out += std::to_string(location);
  out += ") ";
  out += direction;
  out += ' ';
}

/// A number that identifies a text in preprocessor conditions: FNV-1a without the sign bit.
std::uint32_t number_of(std::string_view text) {
  std::uint32_t number = 2166136261U;
  for (const char c : text) {
    number = (number ^ static_cast<unsigned char>(c)) * 16777619U;
  }
  return number & 0x7fffffffU;
}

/// Guards a declaration that several files may contain (if `guard` is not empty). The guard's value
/// is a hash of the declaration: a file that declares it differently is a preprocessor error.
void append_guarded(std::string& out, const std::string& guard, std::string_view what,
                    const std::string& declaration) {
  if (guard.empty() || declaration.empty()) {
    out += declaration;
    return;
  }
  const std::string number = std::to_string(number_of(declaration));
  out += "#ifndef " + guard + "\n#define " + guard + ' ' + number + '\n' + declaration;
  out += "#elif " + guard + " != " + number + "\n#error the " + std::string(what) +
         " is another one in a file that is included before\n#endif\n";
}

/// The guard of a host declaration in a function to include; otherwise empty.
std::string guard_of(const Interface& all, bool is_of_host, std::string_view kind,
                     const std::string& name) {
  if (!all.functions || !is_of_host) {
    return {};
  }
  std::string guard = "WEFT_" + std::string(kind) + "_" + name;
  for (char& c : guard) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return guard;
}

bool is_of_host(const Interface& all, std::size_t sampler) {
  return std::none_of(all.textures.begin(), all.textures.end(), [&](const TextureBinding& texture) {
    return texture.sampler == sampler && !texture.source.feature;
  });
}

/// Appends the textures and samplers that the stage uses, each printed by a callback.
template <typename DeclareTexture, typename DeclareSampler>
void append_textures(std::string& out, const Interface& all, std::size_t stage,
                     DeclareTexture declare_texture, DeclareSampler declare_sampler) {
  for (const TextureBinding& texture : all.textures) {
    if (texture.used[stage]) {
      std::string text;
      declare_texture(text, texture);
      append_guarded(out,
                     guard_of(all, texture.source.feature.has_value(), "TEXTURE", texture.name),
                     "texture " + texture.name, text);
    }
  }
  for (std::size_t i = 0; i < all.samplers.size(); ++i) {
    const SamplerBinding& sampler = all.samplers[i];
    if (sampler.used[stage]) {
      std::string text;
      declare_sampler(text, sampler);
      append_guarded(out, guard_of(all, is_of_host(all, i), "SAMPLER", sampler.name),
                     "sampler " + sampler.name, text);
    }
  }
}

void append_glsl_textures(std::string& out, const Interface& all, std::size_t stage) {
  append_textures(
      out, all, stage,
      [&](std::string& text, const TextureBinding& texture) {
        append_glsl_slot(text, texture.set, texture.binding);
        text += ") uniform ";
        text += all.combined_samplers ? spelled_sampler(texture.type)
                                      : spelled(texture.type, Dialect::Glsl);
        text += ' ';
        text += texture.name;
        text += ";\n";
      },
      [&](std::string& text, const SamplerBinding& sampler) {
        if (all.combined_samplers) {
          return;
        }
        append_glsl_slot(text, sampler.set, sampler.binding);
        text += ") uniform sampler ";
        text += sampler.name;
        text += ";\n";
      });
}

// `[[vk::binding(0, 1)]] `
void append_vk_binding(std::string& out, std::uint32_t set, std::uint32_t binding) {
  out += "[[vk::binding(";
  out += std::to_string(binding);
  out += ", ";
  out += std::to_string(set);
  out += ")]] ";
}

// ` : register(b0, space1)`
void append_register(std::string& out, char kind, std::uint32_t set, std::uint32_t binding) {
  out += " : register(";
  out += kind;
  out += std::to_string(binding);
  out += ", space";
  out += std::to_string(set);
  out += ')';
}

void append_packoffset(std::string& out, std::uint32_t offset) {
  out += " : packoffset(c";
  out += std::to_string(offset / 16);
  if (offset % 16 != 0) {
    out += '.';
    out += "xyzw"[offset % 16 / 4];
  }
  out += ");\n";
}

void append_hlsl_buffer(std::string& out, const Programs& programs, const Block& block) {
  const bool is_rows = !block.rows.empty();
  if (!is_rows) {
    out += "struct ";
    out += block.name;
    out += "\n{\n";
    append_members(out, programs, block, Dialect::Hlsl);
    out += "};\n";
  }
  append_vk_binding(out, block.set, block.binding);
  out += "StructuredBuffer<";
  out += is_rows ? "float4" : block.name;
  out += "> ";
  out += block.instance;
  append_register(out, 't', block.set, block.binding);
  out += ";\n";
}

void append_hlsl_block(std::string& out, const Programs& programs, const Block& block) {
  if (block.kind == BlockKind::Storage) {
    append_hlsl_buffer(out, programs, block);
    return;
  }
  if (block.kind == BlockKind::Push) {
    // No register: glslang would decorate the block with a set and a binding, which SPIR-V forbids
    // for push constants.
    out += "[[vk::push_constant]] cbuffer ";
    out += block.name;
  } else {
    append_vk_binding(out, block.set, block.binding);
    out += "cbuffer ";
    out += block.name;
    append_register(out, 'b', block.set, block.binding);
  }
  out += "\n{\n";
  for (const BlockMember& member : block.members) {
    const DataType element = programs.types.innermost(member.stored);
    out += element.is_matrix() ? "    column_major " : "    ";
    append_declaration(out, programs, member.stored, member.global_name, Dialect::Hlsl);
    append_packoffset(out, member.offset);
  }
  out += "};\n";
}

void append_hlsl_textures(std::string& out, const Interface& all, std::size_t stage) {
  append_textures(
      out, all, stage,
      [](std::string& text, const TextureBinding& texture) {
        append_vk_binding(text, texture.set, texture.binding);
        text += spelled(texture.type, Dialect::Hlsl);
        text += ' ';
        text += texture.name;
        append_register(text, 't', texture.set, texture.binding);
        text += ";\n";
      },
      [](std::string& text, const SamplerBinding& sampler) {
        append_vk_binding(text, sampler.set, sampler.binding);
        text += "SamplerState ";
        text += sampler.name;
        append_register(text, 's', sampler.set, sampler.binding);
        text += ";\n";
      });
}

void append_vk_location(std::string& out, std::uint32_t location) {
  out += "    [[vk::location(";
  out += std::to_string(location);
  out += ")]] ";
}

void append_vertex_inputs(std::string& out, const Interface& all) {
  if (all.attributes.empty()) {
    return;
  }
  out += "\nstruct VSInput\n{\n";
  for (const VertexAttribute& attribute : all.attributes) {
    const int columns = attribute.type.is_matrix() ? attribute.type.columns() : 1;
    for (int i = 0; i < columns; ++i) {
      append_vk_location(out, attribute.location + static_cast<std::uint32_t>(i));
      out += spelled(attribute.type.is_matrix()
                         ? DataType::vector(Scalar::Float, attribute.type.rows())
                         : attribute.type,
                     Dialect::Hlsl);
      out += ' ';
      out += attribute.name;
      if (columns > 1) {
        out += '_';
        out += std::to_string(i);
      }
      out += " : ";
      out += attribute.semantic;
      if (columns > 1) {
        out += std::to_string(i);
      }
      out += ";\n";
    }
  }
  out += "};\n";
}

// One struct for both stages: glslang links by order, Direct3D by semantic.
void append_varyings(std::string& out, const Interface& all) {
  out += "\nstruct Varyings\n{\n";
  out += all.invariant_position ? "    precise float4 clip_position : SV_Position;\n"
                                : "    float4 clip_position : SV_Position;\n";
  for (const VaryingSlot& slot : all.varying_slots) {
    append_vk_location(out, slot.location);
    out += slot.is_flat ? "nointerpolation " : "";
    out += spelled(slot.type, Dialect::Hlsl);
    out += ' ';
    out += slot.name;
    out += " : TEXCOORD";
    out += std::to_string(slot.location);
    out += ";\n";
  }
  out += "};\n";
}

void append_pixel_outputs(std::string& out, const Interface& all) {
  if (all.targets.empty() && !all.writes_depth) {
    return;
  }
  out += "\nstruct PSOutput\n{\n";
  for (const TargetOutput& target : all.targets) {
    out += "    ";
    out += spelled(target.type, Dialect::Hlsl);
    out += ' ';
    out += target.name;
    out += " : SV_Target";
    out += std::to_string(target.index);
    out += ";\n";
  }
  if (all.writes_depth) {
    out += "    float depth : SV_Depth;\n";
  }
  out += "};\n";
}

void append_function_struct(std::string& out, const Programs& programs, const std::string& name,
                            const std::vector<FunctionMember>& members, Dialect dialect) {
  if (members.empty()) {
    return;
  }
  out += "\nstruct " + name + (dialect == Dialect::Glsl ? " {\n" : "\n{\n");
  for (const FunctionMember& member : members) {
    out += "    ";
    append_declaration(out, programs, member.type, member.name, dialect);
    out += ";\n";
  }
  out += "};\n";
}

/// The input and output structs of a function to include, which replace attributes, varyings and
/// targets.
void append_function_structs(std::string& out, const Programs& programs, std::size_t stage,
                             Dialect dialect) {
  const StageFunction& function = (*programs.interface.functions)[stage];
  append_function_struct(out, programs, function.input_type, function.inputs, dialect);
  append_function_struct(out, programs, function.output_type, function.outputs, dialect);
}

void append_spec_constants(std::string& out, const Interface& all, std::size_t stage,
                           Dialect dialect) {
  for (const SpecConstant& constant : all.spec_constants) {
    if (constant.used[stage]) {
      out += dialect == Dialect::Glsl ? "layout(constant_id = " : "[[vk::constant_id(";
      out += std::to_string(constant.constant_id);
      out += dialect == Dialect::Glsl ? ") const " : ")]] const ";
      out += spelled(constant.type, dialect);
      out += ' ';
      out += constant.name;
      out += " = ";
      append_literal(out, constant.type, constant.default_bits, dialect);
      out += ";\n";
    }
  }
}

}  // namespace

void append_glsl_interface(std::string& out, const Programs& programs, const Program& program) {
  const Interface& all = programs.interface;
  const auto stage = static_cast<std::size_t>(program.stage);
  for (const Block& block : all.blocks) {
    if (block.used[stage]) {
      std::string text;
      append_glsl_block(text, programs, block);
      out += '\n';
      append_guarded(out, block.guard, "block " + block.name, text);
    }
  }
  std::string textures;
  append_glsl_textures(textures, all, stage);
  append_spec_constants(textures, all, stage, Dialect::Glsl);
  out += textures.empty() ? "" : "\n";
  out += textures;
  if (all.functions) {
    append_function_structs(out, programs, stage, Dialect::Glsl);
    return;
  }
  const bool is_vertex = program.stage == Stage::Vertex;
  out += '\n';
  for (const VertexAttribute& attribute : all.attributes) {
    if (is_vertex) {
      append_location(out, attribute.location, "in");
      append_declaration(out, programs, attribute.type, "in_" + attribute.name, Dialect::Glsl);
      out += ";\n";
    }
  }
  for (const VaryingSlot& slot : all.varying_slots) {
    append_location(
        out, slot.location,
        is_vertex ? (slot.is_flat ? "flat out" : "out") : (slot.is_flat ? "flat in" : "in"));
    append_declaration(out, programs, slot.type, "v_" + slot.name, Dialect::Glsl);
    out += ";\n";
  }
  for (const TargetOutput& target : all.targets) {
    if (!is_vertex) {
      append_location(out, target.index, "out");
      append_declaration(out, programs, target.type, "out_" + target.name, Dialect::Glsl);
      out += ";\n";
    }
  }
  if (is_vertex && all.invariant_position) {
    out += "invariant gl_Position;\nprecise gl_Position;\n";
  }
}

void append_hlsl_interface(std::string& out, const Programs& programs, const Program& program) {
  const Interface& all = programs.interface;
  const auto stage = static_cast<std::size_t>(program.stage);
  for (const Block& block : all.blocks) {
    if (block.used[stage]) {
      std::string text;
      append_hlsl_block(text, programs, block);
      out += '\n';
      append_guarded(out, block.guard, "block " + block.name, text);
    }
  }
  std::string textures;
  append_hlsl_textures(textures, all, stage);
  append_spec_constants(textures, all, stage, Dialect::Hlsl);
  out += textures.empty() ? "" : "\n";
  out += textures;
  if (all.functions) {
    append_function_structs(out, programs, stage, Dialect::Hlsl);
  } else if (program.stage == Stage::Vertex) {
    append_vertex_inputs(out, all);
    append_varyings(out, all);
  } else {
    append_varyings(out, all);
    append_pixel_outputs(out, all);
  }
}

}  // namespace weft
