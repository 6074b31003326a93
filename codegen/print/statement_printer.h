#pragma once

#include <functional>
#include <string>
#include <vector>

#include "codegen/print/expression_printer.h"

namespace weft {

/// Prints the statements of one raised body, indented four spaces per level. Recurses on nested
/// statements, whose depth the parser bounds.
class StatementPrinter {
 public:
  /// Appends a comment, or nothing, after a statement of the outermost block.
  using Remark = std::function<void(std::string& out, BodyStmtId stmt)>;
  /// Called where a statement's line begins, at any depth; `at` is the size of the text so far.
  using Mark = std::function<void(std::size_t at, BodyStmtId stmt)>;

  /// `scope` must outlive the object. `result`: the precision of what the body returns.
  StatementPrinter(const PrintScope& scope, const Body& body,
                   const std::vector<FunctionParameter>& parameters,
                   const std::vector<std::string>& local_names, std::string& out, Precision result,
                   Mark mark = {}, Remark remark = {})
      : scope_(scope),
        body_(body),
        parameters_(parameters),
        local_names_(local_names),
        out_(out),
        result_(result),
        mark_(std::move(mark)),
        remark_(std::move(remark)),
        expressions_(scope, body, parameters, local_names, out),
        medium_scope_{scope.programs, scope.program,
                      scope.float16 != nullptr ? *scope.float16 : scope.spelling, scope.symbols},
        medium_expressions_(medium_scope_, body, parameters, local_names, out) {}

  /// The statements of the body's outermost block.
  void print_all();

 private:
  void print(BodyStmtId id, int level);
  void print_block(BodyStmtId id, int level);
  void print_branches(const IfBody& first, int level);
  void print_for(const ForBody& loop, int level);
  void declare(const DeclareBody& stmt);
  void declare_medium(const DeclareBody& stmt);
  void print_medium(BodyExprId value);
  void assign(const AssignBody& stmt);
  void discard_unless(BodyExprId covered, int level);
  bool has_medium(BodyExprId value) const;
  bool writes_coverage(const AssignBody& stmt) const;
  void end_line(BodyStmtId id, int level);
  void indent(int level) { out_.append(static_cast<std::size_t>(level) * 4, ' '); }
  const BodyExpr& expr(BodyExprId id) const { return body_.exprs[id]; }

  const PrintScope& scope_;
  const Body& body_;
  const std::vector<FunctionParameter>& parameters_;
  const std::vector<std::string>& local_names_;
  std::string& out_;
  Precision result_;
  Mark mark_;
  Remark remark_;
  ExpressionPrinter expressions_;
  PrintScope medium_scope_;
  ExpressionPrinter medium_expressions_;  // of values of medium precision
};

}  // namespace weft
