#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/syntax.h"

namespace weft::live {

/// An expression as part of another one.
struct Operand {
  syntax::ExprId expr;
  /// Whether an operator may be written there without parentheses.
  bool is_delimited = false;
};

/// The direct operands of an expression in the order of the text: the arguments of a call (its
/// callee only if that is more than a name), `with`: the operand, then the injected values; loops:
/// the count, the initial values, the bindings inside.
std::vector<Operand> operands_of(const syntax::Module& module, syntax::ExprId expr);

/// The expression inside parentheses and `as {…}`, which give a value no identity of its own.
syntax::ExprId unwrapped(const syntax::Module& module, syntax::ExprId expr);

/// Follows positions among operands, unwrapping on the way; nothing if there is no such operand.
std::optional<Operand> operand_at(const syntax::Module& module, syntax::ExprId root,
                                  std::span<const std::uint32_t> path);

/// A number, color, bool or string, a signed number, or a constructor of numbers.
bool is_literal(const syntax::Module& module, syntax::ExprId expr);

/// Whether the text of the expression reads as one operand without parentheses.
bool is_primary(const syntax::Module& module, syntax::ExprId expr);

/// One mention of a name.
struct NameUse {
  NameId name;
  Span span;
  bool is_callee = false;
  bool is_bound = false;  ///< by a lambda or loop inside the expression
};
/// The mentions that nothing inside the expression binds, in no particular order. O(expression); no
/// recursion.
std::vector<NameUse> names_in(const syntax::Module& module, syntax::ExprId root);
/// All mentions. A call finds a fragment though a lambda or loop binds its name.
std::vector<NameUse> all_names_in(const syntax::Module& module, syntax::ExprId root);

/// The names that lambdas and loops inside the expression bind.
std::vector<NameId> bound_in(const syntax::Module& module, syntax::ExprId root);
/// What binds a name inside the expression: "lambda parameter", "loop state" or "loop binding";
/// empty if nothing does.
std::string_view binder_in(const syntax::Module& module, syntax::ExprId root, NameId name);

}  // namespace weft::live
