#include "fragments/syntax/parser_signature.h"

#include <fmt/format.h>

#include "fragments/syntax/parser_expression.h"
#include "fragments/syntax/parser_hints.h"
#include "fragments/syntax/parser_type.h"
#include "support/spelling.h"

namespace weft::parsing {
namespace {

bool parse_ports(Parser& p, std::vector<syntax::Port>& into);

bool parse_type_parameters(Parser& p, std::vector<syntax::TypeParameter>& into) {
  std::size_t open = p.cursor.index();
  p.cursor.take();
  do {
    std::optional<syntax::Identifier> name = expect_name(p, "the name of a type variable");
    if (!name) {
      return false;
    }
    syntax::TypeParameter parameter{*name, std::nullopt};
    if (p.cursor.accept(TokenKind::Colon)) {
      parameter.bound = expect_name(p, "the bound of the type variable, like 'floating'");
      if (!parameter.bound) {
        return false;
      }
    }
    into.push_back(parameter);
  } while (p.cursor.accept(TokenKind::Comma));
  return expect_closing(p, TokenKind::Greater, open, "',' or ");
}

/// Recurses into the parameters of functions, at most max_function_nesting deep.
bool parse_port_kind(Parser& p, syntax::Port& port) {
  using Restriction = syntax::ValuePort::Restriction;
  std::size_t open = p.cursor.index() + 1;
  bool is_function = p.cursor.at_word("fn") && p.cursor.at(TokenKind::LeftParen, 1);
  bool is_eval = p.cursor.at_word("eval") && p.cursor.at(TokenKind::LeftParen, 1);
  if (!is_function && !is_eval) {
    Restriction restriction = Restriction::None;
    if (p.cursor.at_name(1)) {
      restriction = p.cursor.accept_word("uniform")    ? Restriction::Uniform
                    : p.cursor.accept_word("constant") ? Restriction::Constant
                                                       : Restriction::None;
    }
    std::optional<syntax::TypeRef> type = parse_type(p, "the type of the port");
    if (type) {
      port.kind = syntax::ValuePort{restriction, std::move(*type)};
    }
    return type.has_value();
  }
  if (p.function_nesting == max_function_nesting) {
    return p.errors.fail_too_deep(p.cursor.index(), max_function_nesting);
  }
  p.cursor.take();
  p.cursor.take();
  std::vector<syntax::Port> parameters;
  std::vector<syntax::EvalPort::Feature> features;
  if (is_function) {
    ++p.function_nesting;
    bool fine = parse_ports(p, parameters);
    --p.function_nesting;
    if (!fine) {
      return false;
    }
  } else if (!parse_evaluated_features(p, features)) {
    return false;
  }
  if (!expect_closing(p, TokenKind::RightParen, open, "',' or ") ||
      !expect(p, TokenKind::Arrow, "and what the function results in")) {
    return false;
  }
  std::optional<syntax::TypeRef> result = parse_type(p, "the type of the function's result");
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

bool parse_port(Parser& p, std::vector<syntax::Port>& into) {
  std::string doc = p.cursor.doc_comment();
  std::optional<syntax::Identifier> name = expect_name(p, "the name of a port");
  if (!name) {
    return false;
  }
  std::string hint;
  if (p.cursor.at_name()) {
    hint = qualified_port_hint(p.cursor);
  }
  if (!expect(p, TokenKind::Colon, "and the type of the port", hint)) {
    return false;
  }
  syntax::Port port{*name, syntax::EvalPort{{}, {*name, {}, {}, {}}}, {}, {}, std::move(doc), {}};
  if (!parse_port_kind(p, port)) {
    return false;
  }
  if (p.cursor.accept(TokenKind::Equal)) {
    port.default_value = parse_expression(p);
    if (!port.default_value) {
      return false;
    }
  }
  std::optional<syntax::Meta> meta = parse_meta(p);
  if (!meta) {
    return false;
  }
  port.meta = std::move(*meta);
  port.span = p.cursor.span_from(name->span.begin);
  into.push_back(std::move(port));
  return true;
}

/// Parses up to the `)`, which the caller consumes.
bool parse_ports(Parser& p, std::vector<syntax::Port>& into) {
  while (!p.cursor.at(TokenKind::RightParen)) {
    if (!parse_port(p, into)) {
      return false;
    }
    if (!p.cursor.accept(TokenKind::Comma)) {
      return true;
    }
  }
  return true;
}

bool parse_named_results(Parser& p, std::vector<syntax::NamedResult>& into) {
  std::size_t open = p.cursor.index();
  p.cursor.take();
  do {
    std::optional<syntax::Identifier> name = expect_name(p, "the name of a result");
    if (!name || !expect(p, TokenKind::Colon, "and the type of the result",
                         "written: (value: float, crest: float)")) {
      return false;
    }
    std::optional<syntax::TypeRef> type = parse_type(p, "the type of the result");
    if (!type) {
      return false;
    }
    into.push_back({*name, std::move(*type)});
  } while (p.cursor.accept(TokenKind::Comma));
  return expect_closing(p, TokenKind::RightParen, open, "',' or ");
}

bool parse_result(Parser& p, syntax::Signature& into, bool is_graph) {
  if (p.cursor.at(TokenKind::LeftBrace)) {
    std::uint32_t begin = p.cursor.peek().begin;
    if (p.cursor.at(TokenKind::RightBrace, 1)) {  // `-> {} drops {norm}`
      p.cursor.take();
      p.cursor.take();
      into.result = syntax::Traits{{}, p.cursor.span_from(begin)};
      return true;
    }
    std::optional<syntax::Traits> traits = parse_traits(p);
    if (traits) {
      into.result = std::move(*traits);
    }
    return traits.has_value();
  }
  if (p.cursor.at(TokenKind::LeftParen)) {
    std::vector<syntax::NamedResult> results;
    bool fine = parse_named_results(p, results);
    into.result = std::move(results);
    return fine;
  }
  std::optional<syntax::TypeRef> type =
      parse_type(p, "the type of the result", {}, is_graph ? AfterType::Bindings : AfterType::Body);
  if (type) {
    into.result = std::move(*type);
  }
  return type.has_value();
}

/// A nonempty list of names in brackets.
bool parse_names(Parser& p, std::vector<syntax::Identifier>& into, TokenKind open, TokenKind close,
                 std::string_view what) {
  std::size_t opening = p.cursor.index();
  if (!expect(p, open, fmt::format("after '{}'", p.cursor.text(p.cursor.previous())))) {
    return false;
  }
  do {
    std::optional<syntax::Identifier> name = expect_name(p, what);
    if (!name) {
      return false;
    }
    into.push_back(*name);
  } while (p.cursor.accept(TokenKind::Comma));
  return expect_closing(p, close, opening, "',' or ");
}

/// `difficulty 2`, `operations 10`.
bool parse_number_clause(Parser& p, std::vector<syntax::Clause>& into) {
  const bool is_difficulty = p.cursor.at_word("difficulty");
  const std::uint32_t begin = p.cursor.take().begin;
  const std::optional<double> value =
      parse_real(p, is_difficulty ? "the difficulty" : "the number of operations");
  if (value && is_difficulty) {
    into.emplace_back(syntax::DifficultyClause{*value, p.cursor.span_from(begin)});
  } else if (value) {
    into.emplace_back(syntax::OperationsClause{*value, p.cursor.span_from(begin)});
  }
  return value.has_value();
}

/// `drops {norm}`, `keeps {norm}`.
bool parse_trait_list_clause(Parser& p, std::vector<syntax::Clause>& into) {
  using Kind = syntax::TraitListClause::Kind;
  syntax::TraitListClause clause{p.cursor.at_word("drops") ? Kind::Drops : Kind::Keeps, {}};
  p.cursor.take();
  const bool fine = parse_names(p, clause.traits, TokenKind::LeftBrace, TokenKind::RightBrace,
                                "the name of a trait");
  into.emplace_back(std::move(clause));
  return fine;
}

bool parse_extracts_clause(Parser& p, std::vector<syntax::Clause>& into) {
  p.cursor.take();
  const std::size_t open = p.cursor.index();
  syntax::ExtractsClause clause;
  const bool fine = expect(p, TokenKind::LeftParen, "and the features that are extracted") &&
                    parse_paths(p, clause.features) &&
                    expect_closing(p, TokenKind::RightParen, open, "',' or ");
  into.emplace_back(std::move(clause));
  return fine;
}

bool parse_from_clause(Parser& p, std::vector<syntax::Clause>& into) {
  p.cursor.take();
  syntax::FromClause clause;
  const bool fine = parse_names(p, clause.ports, TokenKind::LeftParen, TokenKind::RightParen,
                                "the name of a port");
  into.emplace_back(std::move(clause));
  return fine;
}

bool parse_where_clause(Parser& p, std::vector<syntax::Clause>& into) {
  p.cursor.take();
  const std::optional<syntax::Identifier> relation =
      expect_name(p, "the name of a relation, like 'broadcast'");
  if (!relation) {
    return false;
  }
  syntax::WhereClause clause{*relation, {}};
  const bool fine = parse_names(p, clause.ports, TokenKind::LeftParen, TokenKind::RightParen,
                                "the name of a port");
  into.emplace_back(std::move(clause));
  return fine;
}

/// `law linear`, `inverse to_linear`.
bool parse_name_clause(Parser& p, std::vector<syntax::Clause>& into) {
  const bool is_law = p.cursor.at_word("law");
  p.cursor.take();
  const std::optional<syntax::Identifier> name =
      expect_name(p, is_law ? "the name of a law, like 'linear'" : "the name of a conversion");
  if (name && is_law) {
    into.emplace_back(syntax::LawClause{*name});
  } else if (name) {
    into.emplace_back(syntax::InverseClause{*name});
  }
  return name.has_value();
}

bool fail_no_clause(Parser& p) {
  static const std::vector<std::string_view> words = {
      "difficulty", "drops", "keeps", "lossy",   "law",   "inverse",    "extracts",
      "from",       "field", "flat",  "uniform", "where", "operations", "native"};
  const std::string near = spelling_hint(p.cursor.text(p.cursor.peek()), words);
  return fail_expected(p, "a clause or the body",
                       near.empty() ? "clauses are difficulty, drops, keeps, lossy, law, inverse, "
                                      "extracts, from, field, flat, uniform, where, operations"
                                    : near);
}

bool parse_clause(Parser& p, std::vector<syntax::Clause>& into) {
  const Token& word = p.cursor.peek();
  if (p.cursor.at_word("difficulty") || p.cursor.at_word("operations")) {
    return parse_number_clause(p, into);
  }
  if (p.cursor.at_word("drops") || p.cursor.at_word("keeps")) {
    return parse_trait_list_clause(p, into);
  }
  if (p.cursor.at_word("extracts")) {
    return parse_extracts_clause(p, into);
  }
  if (p.cursor.at_word("from")) {
    return parse_from_clause(p, into);
  }
  if (p.cursor.at_word("where")) {
    return parse_where_clause(p, into);
  }
  if (p.cursor.at_word("law") || p.cursor.at_word("inverse")) {
    return parse_name_clause(p, into);
  }
  if (p.cursor.accept_word("lossy")) {
    into.emplace_back(syntax::LossyClause{p.cursor.span(word)});
    return true;
  }
  if (p.cursor.accept_word("field")) {
    into.emplace_back(syntax::FieldClause{p.cursor.span(word)});
    return true;
  }
  if (p.cursor.accept_word("flat")) {
    into.emplace_back(syntax::FlatClause{p.cursor.span(word)});
    return true;
  }
  if (p.cursor.accept_word("uniform")) {
    into.emplace_back(syntax::UniformClause{p.cursor.span(word)});
    return true;
  }
  return fail_no_clause(p);
}

bool parse_clauses(Parser& p, std::vector<syntax::Clause>& into) {
  while (p.cursor.at_name() &&
         !(p.cursor.at_word("native") && p.cursor.at(TokenKind::RawString, 2))) {
    if (p.cursor.peek().first_on_line && at_declaration(p.cursor)) {
      return true;  // the body is missing, which the caller reports
    }
    if (!parse_clause(p, into)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<syntax::Signature> parse_signature(Parser& p, std::string_view what, bool is_graph) {
  std::uint32_t begin = p.cursor.peek().begin;
  if (!p.cursor.at_name()) {
    fail_expected(p, fmt::format("the name of the {}", what));
    return std::nullopt;
  }
  const syntax::Identifier name = p.cursor.identifier(p.cursor.take());
  syntax::Signature signature{name, {}, {}, syntax::Traits{}, {}, {}};
  if (p.cursor.at(TokenKind::Less) && !parse_type_parameters(p, signature.type_parameters)) {
    return std::nullopt;
  }
  std::size_t open = p.cursor.index();
  if (!p.cursor.accept(TokenKind::LeftParen)) {
    fail_expected(p, fmt::format("'(' and the ports of the {}", what));
    return std::nullopt;
  }
  if (!parse_ports(p, signature.ports) ||
      !expect_closing(p, TokenKind::RightParen, open, "',' or ")) {
    return std::nullopt;
  }
  if (!expect(p, TokenKind::Arrow, "and what it results in",
              "written: fragment f(x: float) -> float { return x; }") ||
      !parse_result(p, signature, is_graph) || !parse_clauses(p, signature.clauses)) {
    return std::nullopt;
  }
  signature.span = p.cursor.span_from(begin);
  return signature;
}

std::optional<double> parse_real(Parser& p, std::string_view what) {
  bool negative = p.cursor.at(TokenKind::Minus) && p.cursor.at(TokenKind::Number, 1) &&
                  p.cursor.accept(TokenKind::Minus);
  if (!p.cursor.at(TokenKind::Number)) {
    fail_expected(p, fmt::format("{}, a number", what));
    return std::nullopt;
  }
  double value = p.cursor.number(p.cursor.take()).real;
  return negative ? -value : value;
}

}  // namespace weft::parsing
