#include "tests/property/quantities.h"

#include <cmath>

#include <fmt/format.h>

namespace weft::testing::quantities {

namespace {

struct Named {
  const char* name;
  double factor;
};
constexpr std::array<Named, 3> lengths = {{{"metre", 1.0}, {"centimetre", 0.01}, {"inch", 0.0254}}};
constexpr std::array<Named, 2> angles = {{{"radian", 1.0}, {"degree", 3.14159265358979 / 180.0}}};
constexpr std::array<const char*, 3> bases = {"world", "model", "view"};
constexpr std::array<const char*, 2> encodings = {"linear", "srgb"};

bool has_length_unit(Kind kind) {
  return kind == Kind::Position || kind == Kind::Direction || kind == Kind::Length;
}

Vector times(const Matrix& m, const Vector& v) {
  return {dot_of(m[0], v), dot_of(m[1], v), dot_of(m[2], v)};
}

Matrix transposed(const Matrix& m) {
  Matrix result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      result[i][j] = m[j][i];
    }
  }
  return result;
}

/// The rows of the cofactor matrix are cross products of the other two rows.
Matrix inverse_transpose(const Matrix& m) {
  const double determinant = dot_of(m[0], cross_of(m[1], m[2]));
  Matrix result = {cross_of(m[1], m[2]), cross_of(m[2], m[0]), cross_of(m[0], m[1])};
  for (Vector& row : result) {
    row = scaled_by(row, 1.0 / determinant);
  }
  return result;
}

/// In the order of `bases`.
const std::array<Affine, 3>& maps_to_world() {
  static const std::array<Affine, 3> maps = [] {
    const Affine world = {{Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}}, {0, 0, 0}};
    const Affine model = {{Vector{2, 0.5, 0}, Vector{0, 0.5, 0.25}, Vector{-1, 0, 1.5}},
                          {3, -1, 2}};
    const Affine view = {{Vector{0, 0, 1}, Vector{0.6, 0.8, 0}, Vector{-0.8, 0.6, 0}}, {-2, 5, 1}};
    return std::array{world, model, view};
  }();
  return maps;
}

double decoded(double stored) {  // IEC 61966-2-1
  return stored <= 0.04045 ? stored / 12.92 : std::pow((stored + 0.055) / 1.055, 2.4);
}

}  // namespace

bool is_vector(Kind kind) {
  return kind != Kind::Length && kind != Kind::Angle && kind != Kind::Plain;
}
bool has_basis(Kind kind) {
  return kind == Kind::Position || kind == Kind::Direction || kind == Kind::Normal;
}

Form some_form(Random& random) {
  return {random.below(bases.size()), random.below(lengths.size()), random.below(encodings.size())};
}

const Affine& object_to_world() { return maps_to_world()[1]; }
const Affine& view_to_world() { return maps_to_world()[2]; }

std::string type_text(Kind kind, const Form& form) {
  const std::string basis = bases[form.basis];
  const std::string length = lengths[form.unit].name;
  switch (kind) {
    case Kind::Position:
      return fmt::format("float3 {{use: position, basis: {}, unit: {}}}", basis, length);
    case Kind::Direction:
      return fmt::format("float3 {{use: direction, basis: {}, unit: {}}}", basis, length);
    case Kind::Normal:
      return fmt::format("float3 {{use: normal, basis: {}}}", basis);
    case Kind::Color:
      return fmt::format("float3 {{use: reflectance, encoding: {}}}", encodings[form.encoding]);
    case Kind::Length:
      return fmt::format("float {{unit: {}}}", length);
    case Kind::Angle:
      return fmt::format("float {{unit: {}}}", angles[form.unit % angles.size()].name);
    case Kind::Plain:
      return "float";
    case Kind::Plain3:
      return "float3";
  }
  return {};
}

Affine inverse_of(const Affine& map) {
  const Matrix linear = transposed(inverse_transpose(map.linear));
  return {linear, scaled_by(times(linear, map.origin), -1.0)};
}

Vector meant(Kind kind, const Form& form, Vector v) {
  if (has_length_unit(kind)) {
    v = scaled_by(v, lengths[form.unit].factor);
  } else if (kind == Kind::Angle) {
    v = scaled_by(v, angles[form.unit % angles.size()].factor);
  } else if (kind == Kind::Color && form.encoding == 1) {
    v = {decoded(v[0]), decoded(v[1]), decoded(v[2])};
  }
  const Affine& map = maps_to_world()[form.basis];
  if (kind == Kind::Position) {
    return sum_of(times(map.linear, v), map.origin);
  }
  if (kind == Kind::Direction) {
    return times(map.linear, v);
  }
  if (kind == Kind::Normal) {
    return times(inverse_transpose(map.linear), v);
  }
  return v;
}

}  // namespace weft::testing::quantities
