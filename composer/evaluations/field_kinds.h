#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// How a value varies over the elements of a draw. The standard kinds come first, in the order
/// below.
struct FieldKind {
  std::string_view name;
  /// Whether values of the kind absorb values of narrower kinds: a field that meets a texture is
  /// evaluated on the texture's domain. Other kinds combine only with themselves.
  bool meets_others = true;
};
using FieldKindId = Id<FieldKind>;

/// The kinds ordered from narrowest to widest, a join semilattice under meet(). A new kind is one
/// more row.
class FieldKinds {
 public:
  /// Adds single, field, texture, array and function.
  FieldKinds();

  static constexpr FieldKindId single = FieldKindId(0);
  static constexpr FieldKindId field = FieldKindId(1);
  static constexpr FieldKindId texture = FieldKindId(2);
  static constexpr FieldKindId array = FieldKindId(3);
  static constexpr FieldKindId function = FieldKindId(4);

  FieldKindId add(FieldKind kind) { return kinds_.add(kind); }
  const FieldKind& operator[](FieldKindId id) const { return kinds_[id]; }
  std::optional<FieldKindId> find(std::string_view name) const;

  /// Returns the kind of a call whose operands have kinds `a` and `b`: the wider one, or nothing if
  /// they do not combine. Commutative and associative.
  std::optional<FieldKindId> meet(FieldKindId a, FieldKindId b) const;

 private:
  Store<FieldKind> kinds_;
};

/// Returns an evaluation's kind: texture or array by its data type; otherwise single for rates up
/// to draw, else field.
FieldKindId kind_of(const Plan& plan, EvaluationId evaluation);

}  // namespace weft
