#pragma once

#include <optional>
#include <vector>

#include "fragments/syntax/parser_module.h"

namespace weft {

/// Parses the body of a leaf with an explicit stack for nested statements, like ExpressionParser.
class StatementParser {
 public:
  explicit StatementParser(ModuleParser& parser)
      : parser_(parser),
        cursor_(parser.cursor()),
        module_(parser.module()),
        outer_nesting_(cursor_.nesting()) {}

  /// Expects the cursor at `{`. Returns nothing if the body is not closed or nested too deep.
  /// Statements that failed are omitted.
  std::optional<syntax::StmtId> run();

 private:
  using MaybeStmt = std::optional<syntax::StmtId>;
  using MaybeExpr = std::optional<syntax::ExprId>;

  enum class FrameKind { Block, Then, Else, For, While };
  struct Frame {
    FrameKind kind;
    std::size_t token;                            ///< the token that opened it
    std::vector<syntax::StmtId> statements = {};  ///< for a block
    MaybeExpr condition = {};
    MaybeStmt initial = {};  ///< for `for`
    MaybeStmt step = {};
    MaybeStmt then_branch = {};
    bool broken = false;  ///< a part failed; the rest is parsed only for its errors
  };

  bool push(FrameKind kind, std::size_t token);
  void begin_statement();
  void begin_if();
  void begin_while();
  void begin_for();
  bool read_for_header(Frame& into, std::size_t open);
  MaybeExpr read_condition(std::size_t open);
  void skip_header(std::size_t open);
  /// Passes a complete statement (or nothing, for a failed one) to the enclosing frame.
  void deliver(MaybeStmt statement);
  MaybeStmt finish(Frame& frame);

  MaybeStmt read_jump();
  MaybeStmt read_simple_statement();
  MaybeStmt read_simple();
  MaybeStmt read_declaration();
  MaybeStmt read_step();
  bool at_declaration() const;
  bool fail_foreign_statement();
  bool fail_misspelt_statement();
  void skip_failed(std::size_t first);

  syntax::StmtId make(std::uint32_t begin, decltype(syntax::Stmt::kind) kind);

  ModuleParser& parser_;
  TokenCursor& cursor_;
  syntax::Module& module_;
  std::size_t outer_nesting_;
  std::vector<Frame> frames_;
  MaybeStmt result_;
};

}  // namespace weft
