#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/parser_cursor.h"
#include "fragments/syntax/parser_errors.h"
#include "fragments/syntax/syntax.h"

/// A recursive-descent parser of one file: a function per grammar rule, each with the parser's
/// state as its first argument, in one file per area of the grammar. A function that fails has
/// reported why and returns nothing (or false). Expressions and statements are parsed with explicit
/// stacks.
namespace weft::parsing {

/// The limit on nesting of brackets, blocks, unary operators, selections, loops and functions, all
/// counted together. Passes over the tree may recurse on nesting, but not on chains (`a + a + …`,
/// `a.b.b…`), which have no limit.
inline constexpr std::size_t max_nesting = 200;
/// Limits on functions nested in the parameters of functions, and on the depth of a trait's values.
/// Both are nested containers, whose copying and destruction use several stack frames per level.
inline constexpr std::size_t max_function_nesting = 16;
inline constexpr std::size_t max_trait_nesting = 64;

struct Parser {
  TokenCursor& cursor;
  SyntaxErrors& errors;
  syntax::Module& module;  ///< under construction

  std::size_t nesting = 0;  ///< levels entered
  std::size_t function_nesting = 0;
  std::size_t trait_nesting = 0;
  bool in_array_size = false;
  bool is_past_failure = false;  ///< the declaration failed, but the cursor is already past it
  std::vector<std::uint32_t> brace_depths = {};  ///< of all tokens; computed on first use
};

// --- Errors: all return false, for `return fail(…)` ---

bool fail(Parser& p, Code code, Span span, std::string message, std::string hint = {},
          std::vector<Note> notes = {});
/// Reports `expected WHAT, found …` at the current token.
bool fail_expected(Parser& p, std::string_view what, std::string hint = {},
                   std::vector<Note> notes = {});
/// The same for an omitted token, reported after the previous token.
bool fail_missing(Parser& p, std::string_view what, std::string hint = {},
                  std::vector<Note> notes = {});

// --- Expected tokens ---

/// Consumes a punctuation token, or reports `expected ',' WHERE, found …`.
bool expect(Parser& p, TokenKind kind, std::string_view where, std::string_view hint = {});
/// Consumes the bracket that closes `opening`, or reports an error that points back to it.
/// `alternative` names what else is allowed here, like "',' or ".
bool expect_closing(Parser& p, TokenKind kind, std::size_t opening,
                    std::string_view alternative = {}, std::string hint = {});
bool expect_word(Parser& p, std::string_view word, std::string_view where,
                 std::string_view hint = {});
/// Consumes a name, or reports `expected WHAT, found …`.
std::optional<syntax::Identifier> expect_name(Parser& p, std::string_view what,
                                              std::string_view hint = {});
/// Consumes the `;` after `what`. If it is missing and the next token starts a line, reports the
/// error but continues as if it were there.
bool expect_semicolon(Parser& p, std::string_view what, std::string_view hint = {});

// --- Nesting ---

/// Enters a nesting level that starts at a token; fails if the limit is exceeded.
bool enter(Parser& p, std::size_t token);
inline void leave(Parser& p) { --p.nesting; }

// --- Recovery ---

/// The number of braces open around the current token.
std::uint32_t depth(Parser& p);
/// The number of braces open inside the `{` at this index.
std::uint32_t depth_inside(Parser& p, std::size_t brace);
/// Skips past the next `;` at this depth, or to the `}` that closes it, or to a line that starts a
/// statement or declaration. `first` is the first token of the failed construct, which is skipped
/// in any case.
void skip_statement(Parser& p, std::uint32_t depth, std::size_t first);
/// Skips to the body of a declaration whose head failed. Returns false if the next declaration
/// comes first. `first` is the first token of the declaration.
bool skip_to_body(TokenCursor& cursor, std::size_t first);
void skip_to_declaration(TokenCursor& cursor);

}  // namespace weft::parsing
