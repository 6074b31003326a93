#pragma once

#include <cstdint>
#include <string_view>

namespace weft {

/// How a value depends on the inputs that vary over a primitive, taken jointly: as a polynomial of
/// degree 0, of degree 1, or in any other way. Interpolation commutes with affine functions
/// and with no others: for weights w that sum to 1, f(Σ wᵢ xᵢ) = Σ wᵢ f(xᵢ). So an affine value may
/// be computed per vertex and interpolated instead of computed per fragment.
///
/// The laws form a lattice: zero < constant, linear < affine < nonlinear. `Zero` is the constant 0:
/// adding it keeps a linear value linear.
enum class Law : std::uint8_t { Zero, Constant, Linear, Affine, Nonlinear };

/// The least upper bound: the law of a sum, and of a value chosen from the two.
constexpr Law join(Law a, Law b) {
  if (a == b) {
    return a;
  }
  const Law low = a < b ? a : b;
  const Law high = a < b ? b : a;
  if (low == Law::Zero || high == Law::Nonlinear) {
    return high;
  }
  return Law::Affine;  // two different ones of constant, linear and affine
}

constexpr bool is_constant(Law law) { return law <= Law::Constant; }
/// Whether evaluating before or after interpolation gives the same value.
constexpr bool commutes_with_interpolation(Law law) { return law <= Law::Affine; }
/// Whether a value of law `law` satisfies the declared law.
constexpr bool is_at_most(Law law, Law declared) { return join(law, declared) == declared; }

/// The law of a product: the other factor's law if one factor is constant.
constexpr Law product(Law a, Law b) {
  if (a == Law::Nonlinear || b == Law::Nonlinear) {
    return Law::Nonlinear;  // 0 * x is not 0 if x is infinite or NaN
  }
  if (a == Law::Zero || b == Law::Zero) {
    return Law::Zero;
  }
  if (a == Law::Constant) {
    return b;
  }
  return b == Law::Constant ? a : Law::Nonlinear;
}

constexpr std::string_view law_name(Law law) {
  constexpr std::string_view names[] = {"zero", "constant", "linear", "affine", "nonlinear"};
  return names[static_cast<int>(law)];
}

}  // namespace weft
