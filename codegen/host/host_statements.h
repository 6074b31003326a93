#pragma once

#include <string>
#include <vector>

#include "codegen/host/host_expressions.h"

namespace weft {

/// Prints the statements of one body, indented four spaces per level: the part that C++ and C
/// share. All references must outlive the object.
class HostStatements {
 public:
  HostStatements(const Body& body, HostExpressions& expressions, std::string& out)
      : body_(body), expressions_(expressions), out_(out) {}
  virtual ~HostStatements() = default;

  /// The statements of the body's outermost block.
  void print_all();

 protected:
  /// Without `;`, so that the text also fits the head of a loop.
  virtual std::string declaration(const DeclareBody& declare) = 0;
  virtual std::string assignment(const AssignBody& assign) = 0;
  /// A statement after a declaration that keeps the compiler from warning about an unused variable;
  /// for loop variables it is in the loop body.
  virtual std::string use_of(const DeclareBody& declare) const = 0;

  const BodyExpr& expr(BodyExprId id) const { return body_.exprs[id]; }

  const Body& body_;
  HostExpressions& expressions_;

 private:
  void indent(int level) { out_.append(static_cast<std::size_t>(level) * 4, ' '); }
  void print(BodyStmtId id, int level);
  void print_block(BodyStmtId id, int level, const std::string& first = {});
  void print_branches(const IfBody& first, int level);
  std::string simple(BodyStmtId id);
  std::string use_after(BodyStmtId id) const;

  std::string& out_;
};

}  // namespace weft
