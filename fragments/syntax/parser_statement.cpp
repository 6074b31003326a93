#include "fragments/syntax/parser_statement.h"

#include <utility>
#include <vector>

#include "fragments/syntax/parser_expression.h"
#include "fragments/syntax/parser_operators.h"
#include "fragments/syntax/parser_statement_begin.h"
#include "fragments/syntax/parser_type.h"

namespace weft::parsing {
namespace {

/// Parses the body of a leaf with an explicit stack for nested statements, like ExpressionParser.
class StatementParser {
 public:
  explicit StatementParser(Parser& p)
      : p_(p), cursor_(p.cursor), module_(p.module), outer_nesting_(p.nesting) {}

  std::optional<syntax::StmtId> run();

 private:
  using MaybeStmt = std::optional<syntax::StmtId>;
  using MaybeExpr = std::optional<syntax::ExprId>;

  enum class FrameKind { Block, Then, Else, For, While };
  struct Frame {
    FrameKind kind;
    std::size_t token;                            ///< the token that opened it
    std::vector<syntax::StmtId> statements = {};  ///< for a block
    MaybeExpr condition = {};
    MaybeStmt initial = {};  ///< for `for`
    MaybeStmt step = {};
    MaybeStmt then_branch = {};
    bool broken = false;  ///< a part failed; the rest is parsed only for its errors
  };

  bool push(FrameKind kind, std::size_t token);
  void begin_statement();
  void begin_if();
  void begin_while();
  void begin_for();
  bool read_for_header(Frame& into, std::size_t open);
  MaybeExpr read_condition(std::size_t open);
  void skip_header(std::size_t open);
  /// Passes a complete statement (or nothing, for a failed one) to the enclosing frame.
  void deliver(MaybeStmt statement);
  MaybeStmt finish(Frame& frame);

  MaybeStmt read_jump();
  MaybeStmt read_simple_statement();
  MaybeStmt read_simple();
  MaybeStmt read_declaration();
  MaybeStmt read_further_locals(syntax::StmtId first);
  MaybeStmt read_step();
  void skip_failed(std::size_t first);

  syntax::StmtId make(std::uint32_t begin, decltype(syntax::Stmt::kind) kind);

