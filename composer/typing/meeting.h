#pragma once

#include <optional>
#include <vector>

#include "composer/typing/type_rules.h"
#include "fragments/types/product_rules.h"

// How the meanings of operands combine. Operands that bind one type variable, `a` and `b` in
// `mix<T>(a: T, b: T, t: float) -> T`, must agree on the traits of T. meet() computes the join in
// the lattice of each trait: equal values stay, and different ones go to their nearest common
// ancestor. Where no join exists (or the trait is `distinct`, whose values must never mix), the
// result is a Disagreement: the list of settlements, each of which converts the operands to one
// value.
//
//   {use: normal} with {use: direction}      Same: the nearest common ancestor, `vector`
//   {basis: world} with {basis: model}       disagree; settlements: both world, or both model
//   {unit: metre} with no unit               Same: the result has no unit (LostMeaning::Unshared)
//   {use: radiance} * {use: reflectance}     Product: radiance, by a `product` rule of the library
//   {unit: metre} / {unit: foot}             Quotient: converts one of them; the ratio has no unit
//
// meet() only lists the settlements. The planner (TypeInference::plan_ports) tries the combinations
// of all settlements at a call (settling.h) and keeps the cheapest.

namespace weft {

/// How the meanings of operands that bind one type variable combine.
enum class MeetRule {
  Same,      ///< a meaning is kept only if all operands state it
  Sum,       ///< an operand that states neither `use` nor `unit` is an offset
  Product,   ///< an operand that states neither is a factor; product rules combine two that do
  Quotient,  ///< as Product; two values of one kind of unit also have a ratio without unit
};

/// A meaning that operands state and the result lacks, with the reason.
struct LostMeaning {
  enum class Reason { Unshared, NoProduct, Ratio, Offset, Part };
  TraitId trait;
  Reason reason = Reason::Unshared;

  friend bool operator==(const LostMeaning&, const LostMeaning&) = default;
};

/// One way to settle a disagreement.
struct Settlement {
  std::vector<std::optional<ValueId>> demanded;  ///< per operand: the value it is converted to
  std::optional<ValueId> of_literals;            ///< the value that literals take on
  std::optional<ValueId> result;
  /// Ways of lower rank win, whatever their cost.
  int rank = 0;
  std::optional<LostMeaning::Reason> loses = std::nullopt;
  const ProductRule* rule =
      nullptr;  ///< the product rule that the conversions aim at; owned by the rules
};

struct Disagreement {
  TraitId trait;
  std::vector<Settlement> ways;  ///< in the order of the operands they favor
};

struct Meeting {
  std::vector<TraitEntry> agreed;
  std::vector<Disagreement> disagreements;
  std::vector<LostMeaning> lost;
};

/// Joins the meanings of operands, which are in port order. Written numbers take part in products
/// and quotients only, without traits. A meaning that all operands state is kept if equal;
/// otherwise it becomes the nearest common ancestor, unless the trait is distinct; otherwise it is
/// a disagreement. Operands that state a trait are brought to one value even if others do not state
/// it and the result lacks it. O(operands × traits + rules).
Meeting meet(const std::vector<SemanticType>& operands, MeetRule rule, const Lattice& lattice,
             const KnownTraits& known, const ProductRules& products);

}  // namespace weft
