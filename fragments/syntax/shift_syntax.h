#pragma once

#include <cstdint>

#include "fragments/syntax/syntax.h"

namespace weft::syntax {

/// How far parts of a tree move when another text and other nodes come before them. Sums wrap
/// around, so a shift may be negative.
struct SyntaxShift {
  std::uint32_t bytes = 0;
  std::uint32_t exprs = 0;
  std::uint32_t bindings = 0;

  void move(Span& span) const {
    span.begin += bytes;
    span.end += bytes;
  }
  void move(ExprId& id) const { id = ExprId(static_cast<std::uint32_t>(id.index() + exprs)); }
  void move(BindingId& id) const {
    id = BindingId(static_cast<std::uint32_t>(id.index() + bindings));
  }
};

inline void move(const SyntaxShift& shift, BindingId& id) { shift.move(id); }
void move(const SyntaxShift& shift, Expr& expr);
void move(const SyntaxShift& shift, Binding& binding);
void move(const SyntaxShift& shift, MaterialItem& item);
void move(const SyntaxShift& shift, MaterialDecl& material);

}  // namespace weft::syntax
