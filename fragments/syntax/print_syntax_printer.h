#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/print_syntax_comments.h"
#include "fragments/syntax/syntax.h"

namespace weft {

/// Prints the parts of one module. Expressions, statements and bindings are printed from an
/// explicit stack of pieces; each piece is either written out or expanded into smaller ones. So a
/// sum of 100,000 terms needs no deeper call stack than any other.
class SyntaxPrinter {
 public:
  SyntaxPrinter(const syntax::Module& module, const SourceFile& source, const Interner& names);

  std::string print_module();
  std::string print_expression(syntax::ExprId expr);

 private:
  void find_documented(const std::vector<syntax::Port>& ports);

  /// A pending part of the output: a text, or a node of the module by index.
  struct Piece {
    enum class Kind {
      Text,
      Expr,
      Stmt,  ///< without indentation and line end
      StmtLine,
      SimpleStmt,  ///< without `;`
      Branch,      ///< after the head of `if`, `else`, `for`, `while`
      Binding,     ///< with `;`, without indentation and line end
      BindingLine,
      OpenBlock,   ///< ` {` and a deeper indentation
      CloseBlock,  ///< `index`: the offset after its `}`
      Indent,
      Dedent,
      LineEnd,  ///< `index`: the source offset of the line's end; prints trailing comments and a
                ///< line break
    } kind;
    std::uint32_t index = 0;
    std::string text = {};
  };
  /// Pieces in output order.
  class Pieces {
   public:
    Pieces& text(std::string_view text);
    Pieces& expr(syntax::ExprId id);
    Pieces& stmt(syntax::StmtId id, Piece::Kind kind = Piece::Kind::Stmt);
    Pieces& binding(syntax::BindingId id, Piece::Kind kind = Piece::Kind::Binding);
    Pieces& other(Piece::Kind kind, std::uint32_t index = 0);
    std::vector<Piece>& list() { return list_; }

   private:
    std::vector<Piece> list_;
  };

  void print(Pieces pieces);
  /// Renders pieces that do not contain lines.
  std::string rendered(Pieces pieces);
  void put(const Piece& piece, std::vector<Piece>& rest);

  // Lines and comments (print_syntax_lines.cpp)
  void indent();
  void open_block();
  void close_block(std::uint32_t end);
  /// Prints the prelude of an item that starts a line: the comments before it, its documentation,
  /// and an empty line if the source had one. Comments before `head_end`, in the middle of its
  /// first line, become lines before it.
  void begin_item(std::uint32_t begin, std::uint32_t head_end, const std::string* doc = nullptr);
  void keep_blank_line(std::uint32_t begin);
  void print_comment_line(const Comment& comment, bool plain);
  /// Prints the comments before this offset, which are in the middle of the next item, as lines
  /// before it.
  void print_inner_comments(std::uint32_t end);
  /// Whether the comment documents a parameter of a function and is printed along with it.
  bool is_printed_as_doc(const Comment& comment) const;
  void end_line(std::uint32_t end);

  // Expressions and types (print_syntax_expression.cpp)
  void expand_expr(syntax::ExprId id, Pieces& into);
  void expand_operation(const syntax::Expr& expr, Pieces& into);
  void expand_loop(const syntax::Expr& expr, const syntax::LoopExpr& loop, Pieces& into);
  void add_type(const syntax::TypeRef& type, Pieces& into);
  void add_sizes(const std::vector<std::optional<syntax::ExprId>>& sizes, Pieces& into);
  void add_meta(const syntax::Meta& meta, Pieces& into);
  void add_number(const syntax::Expr& expr, const syntax::NumberExpr& number, Pieces& into);
  static std::string string_text(std::string_view value);
  std::string traits_text(const syntax::Traits& traits) const;
  std::string path_text(const syntax::Path& path) const;
  std::string paths_text(const std::vector<syntax::Path>& paths) const;
  std::string names_text(const std::vector<syntax::Identifier>& names) const;
  std::string text(const syntax::Identifier& identifier) const {
    return std::string(names_.text(identifier.name));
  }

  // Statements and bindings (print_syntax_statement.cpp)
  void expand_stmt(syntax::StmtId id, Pieces& into);
  void expand_simple_stmt(syntax::StmtId id, Pieces& into);
  void expand_choice(const syntax::IfStmt& choice, Pieces& into);
  void expand_branch(syntax::StmtId id, Pieces& into);
  void expand_binding(syntax::BindingId id, Pieces& into);
  std::uint32_t head_end(const syntax::Stmt& stmt) const;
  void begin_stmt_line(const syntax::Stmt& stmt);
  void begin_binding_line(const syntax::Binding& binding);

  // Declarations (print_syntax_declaration.cpp)
  void print_declaration(const syntax::Declaration& declaration);
  static std::uint32_t head_end(const syntax::Declaration& declaration);
  void print_traits(const std::string& head, const std::vector<syntax::TraitTreeNode>& values,
                    std::uint32_t end);
  void print_trait_value(const syntax::TraitTreeNode& value);
  std::uint32_t trait_value_end(const syntax::TraitTreeNode& value) const;
  std::string trait_value_head(const syntax::TraitTreeNode& value) const;
  std::string trait_value_text(const syntax::TraitTreeNode& value) const;
  std::string trait_values_text(const std::vector<syntax::TraitTreeNode>& values) const;
  void print_struct(const syntax::StructDecl& decl, std::uint32_t end);
  void print_leaf(std::string_view word, const syntax::Signature& signature,
                  std::optional<syntax::StmtId> body,
                  const std::vector<syntax::NativeBody>& natives);
  bool is_short_body(syntax::StmtId id) const;
  void print_graph(const syntax::GraphDecl& graph, std::uint32_t end);
  void print_material(const syntax::MaterialDecl& material, std::uint32_t end);
  void print_parameter(const syntax::ParameterDecl& parameter);

  // Signatures and profiles (print_syntax_signature.cpp)
  void print_signature(std::string_view word, const syntax::Signature& signature, bool on_one_line);
  std::string port_text(const syntax::Port& port);
  std::string ports_text(const std::vector<syntax::Port>& ports);
  std::string result_text(const syntax::ResultDecl& result);
  std::string clause_text(const syntax::Clause& clause) const;
  std::string doc_lines(std::string_view doc) const;
  void print_port_lines(const std::vector<syntax::Port>& ports, std::uint32_t end);
  std::string type_text(const syntax::TypeRef& type);
  void print_profile(const syntax::ProfileDecl& profile, std::uint32_t end);
  void print_provide(const syntax::ProvideItem& item);
  void print_demand(const syntax::DemandItem& item);
  void print_setting(const syntax::SettingItem& item);
  void print_profile_block(const syntax::BlockItem& item);

  const syntax::Module& module_;
  const Interner& names_;
  CommentFeed comments_;
  std::vector<Span>
      loops_;  ///< in source order: comments inside are printed with the loop's bindings
  std::vector<std::uint32_t>
      documented_;     ///< offsets of function parameters, whose documentation is in the tree
  bool wraps_ = true;  ///< leave the marks for print_syntax_wrap.h in the text
  std::string out_;
  std::size_t declaration_begin_ = 0;  ///< offset in `out_`
  std::size_t level_ = 0;
  std::uint32_t last_end_ = 0;  ///< source offset of the end of the last printed item
  bool first_in_block_ = true;  ///< suppresses an empty line before the next item
};

}  // namespace weft
