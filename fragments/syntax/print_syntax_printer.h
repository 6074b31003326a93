#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/print_syntax_lines.h"
#include "fragments/syntax/print_syntax_pieces.h"
#include "fragments/syntax/syntax.h"

/// The printer of one module: a function per node, over the state that all share. Expressions,
/// statements and bindings are printed from an explicit stack of pieces; each piece is either
/// written out or expanded into smaller ones. So a sum of 100,000 terms needs no deeper call stack
/// than any other. `expand_*` and `add_*` make pieces, `*_text` return texts, `print_*` write.
namespace weft::printing {

struct SyntaxPrinter {
  const syntax::Module& module;
  const Interner& names;
  LineWriter lines;

  std::string text(const syntax::Identifier& identifier) const {
    return std::string(names.text(identifier.name));
  }
};

// print_syntax.cpp
void print(SyntaxPrinter& printer, Pieces pieces);
/// Renders pieces that do not contain lines.
std::string rendered(SyntaxPrinter& printer, Pieces pieces);

// print_syntax_expression.cpp
void expand_expr(const SyntaxPrinter& printer, syntax::ExprId id, Pieces& into);
/// From behind the last state of a loop.
Span body_of_loop(const syntax::Module& module, const syntax::Expr& loop);
void add_type(const SyntaxPrinter& printer, const syntax::TypeRef& type, Pieces& into);
void add_sizes(const std::vector<std::optional<syntax::ExprId>>& sizes, Pieces& into);
void add_meta(const SyntaxPrinter& printer, const syntax::Meta& meta, Pieces& into);
std::string string_text(std::string_view value);
std::string traits_text(const SyntaxPrinter& printer, const syntax::Traits& traits);
std::string path_text(const SyntaxPrinter& printer, const syntax::Path& path);
std::string paths_text(const SyntaxPrinter& printer, const std::vector<syntax::Path>& paths);
std::string names_text(const SyntaxPrinter& printer, const std::vector<syntax::Identifier>& names);

// print_syntax_arguments.cpp
/// The arguments of a call, with the comments among them.
void expand_arguments(const SyntaxPrinter& printer, syntax::ExprId call, Pieces& into);
void open_list(LineWriter& lines);
/// Begins the line of an argument with the comments before and in it.
void begin_argument(LineWriter& lines, std::uint32_t begin, std::uint32_t end);
/// Prints the comments before the `)` at this offset, and begins its line.
void close_list(LineWriter& lines, std::uint32_t end);
/// Writes the comments before and in an argument that stays on the line of its call.
void write_leading_comments(LineWriter& lines, std::uint32_t begin, std::uint32_t end);
/// Writes the comments between an argument and the `,` or `)` behind it. `is_first`: there is no
/// argument.
void write_trailing_comments(LineWriter& lines, std::uint32_t next, bool is_first);

// print_syntax_statement.cpp
void begin_stmt_line(SyntaxPrinter& printer, const syntax::Stmt& stmt);
void expand_stmt(const SyntaxPrinter& printer, syntax::StmtId id, Pieces& into);
/// Expands to no `;`.
void expand_simple_stmt(const SyntaxPrinter& printer, syntax::StmtId id, Pieces& into);
/// A block continues the line. Any other statement has a separate line, which ends where the whole
/// statement does.
void expand_branch(SyntaxPrinter& printer, syntax::StmtId id, Pieces& into);
void begin_binding_line(SyntaxPrinter& printer, const syntax::Binding& binding);
void expand_binding(const SyntaxPrinter& printer, syntax::BindingId id, Pieces& into);

// print_syntax_declaration.cpp
/// Returns the offset at which the declaration begins, after its comments and documentation.
std::size_t print_declaration(SyntaxPrinter& printer, const syntax::Declaration& declaration);

// print_syntax_signature.cpp
/// Prints no line end: the body follows.
void print_signature(SyntaxPrinter& printer, std::string_view word,
                     const syntax::Signature& signature, bool on_one_line);

// print_syntax_profile.cpp
void print_profile(SyntaxPrinter& printer, const syntax::ProfileDecl& profile, std::uint32_t end);

}  // namespace weft::printing
