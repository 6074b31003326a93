#include "fragments/types/product_rules.h"

#include <utility>

namespace weft {
namespace {

using Sides = std::pair<ValueId, ValueId>;

bool is_within_sides(const Sides& inner, const Sides& outer, const Lattice& lattice) {
  return lattice.is_within(inner.first, outer.first) &&
         lattice.is_within(inner.second, outer.second);
}

/// The operand orders in which a rule matches: both for a product, one for a quotient.
std::vector<Sides> sides_of(const ProductRule& rule) {
  std::vector<Sides> sides{{rule.left, rule.right}};
  if (!rule.is_quotient && rule.left != rule.right) {
    sides.emplace_back(rule.right, rule.left);
  }
  return sides;
}

/// The lower of two values if one is an ancestor of the other, else nothing.
std::optional<ValueId> lower(ValueId a, ValueId b, const Lattice& lattice) {
  if (lattice.is_within(a, b)) {
    return a;
  }
  return lattice.is_within(b, a) ? std::optional<ValueId>(b) : std::nullopt;
}

}  // namespace

const ProductRule* ProductRules::find(bool is_quotient, ValueId left, ValueId right,
                                      const Lattice& lattice) const {
  const ProductRule* best = nullptr;
  std::optional<Sides> best_sides;
  for (const ProductRule& rule : rules_) {
    if (rule.is_quotient != is_quotient) {
      continue;
    }
    for (const Sides& sides : sides_of(rule)) {
      if (is_within_sides({left, right}, sides, lattice) &&
          (!best_sides || is_within_sides(sides, *best_sides, lattice))) {
        best = &rule;
        best_sides = sides;
      }
    }
  }
  return best;
}

std::optional<ProductTie> find_tie(const ProductRule& a, const ProductRule& b,
                                   const ProductRules& rules, const Lattice& lattice) {
  if (a.trait != b.trait || a.is_quotient != b.is_quotient) {
    return std::nullopt;
  }
  for (const Sides& of_a : sides_of(a)) {
    for (const Sides& of_b : sides_of(b)) {
      const auto left = lower(of_a.first, of_b.first, lattice);
      const auto right = lower(of_a.second, of_b.second, lattice);
      const bool is_nested = of_a != of_b && (is_within_sides(of_a, of_b, lattice) ||
                                              is_within_sides(of_b, of_a, lattice));
      if (!left || !right || is_nested) {
        continue;
      }
      bool is_decided = false;
      for (const ProductRule& other : rules.all()) {
        for (const Sides& sides : sides_of(other)) {
          is_decided = is_decided || (of_a != of_b && other.is_quotient == a.is_quotient &&
                                      sides == Sides(*left, *right));
        }
      }
      if (!is_decided) {
        return ProductTie{*left, *right};
      }
    }
  }
  return std::nullopt;
}

}  // namespace weft
