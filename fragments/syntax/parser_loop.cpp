// Parses `loop COUNT with (states) { bindings }` inside expressions, and recovers from errors in
// its bindings.

#include "fragments/syntax/parser_expression_stacks.h"
#include "fragments/syntax/parser_type.h"

namespace weft::parsing {
namespace {

Step begin_loop_state(ExpressionStacks& e) {
  OpenLoop& loop = e.loops.back();
  std::optional<syntax::Identifier> name = expect_name(e.p, "the name of a state of the loop");
  if (!name ||
      !expect(e.p, TokenKind::Colon, "and the type of the state", "written: sum: float = 0.0")) {
    return Step::Failed;
  }
  std::optional<syntax::TypeRef> type = parse_type(e.p, "the type of the state");
  if (!type || !expect(e.p, TokenKind::Equal, "and the state's first value")) {
    return Step::Failed;
  }
  loop.head = {*name, std::move(type)};
  return Step::Operand;
}

Step finish_loop(ExpressionStacks& e) {
  e.pop();
  OpenLoop loop = std::move(e.loops.back());
  e.loops.pop_back();
  e.make(loop.begin, std::move(loop.loop));
  e.ascribable = true;
  return Step::Operator;
}

/// Discards the innermost, partly parsed frame.
void drop_frame(ExpressionStacks& e) {
  switch (e.frames.back().kind) {
    case FrameKind::Call:
      e.calls.pop_back();
      break;
    case FrameKind::With:
      e.withs.pop_back();
      break;
    case FrameKind::Lambda:
      e.lambdas.pop_back();
      break;
    case FrameKind::LoopState:
    case FrameKind::LoopBody:
      e.loops.pop_back();
      break;
    case FrameKind::Unary:
    case FrameKind::Binary:
    case FrameKind::SelectTrue:
    case FrameKind::SelectFalse:
    case FrameKind::Paren:
    case FrameKind::Index:
      break;
  }
  e.pop();
}

}  // namespace

Step begin_loop(ExpressionStacks& e) {
  if (e.p.in_array_size) {
    // Sizes appear in types and types in loops: excluding loops from sizes bounds the recursion.
    fail_expected(e.p, "the size of an array", "it cannot contain a loop");
    return Step::Failed;
  }
  const Token& loop_token = e.cursor.take();
  const Token& count = e.cursor.take();
  e.cursor.take();  // `with`, checked by the caller
  if (count.kind == TokenKind::Number) {
    const NumberLiteral& number = e.cursor.number(count);
    if (number.kind == syntax::NumberKind::Float) {
      fail(e.p, Code::SyntaxError, e.cursor.span(count), "the step count of a loop is an integer");
      return Step::Failed;
    }
    e.value = e.p.module.exprs.add(
        {e.cursor.span(count), syntax::NumberExpr{number.kind, number.integer, 0}});
  } else {
    e.value = e.p.module.exprs.add({e.cursor.span(count), syntax::NameExpr{NameId(count.payload)}});
  }
  std::size_t open = e.cursor.index();
  if (!expect(e.p, TokenKind::LeftParen, "after 'with'",
              "written: loop 4 with (sum: float = 0.0) { sum = …; }") ||
      !e.push(FrameKind::LoopState, open)) {
    return Step::Failed;
  }
  e.loops.push_back({loop_token.begin, {e.value, {}, {}}, {{NameId(0), {}}, std::nullopt}});
  return begin_loop_state(e);
}

Step end_loop_state(ExpressionStacks& e) {
  OpenLoop& loop = e.loops.back();
  loop.loop.states.push_back({loop.head.name, std::move(*loop.head.type), e.value});
  if (e.cursor.accept(TokenKind::Comma) && !e.cursor.at(TokenKind::RightParen)) {
    return begin_loop_state(e);
  }
  if (!expect_closing(e.p, TokenKind::RightParen, e.frames.back().token, "',' or ")) {
    return Step::Failed;
  }
  std::size_t brace = e.cursor.index();
  if (!expect(e.p, TokenKind::LeftBrace, "and the bindings of the loop")) {
    return Step::Failed;
  }
  e.frames.back().kind = FrameKind::LoopBody;
  e.frames.back().token = brace;
  return Step::LoopBinding;
}

Step step_loop_binding(ExpressionStacks& e) {
  OpenLoop& loop = e.loops.back();
  loop.head_token = e.cursor.index();
  if (e.cursor.at_end() || at_misplaced_declaration(e.cursor)) {
    fail_unclosed(e.p, loop.stitch ? *loop.stitch + 1 : e.frames.back().token);
    e.frames.clear();  // the rest does not belong to the loop
    return Step::Failed;
  }
  if (e.cursor.accept(TokenKind::RightBrace)) {
    if (!loop.stitch) {
      return finish_loop(e);
    }
    std::uint32_t begin = e.cursor.token(*loop.stitch).begin;
    loop.loop.bindings.push_back(e.p.module.bindings.add(
        {e.cursor.span_from(begin), syntax::StitchBinding{std::move(loop.stitched)}}));
    loop.stitched.clear();
    loop.stitch.reset();
    return Step::LoopBinding;
  }
  if (e.cursor.at_word("stitch") && e.cursor.at(TokenKind::LeftBrace, 1)) {
    if (loop.stitch) {
      fail_expected(e.p, "a binding", "stitch blocks do not nest");
      return Step::Failed;
    }
    loop.stitch = e.cursor.index();
    e.cursor.take();
    e.cursor.take();
    return Step::LoopBinding;
  }
  std::optional<BindingHead> head = parse_binding_head(e.p, BindingPlace::Loop);
  if (!head) {
    return Step::Failed;
  }
  loop.head = std::move(*head);
  return Step::Operand;
}

Step end_loop_binding(ExpressionStacks& e) {
  OpenLoop& loop = e.loops.back();
  if (!expect_semicolon(e.p, "the binding")) {
    return Step::Failed;
  }
  syntax::BindingId id = e.p.module.bindings.add(
      {e.cursor.span_from(e.cursor.token(loop.head_token).begin),
       syntax::ValueBinding{loop.head.name, std::move(loop.head.type), e.value}});
  (loop.stitch ? loop.stitched : loop.loop.bindings).push_back(id);
  return Step::LoopBinding;
}

Step recover(ExpressionStacks& e) {
  e.broken = true;
  if (e.p.errors.too_deep() || e.p.errors.gave_up()) {
    return Step::Failed;
  }
  while (!e.frames.empty() && e.frames.back().kind != FrameKind::LoopBody) {
    drop_frame(e);
  }
  if (e.frames.empty()) {
    return Step::Failed;
  }
  std::size_t brace = e.loops.back().stitch ? *e.loops.back().stitch + 1 : e.frames.back().token;
  skip_statement(e.p, depth_inside(e.p, brace), e.loops.back().head_token);
  return Step::LoopBinding;
}

}  // namespace weft::parsing
