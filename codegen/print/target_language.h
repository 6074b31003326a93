#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/ir/helper_key.h"
#include "codegen/ir/program.h"
#include "fragments/model/intrinsics.h"

// A target language is described by a value of this type. Printing has two steps: raise, then
// print. `raise` rewrites a Program until it holds only what the language can express: guards and
// helper functions for operations that the language lacks or leaves undefined, its matrix order,
// its constructors. The printers then write what they are given, with the names of `spelling`; they
// contain no decision per language. For example, `m[i]` (a column) stays for GLSL and becomes a row
// of `transpose(m)` for HLSL, whose `m[i]` is a row.

namespace weft {

/// How a call of an intrinsic is written.
enum class IntrinsicForm : std::uint8_t {
  Call,        ///< `dot(a, b)`
  Method,      ///< `a.Sample(b, c)`
  Comparison,  ///< `a < b`, with the precedence of comparisons
  Equality,    ///< `a == b`, with the precedence of equality
};

struct IntrinsicSpelling {
  Intrinsic intrinsic;
  std::string_view name;
  IntrinsicForm form = IntrinsicForm::Call;
};

/// The words of a language with C's grammar.
struct Keywords {
  std::string_view true_word = "true";
  std::string_view false_word = "false";
  std::string_view if_word = "if";
  std::string_view else_word = "else";
  std::string_view for_word = "for";
  std::string_view while_word = "while";
  std::string_view break_word = "break";
  std::string_view continue_word = "continue";
  std::string_view return_word = "return";
  std::string_view discard_word = "discard";  ///< the statement that drops a fragment
  std::string_view struct_word = "struct";
  std::string_view out_word = "out";  ///< before an out parameter
  std::string_view void_word = "void";
};

/// The names that one language uses, as plain data.
struct Spelling {
  using VectorNames = std::array<std::string_view, 4>;
  using MatrixNames = std::array<std::string_view, 3>;

  std::array<VectorNames, 4> vectors = {};  ///< [scalar kind][size - 1]
  VectorNames medium_floats = {};  ///< [size - 1], of locals of medium precision, with qualifier
  std::array<MatrixNames, 3> matrices = {};                         ///< [rows - 2][columns - 2]
  std::array<std::string_view, texture_shape_count> textures = {};  ///< per TextureShape
  /// Per TextureShape: the type that combines a texture with its sampler; empty if there is none.
  std::array<std::string_view, texture_shape_count> sampled_textures = {};
  std::string_view sampler = {};
  std::string_view comparing_sampler = {};  ///< of textures whose sampler compares
  std::string_view float_suffix = {};       ///< of literals
  /// The intrinsics whose name or form differs from intrinsic_name() and a call.
  std::vector<IntrinsicSpelling> intrinsics = {};
  /// The methods that gather the components, if they are not a parameter.
  std::array<std::string_view, 4> gathers = {};
  /// The functions that reinterpret an int and a uint as a float.
  std::string_view int_bits_to_float = {};
  std::string_view uint_bits_to_float = {};
  /// Functions that replace an operator; empty if the operator is used.
  std::string_view not_of_vectors = {};   ///< `!` of a bool vector
  std::string_view matrix_product = {};   ///< `*` as Operation::MatrixProduct
  std::string_view matrix_multiply = {};  ///< `*` as the elementwise product of two matrices
  std::string_view struct_open = " {\n";  ///< between a struct's name and its members
  std::string_view stored_matrix = {};  ///< before the type of a matrix in a block: `column_major `
  Keywords words = {};
};

/// What surrounds the statements of a stage's main function.
struct MainFrame {
  std::string head;   ///< `void main()`, without a line break
  std::string begin;  ///< lines after the opening brace
  std::string end;    ///< lines before the closing brace
};

struct TargetLanguage {
  std::string_view name;          ///< as native code names it: `glsl`
  std::string_view version = {};  ///< the first line of a stage, or empty
  std::string_view line_extension =
      {};  ///< the line that `#line` with file names requires, or empty
  Spelling spelling = {};
  /// Rewrites the program into what the language can express (see Program). The stage, the
  /// interface and the positions of existing symbols and statements stay. `calls`: per function,
  /// the helpers that it calls; given for those that are printed already, filled in for the others.
  Program (*raise)(const Programs& programs, const Program& program,
                   std::vector<HelperCalls>& calls) = nullptr;
  /// The text of a symbol: `material.wear`, `material_wear`.
  std::string (*symbol)(const Programs& programs, const Program& program,
                        const Symbol& symbol) = nullptr;
  /// Appends what is shared with the host and the other stage: blocks, textures, constants, inputs
  /// and outputs.
  void (*append_interface)(std::string& out, const Programs& programs,
                           const Program& program) = nullptr;
  MainFrame (*main_frame)(const Programs& programs, const Program& program) = nullptr;
  /// The line that texels of images without a sampler require, or empty.
  std::string_view texel_extension = {};
  /// How floats are spelled that are float16, and the line that they require; null if the language
  /// lacks them.
  const Spelling* float16 = nullptr;
  std::string_view float16_extension = {};
};

}  // namespace weft
