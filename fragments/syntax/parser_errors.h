#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "fragments/syntax/parser_cursor.h"

namespace weft::parsing {

/// The limit on errors of one file.
inline constexpr std::size_t max_errors = 100;

/// The errors of a file, as the parser reports them.
///
/// Error protocol: a function that finds an error reports it and returns failure, and its callers
/// do not report that failure again. A caller that can recover skips to the `;` or `}` that ends
/// the failed construct. There is at most one error per token and `max_errors` per file; at the
/// last one the cursor moves to the end of the file.
class SyntaxErrors {
 public:
  /// `known`: the errors of the lexer.
  SyntaxErrors(TokenCursor& cursor, Diagnostics known);

  /// Returns false, for `return errors.fail(…)`.
  bool fail(Code code, Span span, std::string message, std::string hint = {},
            std::vector<Note> notes = {});
  /// Reports `nesting-too-deep`, once per file. The rest of the declaration is not parsed.
  bool fail_too_deep(std::size_t token, std::size_t limit);
  /// Allows another error at the current token, which was not at fault.
  void forget_last() { last_error_ = none; }

  /// Set after nesting-too-deep.
  bool too_deep() const { return too_deep_; }
  void forget_too_deep() { too_deep_ = false; }
  bool gave_up() const { return gave_up_; }
  Diagnostics take() { return std::move(diagnostics_); }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  void give_up();

  TokenCursor& cursor_;
  std::size_t last_error_ = none;  ///< its token
  bool too_deep_ = false;
  bool reported_too_deep_ = false;
  bool gave_up_ = false;
  Diagnostics diagnostics_;
};

}  // namespace weft::parsing
