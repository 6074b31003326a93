#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fragments/syntax/parser_module.h"

namespace weft {

/// Parses one expression with an explicit stack, so that deep nesting in the input cannot overflow
/// the call stack.
///
/// An operator-precedence parser (R. Floyd, Syntactic Analysis and Operator Precedence, 1963): each
/// construct that waits for an operand is a frame, and the precedence of the next operator decides
/// which frames are reduced first. `value_` is the last complete operand. For `a + b * c`, the
/// frames are Binary(a +) and Binary(b *) when `c` is complete. The bindings of `loop` are parsed
/// here too, since they contain expressions, which can contain loops.
class ExpressionParser {
 public:
  explicit ExpressionParser(ModuleParser& parser)
      : parser_(parser),
        cursor_(parser.cursor()),
        module_(parser.module()),
        outer_nesting_(cursor_.nesting()) {}

  /// Parses up to the first token that cannot belong to the expression.
  std::optional<syntax::ExprId> run();

 private:
  enum class Step { Operand, Operator, End, LoopBinding, Done, Failed };

  enum class FrameKind : std::uint8_t {
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
  struct Frame {
    FrameKind kind;
    std::uint8_t op = 0;    ///< a UnaryOperator or BinaryOperator
    std::size_t token = 0;  ///< the token that opened it
    syntax::ExprId left = syntax::ExprId(0);
    syntax::ExprId middle = syntax::ExprId(0);
  };
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

  Step step_operand();
  Step step_name();
  Step step_prefix(syntax::UnaryOperator op, int times);
  Step step_double_sign();
  Step step_paren();
  Step step_lambda();
  Step step_operator();
  Step step_call();
  Step step_end();
  Step step_loop_binding();

  Step begin_loop();
  Step begin_loop_state();
  Step begin_argument();
  Step begin_injection();
  Step end_select();
  Step end_call();
  Step end_with();
  Step end_loop_state();
  Step end_loop_binding();
  Step finish_loop();
  Step recover();

  bool at_lambda() const;
  bool states_follow(std::size_t ahead) const;
  bool is_word_after_operand(std::size_t ahead) const;
  bool push(FrameKind kind, std::size_t token, std::uint8_t op = 0);
  void pop();
  void drop_frame();
  void reduce(int precedence);
  /// Replaces the value by a new expression that spans from `begin` to the last consumed token.
  void make(std::uint32_t begin, decltype(syntax::Expr::kind) kind);
  std::uint32_t begin_of(syntax::ExprId id) const { return module_.exprs[id].span.begin; }
  Step fail_operand();

  ModuleParser& parser_;
  TokenCursor& cursor_;
  syntax::Module& module_;
  std::size_t outer_nesting_;
  std::vector<Frame> frames_;
  std::vector<OpenCall> calls_;
  std::vector<OpenWith> withs_;
  std::vector<std::vector<syntax::Identifier>> lambdas_;
  std::vector<OpenLoop> loops_;
  syntax::ExprId value_ = syntax::ExprId(0);
  bool ascribable_ = true;  ///< whether `as` may follow at the end of this expression
  bool broken_ = false;     ///< a binding of a loop failed; the rest is parsed only for its errors
};

}  // namespace weft
