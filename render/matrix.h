#pragma once

#include <array>
#include <optional>

#include "render/mesh.h"

namespace weft::render {

/// A 4x4 matrix for column vectors, stored column by column as in shaders: `m[4 * column + row]`.
using Mat4 = std::array<float, 16>;

constexpr Mat4 identity_matrix = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

/// The matrix product: `a * b` applies b first.
Mat4 multiply(const Mat4& a, const Mat4& b);
/// Computed as adjugate over determinant, in double precision; nothing for a singular matrix.
std::optional<Mat4> inverse(const Mat4& m);

Mat4 translation(const Float3& offset);
/// Negative factors mirror.
Mat4 scaling(const Float3& factors);
/// Rotates by `radians`, counterclockwise seen from the tip of `axis` (of any nonzero length).
Mat4 rotation(const Float3& axis, float radians);

/// The rigid transform from world to view space for an eye at `position` looking at `target`: x
/// right, y up, looking along -z. If `up` is parallel to the view direction, an arbitrary one is
/// used.
Mat4 look_at(const Float3& position, const Float3& target, const Float3& up);
/// View to clip space in Vulkan's conventions: y downward, z from 0 at `near` to 1 at `far`.
/// `vertical_fov` is in radians, `aspect` is width over height.
Mat4 perspective(float vertical_fov, float aspect, float near, float far);

/// (m * (p, 1)).xyz, without the perspective division.
Float3 transform_point(const Mat4& m, const Float3& p);
/// The inverse transpose of the upper left 3x3 part, column by column; nothing if it is singular.
std::optional<std::array<float, 9>> normal_matrix(const Mat4& m);

}  // namespace weft::render
