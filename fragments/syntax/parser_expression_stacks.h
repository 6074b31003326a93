#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fragments/syntax/parser_binding.h"
#include "fragments/syntax/parser_state.h"

namespace weft::parsing {

/// What waits for an operand.
struct ExpressionFrame {
  enum class Kind : std::uint8_t {
    Unary,
    Binary,
    SelectTrue,   ///< after `?`
    SelectFalse,  ///< after `:`
    Paren,
    Index,
    Call,
    With,
    Lambda,
    LoopState,
    LoopBody
  };
  Kind kind;
  std::uint8_t op = 0;    ///< a UnaryOperator or BinaryOperator
  std::size_t token = 0;  ///< the token that opened it
  syntax::ExprId left = syntax::ExprId(0);
  syntax::ExprId middle = syntax::ExprId(0);
};
using FrameKind = ExpressionFrame::Kind;

struct OpenCall {
  syntax::CallExpr call;
  std::optional<syntax::Identifier> name;  ///< name of the argument being read
};
struct OpenWith {
  syntax::WithExpr with;
  syntax::Path feature;
};
struct OpenLoop {
  std::uint32_t begin;
  syntax::LoopExpr loop;
  BindingHead head;  ///< head of the state or binding being read
  std::size_t head_token = 0;
  std::optional<std::size_t> stitch = std::nullopt;  ///< the token of the open stitch block
  std::vector<syntax::BindingId> stitched = {};
};

/// The explicit stack of one expression, so that deep nesting in the input cannot overflow the call
/// stack.
///
/// An operator-precedence parser (R. Floyd, Syntactic Analysis and Operator Precedence, 1963): each
/// construct that waits for an operand is a frame, and the precedence of the next operator decides
/// which frames are reduced first. `value` is the last complete operand. For `a + b * c`, the
/// frames are Binary(a +) and Binary(b *) when `c` is complete. The bindings of `loop` are parsed
/// here too, since they contain expressions, which can contain loops.
struct ExpressionStacks {
  Parser& p;
  TokenCursor& cursor;  ///< of `p`
  std::vector<ExpressionFrame> frames = {};
  std::vector<OpenCall> calls = {};
  std::vector<OpenWith> withs = {};
  std::vector<std::vector<syntax::Identifier>> lambdas = {};
  std::vector<OpenLoop> loops = {};
  syntax::ExprId value = syntax::ExprId(0);
  bool ascribable = true;  ///< whether `as` may follow at the end of this expression
  bool broken = false;     ///< a binding of a loop failed; the rest is parsed only for its errors

  bool push(FrameKind kind, std::size_t token, std::uint8_t op = 0);
  void pop();
  /// Replaces the value by a new expression that spans from `begin` to the last consumed token.
  void make(std::uint32_t begin, decltype(syntax::Expr::kind) kind);
  std::uint32_t begin_of(syntax::ExprId id) const { return p.module.exprs[id].span.begin; }
};

/// What is parsed next.
enum class Step { Operand, Operator, End, LoopBinding, Done, Failed };

/// At the begin of an operand (parser_operand.cpp).
Step step_operand(ExpressionStacks& e);

// Loops (parser_loop.cpp)

/// At `loop COUNT with`.
Step begin_loop(ExpressionStacks& e);
Step end_loop_state(ExpressionStacks& e);
/// Starts the next binding of the innermost loop, or ends the loop.
Step step_loop_binding(ExpressionStacks& e);
Step end_loop_binding(ExpressionStacks& e);
/// After an error in the bindings of a loop: continues with the next binding, to find further
/// errors.
Step recover(ExpressionStacks& e);

}  // namespace weft::parsing
