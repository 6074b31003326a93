#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "fragments/types/data_type.h"
#include "fragments/types/feature_set.h"
#include "fragments/types/precision.h"
#include "support/source.h"
#include "support/store.h"

// The IR of leaf bodies and of generated programs: typed expressions, stored flat in postorder,
// under structured control flow. The only side effects are assignments to locals, so expressions
// may be evaluated repeatedly or not at all. For example, `return a * 2.0;` in a leaf with the port
// `a: float3` is
//
//     exprs: 0 Port 0: float3    1 Literal 2.0: float    2 Multiply(0, 1): float3
//     stmts: 0 Return 2          1 Block {0}             root: 1

namespace weft {

struct Fragment;
using FragmentId = Id<Fragment>;

/// What a checked expression computes. Arguments are expressions of the same body with smaller ids
/// (postorder).
enum class Operation : std::uint8_t {
  Literal,  ///< payload: the 32 bits of a scalar (float32, int, uint; bool 0 or 1)
  Local,    ///< payload: index into Body::locals
  Port,     ///< payload: index of the fragment's port
  Feature,  ///< payload: index into Body::features
  Symbol,   ///< payload: a symbol of a Program; never in a library's bodies
  Length,   ///< an int: without arguments the length parameter named by payload, only in templates;
            ///< with one, the elements of that array, whose size the profile states
  Negate,
  Not,
  BitNot,
  Add,  ///< Add … Remainder: elementwise; scalars are broadcast over vectors and matrices
  Subtract,
  Multiply,  ///< elementwise or by a scalar; never the algebraic product
  Divide,
  Remainder,      ///< `%` on integers
  MatrixProduct,  ///< matrix × matrix, matrix × column vector, row vector × matrix
  ShiftLeft,
  ShiftRight,
  Less,  ///< Less … GreaterEqual: scalars only
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,  ///< Equal, NotEqual: compare whole values; the result is one bool
  NotEqual,
  And,  ///< And, Or: on bool; short-circuit (unobservable, since bodies are pure)
  Or,
  BitAnd,
  BitXor,
  BitOr,
  Select,     ///< condition (one bool), value if true, value if false
  Swizzle,    ///< payload: swizzle code, see pack_swizzle
  Index,      ///< array element, vector component, matrix column; arguments: object, int
  Member,     ///< payload: index of the struct's member, or of the result of a multi-result call
  Construct,  ///< a constructor or cast to `type`: broadcast, components, columns, conversion of
              ///< component kind, struct, array
  Intrinsic,  ///< payload: the Intrinsic (fragments/model/intrinsics.h)
  Call,  ///< payload: index into Body::calls; arguments: one per port in order, defaults filled in;
         ///< a call with several results has type void and only Member reads it
  PortCall,  ///< payload: index into Body::port_calls; arguments: see PortCall
};

/// Packs up to four component indices 0…3, two bits each, with the count above them (from bit 8).
constexpr std::uint32_t pack_swizzle(const int* components, int count) {
  std::uint32_t code = static_cast<std::uint32_t>(count) << 8;
  for (int i = 0; i < count; ++i) {
    code |= static_cast<std::uint32_t>(components[i]) << (2 * i);
  }
  return code;
}
constexpr int swizzle_count(std::uint32_t code) { return static_cast<int>(code >> 8); }
constexpr int swizzle_component(std::uint32_t code, int position) {
  return static_cast<int>(code >> (2 * position) & 3U);
}
/// The swizzle that selects what `outer` selects from what `inner` selects: `.yzx` then `.zx` is
/// `.xy`.
constexpr std::uint32_t swizzle_of_swizzle(std::uint32_t inner, std::uint32_t outer) {
  int components[4] = {};
  for (int i = 0; i < swizzle_count(outer); ++i) {
    components[i] = swizzle_component(inner, swizzle_component(outer, i));
  }
  return pack_swizzle(components, swizzle_count(outer));
}

struct BodyExpr {
  Operation op = Operation::Literal;
  DataType type;
  std::uint32_t payload = 0;
  std::uint32_t first_argument = 0;  ///< into Body::arguments
  std::uint32_t argument_count = 0;
  Span span = {};

  friend bool operator==(const BodyExpr&, const BodyExpr&) = default;
};
using BodyExprId = Id<BodyExpr>;

struct BodyStmt;
using BodyStmtId = Id<BodyStmt>;

struct BlockBody {
  std::vector<BodyStmtId> statements;
  friend bool operator==(const BlockBody&, const BlockBody&) = default;
};
struct IfBody {
  BodyExprId condition;
  BodyStmtId then_branch;                 ///< a block
  std::optional<BodyStmtId> else_branch;  ///< a block or another if
  friend bool operator==(const IfBody&, const IfBody&) = default;
};
struct ForBody {
  std::optional<BodyStmtId> initial;  ///< a declaration or an assignment
  BodyExprId condition;
  std::optional<BodyStmtId> step;  ///< an assignment
  BodyStmtId body;                 ///< a block
  friend bool operator==(const ForBody&, const ForBody&) = default;
};
struct WhileBody {
  BodyExprId condition;
  BodyStmtId body;
  friend bool operator==(const WhileBody&, const WhileBody&) = default;
};
/// A body with one result returns it. A body with several assigns them to output locals and returns
/// nothing.
struct ReturnBody {
  std::optional<BodyExprId> value;
  friend bool operator==(const ReturnBody&, const ReturnBody&) = default;
};
struct BreakBody {
  friend bool operator==(const BreakBody&, const BreakBody&) = default;
};
struct ContinueBody {
  friend bool operator==(const ContinueBody&, const ContinueBody&) = default;
};
/// Without an initial value the local is zero-initialized in every target.
struct DeclareBody {
  std::uint32_t local;
  std::optional<BodyExprId> initial;
  friend bool operator==(const DeclareBody&, const DeclareBody&) = default;
};
/// `target op= value`, or `target = value` without an operator. The target is an lvalue: a Local,
/// possibly inside Swizzle, Index and Member.
struct AssignBody {
  std::optional<Operation> op;
  BodyExprId target;
  BodyExprId value;
  friend bool operator==(const AssignBody&, const AssignBody&) = default;
};

struct BodyStmt {
  std::variant<BlockBody, IfBody, ForBody, WhileBody, ReturnBody, BreakBody, ContinueBody,
               DeclareBody, AssignBody>
      kind;
  Span span = {};

