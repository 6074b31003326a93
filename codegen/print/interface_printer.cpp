#include "codegen/print/interface_printer.h"

#include <algorithm>

#include "codegen/interface/layout.h"
#include "codegen/interface/varying_slots.h"
#include "support/check.h"

namespace weft {
namespace {

bool reads(const Program& program, SymbolKind kind) {
  return std::any_of(program.symbols.begin(), program.symbols.end(),
                     [kind](const Symbol& symbol) { return symbol.kind == kind; });
}

// HLSL reads a per-instance matrix from one attribute per column.
std::string hlsl_attribute(const VertexAttribute& attribute) {
  if (!attribute.type.is_matrix()) {
    return "input." + attribute.name;
  }
  std::string text = "transpose(";
  text += spelled(DataType::matrix(attribute.type.columns(), attribute.type.rows()), Dialect::Hlsl);
  for (int i = 0; i < attribute.type.columns(); ++i) {
    text += (i == 0 ? "(input." : ", input.") + attribute.name + "_" + std::to_string(i);
  }
  return text + "))";
}

// A block member that is read from rows: `rows[4].xy`, `mat3(rows[7].xyz, …)`.
std::string row_text(const Block& block, const BlockMember& member, Dialect dialect) {
  const std::string rows =
      block.instance + (dialect == Dialect::Glsl ? "." + block.rows + "[" : "[");
  const DataType type = member.stored;
  const auto row = [&](std::uint32_t offset) {
    std::string text = rows + std::to_string(offset / row_size) + "]";
    if (type.rows() != 4) {
      text += "." + std::string("xyzw").substr(offset % row_size / 4,
                                               static_cast<std::size_t>(type.rows()));
    }
    return text;
  };
  if (!type.is_matrix()) {
    return row(member.offset);
  }
  std::string columns;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(type.columns()); ++i) {
    columns += (i == 0 ? "" : ", ") + row(member.offset + row_size * i);
  }
  if (dialect == Dialect::Glsl) {
    return std::string(spelled(type, dialect)) + "(" + columns + ")";
  }
  const DataType transposed = DataType::matrix(type.columns(), type.rows());
  return "transpose(" + std::string(spelled(transposed, dialect)) + "(" + columns + "))";
}

std::string varying_text(const Interface& all, const Symbol& symbol, std::string_view prefix) {
  const Varying& varying = all.varyings[symbol.index];
  const VaryingSlot& slot = all.varying_slots[varying.slot];
  return varying_text(varying, slot, std::string(prefix) + slot.name);
}

std::string glsl_symbol(const Interface& all, const Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::BlockMember: {
      const Block& block = all.blocks[symbol.index];
      const BlockMember& member = block.members[symbol.member];
      return block.rows.empty() ? block.instance + "." + member.name
                                : row_text(block, member, Dialect::Glsl);
    }
    case SymbolKind::Attribute:
      return "in_" + all.attributes[symbol.index].name;
    case SymbolKind::VaryingOut:
    case SymbolKind::VaryingIn:
      return varying_text(all, symbol, "v_");
    case SymbolKind::Texture:
      return all.textures[symbol.index].name;
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
    case SymbolKind::Depth:
      return "gl_FragDepth";
    case SymbolKind::Coverage:
      return "discard";
    case SymbolKind::HostInput:
    case SymbolKind::HostResult:
      break;  // not in shaders
    case SymbolKind::FunctionInput:
    case SymbolKind::FunctionOutput:
      break;  // the same in both languages, see symbol_texts
  }
  return {};
}

std::string hlsl_symbol(const Interface& all, const Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::BlockMember: {
      const Block& block = all.blocks[symbol.index];
      const BlockMember& member = block.members[symbol.member];
      if (!block.rows.empty()) {
        return row_text(block, member, Dialect::Hlsl);
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
    case SymbolKind::Depth:
      return "output.depth";
    case SymbolKind::Coverage:
      return "discard";
    case SymbolKind::HostInput:
    case SymbolKind::HostResult:
    case SymbolKind::FunctionInput:
    case SymbolKind::FunctionOutput:
      break;
  }
  return {};
}

std::string symbol_text(const Programs& programs, const Program& program, const Symbol& symbol,
                        Dialect dialect) {
  const bool is_input = symbol.kind == SymbolKind::FunctionInput;
  if (is_input || symbol.kind == SymbolKind::FunctionOutput) {
    const StageFunction& function =
        (*programs.interface.functions)[static_cast<std::size_t>(program.stage)];
    return is_input ? "inputs." + function.inputs[symbol.index].name
                    : "outputs." + function.outputs[symbol.index].name;
  }
  return dialect == Dialect::Glsl ? glsl_symbol(programs.interface, symbol)
                                  : hlsl_symbol(programs.interface, symbol);
}

}  // namespace

std::vector<std::string> symbol_texts(const Programs& programs, const Program& program,
                                      Dialect dialect) {
  std::vector<std::string> texts;
  texts.reserve(program.symbols.size());
  for (const Symbol& symbol : program.symbols) {
    texts.push_back(symbol_text(programs, program, symbol, dialect));
  }
  return texts;
}

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

void append_main_head(std::string& out, const Programs& programs, const Program& program,
                      Dialect dialect) {
  if (programs.interface.functions) {
    const StageFunction& function =
        (*programs.interface.functions)[static_cast<std::size_t>(program.stage)];
    out += "void ";
    out += function.name;
    out += '(';
    if (!function.inputs.empty()) {
      out += "in " + function.input_type + " inputs, ";
    }
    out += "out " + function.output_type + " outputs)";
    return;
  }
  if (dialect == Dialect::Glsl) {
    out += "void main()";
    return;
  }
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
}

}  // namespace weft
