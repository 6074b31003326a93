#include "fragments/syntax/parser_expression.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace weft {
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

}  // namespace

std::optional<syntax::ExprId> ExpressionParser::run() {
  Step step = Step::Operand;
  for (;;) {
    switch (step) {
      case Step::Operand:
        step = step_operand();
        break;
      case Step::Operator:
        step = step_operator();
        break;
      case Step::End:
        step = step_end();
        break;
      case Step::LoopBinding:
        step = step_loop_binding();
        break;
      case Step::Failed:
        step = recover();
        if (step == Step::Failed) {
          cursor_.leave_to(outer_nesting_);
          return std::nullopt;
        }
        break;
      case Step::Done:
        return broken_ ? std::nullopt : std::optional(value_);
    }
  }
}

void ExpressionParser::make(std::uint32_t begin, decltype(syntax::Expr::kind) kind) {
  value_ = module_.exprs.add({cursor_.span_from(begin), std::move(kind)});
}

bool ExpressionParser::push(FrameKind kind, std::size_t token, std::uint8_t op) {
  if (kind != FrameKind::Binary && !cursor_.enter(token)) {
    return false;
  }
  frames_.push_back({kind, op, token, value_});
  return true;
}

void ExpressionParser::pop() {
  if (frames_.back().kind != FrameKind::Binary) {
    cursor_.leave();
  }
  frames_.pop_back();
}

/// Applies the pending operators that bind at least as tightly as `precedence` to the value.
void ExpressionParser::reduce(int precedence) {
  while (!frames_.empty()) {
    Frame frame = frames_.back();
    if (frame.kind == FrameKind::Unary && precedence <= unary_precedence) {
      pop();
      make(cursor_.token(frame.token).begin,
           syntax::UnaryExpr{static_cast<UnaryOperator>(frame.op), value_});
    } else if (frame.kind == FrameKind::Binary &&
               precedence_of(static_cast<BinaryOperator>(frame.op)) >= precedence) {
      pop();
      make(begin_of(frame.left),
           syntax::BinaryExpr{static_cast<BinaryOperator>(frame.op), frame.left, value_});
    } else {
      return;
    }
  }
}

ExpressionParser::Step ExpressionParser::step_operand() {
  const Token& token = cursor_.peek();
  ascribable_ = true;
  if (token.kind == TokenKind::Name || token.kind == TokenKind::Reserved) {
    return step_name();
  }
  if (token.kind == TokenKind::LeftParen) {
    return at_lambda() ? step_lambda() : step_paren();
  }
  if (std::optional<UnaryOperator> prefix = prefix_of(token.kind)) {
    return step_prefix(*prefix, 1);
  }
  if (token.kind == TokenKind::MinusMinus || token.kind == TokenKind::PlusPlus) {
    return step_double_sign();
  }
  bool is_literal = token.kind == TokenKind::Number || token.kind == TokenKind::String ||
                    token.kind == TokenKind::Color;
  if (!is_literal) {
    return fail_operand();
  }
  cursor_.take();
  if (token.kind == TokenKind::Number) {
    const NumberLiteral& number = cursor_.number(token);
    bool is_float = number.kind == syntax::NumberKind::Float;
    make(token.begin, syntax::NumberExpr{number.kind, number.integer, is_float ? number.real : 0});
  } else if (token.kind == TokenKind::String) {
    make(token.begin, syntax::StringExpr{cursor_.string(token)});
  } else {
    make(token.begin, read_color(cursor_.text(token)));
  }
  return Step::Operator;
}

ExpressionParser::Step ExpressionParser::step_name() {
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::Reserved) {
    bool is_true = cursor_.at_word("true");
    if (!is_true && !cursor_.at_word("false")) {
      return fail_operand();
    }
    cursor_.take();
    make(token.begin, syntax::BoolExpr{is_true});
    return Step::Operator;
  }
  bool counted = cursor_.at(TokenKind::Number, 1) || cursor_.at_name(1);
  if (counted && cursor_.at_word("loop") && cursor_.at_word("with", 2)) {
    return begin_loop();
  }
  if (cursor_.at_word("loop") && ((counted && !is_word_after_operand(1)) || states_follow(1))) {
    cursor_.take();
    cursor_.fail_expected(
        "the number of steps and the first values of a loop",
        "loop 8 with (state: type = first) { … }; the number is a literal or a name: bind other "
        "expressions to a name first");
    return Step::Failed;
  }
  cursor_.take();
  make(token.begin, syntax::NameExpr{NameId(token.payload)});
  return Step::Operator;
}

