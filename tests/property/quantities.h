#pragma once

// Quantities of which one knows what they mean: every value in world space, metres, radians and
// linear light. Knows nothing of traits.

#include <array>
#include <cstddef>
#include <string>

#include "tests/support/seed.h"

namespace weft::testing::quantities {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;  // rows

enum class Kind { Position, Direction, Normal, Color, Length, Angle, Plain, Plain3 };
constexpr std::array all_kinds = {Kind::Position, Kind::Direction, Kind::Normal, Kind::Color,
                                  Kind::Length,   Kind::Angle,     Kind::Plain,  Kind::Plain3};

/// Three components.
bool is_vector(Kind kind);
bool has_basis(Kind kind);

/// How a quantity is written in numbers.
struct Form {
  std::size_t basis = 0;
  std::size_t unit = 0;
  std::size_t encoding = 0;
  bool operator==(const Form&) const = default;
};

Form some_form(Random& random);
/// The type in source.
std::string type_text(Kind kind, const Form& form);

/// A linear map and where it puts the origin.
struct Affine {
  Matrix linear;
  Vector origin;
};
Affine inverse_of(const Affine& map);

/// The ways of the object and of the eye to world space. The object is scaled unevenly and sheared;
/// the eye is not.
const Affine& object_to_world();
const Affine& view_to_world();

Vector scaled_by(Vector v, double factor);
/// a + b * times
Vector sum_of(const Vector& a, const Vector& b, double times = 1.0);

/// What numbers in a form mean. Single numbers are the first component.
Vector meant(Kind kind, const Form& form, Vector v);

}  // namespace weft::testing::quantities
