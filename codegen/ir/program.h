#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/ir/interface.h"
#include "fragments/model/body.h"
#include "support/index_table.h"

namespace weft {

/// What a Program reads or writes outside its functions.
enum class SymbolKind : std::uint8_t {
  BlockMember,    ///< index: Interface::blocks, member: its members
  Attribute,      ///< index: Interface::attributes
  VaryingOut,     ///< index: Interface::varyings, in the vertex stage
  VaryingIn,      ///< the same in the fragment stage
  Texture,        ///< index: Interface::textures
  SpecConstant,   ///< index: Interface::spec_constants
  FragCoord,      ///< float4
  FrontFacing,    ///< bool
  VertexIndex,    ///< int
  InstanceIndex,  ///< int
  ClipPosition,   ///< written by the vertex stage
  Target,         ///< index: Interface::targets
  Depth,
  Coverage,        ///< writing false to it discards the fragment
  FunctionInput,   ///< index: inputs of the stage's Interface::functions
  FunctionOutput,  ///< index: outputs of the same
  HostInput,       ///< index: HostProgram::inputs (host_program.h)
  HostResult,      ///< index: Interface::blocks, member: its members; written by the host
};

/// `type` is the declared one (a bool parameter's symbol is a uint).
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
  std::string language;  ///< `glsl`, `hlsl`
  std::vector<NativePiece> pieces;
  friend bool operator==(const NativeText&, const NativeText&) = default;
};

/// One instance of a leaf: its type variables bound, its textures and uniform features resolved to
/// symbols. In its body Operation::Port is a parameter. With several results, or an array, which
/// HLSL's functions cannot return, `result` is void, `results` are their types, and the locals that
/// have an `output` are out parameters behind the others, in the order of the results.
struct Function {
  std::string name;
  std::string doc;  ///< lines of text without comment marks
  DataType result;
  std::vector<DataType> results;  ///< of out parameters; empty unless `result` is void
  std::vector<FunctionParameter> parameters;
  Body body;
  std::vector<std::string> local_names;  ///< per local of the body
  /// Per language that the source has native code in. Empty: the function is its body.
  std::vector<NativeText> natives;
  FragmentId fragment;
  /// Of a function that a leaf is given: which of the port's parameters it takes, as its first.
  std::vector<std::uint32_t> port_parameters = {};
  /// The arrays whose elements it takes then, at the index with which the leaf reads those it
  /// gives.
  std::vector<Symbol> element_arrays = {};
};

/// The function's native code in a language, or null.
const NativeText* find_native(const Function& function, std::string_view language);

/// One stage, ready for a printer. In its bodies
/// - Operation::Symbol's payload is a position in `symbols`, Operation::Call's one in `functions`;
/// - Operation::Construct of a struct or array from one stored value (codegen/interface/layout.h)
/// undoes how
///   it is stored; arrays so made are initial values of locals only;
/// - a local declared without an initial value need not be zero: it is written before it is read;
/// - a call of a function with several results is an assignment whose target is the call itself:
/// the
///   call is of void type, and its last arguments are the locals that take the results.
/// A value: copyable and printable (program_text.h).
struct Program {
  Stage stage = Stage::Vertex;
  std::vector<Symbol> symbols;
  IndexTable symbol_table;          ///< finds symbols (symbol_index() in symbol_reads.h)
  std::vector<Function> functions;  ///< callees before callers
  Body main;
  std::vector<std::string> local_names;              ///< per local of main
  std::vector<std::optional<EvaluationId>> origins;  ///< per statement of main
};

/// The two stages of a pipeline and what they share. There is no fragment program where nothing of
/// it could be seen (a depth profile without alpha test).
struct Programs {
  Interface interface;
  DataTypeTable types;                    ///< the library's, and those made for storage
  std::vector<std::string> struct_names;  ///< per struct of `types`, as declared in the output
  std::vector<std::vector<std::string>> member_names;  ///< per struct and member
  std::vector<std::string>
      struct_makers;  ///< names of functions that HLSL needs to make values of them
  std::vector<std::string>
      struct_loaders;  ///< names of functions that make values of what lies in blocks
  Program vertex;
  std::optional<Program> fragment;
};

}  // namespace weft
