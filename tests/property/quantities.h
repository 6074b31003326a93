#pragma once

// Physical quantities, the forms in which numbers can express them, and the conversion of each form
// to world space, metres, radians and linear light. Nothing here uses Weft's traits.

#include <array>
#include <cstddef>
#include <string>

#include "tests/property/vectors.h"
#include "tests/support/seed.h"

namespace weft::testing::quantities {

using Matrix = std::array<Vector, 3>;  // rows

enum class Kind { Position, Direction, Normal, Color, Length, Angle, Plain, Plain3 };
constexpr std::array all_kinds = {Kind::Position, Kind::Direction, Kind::Normal, Kind::Color,
                                  Kind::Length,   Kind::Angle,     Kind::Plain,  Kind::Plain3};

/// Three components.
bool is_vector(Kind kind);
bool has_basis(Kind kind);

/// The representation of a quantity. Indices: a kind reads those that apply to it.
struct Form {
  std::size_t basis = 0;
  std::size_t unit = 0;
  std::size_t encoding = 0;
};

Form some_form(Random& random);
/// The type in source.
std::string type_text(Kind kind, const Form& form);

/// A linear map followed by a translation to `origin`.
struct Affine {
  Matrix linear;
  Vector origin;
};
Affine inverse_of(const Affine& map);

/// From model space and from view space to world space. The object is scaled unevenly and sheared;
/// the view transform is rigid.
const Affine& object_to_world();
const Affine& view_to_world();

/// The value in world space, metres, radians and linear light of numbers in a form. A scalar is the
/// first component.
Vector meant(Kind kind, const Form& form, Vector v);

}  // namespace weft::testing::quantities
