// Parses `loop COUNT with (states) { bindings }` inside expressions, and recovers from errors in
// its bindings.

#include "fragments/syntax/parser_expression.h"

namespace weft {

ExpressionParser::Step ExpressionParser::begin_loop() {
  if (parser_.in_array_size_) {
    // Sizes appear in types and types in loops: excluding loops from sizes bounds the recursion.
    cursor_.fail_expected("the size of an array", "it cannot contain a loop");
    return Step::Failed;
  }
  const Token& loop_token = cursor_.take();
  const Token& count = cursor_.take();
  cursor_.take();  // `with`, checked by the caller
  if (count.kind == TokenKind::Number) {
    const NumberLiteral& number = cursor_.number(count);
    if (number.kind == syntax::NumberKind::Float) {
      cursor_.fail(Code::SyntaxError, cursor_.span(count),
                   "the step count of a loop is an integer");
      return Step::Failed;
    }
    value_ = module_.exprs.add(
        {cursor_.span(count), syntax::NumberExpr{number.kind, number.integer, 0}});
  } else {
    value_ = module_.exprs.add({cursor_.span(count), syntax::NameExpr{NameId(count.payload)}});
  }
  std::size_t open = cursor_.index();
  if (!cursor_.expect(TokenKind::LeftParen, "after 'with'",
                      "written: loop 4 with (sum: float = 0.0) { sum = …; }") ||
      !push(FrameKind::LoopState, open)) {
    return Step::Failed;
  }
  loops_.push_back({loop_token.begin, {value_, {}, {}}, {{NameId(0), {}}, std::nullopt}});
  return begin_loop_state();
}

ExpressionParser::Step ExpressionParser::begin_loop_state() {
  OpenLoop& loop = loops_.back();
  std::optional<syntax::Identifier> name = cursor_.expect_name("the name of a state of the loop");
  if (!name ||
      !cursor_.expect(TokenKind::Colon, "and the type of the state", "written: sum: float = 0.0")) {
    return Step::Failed;
  }
  std::optional<syntax::TypeRef> type = parser_.parse_type("the type of the state");
  if (!type || !cursor_.expect(TokenKind::Equal, "and the state's first value")) {
    return Step::Failed;
  }
  loop.head = {*name, std::move(type)};
  return Step::Operand;
}

ExpressionParser::Step ExpressionParser::end_loop_state() {
  OpenLoop& loop = loops_.back();
  loop.loop.states.push_back({loop.head.name, std::move(*loop.head.type), value_});
  if (cursor_.accept(TokenKind::Comma)) {
    return begin_loop_state();
  }
  if (!cursor_.expect_closing(TokenKind::RightParen, frames_.back().token, "',' or ")) {
    return Step::Failed;
  }
  std::size_t brace = cursor_.index();
  if (!cursor_.expect(TokenKind::LeftBrace, "and the bindings of the loop")) {
    return Step::Failed;
  }
  frames_.back().kind = FrameKind::LoopBody;
  frames_.back().token = brace;
  return Step::LoopBinding;
}

/// Starts the next binding of the innermost loop, or ends the loop.
ExpressionParser::Step ExpressionParser::step_loop_binding() {
  OpenLoop& loop = loops_.back();
  loop.head_token = cursor_.index();
  if (cursor_.at_end() || cursor_.at_misplaced_declaration()) {
    parser_.fail_unclosed(loop.stitch ? *loop.stitch + 1 : frames_.back().token);
    frames_.clear();  // the rest does not belong to the loop
    return Step::Failed;
  }
  if (cursor_.accept(TokenKind::RightBrace)) {
    if (!loop.stitch) {
      return finish_loop();
    }
    std::uint32_t begin = cursor_.token(*loop.stitch).begin;
    loop.loop.bindings.push_back(module_.bindings.add(
        {cursor_.span_from(begin), syntax::StitchBinding{std::move(loop.stitched)}}));
    loop.stitched.clear();
    loop.stitch.reset();
    return Step::LoopBinding;
  }
  if (cursor_.at_word("stitch") && cursor_.at(TokenKind::LeftBrace, 1)) {
    if (loop.stitch) {
      cursor_.fail_expected("a binding", "stitch blocks do not nest");
      return Step::Failed;
    }
    loop.stitch = cursor_.index();
    cursor_.take();
    cursor_.take();
    return Step::LoopBinding;
  }
  std::optional<BindingHead> head = parser_.parse_binding_head(BindingPlace::Loop);
  if (!head) {
    return Step::Failed;
  }
  loop.head = std::move(*head);
  return Step::Operand;
}

ExpressionParser::Step ExpressionParser::end_loop_binding() {
  OpenLoop& loop = loops_.back();
  if (!cursor_.expect_semicolon("the binding")) {
    return Step::Failed;
  }
  syntax::BindingId id = module_.bindings.add(
      {cursor_.span_from(cursor_.token(loop.head_token).begin),
       syntax::ValueBinding{loop.head.name, std::move(loop.head.type), value_}});
  (loop.stitch ? loop.stitched : loop.loop.bindings).push_back(id);
  return Step::LoopBinding;
}

ExpressionParser::Step ExpressionParser::finish_loop() {
  pop();
  OpenLoop loop = std::move(loops_.back());
  loops_.pop_back();
  make(loop.begin, std::move(loop.loop));
  ascribable_ = true;
  return Step::Operator;
}

/// Discards the innermost, partly parsed frame.
void ExpressionParser::drop_frame() {
  switch (frames_.back().kind) {
    case FrameKind::Call:
      calls_.pop_back();
      break;
    case FrameKind::With:
      withs_.pop_back();
      break;
    case FrameKind::Lambda:
      lambdas_.pop_back();
      break;
    case FrameKind::LoopState:
    case FrameKind::LoopBody:
      loops_.pop_back();
      break;
    case FrameKind::Unary:
    case FrameKind::Binary:
    case FrameKind::SelectTrue:
    case FrameKind::SelectFalse:
    case FrameKind::Paren:
    case FrameKind::Index:
      break;
  }
  pop();
}

/// After an error in the bindings of a loop: continues with the next binding, to find further
/// errors.
ExpressionParser::Step ExpressionParser::recover() {
  broken_ = true;
  if (cursor_.too_deep() || cursor_.gave_up()) {
    return Step::Failed;
  }
  while (!frames_.empty() && frames_.back().kind != FrameKind::LoopBody) {
    drop_frame();
  }
  if (frames_.empty()) {
    return Step::Failed;
  }
  std::size_t brace = loops_.back().stitch ? *loops_.back().stitch + 1 : frames_.back().token;
  cursor_.skip_statement(cursor_.depth_behind(brace), loops_.back().head_token);
  return Step::LoopBinding;
}

}  // namespace weft
