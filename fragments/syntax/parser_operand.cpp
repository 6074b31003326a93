// Parses operands: literals, names, parentheses, functions and the signs before them.

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "fragments/syntax/parser_expression_stacks.h"
#include "fragments/syntax/parser_operators.h"

namespace weft::parsing {
namespace {

using syntax::UnaryOperator;

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

}  // namespace

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

}  // namespace weft::parsing
