#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codegen/ir/namer.h"
#include "codegen/ir/program.h"

namespace weft {

/// The scalar of a vector that has it in all components, `float3(x)`; else nothing.
std::optional<BodyExprId> spread_scalar(const Body& body, BodyExprId id);

/// Whether repeating the expression is free, in speed and in readability.
bool is_cheap(const Body& body, BodyExprId id);

/// Whether the expression reads the local. O(size of the expression).
bool reads_local(const Body& body, BodyExprId expr, std::uint32_t local);

/// A declaration that only names a value.
struct NamingLine {
  BodyStmtId statement;
  BodyExprId named;
};

/// Writes the statements of one function, or of `main`, into the innermost open block.
class BodyWriter {
 public:
  /// `origins`: per statement of the body, the evaluation that it computes; may be null. Both must
  /// outlive the writer.
  BodyWriter(Body& body, std::vector<std::optional<EvaluationId>>* origins)
      : body_(&body), origins_(origins) {}

  Body& body() { return *body_; }
  const Body& body() const { return *body_; }

  /// Adds a local, whose name is to be like `wish`.
  std::uint32_t add_local(DataType type, std::string wish, Precision precision = Precision::Full);
  const std::string& wish(std::uint32_t local) const { return wishes_[local]; }
  /// Reads a local.
  BodyExprId local(std::uint32_t index);

  void add_statement(BodyStmt stmt, std::optional<EvaluationId> origin);
  void declare(std::uint32_t local, std::optional<BodyExprId> initial, EvaluationId origin) {
    add_statement({DeclareBody{local, initial}, {}}, origin);
  }
  void assign(BodyExprId target, BodyExprId value, std::optional<EvaluationId> origin) {
    add_statement({AssignBody{std::nullopt, target, value}, {}}, origin);
  }
  /// Removes the last line if it only names the value, and returns it for the caller to rewrite.
  std::optional<NamingLine> unname_last_line(BodyExprId value);

  /// Opens a block, and returns the statements of the one around it for close_block().
  std::vector<BodyStmtId> open_block();
  BodyStmtId close_block(std::vector<BodyStmtId> outer);
  /// Makes the outermost block the root.
  void finish();
  /// Names the locals, after finish().
  std::vector<std::string> name_locals(Namer& scope) const;

  /// The height of the expression's tree. O(1), amortized over the body.
  std::uint32_t depth(BodyExprId id);
  /// Whether it takes a derivative, or samples by one. Asked after depth(). O(1) where nothing in
  /// the body does, else O(size of the expression).
  bool takes_derivative(BodyExprId id) const;

 private:
  Body* body_;
  std::vector<std::optional<EvaluationId>>* origins_;
  std::vector<BodyStmtId> statements_;  // of the open block
  std::vector<std::string> wishes_;     // per local
  std::vector<std::uint32_t> depths_;   // of the first expressions
  bool has_derivatives_ = false;        // whether one of these takes a derivative
};

}  // namespace weft
