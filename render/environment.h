#pragma once

#include <array>

#include "render/image.h"
#include "render/mesh.h"
#include "render/texture.h"

namespace weft::render {

/// Light from infinitely far away, in the form that the features `environment.*` need.
struct Environment {
  /// Radiance in a latitude-longitude map: the direction (x, y, z) is at u = atan2(x, -z) / 2 pi +
  /// 0.5, v = acos(y) / pi. Level 0 is the map, level i is prefiltered for the roughness
  /// environment_roughness(i) (GGX, with the view along the normal); the levels after that of
  /// roughness 1 are box filtered.
  Texture map;
  /// Irradiance in spherical harmonics up to the second order (Ramamoorthi and Hanrahan, An
  /// Efficient Representation for Irradiance Environment Maps, 2001), with all constants
  /// premultiplied: the irradiance of a surface with unit normal (x, y, z) is the sum of these
  /// times 1, y, z, x, xy, yz, 3zz - 1, xz, xx - yy.
  std::array<Float3, 9> irradiance_sh{};
  /// The map, each level the mean of the one above: for shaders that filter it themselves.
  Texture radiance = {};
  /// The radiance of a matt white surface by its normal, in a map of the same kind with one level.
  Texture irradiance = {};
};

/// The roughness of a level in a map of `levels` levels: level / (levels - 5), at most 1.
float environment_roughness(std::size_t level, std::size_t levels);

/// The direction to the center of a pixel of a latitude-longitude map, and its solid angle.
Float3 latlong_direction(int x, int y, int width, int height);
float latlong_solid_angle(int y, int width, int height);

/// The irradiance of a surface with this unit normal, from the coefficients. Ringing can make it
/// slightly negative under small bright lights.
Float3 sh_irradiance(const std::array<Float3, 9>& coefficients, const Float3& normal);

/// Filters a latitude-longitude map of four float channels, twice as wide as high, whose sides are
/// powers of two and whose height is at least 16. O(p²) in the pixels of the half-size map.
Rendered<Environment> make_environment(const FloatImage& latlong);

/// A procedural photo studio: a pale floor, walls that fade into a dark ceiling, a large lamp above
/// on the right, a bluish one on the left, and a strip light behind. Linear.
FloatImage studio_map(int height);

/// make_environment(studio_map(64)), made on first use.
const Environment& default_environment();

}  // namespace weft::render
