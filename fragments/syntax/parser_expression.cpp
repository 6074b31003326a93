#include "fragments/syntax/parser_expression.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "fragments/syntax/parser_expression_stacks.h"
#include "fragments/syntax/parser_hints.h"
#include "fragments/syntax/parser_type.h"

namespace weft::parsing {
namespace {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

struct Infix {
  BinaryOperator op = BinaryOperator::Add;
  int precedence = 0;
};

constexpr int no_precedence = 0;      // below every binary operator
constexpr int unary_precedence = 20;  // above every binary operator

constexpr std::size_t token_kinds = static_cast<std::size_t>(TokenKind::ShiftRight) + 1;

/// C's precedences, from 1 for `||` to 10 for `*`; 0 for tokens that are no binary operator.
constexpr auto infix_table = [] {
  std::array<Infix, token_kinds> table{};
  auto put = [&table](TokenKind kind, BinaryOperator op, int precedence) {
    table[static_cast<std::size_t>(kind)] = {op, precedence};
  };
  put(TokenKind::PipePipe, BinaryOperator::Or, 1);
  put(TokenKind::AmpersandAmpersand, BinaryOperator::And, 2);
  put(TokenKind::Pipe, BinaryOperator::BitOr, 3);
  put(TokenKind::Caret, BinaryOperator::BitXor, 4);
  put(TokenKind::Ampersand, BinaryOperator::BitAnd, 5);
  put(TokenKind::EqualEqual, BinaryOperator::Equal, 6);
  put(TokenKind::BangEqual, BinaryOperator::NotEqual, 6);
  put(TokenKind::Less, BinaryOperator::Less, 7);
  put(TokenKind::LessEqual, BinaryOperator::LessEqual, 7);
  put(TokenKind::Greater, BinaryOperator::Greater, 7);
  put(TokenKind::GreaterEqual, BinaryOperator::GreaterEqual, 7);
  put(TokenKind::ShiftLeft, BinaryOperator::ShiftLeft, 8);
  put(TokenKind::ShiftRight, BinaryOperator::ShiftRight, 8);
  put(TokenKind::Plus, BinaryOperator::Add, 9);
  put(TokenKind::Minus, BinaryOperator::Subtract, 9);
  put(TokenKind::Star, BinaryOperator::Multiply, 10);
  put(TokenKind::Slash, BinaryOperator::Divide, 10);
  put(TokenKind::Percent, BinaryOperator::Remainder, 10);
  return table;
}();

std::optional<Infix> infix_of(TokenKind kind) {
  const Infix& infix = infix_table[static_cast<std::size_t>(kind)];
  return infix.precedence > 0 ? std::optional(infix) : std::nullopt;
}

std::optional<UnaryOperator> prefix_of(TokenKind kind) {
  constexpr std::pair<TokenKind, UnaryOperator> table[] = {
      {TokenKind::Minus, UnaryOperator::Negate},
      {TokenKind::Bang, UnaryOperator::Not},
      {TokenKind::Plus, UnaryOperator::Plus},
      {TokenKind::Tilde, UnaryOperator::BitNot}};
  for (const auto& [token, op] : table) {
    if (token == kind) {
      return op;
    }
  }
  return std::nullopt;
}

/// `#rrggbb` or `#rrggbbaa`; the lexer has reported other lengths.
syntax::ColorExpr read_color(std::string_view text) {
  syntax::ColorExpr color{{0, 0, 0, 0}, text.size() == 9};
  auto nibble = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
  for (std::size_t i = 0; i < 4 && 2 * i + 2 < text.size(); ++i) {
    color.channels[i] =
        static_cast<std::uint8_t>((nibble(text[2 * i + 1]) * 16 + nibble(text[2 * i + 2])) & 0xff);
  }
  return color;
}

int precedence_of(BinaryOperator op) {
  constexpr int by_operator[] = {10, 10, 10, 9, 9, 8, 8, 7, 7, 7, 7, 6, 6, 5, 4, 3, 2, 1};
  return by_operator[static_cast<std::size_t>(op)];
}

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

Step fail_operand(ExpressionStacks& e) {
  std::string what = "an expression";
  if (e.cursor.index() > 0) {
    const Token& before = e.cursor.previous();
    what += before.kind == TokenKind::Semicolon || before.kind == TokenKind::RightBrace
                ? std::string()
                : fmt::format(" after {}", describe(e.cursor, before));
  }
  std::string hint;
  if (e.cursor.at(TokenKind::LeftBrace) && e.cursor.previous().kind == TokenKind::FatArrow) {
    hint =
        "a function is one expression: (x) => x * 2.0; for statements declare a fragment, and pass "
        "its name";
  } else if (e.cursor.at(TokenKind::LeftBrace)) {
    const bool is_array = e.cursor.index() > 1 &&
                          e.cursor.token(e.cursor.index() - 2).kind == TokenKind::RightBracket;
    hint = is_array ? "construct an array with the name of its type: float[3](a, b, c)"
                    : "construct a value with the name of its type: float3(a, b, c)";
  } else if (e.cursor.at(TokenKind::Equal) && infix_of(e.cursor.previous().kind)) {
    std::string_view op = e.cursor.text(e.cursor.previous());
    const bool is_spaced = e.cursor.peek().begin != e.cursor.previous().end;
    hint = is_spaced ? fmt::format("an assignment is written without a space: {}=", op)
                     : fmt::format("there is no '{0}='; write: a = a {0} b", op);
  } else if (e.cursor.at(TokenKind::Caret) && e.cursor.previous().kind == TokenKind::Caret) {
    hint = "write '!=' for the exclusive or of two bools";
  } else if (e.cursor.at(TokenKind::Star) && e.cursor.previous().kind == TokenKind::Star) {
    hint = "a power is written pow(a, b)";
  } else if (e.cursor.at_word("if")) {
    hint = "choose between two values with: condition ? a : b";
  } else if (e.cursor.at_word("for") || e.cursor.at_word("while")) {
    hint = "a loop in a graph is written: loop 4 with (sum: float = 0.0) { sum = …; }";
  } else if (e.cursor.at(TokenKind::RightBracket) &&
             e.cursor.previous().kind == TokenKind::LeftBracket) {
    hint = e.cursor.at(TokenKind::LeftParen, 1) ? "state the number of elements: float[2](a, b)"
                                                : "say which element, or how many: a[0]";
  }
  fail_expected(e.p, what, std::move(hint));
  return Step::Failed;
}

/// `as` and `with` may follow a value that is named `loop`.
bool is_word_after_operand(const ExpressionStacks& e, std::size_t ahead) {
  return e.cursor.at_word("as", ahead) || e.cursor.at_word("with", ahead) ||
         (e.cursor.at_word("keeps", ahead) && e.cursor.at_word("frame", ahead + 1));
}

/// `with (NAME: TYPE =` begins a loop, never an injection.
bool states_follow(const ExpressionStacks& e, std::size_t ahead) {
  return e.cursor.at_word("with", ahead) && e.cursor.at(TokenKind::LeftParen, ahead + 1) &&
         e.cursor.at_name(ahead + 2) && e.cursor.at(TokenKind::Colon, ahead + 3) &&
         e.cursor.at_name(ahead + 4) && e.cursor.at(TokenKind::Equal, ahead + 5);
}

Step step_name(ExpressionStacks& e) {
  const Token& token = e.cursor.peek();
  if (token.kind == TokenKind::Reserved) {
    bool is_true = e.cursor.at_word("true");
    if (!is_true && !e.cursor.at_word("false")) {
      return fail_operand(e);
    }
    e.cursor.take();
    e.make(token.begin, syntax::BoolExpr{is_true});
    return Step::Operator;
  }
  bool counted = e.cursor.at(TokenKind::Number, 1) || e.cursor.at_name(1);
  if (counted && e.cursor.at_word("loop") && e.cursor.at_word("with", 2)) {
    return begin_loop(e);
  }
  if (e.cursor.at_word("loop") &&
      ((counted && !is_word_after_operand(e, 1)) || states_follow(e, 1))) {
    e.cursor.take();
    fail_expected(
        e.p, "the number of steps and the first values of a loop",
        "loop 8 with (state: type = first) { … }; the number is a literal or a name: bind other "
        "expressions to a name first");
    return Step::Failed;
  }
  e.cursor.take();
  e.make(token.begin, syntax::NameExpr{NameId(token.payload)});
  return Step::Operator;
}

/// A parenthesis whose partner is followed by `=>`. The lexer has matched brackets.
bool at_lambda(const ExpressionStacks& e) {
  std::uint32_t close = e.cursor.peek().payload;
  return close != Token::no_match && e.cursor.token(close + 1).kind == TokenKind::FatArrow;
}

Step step_lambda(ExpressionStacks& e) {
  std::size_t open = e.cursor.index();
  bool is_operand = !e.frames.empty() && (e.frames.back().kind == FrameKind::Unary ||
                                          e.frames.back().kind == FrameKind::Binary);
  if (is_operand) {
    fail_expected(e.p, "an operand", "a function (p, q) => … must be a whole argument");
    return Step::Failed;
  }
  e.cursor.take();
  std::vector<syntax::Identifier> parameters;
  if (!e.cursor.at(TokenKind::RightParen)) {
    do {
      std::optional<syntax::Identifier> name = expect_name(
          e.p, "the name of a parameter", "the parameters of (p, q) => … take no types");
      if (!name) {
        return Step::Failed;
      }
      parameters.push_back(*name);
    } while (e.cursor.accept(TokenKind::Comma));
  }
  if (!expect_closing(e.p, TokenKind::RightParen, open, "',' or ") ||
      !expect(e.p, TokenKind::FatArrow, "after the parameters") ||
      !e.push(FrameKind::Lambda, open)) {
    return Step::Failed;
  }
  e.lambdas.push_back(std::move(parameters));
  return Step::Operand;
}

Step step_paren(ExpressionStacks& e) {
  if (!e.push(FrameKind::Paren, e.cursor.index())) {
    return Step::Failed;
  }
  e.cursor.take();
  return Step::Operand;
}

Step step_prefix(ExpressionStacks& e, UnaryOperator op, int times) {
  std::size_t token = e.cursor.index();
  e.cursor.take();
  for (int i = 0; i < times; ++i) {
    if (!e.push(FrameKind::Unary, token, static_cast<std::uint8_t>(op))) {
      return Step::Failed;
    }
  }
  return Step::Operand;
}

/// `--` is a statement, but `--1` and `---x` can only be signs.
Step step_double_sign(ExpressionStacks& e) {
  bool minus = e.cursor.at(TokenKind::MinusMinus);
  bool signs = e.cursor.at(TokenKind::Number, 1) || e.cursor.at(TokenKind::MinusMinus, 1) ||
               e.cursor.at(TokenKind::PlusPlus, 1) || e.cursor.at(TokenKind::Minus, 1) ||
               e.cursor.at(TokenKind::Plus, 1);
  if (!signs) {
    fail_expected(e.p, "an expression",
                  minus ? "'--' is a statement; write two minus signs as '- -'"
                        : "'++' is a statement; write two plus signs as '+ +'");
    return Step::Failed;
  }
  return step_prefix(e, minus ? UnaryOperator::Negate : UnaryOperator::Plus, 2);
}

Step step_operand(ExpressionStacks& e) {
  const Token& token = e.cursor.peek();
  e.ascribable = true;
  if (token.kind == TokenKind::Name || token.kind == TokenKind::Reserved) {
    return step_name(e);
  }
  if (token.kind == TokenKind::LeftParen) {
    return at_lambda(e) ? step_lambda(e) : step_paren(e);
  }
  if (std::optional<UnaryOperator> prefix = prefix_of(token.kind)) {
    return step_prefix(e, *prefix, 1);
  }
  if (token.kind == TokenKind::MinusMinus || token.kind == TokenKind::PlusPlus) {
    return step_double_sign(e);
  }
  bool is_literal = token.kind == TokenKind::Number || token.kind == TokenKind::String ||
                    token.kind == TokenKind::Color;
  if (!is_literal) {
    return fail_operand(e);
  }
  e.cursor.take();
  if (token.kind == TokenKind::Number) {
    const NumberLiteral& number = e.cursor.number(token);
    bool is_float = number.kind == syntax::NumberKind::Float;
    e.make(token.begin,
           syntax::NumberExpr{number.kind, number.integer, is_float ? number.real : 0});
  } else if (token.kind == TokenKind::String) {
    e.make(token.begin, syntax::StringExpr{e.cursor.string(token)});
  } else {
    e.make(token.begin, read_color(e.cursor.text(token)));
  }
  return Step::Operator;
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
  if (joined_assignment(e.cursor)) {
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

std::optional<syntax::AssignOperator> joined_assignment(const TokenCursor& cursor) {
  if (!cursor.at(TokenKind::Equal, 1)) {
    return std::nullopt;
  }
  switch (cursor.peek().kind) {
    case TokenKind::Percent:
      return syntax::AssignOperator::Remainder;
    case TokenKind::ShiftLeft:
      return syntax::AssignOperator::ShiftLeft;
    case TokenKind::ShiftRight:
      return syntax::AssignOperator::ShiftRight;
    case TokenKind::Ampersand:
      return syntax::AssignOperator::BitAnd;
    case TokenKind::Pipe:
      return syntax::AssignOperator::BitOr;
    case TokenKind::Caret:
      return syntax::AssignOperator::BitXor;
    default:
      return std::nullopt;
  }
}

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
