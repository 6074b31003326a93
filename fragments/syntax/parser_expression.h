#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fragments/syntax/parser_module.h"

namespace weft {

/// Reads one expression with a stack of its own, so that depth of input is not depth of the
/// program's stack.
///
/// It is an operator-precedence parser (after Floyd, Syntactic analysis and operator precedence,
/// 1963): what waits for an operand is a frame, and the next token decides which frames its left
/// operand belongs to. `value_` is the operand that is complete. The bindings of `loop` are read
/// here too, since they hold expressions that hold loops.
class ExpressionParser {
 public:
  explicit ExpressionParser(ModuleParser& parser)
      : parser_(parser),
        cursor_(parser.cursor()),
        module_(parser.module()),
        outer_nesting_(cursor_.nesting()) {}

  /// Up to the first token that cannot belong to the expression.
  std::optional<syntax::ExprId> run();

 private:
  enum class Step { Operand, Operator, End, LoopBinding, Done, Failed };

  enum class FrameKind : std::uint8_t {
    Unary,
    Binary,
    SelectTrue,   ///< behind `?`
    SelectFalse,  ///< behind `:`
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
    std::size_t token = 0;  ///< what opened it
    syntax::ExprId left = syntax::ExprId(0);
    syntax::ExprId middle = syntax::ExprId(0);
  };
  struct OpenCall {
    syntax::CallExpr call;
    std::optional<syntax::Identifier> name;  ///< of the argument being read
  };
  struct OpenWith {
    syntax::WithExpr with;
    syntax::Path feature;
  };
  struct OpenLoop {
    std::uint32_t begin;
    syntax::LoopExpr loop;
    BindingHead head;  ///< of the state or binding being read
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
  /// The value becomes a new expression, from a byte to the last token taken.
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
  bool ascribable_ = true;  ///< may `as` follow at the end of this expression?
  bool broken_ = false;     ///< a binding of a loop failed; the rest was read for its errors
};

}  // namespace weft
