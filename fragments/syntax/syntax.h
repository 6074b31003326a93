#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fragments/types/stage.h"
#include "support/interner.h"
#include "support/source.h"
#include "support/store.h"

/// The syntax tree of one `.weft` file, built by the parser and spelled out by the printer:
/// `parse(print(x)) = x`, up to layout. Expressions and statements are stored flat in postorder
/// (operands before their users), so that every pass over them can be a loop. Nothing is resolved:
/// names are spellings.
namespace weft::syntax {

struct Identifier {
  NameId name;
  Span span;
};

/// `view.to_world`: one or more identifiers.
struct Path {
  std::vector<Identifier> parts;
  Span span;
};

struct Expr;
struct Stmt;
struct Binding;
using ExprId = Id<Expr>;
using StmtId = Id<Stmt>;
using BindingId = Id<Binding>;

/// `name: value`, `name?: value`, `name: ?variable`.
struct TraitStatement {
  Identifier trait;
  bool conditional = false;
  bool variable = false;
  Identifier value;
};

struct Traits {
  std::vector<TraitStatement> statements;
  Span span;
};

struct TypeRef {
  Identifier name;
  std::vector<std::optional<ExprId>> array_sizes;  ///< outermost first; nothing for `[]`
  std::optional<Traits> traits;
  Span span;
};

// --- Expressions ---

enum class UnaryOperator { Negate, Not, Plus, BitNot };
enum class BinaryOperator {
  Multiply,
  Divide,
  Remainder,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or
};

struct NameExpr {
  NameId name;
};
enum class NumberKind { Int, Uint, Float };
struct NumberExpr {
  NumberKind kind;
  std::uint64_t integer = 0;  ///< for Int and Uint
  double real = 0;            ///< for Float
};
struct BoolExpr {
  bool value;
};
struct StringExpr {
  std::string value;
};
/// `#rrggbb` or `#rrggbbaa`.
struct ColorExpr {
  std::uint8_t channels[4];
  bool has_alpha;
};
struct ParenExpr {
  ExprId inner;
};
struct UnaryExpr {
  UnaryOperator op;
  ExprId operand;
};
struct BinaryExpr {
  BinaryOperator op;
  ExprId left;
  ExprId right;
};
struct SelectExpr {
  ExprId condition;
  ExprId if_true;
  ExprId if_false;
};
struct AscribeExpr {
  ExprId operand;
  Traits traits;
};
struct MemberExpr {
  ExprId object;
  Identifier member;
};
struct IndexExpr {
  ExprId object;
  ExprId index;
};
struct Argument {
  std::optional<Identifier> name;
  ExprId value;
};
struct CallExpr {
  ExprId callee;
  std::vector<Argument> arguments;
};
struct Injection {
  Path feature;
  ExprId value;
  /// Set by the words `keeps frame`: values anchored to the feature stay valid inside the
  /// injection.
  std::optional<Span> keeps_frame = std::nullopt;
};
struct WithExpr {
  ExprId operand;
  std::vector<Injection> injections;
};
struct LoopState {
  Identifier name;
  TypeRef type;
  ExprId initial;
};
struct LoopExpr {
  ExprId count;  ///< a number or a name
  std::vector<LoopState> states;
  std::vector<BindingId> bindings;
};
struct LambdaExpr {
  std::vector<Identifier> parameters;
  ExprId body;
};

struct Expr {
  Span span;
  std::variant<NameExpr, NumberExpr, BoolExpr, StringExpr, ColorExpr, ParenExpr, UnaryExpr,
               BinaryExpr, SelectExpr, AscribeExpr, MemberExpr, IndexExpr, CallExpr, WithExpr,
               LoopExpr, LambdaExpr>
      kind;
};

// --- Statements of leaf bodies ---

struct BlockStmt {
  std::vector<StmtId> statements;
};
struct IfStmt {
  ExprId condition;
  StmtId then_branch;
  std::optional<StmtId> else_branch;
};
struct ForStmt {
  StmtId initial;  ///< a DeclareStmt, AssignStmt, StepStmt or ExprStmt
  ExprId condition;
  StmtId step;
  StmtId body;
};
struct WhileStmt {
  ExprId condition;
  StmtId body;
};
struct ReturnStmt {
  std::optional<ExprId> value;
};
struct BreakStmt {};
struct ContinueStmt {};
/// `float x = 1.0`, `T both[2]`. `type_array_sizes` follow the type's name, `name_array_sizes` the
/// local's.
struct DeclareStmt {
  Identifier type;
  std::vector<std::optional<ExprId>> type_array_sizes;
  Identifier name;
  std::vector<std::optional<ExprId>> name_array_sizes;
  std::optional<ExprId> initial;
  bool is_const = false;  ///< `const float k = …;`: nothing assigns to it
};
enum class AssignOperator {
  Set,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  ShiftLeft,
  ShiftRight,
  BitAnd,
  BitOr,
  BitXor
};
struct AssignStmt {
  AssignOperator op;
  ExprId target;
  ExprId value;
};
/// `++i`, `--i`.
struct StepStmt {
  bool increment;
  ExprId target;
};
struct ExprStmt {
  ExprId value;
};

struct Stmt {
  Span span;
  std::variant<BlockStmt, IfStmt, ForStmt, WhileStmt, ReturnStmt, BreakStmt, ContinueStmt,
               DeclareStmt, AssignStmt, StepStmt, ExprStmt>
      kind;
};

// --- Declarations ---

/// `[label: "Paint", min: 0]`.
struct MetaEntry {
  Identifier name;
  ExprId value;
};
using Meta = std::vector<MetaEntry>;

struct TraitTreeNode {
  Identifier name;
  std::vector<TraitTreeNode> children;
  std::optional<Path> anchor =
      std::nullopt;  ///< the feature in whose frame values with this trait are expressed
  std::optional<Identifier> precision = std::nullopt;  ///< `full`, `medium`
};

struct ImportDecl {
  std::string path;
  Span path_span;
};
struct TraitDecl {
  bool is_guarantee = false;
  Identifier name;
  std::optional<Identifier> default_value;
  std::optional<Span> distinct;  ///< span of the keyword `distinct`
  std::vector<TraitTreeNode> values;
};
struct ExtendDecl {
  Path path;  ///< trait, or trait.value
  std::vector<TraitTreeNode> values;
  std::optional<Identifier> precision = std::nullopt;  ///< of the value that it extends
};
struct FeatureDecl {
  Path path;
  TypeRef type;
  Identifier rate;
  std::optional<ExprId> definition;
  std::vector<Path> anchors = {};  ///< injecting one of these makes the feature unavailable
  Meta meta = {};
};
struct StructMemberDecl {
  TypeRef type;
  Identifier name;
};
struct StructDecl {
  Identifier name;
  std::vector<StructMemberDecl> members;
};

struct Port;
struct ValuePort {
  enum class Restriction { None, Uniform, Constant } restriction = Restriction::None;
  TypeRef type;
};
struct FnPort {
  std::vector<Port> parameters;
  TypeRef result;
};
struct EvalPort {
  struct Feature {
    Path path;
    bool keeps_frame = false;
  };
  std::vector<Feature> features;
  TypeRef result;
};
struct Port {
  Identifier name;
  std::variant<ValuePort, FnPort, EvalPort> kind;
  std::optional<ExprId> default_value;
  Meta meta;
  std::string doc;
  Span span;
};

struct TypeParameter {
  Identifier name;
  std::optional<Identifier> bound;
};
struct NamedResult {
  Identifier name;
  TypeRef type;
};
/// A conversion that keeps the data type declares only traits.
using ResultDecl = std::variant<Traits, TypeRef, std::vector<NamedResult>>;

struct DifficultyClause {
  double value;
  Span span;
};
struct TraitListClause {
  enum class Kind { Drops, Keeps } kind;
  std::vector<Identifier> traits;
};
struct LossyClause {
  Span span;
};
struct LawClause {
  Identifier law;
};
/// The cost of one execution for placement, replacing the count of operations in the body.
struct OperationsClause {
  double count;
  Span span;
};
struct InverseClause {
  Identifier conversion;
};
struct ExtractsClause {
  std::vector<Path> features;
};
struct FromClause {
  std::vector<Identifier> ports;
};
struct FieldClause {
  Span span;
};
struct FlatClause {
  Span span;
};
struct UniformClause {
  Span span;
};
struct WhereClause {
  Identifier relation;
  std::vector<Identifier> ports;
};
using Clause = std::variant<DifficultyClause, TraitListClause, LossyClause, LawClause,
                            InverseClause, ExtractsClause, FromClause, FieldClause, FlatClause,
                            UniformClause, WhereClause, OperationsClause>;

struct Signature {
  Identifier name;
  std::vector<TypeParameter> type_parameters;
  std::vector<Port> ports;
  ResultDecl result;
  std::vector<Clause> clauses;
  Span span;
};

struct NativeBody {
  Identifier language;  ///< glsl or hlsl
  std::string text;
  Span text_span;
};

struct FragmentDecl {
  Signature signature;
  std::optional<StmtId> body;  ///< a BlockStmt, unless there are native bodies
  std::vector<NativeBody> natives;
};
struct ConversionDecl {
  Signature signature;
  std::optional<StmtId> body;
  std::vector<NativeBody> natives;
};

/// `name: type = expr` or `output expr = expr`; in graphs, materials and loops also `stitch {…}`.
struct ValueBinding {
  Identifier name;
  std::optional<TypeRef> type;
  ExprId value;
};
struct OutputBinding {
  ExprId target;  ///< in materials a plain name
  std::optional<ExprId> value;
};
struct StitchBinding {
  std::vector<BindingId> bindings;
};
struct Binding {
  Span span;
  std::variant<ValueBinding, OutputBinding, StitchBinding> kind;
};

struct GraphDecl {
  Signature signature;
  std::vector<BindingId> bindings;
};
struct ParameterDecl {
  enum class Kind { Plain, Static, Spec } kind = Kind::Plain;
  Identifier name;
  TypeRef type;
  std::optional<ExprId> default_value;
  Meta meta;
  std::string doc;
  Span span;
};
using MaterialItem = std::variant<ParameterDecl, BindingId>;
struct MaterialDecl {
  Identifier name;
  std::vector<MaterialItem> items;
};

enum class ProvisionKind { Attribute, Uniform, Push, Buffer, Builtin };
/// With a definition (`provide surface.position = …;`) there is exactly one feature, and `kind` is
/// meaningless.
struct ProvideItem {
  std::vector<Path> features;
  ProvisionKind kind;
  std::optional<std::uint32_t> attribute;  ///< location
  bool per_instance = false;
  Meta meta;
  Span span;
  std::optional<ExprId> definition = {};
  bool is_per_fragment = false;  ///< `at fragment`; definitions only
};
struct DemandTarget {
  enum class Kind { Target, Depth, Clip, Discard, Image, Buffer } kind;
  std::uint32_t index = 0;                ///< for Target, Image and Buffer
  std::optional<Identifier> format = {};  ///< for Image
};
struct DemandItem {
  Stage stage = Stage::Fragment;
  Identifier name;
  TypeRef type;
  std::optional<DemandTarget> target;
  bool is_invariant = false;
  bool is_flat = false;
  std::optional<ExprId> default_value;
  std::string doc;
  Span span;
};
struct SettingItem {
  Identifier name;
  std::variant<Identifier, double> value;
  Span span;
};
struct BlockMemberItem {
  Path feature;
  Meta meta;
  Span span;
};
/// `block Camera at set 0 binding 0 { … }` or `block Object as push { … }`
struct BlockItem {
  Identifier name;
  bool is_push = false;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::vector<BlockMemberItem> members;
  std::uint32_t head_end = 0;  ///< the offset of its `{`
  Span span;
};
struct ProfileDecl {
  Identifier name;
  std::optional<Identifier> base;
  bool as_functions = false;  ///< `profile name: base as functions { … }`
  std::vector<std::variant<ProvideItem, DemandItem, SettingItem, BlockItem>> items;
};

struct PreferDecl {
  Identifier preferred;
  Identifier over;
  std::optional<Traits> target;
};
struct CommutesDecl {
  Identifier first;
  Identifier second;
};
struct EqualsDecl {
  Identifier whole;
  std::vector<Identifier> steps;
};

/// `product {use: radiance} * {use: reflectance} -> {use: radiance};`.
struct ProductDecl {
  bool is_quotient = false;
  Traits left;
  Traits right;
  Traits result;
};

/// `bound color_like: float3, float4;`.
struct BoundDecl {
  Identifier name;
  std::vector<TypeRef> types;
};

struct Declaration {
  Span span;
  std::string doc;  ///< the preceding `///` lines without slashes, joined by line breaks
  std::variant<ImportDecl, TraitDecl, ExtendDecl, FeatureDecl, StructDecl, FragmentDecl,
               ConversionDecl, GraphDecl, MaterialDecl, ProfileDecl, PreferDecl, CommutesDecl,
               EqualsDecl, ProductDecl, BoundDecl>
      kind;
};

/// A parsed file.
struct Module {
  FileId file = FileId(0);
  Store<Expr> exprs;
  Store<Stmt> stmts;
  Store<Binding> bindings;
  std::vector<Declaration> declarations;
};

}  // namespace weft::syntax
