#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/ir/interface.h"
#include "fragments/model/body.h"
#include "fragments/types/precision.h"
#include "support/index_table.h"

namespace weft {

/// What a Program reads or writes outside its functions.
enum class SymbolKind : std::uint8_t {
  BlockMember,    ///< index: Interface::blocks, member: its members
  Attribute,      ///< index: Interface::attributes
  VaryingOut,     ///< index: Interface::varyings, in the vertex stage
  VaryingIn,      ///< the same, in the fragment stage
  Texture,        ///< index: Interface::textures
  SpecConstant,   ///< index: Interface::spec_constants
  FragCoord,      ///< float4
  FrontFacing,    ///< bool
  VertexIndex,    ///< int
  InstanceIndex,  ///< int
  ClipPosition,   ///< written by the vertex stage
  Target,         ///< index: Interface::targets
  Depth,
  Storage,         ///< index: Interface::storage, written by threads
  State,           ///< index: Interface::states, read by threads (see Program)
  ThreadId,        ///< int3
  ThreadSize,      ///< int3: the size of the outputs
  Coverage,        ///< writing false discards the fragment
  Sampler,         ///< index: Interface::samplers; only in raised Programs
  FunctionInput,   ///< index: the inputs in the stage's Interface::functions
  FunctionOutput,  ///< index: the outputs in the same
  HostInput,       ///< index: HostProgram::inputs (host_program.h)
  HostResult,      ///< index: Interface::blocks, member: its members; written by the host
};

/// `type` is the declared type (the symbol of a bool parameter is a uint).
struct Symbol {
  SymbolKind kind = SymbolKind::BlockMember;
  std::uint32_t index = 0;
  std::uint32_t member = 0;
  DataType type;

  friend bool operator==(const Symbol&, const Symbol&) = default;
};

struct FunctionParameter {
  std::string name;
  DataType type;
  Precision precision = Precision::Full;
  friend bool operator==(const FunctionParameter&, const FunctionParameter&) = default;
};

/// A stretch of a native body: text, the name of a symbol, or the declaration of a parameter.
struct NativePiece {
  std::string text;
  std::optional<std::uint32_t> symbol;
  std::optional<std::uint32_t> parameter;  ///< of the function
  friend bool operator==(const NativePiece&, const NativePiece&) = default;
};
/// A native body in one language, with its names replaced.
struct NativeText {
  std::string language;  ///< TargetLanguage::name: `glsl`, `hlsl`
  std::vector<NativePiece> pieces;
  friend bool operator==(const NativeText&, const NativeText&) = default;
};

/// One leaf instance: type variables bound, textures and in-place features resolved to symbols. In
/// its body Operation::Port is a parameter. A function with several results, or with an array
/// result, which HLSL cannot return, has a void `result` and the result types in `results`; its
/// locals with an `output` are out parameters after the other parameters, in result order.
struct Function {
  std::string name;
  std::string doc;  ///< lines of text, without comment marks
  DataType result;
  std::vector<DataType>
      results;  ///< the types of the out parameters; empty unless `result` is void
  std::vector<FunctionParameter> parameters;
  Body body;
  std::vector<std::string> local_names;  ///< per local of the body
  /// Per language that the source has native code in. Empty: the function is its body.
  std::vector<NativeText> natives;
  std::optional<FragmentId> fragment;  ///< none: a helper, or a function given to a port
  /// The leaf's body in the library, if the function's text follows from it and from the names of
  /// the function, its callees and its structs. Else null.
  const Body* library_body = nullptr;
  /// For a function passed to a leaf: the port's parameters that it takes, as its first ones.
  std::vector<std::uint32_t> port_parameters = {};
  /// For a function passed to a leaf: the arrays whose elements it takes next, at the index with
  /// which the leaf reads its own elements.
  std::vector<Symbol> element_arrays = {};
  Precision precision = Precision::Full;  ///< of `result`
};

/// The function's native code in a language, or null.
const NativeText* find_native(const Function& function, std::string_view language);

/// How a raised Program writes Operation::Construct; its payload. A Program that is not raised has
/// Call everywhere, and its matrices are made of columns.
enum class ConstructForm : std::uint8_t {
  Call,  ///< `float3(a, b, c)`; of a texture: the texture with its sampler
  Rows,  ///< the same text for a matrix from its rows, or from its cells in row order
  Cast,  ///< `(float3)a`: a scalar that is broadcast, or a larger matrix that is cut
  List,  ///< `{ a, b }`, an initial value of a struct or array, or a part of one
};

/// What Operation::Index of a matrix selects in a raised Program; its payload. A Program that is
/// not raised has Column everywhere.
enum class IndexForm : std::uint8_t { Column, Row };

/// One stage. In its bodies
/// - Operation::Symbol's payload is a position in `symbols`, Operation::Call's one in `functions`;
/// - Operation::Index of a State has the place and the size of the threads as arguments, `int3`s;
/// the
///   place is one of theirs;
/// - Operation::Construct of a struct or array from one stored value (codegen/interface/layout.h)
/// undoes how
///   it is stored; arrays so made are initial values of locals only;
/// - a local declared without an initial value need not be zero: it is written before it is read;
/// - a call of a function with several results is an assignment whose target is the call itself:
/// the
///   call is of void type, and its last arguments are the locals that take the results.
/// A value: copyable and printable (program_text.h).
///
/// TargetLanguage::raise rewrites it for one language, so that a printer only spells it out. In the
/// bodies of a raised Program
/// - Construct and Index have the forms above, and a constructor is printed with all its arguments;
/// - comparisons by operator are of scalars; an Intrinsic compares vectors componentwise;
/// - scalar arguments of an Intrinsic may stand beside vectors, which they are broadcast to;
/// - texture intrinsics take what the language passes, e.g. a Sampler symbol after the texture;
/// - shift counts are below 32, and no integer is divided by 0 or -1.
struct Program {
  Stage stage = Stage::Vertex;
  std::vector<Symbol> symbols;
  IndexTable symbol_table;          ///< index of `symbols` for symbol_index() (symbol_reads.h)
  std::vector<Function> functions;  ///< callees before callers
  std::size_t helper_count = 0;     ///< how many of the first functions are helpers; if raised
  Body main;
  std::vector<std::string> local_names;              ///< per local of main
  std::vector<std::optional<EvaluationId>> origins;  ///< per statement of main
};

/// Makes calls follow functions that moved: the one that was at `i` is at `positions[i]`.
/// O(expressions).
void renumber_calls(Program& program, const std::vector<std::uint32_t>& positions);

/// The programs of a pipeline, vertex and fragment or compute, and what they share. The fragment
/// program is absent if it would have no visible effect (a depth profile without alpha test).
struct Programs {
  Interface interface;
  DataTypeTable types;                    ///< the library's types and the storage types
  std::vector<std::string> struct_names;  ///< per struct of `types`, as declared in the output
  std::vector<std::vector<std::string>> member_names;  ///< per struct and member
  std::vector<std::string> struct_makers;   ///< HLSL: names of the functions that construct them
  std::vector<std::string> struct_loaders;  ///< names of the functions that load them from blocks
  Program vertex;                           ///< empty in a compute profile
  bool has_float16 = false;  ///< locals of medium precision have that type, not only its digits
  std::optional<Program> fragment;
  std::optional<Program> thread = {};
  /// How many threads there are, which each of them is checked against; of a compute profile.
  std::optional<Symbol> thread_size = {};

  /// The programs that become text, in the order of the stages. A profile of functions may have
  /// nothing to compute per vertex.
  std::vector<const Program*> stages() const;
};

}  // namespace weft
