#include "fragments/syntax/parser_expression.h"

#include <string>

#include "fragments/syntax/parser_expression_stacks.h"
#include "fragments/syntax/parser_hints.h"
#include "fragments/syntax/parser_operators.h"
#include "fragments/syntax/parser_type.h"

namespace weft::parsing {
namespace {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

constexpr int no_precedence = 0;  // below every binary operator

/// Applies the pending operators that bind at least as tightly as `precedence` to the value.
void reduce(ExpressionStacks& e, int precedence) {
  while (!e.frames.empty()) {
    ExpressionFrame frame = e.frames.back();
    if (frame.kind == FrameKind::Unary && precedence <= unary_precedence) {
      e.pop();
      e.make(e.cursor.token(frame.token).begin,
             syntax::UnaryExpr{static_cast<UnaryOperator>(frame.op), e.value});
    } else if (frame.kind == FrameKind::Binary &&
               precedence_of(static_cast<BinaryOperator>(frame.op)) >= precedence) {
      e.pop();
      e.make(e.begin_of(frame.left),
             syntax::BinaryExpr{static_cast<BinaryOperator>(frame.op), frame.left, e.value});
    } else {
      return;
    }
  }
}

Step begin_argument(ExpressionStacks& e) {
  e.calls.back().name.reset();
  if (e.cursor.at_name() && e.cursor.at(TokenKind::Colon, 1)) {
    e.calls.back().name = e.cursor.identifier(e.cursor.take());
    e.cursor.take();
  }
  return Step::Operand;
}

Step step_call(ExpressionStacks& e) {
  std::size_t open = e.cursor.index();
  e.cursor.take();
  if (e.cursor.accept(TokenKind::RightParen)) {
    e.make(e.begin_of(e.value), syntax::CallExpr{e.value, {}});
    return Step::Operator;
  }
  if (!e.push(FrameKind::Call, open)) {
    return Step::Failed;
  }
  e.calls.push_back({{e.value, {}}, {}});
  return begin_argument(e);
}

Step begin_injection(ExpressionStacks& e) {
  std::optional<syntax::Path> feature = parse_path(e.p, "the name of a feature to replace");
  if (!feature || !expect(e.p, TokenKind::Colon, "after the feature to replace",
                          "written: x with (surface.uv: p.yz)")) {
    return Step::Failed;
  }
  e.withs.back().feature = std::move(*feature);
  return Step::Operand;
}

/// After a complete operand: parses a postfix, else an operator, else ends the expression.
Step step_operator(ExpressionStacks& e) {
  const Token& token = e.cursor.peek();
  if (token.kind == TokenKind::Dot) {
    e.cursor.take();
    std::optional<syntax::Identifier> member = expect_name(e.p, "the name of a member after '.'");
    if (!member) {
      return Step::Failed;
    }
    e.make(e.begin_of(e.value), syntax::MemberExpr{e.value, *member});
    return Step::Operator;
  }
  if (token.kind == TokenKind::LeftBracket && !opens_meta(e.cursor)) {
    std::size_t open = e.cursor.index();
    e.cursor.take();
    return e.push(FrameKind::Index, open) ? Step::Operand : Step::Failed;
  }
  if (token.kind == TokenKind::LeftParen) {
    return step_call(e);
  }
  if (token.kind == TokenKind::Name && e.cursor.at(TokenKind::LeftParen, 1) &&
      e.cursor.at_word("with")) {
    std::size_t with = e.cursor.index();
    e.cursor.take();
    e.cursor.take();
    if (!e.push(FrameKind::With, with)) {
      return Step::Failed;
    }
    e.withs.push_back({{e.value, {}}, {}});
    return begin_injection(e);
  }
  if (is_behind_cast(e.cursor)) {
    fail_expected(e.p, "an operator", cast_hint(e.cursor));
    return Step::Failed;
  }
  if (assignment_at(e.cursor)) {
    return Step::End;
  }
  if (std::optional<Infix> infix = infix_of(token.kind)) {
    reduce(e, infix->precedence);
    e.push(FrameKind::Binary, e.cursor.index(), static_cast<std::uint8_t>(infix->op));
    e.cursor.take();
    return Step::Operand;
  }
  if (token.kind == TokenKind::Question) {
    reduce(e, no_precedence);
    std::size_t question = e.cursor.index();
    e.cursor.take();
    return e.push(FrameKind::SelectTrue, question) ? Step::Operand : Step::Failed;
  }
  return Step::End;
}

Step end_select(ExpressionStacks& e) {
  ExpressionFrame& frame = e.frames.back();
  if (!e.cursor.at(TokenKind::Colon)) {
    const Token& question = e.cursor.token(frame.token);
    fail_expected(e.p, "':' and the value for false", {},
                  {{"the '?' is here", e.cursor.span(question)}});
    return Step::Failed;
  }
  e.cursor.take();
  frame.kind = FrameKind::SelectFalse;
  frame.middle = e.value;
  return Step::Operand;
}

Step end_call(ExpressionStacks& e) {
  OpenCall& open = e.calls.back();
  open.call.arguments.push_back({open.name, e.value});
  if (e.cursor.accept(TokenKind::Comma)) {
    return begin_argument(e);
  }
  std::string hint;
  if (e.cursor.at(TokenKind::Equal)) {
    hint = "a named argument is written 'name: value', a comparison '=='";
  } else if (e.cursor.at(TokenKind::Arrow)) {
    hint = "the arrow of a function is '=>': (x) => …";
  } else if (e.cursor.at(TokenKind::FatArrow)) {
    hint = "put the parameters of a function in parentheses: (x) => …";
  }
  if (!expect_closing(e.p, TokenKind::RightParen, e.frames.back().token, "',' or ",
                      std::move(hint))) {
    return Step::Failed;
  }
  e.pop();
  syntax::CallExpr call = std::move(open.call);
  e.calls.pop_back();
  e.make(e.begin_of(call.callee), std::move(call));
  e.ascribable = true;
  return Step::Operator;
}

Step end_with(ExpressionStacks& e) {
  OpenWith& open = e.withs.back();
  open.with.injections.push_back(
      {std::move(open.feature), e.value, e.cursor.accept_words("keeps", "frame")});
  if (e.cursor.accept(TokenKind::Comma)) {
    return begin_injection(e);
  }
  if (!expect_closing(e.p, TokenKind::RightParen, e.frames.back().token + 1, "',' or ")) {
    return Step::Failed;
  }
  e.pop();
  syntax::WithExpr with = std::move(open.with);
  e.withs.pop_back();
  e.make(e.begin_of(with.operand), std::move(with));
  e.ascribable = true;
  return Step::Operator;
}

/// The hint for what follows in the brackets of an index.
std::string comma_hint(const ExpressionStacks& e, const ExpressionFrame& frame) {
  const bool is_of_number =
      std::holds_alternative<syntax::NumberExpr>(e.p.module.exprs[frame.left].kind);
  if (is_of_number) {
    const std::string range = range_hint(e.cursor, frame.token);
    return range.empty() ? "a range is written: = … [min: 0, max: 1]" : range;
  }
  return e.cursor.at(TokenKind::Comma) ? "each dimension has its own brackets: a[i][j]" : "";
}

/// The value is a complete `expr` except for `as`: passes it to the enclosing bracket.
Step step_end(ExpressionStacks& e) {
  reduce(e, no_precedence);
  while (!e.frames.empty() && e.frames.back().kind == FrameKind::SelectFalse) {
    ExpressionFrame frame = e.frames.back();
    e.pop();
    e.make(e.begin_of(frame.left), syntax::SelectExpr{frame.left, frame.middle, e.value});
    reduce(e, no_precedence);
  }
  if (e.ascribable && e.cursor.at_word("as") && opens_traits_in_parentheses(e.cursor, 1)) {
    e.cursor.take();
    fail_expected(e.p, "'{' and traits", "traits are in braces: x as {use: normal, basis: world}");
    return Step::Failed;
  }
  if (e.ascribable && e.cursor.at_word("as") && e.cursor.at(TokenKind::LeftBrace, 1)) {
    e.cursor.take();
    std::optional<syntax::Traits> traits = parse_traits(e.p);
    if (!traits) {
      return Step::Failed;
    }
    e.make(e.begin_of(e.value), syntax::AscribeExpr{e.value, std::move(*traits)});
    e.ascribable = false;
  }
  if (e.frames.empty()) {
    return Step::Done;
  }
  ExpressionFrame frame = e.frames.back();
  switch (frame.kind) {
    case FrameKind::SelectTrue:
      return end_select(e);
    case FrameKind::Paren:
      if (!expect_closing(e.p, TokenKind::RightParen, frame.token, {},
                          e.cursor.at(TokenKind::Comma)
                              ? "construct a vector with the name of its type: float2(a, b)"
                          : e.cursor.at(TokenKind::Equal) ? "write '==' for a comparison"
                                                          : "")) {
        return Step::Failed;
      }
      e.pop();
      e.make(e.cursor.token(frame.token).begin, syntax::ParenExpr{e.value});
      e.ascribable = true;
      return Step::Operator;
    case FrameKind::Index:
      if (!expect_closing(e.p, TokenKind::RightBracket, frame.token, {}, comma_hint(e, frame))) {
        return Step::Failed;
      }
      e.pop();
      e.make(e.begin_of(frame.left), syntax::IndexExpr{frame.left, e.value});
      e.ascribable = true;
      return Step::Operator;
    case FrameKind::Call:
      return end_call(e);
    case FrameKind::With:
      return end_with(e);
    case FrameKind::Lambda:
      e.pop();
      e.make(e.cursor.token(frame.token).begin,
             syntax::LambdaExpr{std::move(e.lambdas.back()), e.value});
      e.lambdas.pop_back();
      e.ascribable = false;
      return Step::End;
    case FrameKind::LoopState:
      return end_loop_state(e);
    case FrameKind::LoopBody:
      return end_loop_binding(e);
    case FrameKind::Unary:
    case FrameKind::Binary:
    case FrameKind::SelectFalse:
      break;  // reduced above
  }
  WEFT_CHECK(false, "an operator at the end of an expression has no right operand");
  return Step::Failed;
}

}  // namespace

std::optional<syntax::ExprId> parse_expression(Parser& p) {
  ExpressionStacks e{p, p.cursor};
  const std::size_t outer_nesting = p.nesting;
  Step step = Step::Operand;
  for (;;) {
    switch (step) {
      case Step::Operand:
        step = step_operand(e);
        break;
      case Step::Operator:
        step = step_operator(e);
        break;
      case Step::End:
        step = step_end(e);
        break;
      case Step::LoopBinding:
        step = step_loop_binding(e);
        break;
      case Step::Failed:
        step = recover(e);
        if (step == Step::Failed) {
          p.nesting = outer_nesting;
          return std::nullopt;
        }
        break;
      case Step::Done:
        return e.broken ? std::nullopt : std::optional(e.value);
    }
  }
}

bool ExpressionStacks::push(FrameKind kind, std::size_t token, std::uint8_t op) {
  if (kind != FrameKind::Binary && !enter(p, token)) {
    return false;
  }
  frames.push_back({kind, op, token, value});
  return true;
}

void ExpressionStacks::pop() {
  if (frames.back().kind != FrameKind::Binary) {
    leave(p);
  }
  frames.pop_back();
}

void ExpressionStacks::make(std::uint32_t begin, decltype(syntax::Expr::kind) made) {
  value = p.module.exprs.add({cursor.span_from(begin), std::move(made)});
}

}  // namespace weft::parsing