/// `with (NAME: TYPE =` begins a loop, never an injection.
bool ExpressionParser::states_follow(std::size_t ahead) const {
  return cursor_.at_word("with", ahead) && cursor_.at(TokenKind::LeftParen, ahead + 1) &&
         cursor_.at_name(ahead + 2) && cursor_.at(TokenKind::Colon, ahead + 3) &&
         cursor_.at_name(ahead + 4) && cursor_.at(TokenKind::Equal, ahead + 5);
}

/// `as` and `with` may follow a value that is named `loop`.
bool ExpressionParser::is_word_after_operand(std::size_t ahead) const {
  return cursor_.at_word("as", ahead) || cursor_.at_word("with", ahead) ||
         (cursor_.at_word("keeps", ahead) && cursor_.at_word("frame", ahead + 1));
}

ExpressionParser::Step ExpressionParser::step_prefix(UnaryOperator op, int times) {
  std::size_t token = cursor_.index();
  cursor_.take();
  for (int i = 0; i < times; ++i) {
    if (!push(FrameKind::Unary, token, static_cast<std::uint8_t>(op))) {
      return Step::Failed;
    }
  }
  return Step::Operand;
}

/// `--` is a statement, but `--1` and `---x` can only be signs.
ExpressionParser::Step ExpressionParser::step_double_sign() {
  bool minus = cursor_.at(TokenKind::MinusMinus);
  bool signs = cursor_.at(TokenKind::Number, 1) || cursor_.at(TokenKind::MinusMinus, 1) ||
               cursor_.at(TokenKind::PlusPlus, 1) || cursor_.at(TokenKind::Minus, 1) ||
               cursor_.at(TokenKind::Plus, 1);
  if (!signs) {
    cursor_.fail_expected("an expression",
                          minus ? "'--' is a statement; write two minus signs as '- -'"
                                : "'++' is a statement; write two plus signs as '+ +'");
    return Step::Failed;
  }
  return step_prefix(minus ? UnaryOperator::Negate : UnaryOperator::Plus, 2);
}

ExpressionParser::Step ExpressionParser::step_paren() {
  if (!push(FrameKind::Paren, cursor_.index())) {
    return Step::Failed;
  }
  cursor_.take();
  return Step::Operand;
}

/// A parenthesis whose partner is followed by `=>`. The lexer has matched brackets.
bool ExpressionParser::at_lambda() const {
  std::uint32_t close = cursor_.peek().payload;
  return close != Token::no_match && cursor_.token(close + 1).kind == TokenKind::FatArrow;
}

ExpressionParser::Step ExpressionParser::step_lambda() {
  std::size_t open = cursor_.index();
  bool is_operand = !frames_.empty() && (frames_.back().kind == FrameKind::Unary ||
                                         frames_.back().kind == FrameKind::Binary);
  if (is_operand) {
    cursor_.fail_expected("an operand", "a function (p, q) => … must be a whole argument");
    return Step::Failed;
  }
  cursor_.take();
  std::vector<syntax::Identifier> parameters;
  if (!cursor_.at(TokenKind::RightParen)) {
    do {
      std::optional<syntax::Identifier> name = cursor_.expect_name(
          "the name of a parameter", "the parameters of (p, q) => … take no types");
      if (!name) {
        return Step::Failed;
      }
      parameters.push_back(*name);
    } while (cursor_.accept(TokenKind::Comma));
  }
  if (!cursor_.expect_closing(TokenKind::RightParen, open, "',' or ") ||
      !cursor_.expect(TokenKind::FatArrow, "after the parameters") ||
      !push(FrameKind::Lambda, open)) {
    return Step::Failed;
  }
  lambdas_.push_back(std::move(parameters));
  return Step::Operand;
}

