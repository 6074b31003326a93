#pragma once

#include <cstdint>
#include <string_view>

namespace weft {

/// How a value depends on those that vary over a primitive, all of them taken together (DESIGN
/// section 4): as a polynomial of degree 0, of degree 1, or otherwise. Interpolating commutes with
/// what is affine, and with nothing else: with weights w of sum 1, f(Σ wᵢ xᵢ) = Σ wᵢ f(xᵢ).
///
/// A lattice: zero < constant, linear < affine < nonlinear. `Zero` is the constant that a sum with
/// something linear leaves linear.
enum class Law : std::uint8_t { Zero, Constant, Linear, Affine, Nonlinear };

/// The law of a sum, and of a value that is one or the other: the least that is neither's better.
constexpr Law join(Law a, Law b) {
  if (a == b) {
    return a;
  }
  const Law low = a < b ? a : b;
  const Law high = a < b ? b : a;
  if (low == Law::Zero || high == Law::Nonlinear) {
    return high;
  }
  return Law::Affine;  // two of constant, linear and affine
}

constexpr bool is_constant(Law law) { return law <= Law::Constant; }
/// Whether interpolating may be done before or after.
constexpr bool commutes_with_interpolation(Law law) { return law <= Law::Affine; }
/// Whether a value of law `law` keeps what `declared` promises.
constexpr bool is_at_most(Law law, Law declared) { return join(law, declared) == declared; }

/// The law of a product: the other factor's if one is constant.
constexpr Law product(Law a, Law b) {
  if (a == Law::Nonlinear || b == Law::Nonlinear) {
    return Law::Nonlinear;  // zero times what may be infinite is not zero
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
