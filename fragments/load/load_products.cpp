#include <fmt/format.h>

#include "fragments/load/load_passes.h"
#include "fragments/load/resolve_type.h"

namespace weft {
namespace {

/// Returns the one meaning that a side of a rule states; reports errors.
std::optional<TraitEntry> side_of(LoadState& state, const syntax::Traits& traits) {
  const auto entries = resolve_entries(state, traits, "a product");
  if (!entries) {
    return std::nullopt;
  }
  const std::string_view name =
      entries->size() == 1 ? state.text(state.library.lattice.trait(entries->front().trait).name)
                           : std::string_view();
  if (name != "use" && name != "unit") {
    state.report(error_at(Code::BadDeclaration, traits.span,
                          "each side of a product states only its use or only its unit",
                          "use and unit are decided separately: write one rule for each"));
    return std::nullopt;
  }
  return entries->front();
}

void report_tie(LoadState& state, const ProductRule& earlier, const ProductRule& later,
                const ProductTie& tie) {
  const Lattice& lattice = state.library.lattice;
  const std::string_view left = state.text(lattice.value(tie.left).name);
  const std::string_view right = state.text(lattice.value(tie.right).name);
  const char sign = later.is_quotient ? '/' : '*';
  const std::string_view trait = state.text(lattice.trait(later.trait).name);
  const bool is_same = (tie.left == later.left && tie.right == later.right) ||
                       (tie.left == later.right && tie.right == later.left);
  state.report_duplicate(
      later.span,
      is_same
          ? fmt::format("two rules give the product '{} {} {}'", left, sign, right)
          : fmt::format(
                "two rules fit '{} {} {}' equally well, and {{{}: {}}} {} {{{}: {}}} has no rule",
                left, sign, right, trait, left, sign, trait, right),
      earlier.span);
}

}  // namespace

void declare_products(LoadState& state) {
  ProductRules& products = state.library.products;
  for (const auto& declared : declarations_of<syntax::ProductDecl>(state)) {
    const syntax::ProductDecl& decl = *declared.kind;
    const auto left = side_of(state, decl.left);
    const auto right = side_of(state, decl.right);
    const auto result = side_of(state, decl.result);
    if (!left || !right || !result) {
      continue;
    }
    if (left->trait != right->trait || left->trait != result->trait) {
      state.report(error_at(Code::BadDeclaration, declared.declaration->span,
                            "all sides of a product state the same trait",
                            "use and unit are decided separately: write one rule for each"));
      continue;
    }
    products.add({decl.is_quotient, left->trait, left->value, right->value, result->value,
                  declared.declaration->span});
  }
  const std::vector<ProductRule>& rules = products.all();
  for (std::size_t later = 1; later < rules.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      if (const auto tie =
              find_tie(rules[earlier], rules[later], products, state.library.lattice)) {
        report_tie(state, rules[earlier], rules[later], *tie);
        break;
      }
    }
  }
}

}  // namespace weft