/// After a complete operand: parses a postfix, else an operator, else ends the expression.
ExpressionParser::Step ExpressionParser::step_operator() {
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::Dot) {
    cursor_.take();
    std::optional<syntax::Identifier> member =
        cursor_.expect_name("the name of a member after '.'");
    if (!member) {
      return Step::Failed;
    }
    make(begin_of(value_), syntax::MemberExpr{value_, *member});
    return Step::Operator;
  }
  if (token.kind == TokenKind::LeftBracket && !cursor_.opens_meta()) {
    std::size_t open = cursor_.index();
    cursor_.take();
    return push(FrameKind::Index, open) ? Step::Operand : Step::Failed;
  }
  if (token.kind == TokenKind::LeftParen) {
    return step_call();
  }
  if (token.kind == TokenKind::Name && cursor_.at(TokenKind::LeftParen, 1) &&
      cursor_.at_word("with")) {
    std::size_t with = cursor_.index();
    cursor_.take();
    cursor_.take();
    if (!push(FrameKind::With, with)) {
      return Step::Failed;
    }
    withs_.push_back({{value_, {}}, {}});
    return begin_injection();
  }
  if (std::optional<Infix> infix = infix_of(token.kind)) {
    reduce(infix->precedence);
    push(FrameKind::Binary, cursor_.index(), static_cast<std::uint8_t>(infix->op));
    cursor_.take();
    return Step::Operand;
  }
  if (token.kind == TokenKind::Question) {
    reduce(no_precedence);
    std::size_t question = cursor_.index();
    cursor_.take();
    return push(FrameKind::SelectTrue, question) ? Step::Operand : Step::Failed;
  }
  return Step::End;
}

ExpressionParser::Step ExpressionParser::step_call() {
  std::size_t open = cursor_.index();
  cursor_.take();
  if (cursor_.accept(TokenKind::RightParen)) {
    make(begin_of(value_), syntax::CallExpr{value_, {}});
    return Step::Operator;
  }
  if (!push(FrameKind::Call, open)) {
    return Step::Failed;
  }
  calls_.push_back({{value_, {}}, {}});
  return begin_argument();
}

ExpressionParser::Step ExpressionParser::begin_argument() {
  calls_.back().name.reset();
  if (cursor_.at_name() && cursor_.at(TokenKind::Colon, 1)) {
    calls_.back().name = cursor_.identifier(cursor_.take());
    cursor_.take();
  }
  return Step::Operand;
}

ExpressionParser::Step ExpressionParser::begin_injection() {
  std::optional<syntax::Path> feature = parser_.parse_path("the name of a feature to replace");
  if (!feature || !cursor_.expect(TokenKind::Colon, "after the feature to replace",
                                  "written: x with (surface.uv: p.yz)")) {
    return Step::Failed;
  }
  withs_.back().feature = std::move(*feature);
  return Step::Operand;
}

/// The value is a complete `expr` except for `as`: passes it to the enclosing bracket.
ExpressionParser::Step ExpressionParser::step_end() {
  reduce(no_precedence);
  while (!frames_.empty() && frames_.back().kind == FrameKind::SelectFalse) {
    Frame frame = frames_.back();
    pop();
    make(begin_of(frame.left), syntax::SelectExpr{frame.left, frame.middle, value_});
    reduce(no_precedence);
  }
  if (ascribable_ && cursor_.at_word("as") && cursor_.at(TokenKind::LeftBrace, 1)) {
    cursor_.take();
    std::optional<syntax::Traits> traits = parser_.parse_traits();
    if (!traits) {
      return Step::Failed;
    }
    make(begin_of(value_), syntax::AscribeExpr{value_, std::move(*traits)});
    ascribable_ = false;
  }
  if (frames_.empty()) {
    return Step::Done;
  }
  Frame frame = frames_.back();
  switch (frame.kind) {
    case FrameKind::SelectTrue:
      return end_select();
    case FrameKind::Paren:
      if (!cursor_.expect_closing(TokenKind::RightParen, frame.token, {},
                                  cursor_.at(TokenKind::Comma)
                                      ? "construct a vector with the name of its type: float2(a, b)"
                                  : cursor_.at(TokenKind::Equal) ? "write '==' for a comparison"
                                                                 : "")) {
        return Step::Failed;
      }
      pop();
      make(cursor_.token(frame.token).begin, syntax::ParenExpr{value_});
      ascribable_ = true;
      return Step::Operator;
    case FrameKind::Index:
      if (!cursor_.expect_closing(
              TokenKind::RightBracket, frame.token, {},
              cursor_.at(TokenKind::Comma) ? "each dimension has its own brackets: a[i][j]" : "")) {
        return Step::Failed;
      }
      pop();
      make(begin_of(frame.left), syntax::IndexExpr{frame.left, value_});
      ascribable_ = true;
      return Step::Operator;
    case FrameKind::Call:
      return end_call();
    case FrameKind::With:
      return end_with();
    case FrameKind::Lambda:
      pop();
      make(cursor_.token(frame.token).begin,
           syntax::LambdaExpr{std::move(lambdas_.back()), value_});
      lambdas_.pop_back();
      ascribable_ = false;
      return Step::End;
    case FrameKind::LoopState:
      return end_loop_state();
    case FrameKind::LoopBody:
      return end_loop_binding();
    case FrameKind::Unary:
    case FrameKind::Binary:
    case FrameKind::SelectFalse:
      break;  // reduced above
  }
  WEFT_CHECK(false, "an operator at the end of an expression has no right operand");
  return Step::Failed;
}

