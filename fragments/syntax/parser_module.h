#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/parser_cursor.h"
#include "fragments/syntax/syntax.h"

namespace weft {

/// The context of a list of bindings, which decides which other items are allowed in it.
enum class BindingPlace { Graph, Material, Loop };

/// What a brace after a type may open besides traits. A body never begins with `name:`. The
/// bindings of a graph may, but then with `name: type =`.
enum class BehindType { NoBrace, Body, Bindings };

/// The head of a binding, up to the start of its expression.
struct BindingHead {
  syntax::Identifier name;
  std::optional<syntax::TypeRef> type;
};

/// `name: type` built from the words left and right of the cursor, for hints to authors who wrote
/// the type first. Skips a qualifier if there is one more word on the right.
std::string name_and_type(const TokenCursor& cursor);

/// The recursive-descent parser of one file: one function per grammar rule, sharing the cursor and
/// the module under construction. A function that fails has reported why and returns nothing (or
/// false). Implemented by topic: parser_declaration.cpp, parser_signature.cpp,
/// parser_statement.cpp, parser_binding.cpp, parser_profile.cpp, parser_type.cpp. ExpressionParser
/// parses expressions.
class ModuleParser {
 public:
  ModuleParser(TokenCursor& cursor, syntax::Module& module) : cursor_(cursor), module_(module) {}

  void parse_file();
  std::optional<syntax::ExprId> parse_expression();

  // Used by the expression parser (parser_type.cpp, parser_binding.cpp)
  std::optional<syntax::TypeRef> parse_type(std::string_view what, std::string_view hint = {},
                                            BehindType behind = BehindType::NoBrace);
  std::optional<syntax::Traits> parse_traits();
  std::optional<syntax::Path> parse_path(std::string_view what);
  /// Parses up to and including the `=`.
  std::optional<BindingHead> parse_binding_head(BindingPlace place);

  TokenCursor& cursor() { return cursor_; }
  syntax::Module& module() { return module_; }

 private:
  using MetaResult = std::optional<syntax::Meta>;

  // parser_declaration.cpp
  void parse_declaration();
  bool parse_declaration_kind(syntax::Declaration& into);
  bool parse_import(syntax::Declaration& into);
  bool parse_trait(syntax::Declaration& into, bool is_guarantee);
  bool parse_extend(syntax::Declaration& into);
  bool parse_feature(syntax::Declaration& into);
  bool parse_struct(syntax::Declaration& into);
  bool parse_leaf(syntax::Declaration& into, bool is_conversion);
  bool parse_leaf_body(std::optional<syntax::StmtId>& body,
                       std::vector<syntax::NativeBody>& natives);
  bool parse_natives(std::vector<syntax::NativeBody>& into);
  bool parse_graph(syntax::Declaration& into);
  bool parse_material(syntax::Declaration& into);
  bool parse_prefer(syntax::Declaration& into);
  bool parse_product(syntax::Declaration& into);
  bool parse_bound(syntax::Declaration& into);
  bool parse_commutes(syntax::Declaration& into);
  bool parse_equals(syntax::Declaration& into);
  bool parse_trait_values(std::vector<syntax::TraitTreeNode>& into);
  bool fail_no_declaration();

  // parser_signature.cpp
  std::optional<syntax::Signature> parse_signature(std::string_view what, bool is_graph);
  bool parse_type_parameters(std::vector<syntax::TypeParameter>& into);
  bool parse_ports(std::vector<syntax::Port>& into);
  bool parse_port(std::vector<syntax::Port>& into);
  bool parse_port_kind(syntax::Port& port);
  bool parse_result(syntax::Signature& into, bool is_graph);
  bool parse_named_results(std::vector<syntax::NamedResult>& into);
  bool parse_clauses(std::vector<syntax::Clause>& into);
  bool parse_clause(std::vector<syntax::Clause>& into);
  bool parse_names(std::vector<syntax::Identifier>& into, TokenKind open, TokenKind close,
                   std::string_view what);
  std::optional<double> parse_real(std::string_view what);

  // parser_type.cpp
  bool parse_array_sizes(std::vector<std::optional<syntax::ExprId>>& into);
  bool parse_paths(std::vector<syntax::Path>& into);
  bool parse_evaluated_features(std::vector<syntax::EvalPort::Feature>& into);
  MetaResult parse_meta();

  // parser_binding.cpp
  bool parse_bindings(std::vector<syntax::BindingId>& into, BindingPlace place);
  std::optional<syntax::BindingId> parse_binding(BindingPlace place);
  std::optional<syntax::BindingId> parse_stitch(BindingPlace place);
  std::optional<syntax::BindingId> parse_output(BindingPlace place);
  std::optional<syntax::ParameterDecl> parse_parameter();
  bool fail_unclosed(std::size_t opening);

  // parser_profile.cpp
  bool parse_profile(syntax::Declaration& into);
  bool parse_provide(syntax::ProfileDecl& into);
  bool parse_provision(syntax::ProvideItem& item);
  bool parse_block(syntax::ProfileDecl& into);
  bool parse_block_place(syntax::BlockItem& item);
  bool parse_demand(syntax::ProfileDecl& into);
  bool parse_demand_target(syntax::DemandItem& item);
  bool parse_setting(syntax::ProfileDecl& into);
  std::optional<std::uint32_t> parse_index(std::string_view what);

  // parser_statement.cpp; parse_body() expects the cursor at the `{`
  std::optional<syntax::StmtId> parse_body();
  friend class StatementParser;

  TokenCursor& cursor_;
  syntax::Module& module_;
  bool behind_failed_ = false;  ///< the declaration failed, but the cursor is already past it
  bool in_array_size_ = false;
  std::size_t function_nesting_ = 0;
  std::size_t trait_nesting_ = 0;
  friend class ExpressionParser;
};

}  // namespace weft
