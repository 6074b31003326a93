#include "tests/support/toy_target.h"

#include <algorithm>
#include <array>

#include "codegen/print/type_spelling.h"
#include "codegen/raise/interface_text.h"
#include "codegen/raise/raise_expressions.h"
#include "codegen/raise/raise_statements.h"
#include "codegen/raise/rename_words.h"
#include "support/check.h"

namespace weft::testing {
namespace {

Spelling toy_table() {
  Spelling table;
  table.vectors = {{{"truth", "truth_2", "truth_3", "truth_4"},
                    {"whole", "whole_2", "whole_3", "whole_4"},
                    {"count", "count_2", "count_3", "count_4"},
                    {"real", "real_2", "real_3", "real_4"}}};
  table.matrices = {{{"grid_2_2", "grid_2_3", "grid_2_4"},
                     {"grid_3_2", "grid_3_3", "grid_3_4"},
                     {"grid_4_2", "grid_4_3", "grid_4_4"}}};
  table.textures = {"picture", "picture_3", "picture_cube", "pictures", "picture_cubes"};
  table.sampler = "reader";
  table.comparing_sampler = "comparer";
  table.intrinsics = {{Intrinsic::Sqrt, "root"},
                      {Intrinsic::Mix, "blend"},
                      {Intrinsic::LessThan, "<", IntrinsicForm::Comparison},
                      {Intrinsic::Dot, "dot", IntrinsicForm::Method},
                      {Intrinsic::Sample, "at", IntrinsicForm::Method}};
  table.int_bits_to_float = "real_from_bits";
  table.uint_bits_to_float = "real_from_bits";
  table.matrix_product = "through";
  table.struct_open = " has {\n";
  table.words = {"yes",   "no",   "when", "otherwise", "count_up", "as_long_as", "leave",
                 "again", "give", "drop", "record",    "into",     "nothing"};
  return table;
}

const Spelling& toy_spelling() {
  static const Spelling table = toy_table();
  return table;
}

bool is_toy_word(std::string_view name) {
  constexpr std::array<std::string_view, 6> words = {"again",  "blend",  "give",
                                                     "height", "result", "when"};
  return std::find(words.begin(), words.end(), name) != words.end();
}

std::optional<BodyExprId> fract_by_floor(BodyRaise& raise, const BodyExpr& from) {
  if (!calls(from, Intrinsic::Fract)) {
    return std::nullopt;
  }
  const BodyExprId value = raise.raised(from, 0);
  const BodyExprId whole = raise.intrinsic(Intrinsic::Floor, from.type, {value});
  return raise.add(Operation::Subtract, from.type, {value, whole});
}

Function toy_helper(HelperList& helpers, const HelperKey& key) {
  switch (key.helper) {
    case Helper::DivideInt:
      return divide_int(helpers, key);
    case Helper::RemainderInt:
      return remainder_int(helpers, key);
    case Helper::Fmod:
      return float_remainder(helpers, key, "cut_remainder", Intrinsic::Trunc, "");
    case Helper::LoadStruct:
      return load_struct(helpers, key);
    case Helper::ChooseStruct:
      return choose_struct(helpers, key);
    default:  // the toy has the others
      WEFT_CHECK(false, "a helper that the toy does not need");
      return {};
  }
}

Program raise_to_toy(const Programs& programs, const Program& program,
                     std::vector<HelperCalls>& calls) {
  static const RaiseRules rules = {
      {load_array, zero_array_by_loop},
      {{{Operation::Construct}, {load_stored_struct, zero_by_constructor, same_value, cut_vectors}},
       {{Operation::Swizzle}, {splat_by_constructor}},
       {{Operation::Select}, {choose_struct_by_helper}},
       {{Operation::Divide, Operation::Remainder}, {guard_division}},
       {{Operation::ShiftLeft, Operation::ShiftRight}, {mask_shift}},
       {{Operation::BitAnd, Operation::BitXor, Operation::BitOr}, {bool_bits}},
       {{Operation::Intrinsic},
        {scalar_geometry, uint_signs, compare_scalars, ordered_clamp, saturate_by_clamp,
         truncated_remainder, fract_by_floor}}},
      false,
      toy_helper,
      splat_in_constructor};
  Program raised = raise_program(programs, program, rules, calls);
  rename_words(raised, is_toy_word);
  return raised;
}

std::string toy_symbol(const Programs& programs, const Program& program, const Symbol& symbol) {
  const Interface& all = programs.interface;
  switch (symbol.kind) {
    case SymbolKind::BlockMember: {
      const Block& block = all.blocks[symbol.index];
      return block.instance + "." + block.members[symbol.member].name;
    }
    case SymbolKind::Attribute:
      return "given." + all.attributes[symbol.index].name;
    case SymbolKind::VaryingOut:
    case SymbolKind::VaryingIn:
      return varying_text(all, symbol, "across.");
    case SymbolKind::Texture:
      return all.textures[symbol.index].name;
    case SymbolKind::SpecConstant:
      return all.spec_constants[symbol.index].name;
    case SymbolKind::Target:
      return "made." + all.targets[symbol.index].name;
    case SymbolKind::FunctionInput:
    case SymbolKind::FunctionOutput:
      return function_symbol(programs, program, symbol);
    default:  // built in
      return "stage." + std::to_string(static_cast<int>(symbol.kind));
  }
}

void append_toy_interface(std::string& out, const Programs& programs, const Program& program) {
  const Interface& all = programs.interface;
  const auto stage = static_cast<std::size_t>(program.stage);
  for (const Block& block : all.blocks) {
    if (block.used[stage]) {
      out += "\ngroup " + block.instance + " has {\n";
      append_members(out, programs, block, toy_spelling());
      out += "};\n";
    }
  }
  append_textures(
      out, all, stage,
      [](std::string& text, const TextureBinding& texture) {
        text +=
            "\n" + std::string(spelled(texture.type, toy_spelling())) + " " + texture.name + ";\n";
      },
      [](std::string&, const SamplerBinding&) {});
  append_spec_constants(out, all, stage, toy_spelling(), "choice ", " ");
}

MainFrame toy_main_frame(const Programs&, const Program& program) {
  return {"nothing " + std::string(stage_name(program.stage)) + "_work()", "    begin;\n",
          "    end;\n"};
}

}  // namespace

const TargetLanguage& toy_target() {
  static const TargetLanguage language = {
      "toy",         "toy 1\n", "", toy_spelling(), raise_to_toy, toy_symbol, append_toy_interface,
      toy_main_frame};
  return language;
}

}  // namespace weft::testing
