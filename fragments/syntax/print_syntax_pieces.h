#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/syntax/syntax.h"

namespace weft::printing {

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
    Arguments,         ///< of a call, with its parentheses
    OpenList,          ///< after the `(` of a call whose arguments have a line each
    ArgumentBegin,     ///< `index`, `end`: the argument's range in the source
    ArgumentEnd,       ///< `index`: its end; `end`: of the call
    CloseList,         ///< before the `)`; `index`: its offset
    LeadingComments,   ///< `index`, `end`: the range of an argument on the line of its call
    TrailingComments,  ///< behind such an argument, or if `end` is set without one; `index`: the
                       ///< offset of the next, or of the `)`
    LineEnd,  ///< `index`: the source offset of the line's end; prints trailing comments and a line
              ///< break
  } kind;
  std::uint32_t index = 0;
  std::string text = {};
  std::uint32_t end = 0;
};

/// Pieces in output order.
class Pieces {
 public:
  Pieces& text(std::string_view text) {
    make_room();
    list_.push_back({Piece::Kind::Text, 0, std::string(text)});
    return *this;
  }
  Pieces& expr(syntax::ExprId id) { return other(Piece::Kind::Expr, id.index()); }
  Pieces& stmt(syntax::StmtId id, Piece::Kind kind = Piece::Kind::Stmt) {
    return other(kind, id.index());
  }
  Pieces& binding(syntax::BindingId id, Piece::Kind kind = Piece::Kind::Binding) {
    return other(kind, id.index());
  }
  Pieces& other(Piece::Kind kind, std::uint32_t index = 0, std::uint32_t end = 0) {
    make_room();
    list_.push_back({kind, index, {}, end});
    return *this;
  }
  std::vector<Piece>& list() { return list_; }

 private:
  /// Most nodes have a few pieces, which are then moved no more.
  void make_room() {
    constexpr std::size_t few = 8;
    if (list_.empty()) {
      list_.reserve(few);
    }
  }

  std::vector<Piece> list_;
};

}  // namespace weft::printing
