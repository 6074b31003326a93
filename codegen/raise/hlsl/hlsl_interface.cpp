#include "codegen/raise/hlsl/hlsl_interface.h"

#include "codegen/interface/layout.h"
#include "codegen/print/guarded_text.h"
#include "codegen/print/type_spelling.h"
#include "codegen/raise/hlsl/hlsl_rows.h"
#include "codegen/raise/hlsl/hlsl_spelling.h"
#include "codegen/raise/hlsl/hlsl_threads.h"
#include "codegen/raise/interface_text.h"
#include "support/append_number.h"

namespace weft {
namespace {

// `[[vk::binding(0, 1)]] `
void append_vk_binding(std::string& out, std::uint32_t set, std::uint32_t binding) {
  out += "[[vk::binding(";
  append_number(out, binding);
  out += ", ";
  append_number(out, set);
  out += ")]] ";
}

// ` : register(b0, space1)`
void append_register(std::string& out, char kind, std::uint32_t set, std::uint32_t binding) {
  out += " : register(";
  out += kind;
  append_number(out, binding);
  out += ", space";
  append_number(out, set);
  out += ')';
}

void append_packoffset(std::string& out, std::uint32_t offset) {
  out += " : packoffset(c";
  append_number(out, offset / 16);
  if (offset % 16 != 0) {
    out += '.';
    out += "xyzw"[offset % 16 / 4];
  }
  out += ");\n";
}

void append_hlsl_buffer(std::string& out, const Programs& programs, const Block& block) {
  const bool is_rows = !block.rows.empty() || has_hlsl_rows(block);
  if (has_hlsl_rows(block)) {
    out += "// Rows of ";
    out += block.name;
    out += ", which is larger than an element of a buffer may be.\n";
  } else if (!is_rows) {
    out += "struct ";
    out += block.name;
    out += "\n{\n";
    append_members(out, programs, block, hlsl_spelling());
    out += "};\n";
  }
  append_vk_binding(out, block.set, block.binding);
  out += "StructuredBuffer<";
  out += !is_rows ? std::string_view(block.name) : block.rows.empty() ? "uint4" : "float4";
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
    append_declaration(out, programs, member.stored, member.global_name, hlsl_spelling());
    append_packoffset(out, member.offset);
  }
  out += "};\n";
}

void append_hlsl_textures(std::string& out, const Interface& all, std::size_t stage) {
  append_textures(
      out, all, stage,
      [](std::string& text, const TextureBinding& texture) {
        append_vk_binding(text, texture.set, texture.binding);
        text += spelled(texture.type, hlsl_spelling());
        text += ' ';
        text += texture.name;
        append_register(text, 't', texture.set, texture.binding);
        text += ";\n";
      },
      [](std::string& text, const SamplerBinding& sampler) {
        append_vk_binding(text, sampler.set, sampler.binding);
        text += spelled_sampler_of(sampler.state, hlsl_spelling());
        text += ' ';
        text += sampler.name;
        append_register(text, 's', sampler.set, sampler.binding);
        text += ";\n";
      });
}

void append_vk_location(std::string& out, std::uint32_t location) {
  out += "    [[vk::location(";
  append_number(out, location);
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
                     hlsl_spelling());
      out += ' ';
      out += attribute.name;
      if (columns > 1) {
        out += '_';
        append_number(out, i);
      }
      out += " : ";
      out += attribute.semantic;
      if (columns > 1) {
        append_number(out, i);
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
    out += spelled(slot.type, hlsl_spelling());
    out += ' ';
    out += slot.name;
    out += " : TEXCOORD";
    append_number(out, slot.location);
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
    out += spelled(target.type, hlsl_spelling());
    out += ' ';
    out += target.name;
    out += " : SV_Target";
    append_number(out, target.index);
    out += ";\n";
  }
  if (all.writes_depth) {
    out += "    float depth : SV_Depth;\n";
  }
  out += "};\n";
}

// HLSL reads a per-instance matrix from one attribute per column.
std::string hlsl_attribute(const VertexAttribute& attribute) {
  if (!attribute.type.is_matrix()) {
    return "input." + attribute.name;
  }
  std::string text = "transpose(";
  text +=
      spelled(DataType::matrix(attribute.type.columns(), attribute.type.rows()), hlsl_spelling());
  for (int i = 0; i < attribute.type.columns(); ++i) {
    text += (i == 0 ? "(input." : ", input.") + attribute.name + "_" + std::to_string(i);
  }
  return text + "))";
}

