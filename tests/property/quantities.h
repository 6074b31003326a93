#pragma once

// Physical quantities, the forms in which numbers can express them, and the conversion of each form
// to world space, meters, radians and linear light. Independent of Weft's traits.
//
// The oracle of the tests about meaning. A random program (quantity_program.h) is a graph over
// quantities whose sources have arbitrary forms. Its value is computed twice: by rules for kinds of
// quantities on canonical numbers (quantity_meaning.h), and by composing its Weft source and
// running the interpreter (quantity_picture.h). Both must denote the same quantity:
//
//   source: {model, centimeter} (250, 0, 0)   composed: convert, then add   output {view, inch}
//   oracle: meant(source) + …                 == meant(output) in world space and meters

#include <array>
#include <cstddef>
#include <string>

#include "tests/property/vectors.h"
#include "tests/support/seed.h"

namespace weft::testing::quantities {

using Matrix = std::array<Vector, 3>;  // rows

enum class Kind { Position, Direction, Normal, Color, Length, Angle, Plain, Plain3 };
inline constexpr std::array all_kinds = {Kind::Position, Kind::Direction, Kind::Normal,
                                         Kind::Color,    Kind::Length,    Kind::Angle,
                                         Kind::Plain,    Kind::Plain3};

/// Whether a kind has three components.
bool is_vector(Kind kind);
bool has_basis(Kind kind);

/// The representation of a quantity, as indices; a kind reads those that apply to it.
struct Form {
  std::size_t basis = 0;
  std::size_t unit = 0;
  std::size_t encoding = 0;
};

Form some_form(Random& random);
/// The type in Weft source.
std::string type_text(Kind kind, const Form& form);

/// A linear map followed by a translation to `origin`.
struct Affine {
  Matrix linear;
  Vector origin;
};
Affine inverse_of(const Affine& map);

/// From model space and from view space to world space. The object has non-uniform scale and shear;
/// the view transform is rigid.
const Affine& object_to_world();
const Affine& view_to_world();

/// Converts numbers in a form to world space, meters, radians and linear light. A scalar is the
/// first component.
Vector meant(Kind kind, const Form& form, Vector v);

}  // namespace weft::testing::quantities
