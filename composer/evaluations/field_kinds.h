#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// What a value is with respect to the elements of a draw. Standard kinds come first, in this
/// order.
struct FieldKind {
  std::string_view name;
  /// Whether values of the kind meet others and swallow them (a texture that meets a field: the
  /// field is evaluated on the texture's domain); kinds that do not can meet their own kind only.
  bool meets_others = true;
};
using FieldKindId = Id<FieldKind>;

/// The kinds, from the narrowest to the widest, and what comes of kinds that meet. Adding one is
/// adding a row.
class FieldKinds {
 public:
  /// Single, field, texture, array, function.
  FieldKinds();

  static constexpr FieldKindId single = FieldKindId(0);
  static constexpr FieldKindId field = FieldKindId(1);
  static constexpr FieldKindId texture = FieldKindId(2);
  static constexpr FieldKindId array = FieldKindId(3);
  static constexpr FieldKindId function = FieldKindId(4);

  FieldKindId add(FieldKind kind) { return kinds_.add(kind); }
  const FieldKind& operator[](FieldKindId id) const { return kinds_[id]; }
  std::optional<FieldKindId> find(std::string_view name) const;

  /// What comes of two kinds that meet at one call: the wider; nothing if they cannot. Commutative
  /// and associative.
  std::optional<FieldKindId> meet(FieldKindId a, FieldKindId b) const;

 private:
  Store<FieldKind> kinds_;
};

/// The status of an evaluation: by its data type a texture or an array, else single up to the rate
/// of the draw.
FieldKindId kind_of(const Plan& plan, EvaluationId evaluation);

}  // namespace weft