  Parser& p_;
  TokenCursor& cursor_;
  syntax::Module& module_;
  std::size_t outer_nesting_;
  std::vector<Frame> frames_;
  MaybeStmt result_;
};

syntax::StmtId StatementParser::make(std::uint32_t begin, decltype(syntax::Stmt::kind) kind) {
  return module_.stmts.add({cursor_.span_from(begin), std::move(kind)});
}

bool StatementParser::push(FrameKind kind, std::size_t token) {
  if (!enter(p_, token)) {
    return false;
  }
  frames_.push_back({kind, token});
  return true;
}

std::optional<syntax::StmtId> StatementParser::run() {
  push(FrameKind::Block, cursor_.index());
  cursor_.take();
  while (!frames_.empty() && !p_.errors.too_deep()) {
    bool in_block = frames_.back().kind == FrameKind::Block;
    if (cursor_.at_end() || at_misplaced_declaration(cursor_)) {
      std::size_t block = frames_.size() - 1;
      while (frames_[block].kind != FrameKind::Block) {
        --block;
      }
      const Token& brace = cursor_.token(frames_[block].token);
      fail_missing(p_, "'}'", {}, {{"'{' was opened here", cursor_.span(brace)}});
      break;
    }
    if (in_block && cursor_.accept(TokenKind::RightBrace)) {
      deliver(finish(frames_.back()));
    } else {
      begin_statement();
    }
  }
  p_.nesting = outer_nesting_;
  return frames_.empty() ? result_ : std::nullopt;
}

void StatementParser::begin_statement() {
  std::size_t token = cursor_.index();
  if (cursor_.at(TokenKind::LeftBrace)) {
    cursor_.take();
    push(FrameKind::Block, token);
  } else if (cursor_.at_word("if")) {
    begin_if();
  } else if (cursor_.at_word("for")) {
    begin_for();
  } else if (cursor_.at_word("while")) {
    begin_while();
  } else {
    MaybeStmt statement = read_simple_statement();
    if (!statement) {
      skip_failed(token);
    }
    deliver(statement);
  }
}

void StatementParser::skip_failed(std::size_t first) {
  std::size_t block = frames_.size() - 1;
  while (frames_[block].kind != FrameKind::Block) {
    --block;
  }
  if (!p_.errors.too_deep()) {
    skip_statement(p_, depth_inside(p_, frames_[block].token), first);
  }
}

/// After an error in the parentheses of `if`, `for` or `while`: skips past them if they are closed.
void StatementParser::skip_header(std::size_t open) {
  std::uint32_t close = cursor_.token(open).kind == TokenKind::LeftParen
                            ? cursor_.token(open).payload
                            : Token::no_match;
  if (close != Token::no_match && close + 1 >= cursor_.index()) {
    cursor_.move_to(close + 1);
  } else {
    skip_failed(open - 1);
  }
}

StatementParser::MaybeExpr StatementParser::read_condition(std::size_t open) {
  if (!expect(p_, TokenKind::LeftParen, "and the condition")) {
    return std::nullopt;
  }
  MaybeExpr condition = parse_expression(p_);
  if (!condition ||
      !expect_closing(p_, TokenKind::RightParen, open, {},
                      cursor_.at(TokenKind::Equal) ? "write '==' for a comparison" : "")) {
    return std::nullopt;
  }
  return condition;
}

void StatementParser::begin_if() {
  std::size_t word = cursor_.index();
  cursor_.take();
  std::size_t open = cursor_.index();
  MaybeExpr condition = read_condition(open);
  if (!condition && !p_.errors.too_deep()) {
    skip_header(open);
  }
  if (push(FrameKind::Then, word)) {
    frames_.back().condition = condition;
    frames_.back().broken = !condition;
  }
}

void StatementParser::begin_while() {
  std::size_t word = cursor_.index();
  cursor_.take();
  std::size_t open = cursor_.index();
  MaybeExpr condition = read_condition(open);
  if (!condition && !p_.errors.too_deep()) {
    skip_header(open);
  }
  if (push(FrameKind::While, word)) {
    frames_.back().condition = condition;
    frames_.back().broken = !condition;
  }
}

void StatementParser::begin_for() {
  Frame frame{FrameKind::For, cursor_.index()};
  cursor_.take();
  std::size_t open = cursor_.index();
  if (!read_for_header(frame, open)) {
    frame.broken = true;
    if (!p_.errors.too_deep()) {
      skip_header(open);
    }
  }
  if (push(FrameKind::For, frame.token)) {
    frames_.back() = std::move(frame);
  }
}

bool StatementParser::read_for_header(Frame& into, std::size_t open) {
  constexpr std::string_view form = "written: for (int i = 0; i < n; ++i)";
  if (!expect(p_, TokenKind::LeftParen, "after 'for'", form)) {
    return false;
  }
  if (cursor_.at(TokenKind::Semicolon)) {
    return fail_expected(p_, "the loop initializer", std::string(form));
  }
  into.initial = read_simple();
  if (!into.initial || !expect(p_, TokenKind::Semicolon, "after the loop initializer", form)) {
    return false;
  }
  if (cursor_.at(TokenKind::Semicolon)) {
    return fail_expected(p_, "the condition of the loop", std::string(form));
  }
  into.condition = parse_expression(p_);
  if (!into.condition ||
      !expect(p_, TokenKind::Semicolon, "after the condition of the loop",
              cursor_.at(TokenKind::Equal) ? "write '==' for a comparison" : form)) {
    return false;
  }
  if (cursor_.at(TokenKind::RightParen)) {
    return fail_expected(p_, "the step of the loop", std::string(form));
  }
  into.step = read_simple();
  return into.step && expect_closing(p_, TokenKind::RightParen, open);
}

void StatementParser::deliver(MaybeStmt statement) {
  for (;;) {
    if (frames_.empty()) {
      result_ = statement;
      return;
    }
    Frame& frame = frames_.back();
    if (frame.kind == FrameKind::Block) {
      if (statement) {
        frame.statements.push_back(*statement);
      }
      return;
    }
    frame.broken = frame.broken || !statement;
    if (frame.kind == FrameKind::Then) {
      frame.then_branch = statement;
      frame.kind = FrameKind::Else;
      if (cursor_.accept_word("else")) {
        return;
      }
      statement = std::nullopt;
    }
    frame.step = frame.kind == FrameKind::For ? frame.step : statement;
    if (!frame.broken) {
      std::uint32_t begin = cursor_.token(frame.token).begin;
      if (frame.kind == FrameKind::Else) {
        statement = make(begin, syntax::IfStmt{*frame.condition, *frame.then_branch, statement});
      } else if (frame.kind == FrameKind::While) {
        statement = make(begin, syntax::WhileStmt{*frame.condition, *statement});
      } else {
        statement =
            make(begin, syntax::ForStmt{*frame.initial, *frame.condition, *frame.step, *statement});
      }
    } else {
      statement = std::nullopt;
    }
    frames_.pop_back();
    leave(p_);
  }
}

/// Finishes a block whose `}` was consumed.
StatementParser::MaybeStmt StatementParser::finish(Frame& frame) {
  syntax::StmtId block =
      make(cursor_.token(frame.token).begin, syntax::BlockStmt{std::move(frame.statements)});
  frames_.pop_back();
  leave(p_);
  return block;
}

StatementParser::MaybeStmt StatementParser::read_simple_statement() {
  if (cursor_.at(TokenKind::Reserved) && !cursor_.at_word("true") && !cursor_.at_word("false")) {
    return read_jump();
  }
  if (cursor_.at(TokenKind::Semicolon)) {
    fail_expected(p_, "a statement", "remove this ';'");
    return std::nullopt;
  }
  if (fail_foreign_statement(p_)) {
    return std::nullopt;
  }
  std::uint32_t begin = cursor_.peek().begin;
  MaybeStmt statement = read_simple();
  if (!statement) {
    return std::nullopt;
  }
  const auto* declaration = std::get_if<syntax::DeclareStmt>(&module_.stmts[*statement].kind);
  const bool declares = declaration != nullptr;
  // Sizes before the name would belong to several statements.
  if (declares && declaration->type_array_sizes.empty() && cursor_.at(TokenKind::Comma) &&
      frames_.back().kind == FrameKind::Block) {
    return read_further_locals(*statement);
  }
  std::string hint;
  if (cursor_.at(TokenKind::Comma)) {
    hint = declares ? "declare each local in a separate statement" : "there is no comma operator";
  } else if (declares && cursor_.at(TokenKind::LeftParen)) {
    hint = "a body cannot declare functions; declare another fragment";
  }
  if (!expect_semicolon(p_, declares ? "the declaration" : "the statement", std::move(hint))) {
    return std::nullopt;
  }
  module_.stmts[*statement].span = cursor_.span_from(begin);
  return statement;
}

/// `float a = 1.0, b;` is two declarations, in the tree too.
StatementParser::MaybeStmt StatementParser::read_further_locals(syntax::StmtId first) {
  const auto declared = std::get<syntax::DeclareStmt>(module_.stmts[first].kind);
  syntax::StmtId last = first;
  while (cursor_.accept(TokenKind::Comma)) {
    deliver(last);
    const std::uint32_t begin = cursor_.peek().begin;
    syntax::DeclareStmt next{declared.type, {}, declared.name, {}, {}, declared.is_const};
    const std::optional<syntax::Identifier> name = expect_name(p_, "the name of the local");
    if (!name || !parse_array_sizes(p_, next.name_array_sizes)) {
      return std::nullopt;
    }
    next.name = *name;
    if (cursor_.accept(TokenKind::Equal)) {
      next.initial = parse_expression(p_);
      if (!next.initial) {
        return std::nullopt;
      }
    }
    last = make(begin, std::move(next));
  }
  if (!expect_semicolon(p_, "the declaration")) {
    return std::nullopt;
  }
  module_.stmts[last].span = cursor_.span_from(module_.stmts[last].span.begin);
  return last;
}

StatementParser::MaybeStmt StatementParser::read_jump() {
  std::uint32_t begin = cursor_.peek().begin;
  if (cursor_.accept_word("return")) {
    MaybeExpr value;
    if (!cursor_.at(TokenKind::Semicolon) && !cursor_.at(TokenKind::RightBrace)) {
      value = parse_expression(p_);
      if (!value) {
        return std::nullopt;
      }
    }
    if (!expect_semicolon(p_, "'return'")) {
      return std::nullopt;
    }
    return make(begin, syntax::ReturnStmt{value});
  }
  bool is_break = cursor_.at_word("break");
  if (!is_break && !cursor_.at_word("continue")) {
    fail_expected(p_, "a statement",
                  cursor_.at_word("else") ? "this 'else' has no 'if' right before it" : "");
    return std::nullopt;
  }
  cursor_.take();
  if (!expect_semicolon(p_, is_break ? "'break'" : "'continue'")) {
    return std::nullopt;
  }
  return is_break ? make(begin, syntax::BreakStmt{}) : make(begin, syntax::ContinueStmt{});
}

StatementParser::MaybeStmt StatementParser::read_simple() {
  std::uint32_t begin = cursor_.peek().begin;
  if (cursor_.at(TokenKind::PlusPlus) || cursor_.at(TokenKind::MinusMinus)) {
    return read_step();
  }
  if (at_local_declaration(cursor_)) {
    return read_declaration();
  }
  MaybeExpr target = parse_expression(p_);
  if (!target) {
    return std::nullopt;
  }
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::PlusPlus || token.kind == TokenKind::MinusMinus) {
    cursor_.take();
    return make(begin, syntax::StepStmt{token.kind == TokenKind::PlusPlus, *target});
  }
  const std::optional<Assignment> assignment = assignment_at(cursor_);
  if (!assignment) {
    return make(begin, syntax::ExprStmt{*target});
  }
  for (int i = 0; i < assignment->tokens; ++i) {
    cursor_.take();
  }
  MaybeExpr value = parse_expression(p_);
  if (!value) {
    return std::nullopt;
  }
  return make(begin, syntax::AssignStmt{assignment->op, *target, *value});
}

StatementParser::MaybeStmt StatementParser::read_step() {
  const Token& sign = cursor_.take();
  MaybeExpr target = parse_expression(p_);
  if (!target) {
    return std::nullopt;
  }
  return make(sign.begin, syntax::StepStmt{sign.kind == TokenKind::PlusPlus, *target});
}

StatementParser::MaybeStmt StatementParser::read_declaration() {
  const std::uint32_t begin = cursor_.peek().begin;
  const bool is_const = cursor_.at_name(1) && cursor_.accept_word("const");
  const syntax::Identifier type = cursor_.identifier(cursor_.take());
  syntax::DeclareStmt declaration{type, {}, type, {}, {}, is_const};
  if (!parse_array_sizes(p_, declaration.type_array_sizes)) {
    return std::nullopt;
  }
  std::optional<syntax::Identifier> name = expect_name(p_, "the name of the local");
  if (!name || !parse_array_sizes(p_, declaration.name_array_sizes)) {
    return std::nullopt;
  }
  declaration.name = *name;
  if (cursor_.accept(TokenKind::Equal)) {
    declaration.initial = parse_expression(p_);
    if (!declaration.initial) {
      return std::nullopt;
    }
  }
  return make(begin, std::move(declaration));
}

}  // namespace

std::optional<syntax::StmtId> parse_body(Parser& p) { return StatementParser(p).run(); }

}  // namespace weft::parsing
