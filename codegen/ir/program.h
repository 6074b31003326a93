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
  Coverage,        ///< writing false discards the fragment
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
  FragmentId fragment;
  /// For a function passed to a leaf: the port's parameters that it takes, as its first ones.
  std::vector<std::uint32_t> port_parameters = {};
  /// For a function passed to a leaf: the arrays whose elements it takes next, at the index with
  /// which the leaf reads its own elements.
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
  IndexTable symbol_table;          ///< index of `symbols` for symbol_index() (symbol_reads.h)
  std::vector<Function> functions;  ///< callees before callers
  Body main;
  std::vector<std::string> local_names;              ///< per local of main
  std::vector<std::optional<EvaluationId>> origins;  ///< per statement of main
};

/// The two stages of a pipeline and what they share. The fragment program is absent if it would
/// have no visible effect (a depth profile without alpha test).
struct Programs {
  Interface interface;
  DataTypeTable types;                    ///< the library's types and the storage types
  std::vector<std::string> struct_names;  ///< per struct of `types`, as declared in the output
  std::vector<std::vector<std::string>> member_names;  ///< per struct and member
  std::vector<std::string> struct_makers;   ///< HLSL: names of the functions that construct them
  std::vector<std::string> struct_loaders;  ///< names of the functions that load them from blocks
  Program vertex;
  std::optional<Program> fragment;
};

}  // namespace weft
