#include "codegen/raise/interface_text.h"

#include <algorithm>

#include "codegen/interface/layout.h"
#include "codegen/interface/texture_bindings.h"
#include "codegen/interface/varying_slots.h"
#include "codegen/ir/namer.h"
#include "codegen/print/guarded_text.h"
#include "codegen/print/number_text.h"
#include "codegen/print/type_spelling.h"
#include "support/append_number.h"

namespace weft {
namespace {

// As views, which are appended without counting their characters.
constexpr std::string_view indent = "    ";
constexpr std::string_view line_end = ";\n";

void append_function_struct(std::string& out, const Programs& programs, const std::string& name,
                            const std::vector<FunctionMember>& members, const Spelling& spelling) {
  if (members.empty()) {
    return;
  }
  out += "\n";
  out += spelling.words.struct_word;
  out += " " + name;
  out += spelling.struct_open;
  for (const FunctionMember& member : members) {
    out += indent;
    append_declaration(out, programs, member.type, member.name, spelling);
    out += line_end;
  }
  out += "};\n";
}

// The names that padding of the block must not have: those of members and types.
Namer taken_in(const Programs& programs, const Block& block) {
  Namer names;
  for (const std::string& name : programs.struct_names) {
    names.unique(name);
  }
  for (const BlockMember& member : block.members) {
    names.unique(member.name);
  }
  return names;
}

}  // namespace

void append_members(std::string& out, const Programs& programs, const Block& block,
                    const Spelling& spelling) {
  std::optional<Namer> names;  // made for the first padding
  std::uint32_t offset = 0;
  std::uint32_t number = 0;
  const auto pad_to = [&](std::uint32_t next) {
    if (block.kind != BlockKind::Storage || offset >= next) {
      return;
    }
    if (!names) {
      names = taken_in(programs, block);
    }
    out += indent;
    out += spelled(float_type, spelling);
    out += ' ';
    for (std::uint32_t at = offset; at < next; at += 4) {
      out += at == offset ? "" : ", ";
      out += names->unique(std::string(padding_prefix) + std::to_string(number++));
    }
    out += line_end;
  };
  for (const BlockMember& member : block.members) {
    pad_to(member.offset);
    offset = member.offset + member.size;
    const bool is_matrix = programs.types.innermost(member.stored).is_matrix();
    out += indent;
    out += is_matrix ? spelling.stored_matrix : std::string_view();
    append_declaration(out, programs, member.stored, member.name, spelling);
    out += line_end;
  }
  pad_to(block.size);
}

void append_textures(
    std::string& out, const Interface& all, std::size_t stage,
    const std::function<void(std::string&, const TextureBinding&)>& declare_texture,
    const std::function<void(std::string&, const SamplerBinding&)>& declare_sampler) {
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
      append_guarded(out, guard_of(all, is_sampler_of_host(all, i), "SAMPLER", sampler.name),
                     "sampler " + sampler.name, text);
    }
  }
}

void append_spec_constants(std::string& out, const Interface& all, std::size_t stage,
                           const Spelling& spelling, std::string_view before,
                           std::string_view after) {
  for (const SpecConstant& constant : all.spec_constants) {
    if (constant.used[stage]) {
      out += before;
      append_number(out, constant.constant_id);
      out += after;
      out += spelled(constant.type, spelling);
      out += ' ';
      out += constant.name;
      out += " = ";
      append_literal(out, constant.type, constant.default_bits, spelling);
      out += line_end;
    }
  }
}

void append_function_structs(std::string& out, const Programs& programs, std::size_t stage,
                             const Spelling& spelling) {
  const StageFunction& function = (*programs.interface.functions)[stage];
  append_function_struct(out, programs, function.input_type, function.inputs, spelling);
  append_function_struct(out, programs, function.output_type, function.outputs, spelling);
}

bool reads(const Program& program, SymbolKind kind) {
  return std::any_of(program.symbols.begin(), program.symbols.end(),
                     [kind](const Symbol& symbol) { return symbol.kind == kind; });
}

std::string row_components(DataType type, std::uint32_t offset) {
  return type.rows() == 4 ? std::string()
                          : "." + std::string("xyzw").substr(offset % row_size / 4,
                                                             static_cast<std::size_t>(type.rows()));
}

std::string row_text(const BlockMember& member, std::string_view rows,
                     const std::function<std::string(DataType, const std::string&)>& from_columns) {
  const DataType type = member.stored;
  const auto row = [&](std::uint32_t offset) {
    return std::string(rows) + "[" + std::to_string(offset / row_size) + "]" +
           row_components(type, offset);
  };
  if (!type.is_matrix()) {
    return row(member.offset);
  }
  std::string columns;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(type.columns()); ++i) {
    columns += (i == 0 ? "" : ", ") + row(member.offset + row_size * i);
  }
  return from_columns(type, columns);
}

std::string varying_text(const Interface& all, const Symbol& symbol, std::string_view prefix) {
  const Varying& varying = all.varyings[symbol.index];
  const VaryingSlot& slot = all.varying_slots[varying.slot];
  return varying_text(varying, slot, std::string(prefix) + slot.name);
}

std::string function_head(const Programs& programs, const Program& program,
                          const Spelling& spelling) {
  if (!programs.interface.functions) {
    return {};
  }
  const StageFunction& function =
      (*programs.interface.functions)[static_cast<std::size_t>(program.stage)];
  std::string head = std::string(spelling.words.void_word) + " " + function.name + "(";
  if (!function.inputs.empty()) {
    head += "in " + function.input_type + " inputs, ";
  }
  return head + std::string(spelling.words.out_word) + " " + function.output_type + " outputs)";
}

std::string function_symbol(const Programs& programs, const Program& program,
                            const Symbol& symbol) {
  const bool is_input = symbol.kind == SymbolKind::FunctionInput;
  if (!is_input && symbol.kind != SymbolKind::FunctionOutput) {
    return {};
  }
  const StageFunction& function =
      (*programs.interface.functions)[static_cast<std::size_t>(program.stage)];
  return is_input ? "inputs." + function.inputs[symbol.index].name
                  : "outputs." + function.outputs[symbol.index].name;
}

}  // namespace weft
