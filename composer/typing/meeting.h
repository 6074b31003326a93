#pragma once

#include <optional>
#include <vector>

#include "composer/typing/type_rules.h"
#include "fragments/types/product_rules.h"

namespace weft {

/// How the traits of values that meet in a type variable are joined.
enum class MeetRule {
  Same,      ///< every meaning counts
  Sum,       ///< an operand that states neither use nor unit is an offset
  Product,   ///< one that states neither is a factor; rules say what comes of two that do
  Quotient,  ///< likewise; two values of one kind of unit have a ratio without one
};

/// A meaning that operands state and the result does not, and why.
struct LostMeaning {
  enum class Reason { Unshared, NoProduct, Ratio, Offset, Part };
  TraitId trait;
  Reason reason = Reason::Unshared;

  friend bool operator==(const LostMeaning&, const LostMeaning&) = default;
};

/// One way to settle what operands disagree about.
struct Settlement {
  std::vector<std::optional<ValueId>> demanded;  ///< per operand: what it is converted to
  std::optional<ValueId> of_literals;            ///< what numbers that are written out take on
  std::optional<ValueId> result;
  /// The least that can be planned is taken, whatever it costs.
  int rank = 0;
  std::optional<LostMeaning::Reason> loses = std::nullopt;
  const ProductRule* rule = nullptr;  ///< that it is converted for; lives with the rules
};

struct Disagreement {
  TraitId trait;
  std::vector<Settlement> ways;  ///< in the order of the operands that they favor
};

struct Meeting {
  std::vector<TraitEntry> agreed;
  std::vector<Disagreement> disagreements;
  std::vector<LostMeaning> lost;
};

/// Joins the operands' meanings, in the order of their ports. Numbers that are written out are
/// among them for products and quotients only, without traits. Of each meaning that all state:
/// equal, else the nearest common ancestor unless the trait is distinct, else a disagreement. Of a
/// distinct trait those that state it come to one value even where others do not and the result has
/// none. O(operands × traits + rules).
Meeting meet(const std::vector<SemanticType>& operands, MeetRule rule, const Lattice& lattice,
             const KnownTraits& known, const ProductRules& products);

}  // namespace weft
