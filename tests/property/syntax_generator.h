#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fragments/syntax/syntax.h"
#include "support/interner.h"
#include "tests/support/seed.h"

namespace weft::testing {

/// Makes random modules that the parser could produce: all kinds of declarations, statements and
/// expressions, parentheses where precedence requires them, ids in source order. Spans are empty.
class SyntaxGenerator {
 public:
  SyntaxGenerator(Random& random, Interner& names) : random_(random), names_(names) {}

  syntax::Module module();

 private:
  /// The grammar level of an expression without parentheses, from loose to tight.
  enum class Level { Whole, Choice, Binary, Unary, Postfix };

  bool chance(std::size_t one_in) { return random_.chance(one_in); }
  std::size_t below(std::size_t bound) { return random_.below(bound); }
  std::string word();
  syntax::Identifier name();
  std::vector<syntax::Identifier> some_names();
  syntax::Path path();
  std::vector<syntax::Path> some_paths();
  std::string doc();
  std::string text();
  syntax::Traits traits();
  syntax::TypeRef type();
  std::vector<std::optional<syntax::ExprId>> sizes();
  syntax::Meta meta();
  std::vector<syntax::TraitTreeNode> trait_values(std::size_t depth);

  syntax::ExprId add(decltype(syntax::Expr::kind) kind);
  syntax::ExprId expr(Level level = Level::Whole, int precedence = 1);
  syntax::ExprId primary();
  syntax::ExprId postfix();
  syntax::ExprId binary(int precedence);
  syntax::ExprId loop();
  syntax::ExprId number();
  std::optional<syntax::ExprId> maybe_expr();

  syntax::StmtId add_stmt(decltype(syntax::Stmt::kind) kind);
  syntax::StmtId block();
  syntax::StmtId stmt(bool before_else = false);
  syntax::StmtId simple();

  syntax::BindingId value_binding();
  syntax::BindingId binding(bool in_material);
  std::vector<syntax::BindingId> bindings();

  syntax::Port port(std::size_t depth);
  std::vector<syntax::Port> ports(std::size_t depth);
  syntax::Signature signature();
  syntax::Clause clause();
  syntax::ProfileDecl profile();
  syntax::MaterialDecl material();
  decltype(syntax::Declaration::kind) declaration();

  Random& random_;
  Interner& names_;
  syntax::Module module_;
  std::size_t budget_ = 0;  ///< number of expressions and statements that may still branch
  bool in_size_ = false;
};

}  // namespace weft::testing
