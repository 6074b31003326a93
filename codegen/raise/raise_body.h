#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "codegen/ir/program.h"
#include "codegen/raise/helper_functions.h"
#include "fragments/model/intrinsics.h"

// Raising rewrites a Program into what one target language can express. A language lists rules; the
// first that applies to an expression replaces it, and an expression without a rule is copied.
// Since bodies are in postorder, one loop over the expressions raises operands before their users,
// in O(expressions × rules). Rules are free functions, so languages share those that they have in
// common (raise_expressions.h, raise_intrinsics.h) and keep the others in their own folder. Rules
// are listed by operation, and most operations have none.
//
// Statements are rewritten first, still in the Program's own terms (raise_statements.h); rules then
// apply to what these rewrites made.

namespace weft {

class BodyRaise;

constexpr std::size_t operation_kinds = static_cast<std::size_t>(Operation::PortCall) + 1;

class OperationSet {
 public:
  constexpr OperationSet(std::initializer_list<Operation> operations) {
    for (const Operation op : operations) {
      bits_ |= bit(op);
    }
  }

  constexpr bool contains(Operation op) const { return (bits_ & bit(op)) != 0; }

 private:
  static constexpr std::uint64_t bit(Operation op) {
    static_assert(operation_kinds <= 64);
    return std::uint64_t{1} << static_cast<int>(op);
  }

  std::uint64_t bits_ = 0;
};

/// Returns the raised expression, or nothing if the rule does not apply to the source expression.
using ExpressionRule = std::optional<BodyExprId> (*)(BodyRaise& raise, const BodyExpr& from);

/// The rules for expressions with these operations, in order.
struct OperationRules {
  OperationSet operations;
  std::vector<ExpressionRule> rules;
};

/// The rules of a language, found by operation.
class ExpressionRules {
 public:
  /// An operation is in at most one of them.
  ExpressionRules(std::initializer_list<OperationRules> rules);

  /// Null if there are none. O(1).
  const std::vector<ExpressionRule>* find(Operation op) const {
    const std::uint8_t at = of_[static_cast<std::size_t>(op)];
    return at != 0 ? &rules_[at - 1].rules : nullptr;
  }

 private:
  std::vector<OperationRules> rules_;
  std::array<std::uint8_t, operation_kinds> of_ = {};  // position in rules_ + 1
};

/// A body whose statements are rewritten, with the names of its locals.
struct NamedBody {
  const Programs& programs;
  Body& body;
  std::vector<std::string>& names;  ///< per local

  std::uint32_t add_local(std::string name, DataType type);
  BodyExprId local(std::uint32_t index);
  BodyExprId number(DataType scalar, std::uint32_t bits);
  BodyExprId operation(Operation op, DataType type, ArgumentList arguments,
                       std::uint32_t payload = 0);
};

/// Appends the statements that replace `stmt` and returns true, or returns false if the rule does
/// not apply. Must not hold references into the body while it adds to it.
using StatementRule = bool (*)(NamedBody& body, BodyStmtId stmt, std::vector<BodyStmtId>& out);

/// Rewrites a body whose statements are rewritten, before its expressions are.
using BodyRule = void (*)(HelperList& helpers, NamedBody& body);

/// Writes a raised scalar in each component of a vector.
using SplatRule = BodyExprId (*)(BodyRaise& raise, BodyExprId scalar, DataType type);

struct RaiseRules {
  std::vector<StatementRule> statements;
  ExpressionRules expressions;
  /// Whether declarations take structs and arrays as lists, `{ a, b }`, instead of constructors.
  bool has_initial_lists = false;
  MakeHelper make_helper = nullptr;
  SplatRule splat = nullptr;
  BodyRule reads = nullptr;  ///< null: nothing to do
};

/// Rewrites main and the functions without native code, and puts the helper functions that they
/// call before them. `calls`: per function, as in TargetLanguage::raise.
Program raise_program(const Programs& programs, const Program& program, const RaiseRules& rules,
                      std::vector<HelperCalls>& calls);

/// Raises the body of a helper function that is written in a Program's terms.
Function raise_helper(HelperList& helpers, Function function);

/// The expressions of one body being raised: the source, which the rules read, and the result,
/// which they add to.
class BodyRaise {
 public:
  /// All references must outlive the object.
  BodyRaise(HelperList& helpers, Body& body) : helpers_(helpers), source_(body) {}

  /// Replaces the body's expressions. Its statements stay where they are.
  void run();

  const Programs& programs() const { return helpers_.programs(); }
  const Program& program() const { return helpers_.program(); }

  const BodyExpr& source(BodyExprId id) const { return source_.exprs[id]; }
  BodyExprId argument(const BodyExpr& from, std::uint32_t i) const {
    return source_.argument(from, i);
  }
  const BodyExpr& argument_expr(const BodyExpr& from, std::uint32_t i) const {
    return source(argument(from, i));
  }
  DataType argument_type(const BodyExpr& from, std::uint32_t i) const {
    return argument_expr(from, i).type;
  }

  /// The raised form of a source expression that is an operand of the one being raised.
  BodyExprId raised(BodyExprId source) const { return values_[source.index()]; }
  BodyExprId raised(const BodyExpr& from, std::uint32_t i) const {
    return raised(argument(from, i));
  }
  std::vector<BodyExprId> raised_arguments(const BodyExpr& from, std::uint32_t first = 0) const;

  BodyExprId add(Operation op, DataType type, ArgumentList arguments, std::uint32_t payload = 0) {
    return result().add(op, type, payload, arguments, {});
  }
  BodyExprId number(DataType scalar, std::uint32_t bits) {
    return add(Operation::Literal, scalar, {}, bits);
  }
  BodyExprId construct(DataType type, ArgumentList arguments,
                       ConstructForm form = ConstructForm::Call) {
    return add(Operation::Construct, type, arguments, static_cast<std::uint32_t>(form));
  }
  BodyExprId intrinsic(Intrinsic which, DataType type, ArgumentList arguments) {
    return add(Operation::Intrinsic, type, arguments, static_cast<std::uint32_t>(which));
  }
  /// `.xyz`: as many components of a vector as `type` has.
  BodyExprId first_components(BodyExprId raised, DataType type);
  /// `.xxx`: a scalar in each component of `type`.
  BodyExprId splat_by_swizzle(BodyExprId raised, DataType type);
  /// The value as `type`: a scalar where a vector is needed is splatted as the language does.
  BodyExprId broadcast(BodyExprId raised, DataType type);
  const BodyExpr& made(BodyExprId raised) const {
    return (has_result_ ? result_ : source_).exprs[raised];
  }
  BodyExprId call(const HelperKey& helper, DataType result, ArgumentList arguments);
  BodyExprId symbol(const Symbol& symbol);
  /// The source expression with raised arguments.
  BodyExprId copy(const BodyExpr& from);

 private:
  Body& result();
  void raise_expressions();
  void write_statements();

  HelperList& helpers_;
  Body& source_;
  Body result_;                     // the expressions, once a rule has replaced one
  bool has_result_ = false;         // until then the raised expressions are the source's
  std::vector<BodyExprId> values_;  // per source expression
  std::vector<std::optional<BodyExprId>> lists_;
};

/// Reachable statements of a body, parents before children.
std::vector<BodyStmtId> reachable_statements(const Body& body);

}  // namespace weft
