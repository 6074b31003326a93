// The data of a material host: matrices, scenes, and values stored in block layouts.

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "codegen/interface/layout.h"
#include "render/draw_material_blocks.h"
#include "render/matrix.h"
#include "render/scene.h"
#include "render/vector_math.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::material_scene_test {

namespace {

using namespace weft::render;
using weft::DataType;
using weft::testing::Approx;
using weft::testing::contains;

float as_float(std::uint32_t word) {
  float value = 0.0F;
  std::memcpy(&value, &word, sizeof(value));
  return value;
}

/// Clip coordinates after the perspective division.
Float3 projected(const Mat4& to_clip, const Float3& view) {
  const Float3 clip = transform_point(to_clip, view);
  const float w = to_clip[3] * view[0] + to_clip[7] * view[1] + to_clip[11] * view[2] + to_clip[15];
  return clip * (1.0F / w);
}

}  // namespace

TEST_CASE("the perspective projection follows Vulkan: y down, depth 0 to 1") {
  const float fov = 2.0F * std::atan(0.5F);  // half a meter up at one meter
  const Mat4 m = perspective(fov, 2.0F, 0.25F, 20.0F);
  struct Row {
    Float3 view;
    Float3 clip;
  };
  for (const Row& row : {Row{{0, 0, -0.25F}, {0, 0, 0}}, Row{{0, 0, -20}, {0, 0, 1}},
                         Row{{0, 2, -4}, {0, -1, -1}}, Row{{4, 0, -4}, {1, 0, -1}}}) {
    const Float3 clip = projected(m, row.view);
    CHECK(clip[0] == Approx(row.clip[0]).margin(1e-6));
    CHECK(clip[1] == Approx(row.clip[1]).margin(1e-6));
    if (row.clip[2] >= 0.0F) {
      CHECK(clip[2] == Approx(row.clip[2]).margin(1e-6));
    }
  }
}

TEST_CASE("a view looks at its target, upright, even straight down") {
  const Mat4 view = look_at({3, 4, 5}, {3, 4, 1}, {0, 1, 0});
  const Float3 target = transform_point(view, {3, 4, 1});
  CHECK(length(target - Float3{0, 0, -4}) < 1e-5F);
  CHECK(transform_point(view, {3, 5, 1})[1] > 0.9F);
  CHECK(transform_point(view, {4, 4, 1})[0] > 0.9F);

  const Mat4 down = look_at({0, 2, 0}, {0, 0, 0}, {0, 1, 0});
  CHECK(length(transform_point(down, {0, 0, 0}) - Float3{0, 0, -2}) < 1e-5F);
}

TEST_CASE("an inverse undoes random transforms, a singular matrix has none") {
  weft::testing::Random random(weft::testing::seed());
  const auto number = [&random] { return static_cast<float>(random.between(-2.0, 2.0)); };
  for (std::size_t i = 0; i < weft::testing::scaled(50); ++i) {
    const Mat4 m = multiply(translation({number(), number(), number()}),
                            multiply(rotation({number(), number(), 2.5F}, number()),
                                     scaling({number() + 2.5F, number() - 2.5F, number() + 2.5F})));
    const auto back = inverse(m);
    REQUIRE(back);
    const Mat4 unit = multiply(*back, m);
    for (std::size_t k = 0; k < unit.size(); ++k) {
      CHECK(unit[k] == Approx(identity_matrix[k]).margin(1e-4));
    }
    // A normal remains orthogonal to vectors in the surface.
    const auto normals = normal_matrix(m);
    REQUIRE(normals);
    const Float3 n = {number(), number(), 3.0F};
    const Float3 along = cross(n, {number(), 3.0F, number()});
    const Float3 moved = transform_point(m, along) - transform_point(m, {0, 0, 0});
    Float3 normal{};
    for (std::size_t row = 0; row < 3; ++row) {
      normal[row] =
          (*normals)[row] * n[0] + (*normals)[3 + row] * n[1] + (*normals)[6 + row] * n[2];
    }
    CHECK(std::fabs(dot(normal, moved)) < 1e-3F * length(normal) * length(moved) + 1e-4F);
  }
  CHECK_FALSE(inverse(scaling({1, 0, 1})));
  CHECK_FALSE(normal_matrix(scaling({1, 0, 1})));
}