  friend bool operator==(const BodyStmt&, const BodyStmt&) = default;
};

struct BodyLocal {
  NameId name;
  DataType type;
  std::optional<std::uint32_t> output;  ///< set if the local holds that result of the fragment
  Span span = {};
  Precision precision = Precision::Full;  ///< Medium only in the bodies of Programs
  bool is_argument = false;  ///< stands for a port that is assigned to, which is its first value

  friend bool operator==(const BodyLocal&, const BodyLocal&) = default;
};

/// A call of another leaf from inside a body, with its type parameters bound.
struct BodyCall {
  FragmentId fragment;
  std::vector<DataType> type_arguments;
  std::vector<DataType> results = {};  ///< types of the results if there are several

  friend bool operator==(const BodyCall&, const BodyCall&) = default;
};

/// A call of an `fn` port (arguments: its parameters) or of an `eval` port (arguments: the injected
/// values, one per entry of `injected`).
struct PortCall {
  std::uint32_t port;
  std::vector<FeatureId> injected;
  /// Set only while a body is checked, never in a library: this is not a call but the function
  /// itself, forwarded as the argument for an `fn` port of a called leaf. Lists the positions of
  /// the parameters that already have arguments (partial application); see inline_handed_functions.
  std::optional<std::vector<std::uint32_t>> handed = {};

  friend bool operator==(const PortCall&, const PortCall&) = default;
};

/// The arguments of an expression that is being added: `{a, b}`, a vector, or another sequence of
/// ids. Only refers to them: the type of a parameter, never of anything that is kept.
class ArgumentList {
 public:
  ArgumentList() = default;
  ArgumentList(std::initializer_list<BodyExprId> ids)
      : ids_(ids.size() == 0 ? nullptr : &*ids.begin(), ids.size()) {}
  template <std::convertible_to<std::span<const BodyExprId>> Ids>
  ArgumentList(const Ids& ids) : ids_(ids) {}

  auto begin() const { return ids_.begin(); }
  auto end() const { return ids_.end(); }
  std::size_t size() const { return ids_.size(); }

 private:
  std::span<const BodyExprId> ids_;
};

/// A leaf's body after checking: every expression has a data type, every name is resolved, and `+=`
/// and `++` are assignments with an operator. A Program's functions and `main` use it too. A value
/// type.
struct Body {
  Store<BodyExpr> exprs;
  std::vector<BodyExprId> arguments;
  Store<BodyStmt> stmts;
  std::vector<BodyLocal> locals;
  std::vector<FeatureId>
      features;  ///< all extracted features, including those of called leaves; sorted by path
  std::vector<BodyCall> calls;
  std::vector<PortCall> port_calls;
  std::optional<BodyStmtId> root;  ///< a block

  BodyExprId argument(const BodyExpr& expr, std::uint32_t position) const {
    return arguments[expr.first_argument + position];
  }
  BodyExprId add(Operation op, DataType type, std::uint32_t payload, ArgumentList args, Span span) {
    auto first = static_cast<std::uint32_t>(arguments.size());
    for (const BodyExprId argument : args) {
      arguments.push_back(argument);
    }
    return exprs.add({op, type, payload, first, static_cast<std::uint32_t>(args.size()), span});
  }
  /// Removes everything and keeps the memory.
  void clear() {
    exprs.clear();
    arguments.clear();
    stmts.clear();
    locals.clear();
    features.clear();
    calls.clear();
    port_calls.clear();
    root.reset();
  }
  BodyStmtId add(BodyStmt stmt) { return stmts.add(std::move(stmt)); }

  friend bool operator==(const Body&, const Body&) = default;
};

/// Returns the local that an assignment to `target` changes: `v` for `v[i].xy`.
inline std::uint32_t assigned_local(const Body& body, BodyExprId target) {
  while (body.exprs[target].op != Operation::Local) {
    target = body.argument(body.exprs[target], 0);
  }
  return body.exprs[target].payload;
}

/// Calls `visit(id)` for every expression that the statement itself reads or assigns, in source
/// order; not for those of statements inside it. `id` refers to the statement: it is const if that
/// is.
template <typename Stmt, typename Visit>
void visit_expressions(Stmt& stmt, Visit&& visit) {
  if (auto* branch = std::get_if<IfBody>(&stmt.kind)) {
    visit(branch->condition);
  } else if (auto* loop = std::get_if<ForBody>(&stmt.kind)) {
    visit(loop->condition);
  } else if (auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
    visit(repeat->condition);
  } else if (auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
    if (result->value) {
      visit(*result->value);
    }
  } else if (auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
    if (declared->initial) {
      visit(*declared->initial);
    }
  } else if (auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
    visit(assigned->target);
    visit(assigned->value);
  }
}

/// Replaces every expression that the statement itself reads or assigns by `replace(expression)`,
/// in source order. Statements inside it keep theirs.
template <std::invocable<BodyExprId> Replace>
void replace_expressions(BodyStmt& stmt, Replace&& replace) {
  visit_expressions(stmt, [&](BodyExprId& id) { id = replace(id); });
}

}  // namespace weft
