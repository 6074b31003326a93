#include "fragments/syntax/parser_errors.h"

#include <optional>

#include <fmt/format.h>

namespace weft::parsing {

SyntaxErrors::SyntaxErrors(TokenCursor& cursor, Diagnostics known)
    : cursor_(cursor), diagnostics_(std::move(known)) {
  if (diagnostics_.size() >= max_errors) {
    give_up();
  }
}

void SyntaxErrors::give_up() {
  gave_up_ = true;
  cursor_.move_to(cursor_.tokens().size() - 1);
}

bool SyntaxErrors::fail(Code code, Span span, std::string message, std::string hint,
                        std::vector<Note> notes) {
  // The lexer has reported Error tokens. A second error at the same token is a consequence of the
  // first.
  const bool known =
      cursor_.at(TokenKind::Error) || cursor_.index() == last_error_ || too_deep_ || gave_up_;
  last_error_ = cursor_.index();
  if (known) {
    return false;
  }
  Diagnostic diagnostic = error_at(code, span, std::move(message), std::move(hint));
  diagnostic.notes = std::move(notes);
  diagnostics_.push_back(std::move(diagnostic));
  if (diagnostics_.size() >= max_errors) {
    diagnostics_.back().notes.push_back(
        {"too many errors: the rest of the file was not parsed", std::nullopt});
    give_up();
  }
  return false;
}

bool SyntaxErrors::fail_too_deep(std::size_t token, std::size_t limit) {
  if (!reported_too_deep_) {
    fail(Code::NestingTooDeep, cursor_.span(cursor_.token(token)),
         fmt::format("this is nested more than {} levels deep", limit),
         "name the inner parts separately");
  }
  reported_too_deep_ = true;
  too_deep_ = true;
  return false;
}

}  // namespace weft::parsing