TEST_CASE("a scene supplies feature values and names unknown features") {
  Scene scene;
  scene.time = 2.5F;
  scene.frame_index = 7;
  scene.exposure = 0.25F;
  scene.ambient = {0.1F, 0.2F, 0.3F};
  scene.object_to_world = scaling({1, 2, 4});
  scene.lights = {{{0, 0, 2}, {1, 2, 3}}, {{-3, 0, 0}, {4, 5, 6}}};

  const auto words = [&scene](const char* feature) {
    const auto value = scene_value(scene, feature, 1.5F);
    INFO(feature);
    REQUIRE(value);
    return *value;
  };
  CHECK(as_float(words("frame.time").at(0)) == 2.5F);
  CHECK(words("frame.index") == std::vector<std::uint32_t>{7});
  CHECK(as_float(words("frame.exposure").at(0)) == 0.25F);
  CHECK(words("lights.count") == std::vector<std::uint32_t>{2});
  REQUIRE(words("lights.direction").size() == 6);
  CHECK(as_float(words("lights.direction")[2]) == 1.0F);
  CHECK(as_float(words("lights.direction")[3]) == -1.0F);
  CHECK(as_float(words("lights.irradiance").at(5)) == 6.0F);
  CHECK(as_float(words("environment.ambient").at(2)) == 0.3F);
  CHECK(as_float(words("object.to_world").at(5)) == 2.0F);
  CHECK(as_float(words("object.from_world").at(10)) == 0.25F);
  CHECK(as_float(words("object.normal_to_world").at(8)) == 0.25F);
  CHECK(words("view.position").size() == 3);
  CHECK(words("object.to_clip").size() == 16);

  const auto unknown = scene_value(scene, "wind.direction", 1.0F);
  REQUIRE_FALSE(unknown);
  CHECK_THAT(unknown.error().message, contains("wind.direction"));
  scene.object_to_world = scaling({0, 1, 1});
  const auto singular = scene_value(scene, "object.from_world", 1.0F);
  REQUIRE_FALSE(singular);
  CHECK_THAT(singular.error().message, contains("object.from_world"));
}

TEST_CASE("values are stored at a block's offsets and strides") {
  weft::DataTypeTable types;
  std::vector<weft::StoredStruct> structs;
  weft::StorageTypes storage(types, structs);
  struct Row {
    DataType type;
    weft::BlockKind kind;
    std::vector<std::size_t> words;  // the offset of each scalar of the value, after one float
  };
  const DataType float3_array = types.array_of(weft::float3_type, 2);
  const DataType matrix_array = types.array_of(DataType::matrix(2, 2), 2);
  using weft::BlockKind;
  const std::vector<Row> rows = {
      {weft::float_type, BlockKind::Uniform, {1}},
      {weft::float2_type, BlockKind::Uniform, {2, 3}},
      {weft::float3_type, BlockKind::Uniform, {4, 5, 6}},
      {weft::bool_type, BlockKind::Uniform, {1}},
      {DataType::matrix(3, 2), BlockKind::Uniform, {4, 5, 6, 8, 9, 10}},
      {float3_array, BlockKind::Uniform, {4, 5, 6, 8, 9, 10}},
      {matrix_array, BlockKind::Uniform, {4, 5, 8, 9, 12, 13, 16, 17}},
      {weft::float2_type, BlockKind::Storage, {2, 3}},
      {DataType::matrix(3, 2), BlockKind::Storage, {4, 5, 6, 8, 9, 10}},
      {matrix_array, BlockKind::Storage, {4, 5, 8, 9, 12, 13, 16, 17}},
  };
  for (const Row& row : rows) {
    INFO(types.text(row.type, weft::Interner())
         << (row.kind == BlockKind::Storage ? " stored" : ""));
    weft::Block block;
    block.kind = row.kind;
    block.members.resize(2);
    block.members[0].type = weft::float_type;
    block.members[1].type = row.type;
    for (weft::BlockMember& member : block.members) {
      const auto stored = storage.find(member.type, row.kind);
      REQUIRE(stored);
      member.stored = *stored;
    }
    lay_out(block, types);
    std::vector<std::uint32_t> value;
    for (std::size_t i = 0; i < row.words.size(); ++i) {
      value.push_back(100 + static_cast<std::uint32_t>(i));
    }
    std::vector<std::uint8_t> bytes(block.size);
    REQUIRE(store_member(block.members[1], types, structs, value, bytes));
    std::vector<std::uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    std::vector<std::uint32_t> expected(words.size());
    for (std::size_t i = 0; i < row.words.size(); ++i) {
      expected.at(row.words[i]) = value[i];
    }
    CHECK(words == expected);

    bytes.resize(block.members[1].offset);
    CHECK_FALSE(store_member(block.members[1], types, structs, value, bytes));
    bytes.resize(block.size);
    value.insert(value.end(), row.words.begin(), row.words.end());
    value.push_back(0);
    CHECK_FALSE(store_member(block.members[1], types, structs, value, bytes));
  }
}

}  // namespace weft::testing::material_scene_test
