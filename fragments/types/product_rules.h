#pragma once

#include <optional>
#include <vector>

#include "fragments/types/lattice.h"

namespace weft {

/// `product {use: radiance} * {use: reflectance} -> {use: radiance};`: what a product or a quotient
/// of two values says of one trait.
struct ProductRule {
  bool is_quotient = false;
  TraitId trait;
  ValueId left;
  ValueId right;
  std::optional<ValueId> result;  ///< else the result does not state the trait
  Span span;
};

/// All that the library declares, in the order of its files; nothing depends on that order.
class ProductRules {
 public:
  void add(const ProductRule& rule) { rules_.push_back(rule); }
  const std::vector<ProductRule>& all() const { return rules_; }
  /// The most specific rule for two values, in either order for `*`. O(rules).
  const ProductRule* find(bool is_quotient, ValueId left, ValueId right,
                          const Lattice& lattice) const;

 private:
  std::vector<ProductRule> rules_;
};

/// Two values that two rules fit equally well.
struct ProductTie {
  ValueId left;
  ValueId right;
};

/// Whether there are values that both rules fit, neither of them more specific, and that no third
/// rule of `rules` decides.
std::optional<ProductTie> find_tie(const ProductRule& a, const ProductRule& b,
                                   const ProductRules& rules, const Lattice& lattice);

}  // namespace weft
