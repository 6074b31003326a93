#include <fmt/format.h>

#include "fragments/syntax/parser_module.h"
#include "support/spelling.h"

namespace weft {

std::optional<syntax::Signature> ModuleParser::parse_signature(std::string_view what,
                                                               bool is_graph) {
  std::uint32_t begin = cursor_.peek().begin;
  std::optional<syntax::Identifier> name =
      cursor_.expect_name(fmt::format("the name of the {}", what));
  if (!name) {
    return std::nullopt;
  }
  syntax::Signature signature{*name, {}, {}, syntax::Traits{}, {}, {}};
  if (cursor_.at(TokenKind::Less) && !parse_type_parameters(signature.type_parameters)) {
    return std::nullopt;
  }
  std::size_t open = cursor_.index();
  if (!cursor_.expect(TokenKind::LeftParen, fmt::format("and the ports of the {}", what)) ||
      !parse_ports(signature.ports) ||
      !cursor_.expect_closing(TokenKind::RightParen, open, "',' or ")) {
    return std::nullopt;
  }
  if (!cursor_.expect(TokenKind::Arrow, "and what it results in",
                      "written: fragment f(x: float) -> float { return x; }") ||
      !parse_result(signature, is_graph) || !parse_clauses(signature.clauses)) {
    return std::nullopt;
  }
  signature.span = cursor_.span_from(begin);
  return signature;
}

bool ModuleParser::parse_type_parameters(std::vector<syntax::TypeParameter>& into) {
  std::size_t open = cursor_.index();
  cursor_.take();
  do {
    std::optional<syntax::Identifier> name = cursor_.expect_name("the name of a type variable");
    if (!name) {
      return false;
    }
    syntax::TypeParameter parameter{*name, std::nullopt};
    if (cursor_.accept(TokenKind::Colon)) {
      parameter.bound = cursor_.expect_name("the bound of the type variable, like 'floating'");
      if (!parameter.bound) {
        return false;
      }
    }
    into.push_back(parameter);
  } while (cursor_.accept(TokenKind::Comma));
  return cursor_.expect_closing(TokenKind::Greater, open, "',' or ");
}

/// Parses up to the `)`, which the caller consumes.
bool ModuleParser::parse_ports(std::vector<syntax::Port>& into) {
  while (!cursor_.at(TokenKind::RightParen)) {
    if (!parse_port(into)) {
      return false;
    }
    if (!cursor_.accept(TokenKind::Comma)) {
      return true;
    }
  }
  return true;
}

bool ModuleParser::parse_port(std::vector<syntax::Port>& into) {
  std::string doc = cursor_.doc_comment();
  std::optional<syntax::Identifier> name = cursor_.expect_name("the name of a port");
  if (!name) {
    return false;
  }
  std::string hint;
  if (cursor_.at_name()) {
    hint = fmt::format("a port is written: {}", name_and_type(cursor_));
  }
  if (!cursor_.expect(TokenKind::Colon, "and the type of the port", hint)) {
    return false;
  }
  syntax::Port port{*name, syntax::EvalPort{{}, {*name, {}, {}, {}}}, {}, {}, std::move(doc), {}};
  if (!parse_port_kind(port)) {
    return false;
  }
  if (cursor_.accept(TokenKind::Equal)) {
    port.default_value = parse_expression();
    if (!port.default_value) {
      return false;
    }
  }
  MetaResult meta = parse_meta();
  if (!meta) {
    return false;
  }
  port.meta = std::move(*meta);
  port.span = cursor_.span_from(name->span.begin);
  into.push_back(std::move(port));
  return true;
}

/// Recurses into the parameters of functions, at most max_function_nesting deep.
bool ModuleParser::parse_port_kind(syntax::Port& port) {
  using Restriction = syntax::ValuePort::Restriction;
  std::size_t open = cursor_.index() + 1;
  bool is_function = cursor_.at_word("fn") && cursor_.at(TokenKind::LeftParen, 1);
  bool is_eval = cursor_.at_word("eval") && cursor_.at(TokenKind::LeftParen, 1);
  if (!is_function && !is_eval) {
    Restriction restriction = Restriction::None;
    if (cursor_.at_name(1)) {
      restriction = cursor_.accept_word("uniform")    ? Restriction::Uniform
                    : cursor_.accept_word("constant") ? Restriction::Constant
                                                      : Restriction::None;
    }
    std::optional<syntax::TypeRef> type = parse_type("the type of the port");
    if (type) {
      port.kind = syntax::ValuePort{restriction, std::move(*type)};
    }
    return type.has_value();
  }
  if (function_nesting_ == max_function_nesting) {
    return cursor_.fail_too_deep(cursor_.index(), max_function_nesting);
  }
  cursor_.take();
  cursor_.take();
  std::vector<syntax::Port> parameters;
  std::vector<syntax::EvalPort::Feature> features;
  if (is_function) {
    ++function_nesting_;
    bool fine = parse_ports(parameters);
    --function_nesting_;
    if (!fine) {
      return false;
    }
  } else if (!parse_evaluated_features(features)) {
    return false;
  }
  if (!cursor_.expect_closing(TokenKind::RightParen, open, "',' or ") ||
      !cursor_.expect(TokenKind::Arrow, "and what the function results in")) {
    return false;
  }
  std::optional<syntax::TypeRef> result = parse_type("the type of the function's result");
  if (!result) {
    return false;
  }
  if (is_function) {
    port.kind = syntax::FnPort{std::move(parameters), std::move(*result)};
  } else {
    port.kind = syntax::EvalPort{std::move(features), std::move(*result)};
  }
  return true;
}

bool ModuleParser::parse_result(syntax::Signature& into, bool is_graph) {
  if (cursor_.at(TokenKind::LeftBrace)) {
    std::uint32_t begin = cursor_.peek().begin;
    if (cursor_.at(TokenKind::RightBrace, 1)) {  // `-> {} drops {norm}`
      cursor_.take();
      cursor_.take();
      into.result = syntax::Traits{{}, cursor_.span_from(begin)};
      return true;
    }
    std::optional<syntax::Traits> traits = parse_traits();
    if (traits) {
      into.result = std::move(*traits);
    }
    return traits.has_value();
  }
  if (cursor_.at(TokenKind::LeftParen)) {
    std::vector<syntax::NamedResult> results;
    bool fine = parse_named_results(results);
    into.result = std::move(results);
    return fine;
  }
  std::optional<syntax::TypeRef> type =
      parse_type("the type of the result", {}, is_graph ? BehindType::Bindings : BehindType::Body);
  if (type) {
    into.result = std::move(*type);
  }
  return type.has_value();
}

bool ModuleParser::parse_named_results(std::vector<syntax::NamedResult>& into) {
  std::size_t open = cursor_.index();
  cursor_.take();
  do {
    std::optional<syntax::Identifier> name = cursor_.expect_name("the name of a result");
    if (!name || !cursor_.expect(TokenKind::Colon, "and the type of the result",
                                 "written: (value: float, crest: float)")) {
      return false;
    }
    std::optional<syntax::TypeRef> type = parse_type("the type of the result");
    if (!type) {
      return false;
    }
    into.push_back({*name, std::move(*type)});
  } while (cursor_.accept(TokenKind::Comma));
  return cursor_.expect_closing(TokenKind::RightParen, open, "',' or ");
}

bool ModuleParser::parse_clauses(std::vector<syntax::Clause>& into) {
  while (cursor_.at_name() && !(cursor_.at_word("native") && cursor_.at(TokenKind::RawString, 2))) {
    if (cursor_.peek().first_on_line && cursor_.at_declaration()) {
      return true;  // the body is missing, which the caller reports
    }
    if (!parse_clause(into)) {
      return false;
    }
  }
  return true;
}

bool ModuleParser::parse_clause(std::vector<syntax::Clause>& into) {
  const Token& word = cursor_.peek();
  auto take_name = [this](std::string_view what) {
    cursor_.take();
    return cursor_.expect_name(what);
  };
  if (cursor_.at_word("difficulty")) {
    cursor_.take();
    std::optional<double> value = parse_real("the difficulty");
    if (value) {
      into.emplace_back(syntax::DifficultyClause{*value, cursor_.span_from(word.begin)});
    }
    return value.has_value();
  }
  if (cursor_.at_word("operations")) {
    cursor_.take();
    std::optional<double> value = parse_real("the number of operations");
    if (value) {
      into.emplace_back(syntax::OperationsClause{*value, cursor_.span_from(word.begin)});
    }
    return value.has_value();
  }
  if (cursor_.at_word("drops") || cursor_.at_word("keeps")) {
    using Kind = syntax::TraitListClause::Kind;
    syntax::TraitListClause clause{cursor_.at_word("drops") ? Kind::Drops : Kind::Keeps, {}};
    cursor_.take();
    bool fine = parse_names(clause.traits, TokenKind::LeftBrace, TokenKind::RightBrace,
                            "the name of a trait");
    into.emplace_back(std::move(clause));
    return fine;
  }
  if (cursor_.at_word("extracts")) {
    cursor_.take();
    std::size_t open = cursor_.index();
    syntax::ExtractsClause clause;
    bool fine = cursor_.expect(TokenKind::LeftParen, "and the features that are extracted") &&
                parse_paths(clause.features) &&
                cursor_.expect_closing(TokenKind::RightParen, open, "',' or ");
    into.emplace_back(std::move(clause));
    return fine;
  }
  if (cursor_.at_word("from")) {
    cursor_.take();
    syntax::FromClause clause;
    bool fine = parse_names(clause.ports, TokenKind::LeftParen, TokenKind::RightParen,
                            "the name of a port");
    into.emplace_back(std::move(clause));
    return fine;
  }
  if (cursor_.at_word("where")) {
    std::optional<syntax::Identifier> relation =
        take_name("the name of a relation, like 'broadcast'");
    if (!relation) {
      return false;
    }
    syntax::WhereClause clause{*relation, {}};
    bool fine = parse_names(clause.ports, TokenKind::LeftParen, TokenKind::RightParen,
                            "the name of a port");
    into.emplace_back(std::move(clause));
    return fine;
  }
  if (cursor_.at_word("law") || cursor_.at_word("inverse")) {
    bool is_law = cursor_.at_word("law");
    std::optional<syntax::Identifier> name =
        take_name(is_law ? "the name of a law, like 'linear'" : "the name of a conversion");
    if (name && is_law) {
      into.emplace_back(syntax::LawClause{*name});
    } else if (name) {
      into.emplace_back(syntax::InverseClause{*name});
    }
    return name.has_value();
  }
  if (cursor_.accept_word("lossy")) {
    into.emplace_back(syntax::LossyClause{cursor_.span(word)});
    return true;
  }
  if (cursor_.accept_word("field")) {
    into.emplace_back(syntax::FieldClause{cursor_.span(word)});
    return true;
  }
  if (cursor_.accept_word("flat")) {
    into.emplace_back(syntax::FlatClause{cursor_.span(word)});
    return true;
  }
  static const std::vector<std::string_view> words = {
      "difficulty", "drops", "keeps", "lossy", "law",        "inverse", "extracts",
      "from",       "field", "flat",  "where", "operations", "native"};
  std::string near = spelling_hint(cursor_.text(word), words);
  return cursor_.fail_expected("a clause or the body",
                               near.empty()
                                   ? "clauses are difficulty, drops, keeps, lossy, law, inverse, "
                                     "extracts, from, field, flat, where, operations"
                                   : near);
}

/// A nonempty list of names in brackets.
bool ModuleParser::parse_names(std::vector<syntax::Identifier>& into, TokenKind open,
                               TokenKind close, std::string_view what) {
  std::size_t opening = cursor_.index();
  if (!cursor_.expect(open, fmt::format("after '{}'", cursor_.text(cursor_.previous())))) {
    return false;
  }
  do {
    std::optional<syntax::Identifier> name = cursor_.expect_name(what);
    if (!name) {
      return false;
    }
    into.push_back(*name);
  } while (cursor_.accept(TokenKind::Comma));
  return cursor_.expect_closing(close, opening, "',' or ");
}

/// A number, possibly negative; later passes check its range.
std::optional<double> ModuleParser::parse_real(std::string_view what) {
  bool negative = cursor_.at(TokenKind::Minus) && cursor_.at(TokenKind::Number, 1) &&
                  cursor_.accept(TokenKind::Minus);
  if (!cursor_.at(TokenKind::Number)) {
    cursor_.fail_expected(fmt::format("{}, a number", what));
    return std::nullopt;
  }
  double value = cursor_.number(cursor_.take()).real;
  return negative ? -value : value;
}

}  // namespace weft