ExpressionParser::Step ExpressionParser::end_select() {
  Frame& frame = frames_.back();
  if (!cursor_.at(TokenKind::Colon)) {
    const Token& question = cursor_.token(frame.token);
    cursor_.fail_expected("':' and the value for false", {},
                          {{"the '?' is here", cursor_.span(question)}});
    return Step::Failed;
  }
  cursor_.take();
  frame.kind = FrameKind::SelectFalse;
  frame.middle = value_;
  return Step::Operand;
}

ExpressionParser::Step ExpressionParser::end_call() {
  OpenCall& open = calls_.back();
  open.call.arguments.push_back({open.name, value_});
  if (cursor_.accept(TokenKind::Comma)) {
    return begin_argument();
  }
  std::string hint;
  if (cursor_.at(TokenKind::Equal)) {
    hint = "a named argument is written 'name: value', a comparison '=='";
  } else if (cursor_.at(TokenKind::FatArrow)) {
    hint = "put the parameters of a function in parentheses: (x) => …";
  }
  if (!cursor_.expect_closing(TokenKind::RightParen, frames_.back().token, "',' or ",
                              std::move(hint))) {
    return Step::Failed;
  }
  pop();
  syntax::CallExpr call = std::move(open.call);
  calls_.pop_back();
  make(begin_of(call.callee), std::move(call));
  ascribable_ = true;
  return Step::Operator;
}

ExpressionParser::Step ExpressionParser::end_with() {
  OpenWith& open = withs_.back();
  open.with.injections.push_back(
      {std::move(open.feature), value_, cursor_.accept_words("keeps", "frame")});
  if (cursor_.accept(TokenKind::Comma)) {
    return begin_injection();
  }
  if (!cursor_.expect_closing(TokenKind::RightParen, frames_.back().token + 1, "',' or ")) {
    return Step::Failed;
  }
  pop();
  syntax::WithExpr with = std::move(open.with);
  withs_.pop_back();
  make(begin_of(with.operand), std::move(with));
  ascribable_ = true;
  return Step::Operator;
}

ExpressionParser::Step ExpressionParser::fail_operand() {
  std::string what = "an expression";
  if (cursor_.index() > 0) {
    const Token& before = cursor_.previous();
    what += before.kind == TokenKind::Semicolon || before.kind == TokenKind::RightBrace
                ? std::string()
                : fmt::format(" after {}", cursor_.describe(before));
  }
  std::string hint;
  if (cursor_.at(TokenKind::LeftBrace)) {
    hint = "construct a value with the name of its type: float3(a, b, c)";
  } else if (cursor_.at(TokenKind::Equal) && infix_of(cursor_.previous().kind)) {
    std::string_view op = cursor_.text(cursor_.previous());
    hint = fmt::format("there is no '{0}='; write: a = a {0} b", op);
  } else if (cursor_.at(TokenKind::Caret) && cursor_.previous().kind == TokenKind::Caret) {
    hint = "write '!=' for the exclusive or of two bools";
  } else if (cursor_.at_word("if")) {
    hint = "choose between two values with: condition ? a : b";
  } else if (cursor_.at_word("for") || cursor_.at_word("while")) {
    hint = "a loop in a graph is written: loop 4 with (sum: float = 0.0) { sum = …; }";
  } else if (cursor_.at(TokenKind::RightBracket) &&
             cursor_.previous().kind == TokenKind::LeftBracket) {
    hint = "say which element, or how many: a[0]";
  }
  cursor_.fail_expected(what, std::move(hint));
  return Step::Failed;
}

}  // namespace weft
