#pragma once

#include <optional>
#include <vector>

#include "fragments/types/lattice.h"

// How multiplication and division act on meanings: a radiance times a reflectance is a radiance,
// for example. Libraries declare rules for pairs of trait values. The most specific matching rule
// applies: one whose two values lie within those of every other matching rule.

namespace weft {

/// `product {use: radiance} * {use: reflectance} -> {use: radiance};`: the value of one trait in a
/// product or quotient, given its values in the operands.
struct ProductRule {
  bool is_quotient = false;
  TraitId trait;
  ValueId left;
  ValueId right;
  std::optional<ValueId> result;  ///< empty: the result does not state the trait
  Span span;
};

/// All product rules of a library. The result of a lookup does not depend on their order.
class ProductRules {
 public:
  void add(const ProductRule& rule) { rules_.push_back(rule); }
  const std::vector<ProductRule>& all() const { return rules_; }
  /// The most specific rule for two values; `*` also matches the operands swapped. O(rules).
  const ProductRule* find(bool is_quotient, ValueId left, ValueId right,
                          const Lattice& lattice) const;

 private:
  std::vector<ProductRule> rules_;
};

/// A pair of values for which two rules are equally specific.
struct ProductTie {
  ValueId left;
  ValueId right;
};

/// Whether some pair of values matches both rules with neither more specific, and no third rule of
/// `rules` decides it.
std::optional<ProductTie> find_tie(const ProductRule& a, const ProductRule& b,
                                   const ProductRules& rules, const Lattice& lattice);

}  // namespace weft