/// The name of the struct that main returns; empty if it returns nothing.
std::string_view returned_struct(const Programs& programs, const Program& program) {
  if (programs.interface.functions) {
    return {};
  }
  if (program.stage == Stage::Vertex) {
    return "Varyings";
  }
  const Interface& all = programs.interface;
  return all.targets.empty() && !all.writes_depth ? std::string_view() : "PSOutput";
}

}  // namespace

std::string hlsl_symbol(const Programs& programs, const Program& program, const Symbol& symbol) {
  const Interface& all = programs.interface;
  switch (symbol.kind) {
    case SymbolKind::BlockMember: {
      const Block& block = all.blocks[symbol.index];
      const BlockMember& member = block.members[symbol.member];
      if (!block.rows.empty()) {
        return row_text(member, block.instance, hlsl_matrix_of_columns);
      }
      if (has_hlsl_rows(block)) {
        return hlsl_row_symbol(block, member);
      }
      return block.kind == BlockKind::Storage ? block.instance + "[0]." + member.name
                                              : member.global_name;
    }
    case SymbolKind::Attribute:
      return hlsl_attribute(all.attributes[symbol.index]);
    case SymbolKind::VaryingOut:
      return varying_text(all, symbol, "output.");
    case SymbolKind::VaryingIn:
      return varying_text(all, symbol, "input.");
    case SymbolKind::Texture:
      return all.textures[symbol.index].name;
    case SymbolKind::Sampler:
      return all.samplers[symbol.index].name;
    case SymbolKind::SpecConstant:
      return all.spec_constants[symbol.index].name;
    case SymbolKind::FragCoord:
      return "input.clip_position";
    case SymbolKind::FrontFacing:
      return "is_front_face";
    case SymbolKind::VertexIndex:
      return "int(vertex_index)";
    case SymbolKind::InstanceIndex:
      return "int(instance_index)";
    case SymbolKind::ClipPosition:
      return "output.clip_position";
    case SymbolKind::Target:
      return "output." + all.targets[symbol.index].name;
    case SymbolKind::Storage:
      return "out_" + all.storage[symbol.index].name;
    case SymbolKind::State:
      return all.states[symbol.index].resource;
    case SymbolKind::ThreadId:
      return "thread_id";
    case SymbolKind::ThreadSize:
      return "output_size";
    case SymbolKind::Depth:
      return "output.depth";
    case SymbolKind::Coverage:
      return "discard";
    case SymbolKind::FunctionInput:
    case SymbolKind::FunctionOutput:
      return function_symbol(programs, program, symbol);
    case SymbolKind::HostInput:
    case SymbolKind::HostResult:
      break;  // not in shaders
  }
  return {};
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
  append_spec_constants(textures, all, stage, hlsl_spelling(), "[[vk::constant_id(", ")]] const ");
  out += textures.empty() ? "" : "\n";
  out += textures;
  if (all.functions) {
    append_function_structs(out, programs, stage, hlsl_spelling());
  } else if (program.stage == Stage::Thread) {
    append_hlsl_threads(out, programs);
  } else if (program.stage == Stage::Vertex) {
    append_vertex_inputs(out, all);
    append_varyings(out, all);
  } else {
    append_varyings(out, all);
    append_pixel_outputs(out, all);
  }
}

MainFrame hlsl_main_frame(const Programs& programs, const Program& program) {
  if (program.stage == Stage::Thread) {
    return hlsl_thread_frame(programs, program);
  }
  const std::string function = function_head(programs, program, hlsl_spelling());
  if (!function.empty()) {
    return {function, "", ""};
  }
  std::string out;
  const std::string_view result = returned_struct(programs, program);
  out += result.empty() ? std::string_view("void") : result;
  out += " main(";
  const bool is_vertex = program.stage == Stage::Vertex;
  bool is_first = true;
  const auto add = [&](std::string_view parameter) {
    out += is_first ? "" : ", ";
    out += parameter;
    is_first = false;
  };
  if (!is_vertex) {
    add("Varyings input");
  } else if (!programs.interface.attributes.empty()) {
    add("VSInput input");
  }
  if (reads(program, SymbolKind::VertexIndex)) {
    add("uint vertex_index : SV_VertexID");
  }
  if (reads(program, SymbolKind::InstanceIndex)) {
    add("uint instance_index : SV_InstanceID");
  }
  if (reads(program, SymbolKind::FrontFacing)) {
    add("bool is_front_face : SV_IsFrontFace");
  }
  out += ')';
  if (result.empty()) {
    return {out, "", ""};
  }
  return {out, "    " + std::string(result) + " output;\n", "    return output;\n"};
}

}  // namespace weft
