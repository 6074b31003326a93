#pragma once

#include <array>

#include "render/image.h"
#include "render/mesh.h"
#include "render/texture.h"

namespace weft::render {

/// Light that comes from infinitely far away, as the features `environment.*` want it.
struct Environment {
  /// Radiance in a latlong map: the direction (x, y, z) lies at u = atan2(x, -z) / 2 pi + 0.5,
  /// v = acos(y) / pi. Level 0 is the map, level i what a surface of roughness
  /// environment_roughness(i) reflects (GGX seen straight on); the levels behind that of roughness
  /// 1 are box filtered.
  Texture map;
  /// Irradiance in spherical harmonics up to the second order (Ramamoorthi and Hanrahan, An
  /// Efficient Representation for Irradiance Environment Maps, 2001), all constants multiplied in:
  /// the irradiance of a surface with unit normal (x, y, z) is the sum of these times 1, y, z, x,
  /// xy, yz, 3zz - 1, xz, xx - yy.
  std::array<Float3, 9> irradiance_sh{};
};

/// The roughness that a level of a map of so many levels is filtered for: level / (levels - 5), at
/// most 1.
float environment_roughness(std::size_t level, std::size_t levels);

/// The direction to the middle of a pixel of a latlong map, and the solid angle that it covers.
Float3 latlong_direction(int x, int y, int width, int height);
float latlong_solid_angle(int y, int width, int height);

/// The irradiance of a surface with that unit normal, from the coefficients. May be a little below
/// 0 where the light is hard.
Float3 sh_irradiance(const std::array<Float3, 9>& coefficients, const Float3& normal);

/// Filters a latlong map of four float channels, twice as wide as high, whose sides are powers of
/// two and at least 16 high. O(pixels squared) of its half size.
Rendered<Environment> make_environment(const FloatImage& latlong);

/// A photographer's studio made by the project: a pale floor, walls that fade into a dark ceiling,
/// a large lamp above on the right, a bluish one on the left, and a strip behind. Linear.
FloatImage studio_map(int height);

/// make_environment(studio_map(64)), made when it is first asked for.
const Environment& default_environment();

}  // namespace weft::render
