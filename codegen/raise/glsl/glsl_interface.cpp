#include "codegen/raise/glsl/glsl_interface.h"

#include "codegen/print/guarded_text.h"
#include "codegen/print/type_spelling.h"
#include "codegen/raise/glsl/glsl_spelling.h"
#include "codegen/raise/glsl/glsl_threads.h"
#include "codegen/raise/interface_text.h"
#include "support/append_number.h"

namespace weft {
namespace {

// `layout(set = 1, binding = 0`
void append_glsl_slot(std::string& out, std::uint32_t set, std::uint32_t binding) {
  out += "layout(set = ";
  append_number(out, set);
  out += ", binding = ";
  append_number(out, binding);
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
  append_members(out, programs, block, glsl_spelling());
  out += "} ";
  out += block.instance;
  out += ";\n";
}

void append_location(std::string& out, std::uint32_t location, std::string_view direction) {
  out += "layout(location = ";
  append_number(out, location);
  out += ") ";
  out += direction;
  out += ' ';
}

void append_glsl_textures(std::string& out, const Interface& all, std::size_t stage) {
  append_textures(
      out, all, stage,
      [&](std::string& text, const TextureBinding& texture) {
        append_glsl_slot(text, texture.set, texture.binding);
        text += ") uniform ";
        text += all.combined_samplers ? spelled_sampler(texture.type, glsl_spelling())
                                      : spelled(texture.type, glsl_spelling());
        text += ' ';
        text += texture.name;
        text += ";\n";
      },
      [&](std::string& text, const SamplerBinding& sampler) {
        if (all.combined_samplers) {
          return;
        }
        append_glsl_slot(text, sampler.set, sampler.binding);
        text += ") uniform ";
        text += spelled_sampler_of(sampler.state, glsl_spelling());
        text += ' ';
        text += sampler.name;
        text += ";\n";
      });
}

std::string glsl_rows(const Block& block, const BlockMember& member) {
  return row_text(member, block.instance + "." + block.rows,
                  [](DataType type, const std::string& columns) {
                    return std::string(spelled(type, glsl_spelling())) + "(" + columns + ")";
                  });
}

}  // namespace

std::string glsl_symbol(const Programs& programs, const Program& program, const Symbol& symbol) {
  const Interface& all = programs.interface;
  switch (symbol.kind) {
    case SymbolKind::BlockMember: {
      const Block& block = all.blocks[symbol.index];
      const BlockMember& member = block.members[symbol.member];
      return block.rows.empty() ? block.instance + '.' + member.name : glsl_rows(block, member);
    }
    case SymbolKind::Attribute:
      return "in_" + all.attributes[symbol.index].name;
    case SymbolKind::VaryingOut:
    case SymbolKind::VaryingIn:
      return varying_text(all, symbol, "v_");
    case SymbolKind::Texture:
      return all.textures[symbol.index].name;
    case SymbolKind::Sampler:
      return all.samplers[symbol.index].name;
    case SymbolKind::SpecConstant:
      return all.spec_constants[symbol.index].name;
    case SymbolKind::FragCoord:
      return "gl_FragCoord";
    case SymbolKind::FrontFacing:
      return "gl_FrontFacing";
    case SymbolKind::VertexIndex:
      return "gl_VertexIndex";
    case SymbolKind::InstanceIndex:
      return "gl_InstanceIndex";
    case SymbolKind::ClipPosition:
      return "gl_Position";
    case SymbolKind::Target:
      return "out_" + all.targets[symbol.index].name;
    case SymbolKind::Storage:
      return "out_" + all.storage[symbol.index].name;
    case SymbolKind::State:
      return all.states[symbol.index].resource;
    case SymbolKind::ThreadId:
      return "thread_id";
    case SymbolKind::ThreadSize:
      return "output_size";
    case SymbolKind::Depth:
      return "gl_FragDepth";
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
  append_spec_constants(textures, all, stage, glsl_spelling(), "layout(constant_id = ", ") const ");
  out += textures.empty() ? "" : "\n";
  out += textures;
  if (all.functions) {
    append_function_structs(out, programs, stage, glsl_spelling());
    return;
  }
  if (program.stage == Stage::Thread) {
    append_glsl_threads(out, programs);
    return;
  }
  const bool is_vertex = program.stage == Stage::Vertex;
  out += '\n';
  for (const VertexAttribute& attribute : all.attributes) {
    if (is_vertex) {
      append_location(out, attribute.location, "in");
      append_declaration(out, programs, attribute.type, "in_" + attribute.name, glsl_spelling());
      out += ";\n";
    }
  }
  for (const VaryingSlot& slot : all.varying_slots) {
    append_location(
        out, slot.location,
        is_vertex ? (slot.is_flat ? "flat out" : "out") : (slot.is_flat ? "flat in" : "in"));
    append_declaration(out, programs, slot.type, "v_" + slot.name, glsl_spelling());
    out += ";\n";
  }
  for (const TargetOutput& target : all.targets) {
    if (!is_vertex) {
      append_location(out, target.index, "out");
      append_declaration(out, programs, target.type, "out_" + target.name, glsl_spelling());
      out += ";\n";
    }
  }
  if (is_vertex && all.invariant_position) {
    out += "invariant gl_Position;\nprecise gl_Position;\n";
  }
}

MainFrame glsl_main_frame(const Programs& programs, const Program& program) {
  if (program.stage == Stage::Thread) {
    return glsl_thread_frame(programs, program);
  }
  const std::string function = function_head(programs, program, glsl_spelling());
  return {function.empty() ? "void main()" : function, "", ""};
}

}  // namespace weft
