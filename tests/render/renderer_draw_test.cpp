// The offscreen renderer: every kind of input reaches the shader, every kind of output is read
// back, and validation messages fail the draw.

#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "render/renderer.h"
#include "tests/render/renderer_glsl.h"
#include "tests/support/catch.h"

namespace weft::testing::renderer_draw_test {

namespace {

using namespace weft::render;
using render::SamplerState;
using render::SpecConstant;
using weft::testing::contains;
using weft::testing::GlslStage;
using weft::testing::spirv_of;
using Bytes4 = std::array<std::uint8_t, 4>;

/// A fullscreen triangle without vertex streams; uv is (0, 0) at the upper left.
constexpr const char* fullscreen = R"(
layout(location = 0) out vec2 uv;
void main() {
  uv = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
  gl_Position = vec4(uv * 2.0 - 1.0, 0.5, 1.0);
}
)";

constexpr const char* fullscreen_plain = R"(
void main() {
  vec2 uv = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
  gl_Position = vec4(uv * 2.0 - 1.0, 0.5, 1.0);
}
)";

Renderer make_renderer() {
  auto renderer = Renderer::create();
  if (!renderer) {
    FAIL(renderer.error().message);
  }
  return std::move(*renderer);
}

DrawOutput must_draw(Renderer& renderer, const DrawInput& input) {
  auto output = renderer.draw(input);
  if (!output) {
    FAIL(output.error().message);
  }
  return std::move(*output);
}

RenderError must_fail(Renderer& renderer, const DrawInput& input) {
  const auto output = renderer.draw(input);
  REQUIRE_FALSE(output);
  return output.error();
}

DrawInput fullscreen_input(const char* vertex, const std::string& fragment) {
  DrawInput input;
  input.vertex_spirv = spirv_of(GlslStage::Vertex, vertex);
  input.fragment_spirv = spirv_of(GlslStage::Fragment, fragment);
  input.vertex_count = 3;
  input.width = 16;
  input.height = 8;
  return input;
}

/// The number of pixels that differ from `expected`; 0 if the image has one color.
std::size_t pixels_unlike(const Image& image, const Bytes4& expected) {
  std::size_t count = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      count += pixel(image, x, y) == expected ? 0 : 1;
    }
  }
  return count;
}

Texture checked_texture(Image image, Encoding encoding, bool mipmapped = true) {
  auto texture = make_texture(std::move(image), encoding, mipmapped);
  REQUIRE(texture);
  return std::move(*texture);
}

constexpr const char* constant_color = R"(
layout(location = 0) out vec4 color;
void main() { color = vec4(0.2, 0.4, 0.6, 0.8); }
)";

}  // namespace

TEST_CASE("a fullscreen triangle has one color in every target format") {
  auto renderer = make_renderer();
  DrawInput input = fullscreen_input(fullscreen_plain, constant_color);

  const DrawOutput unorm = must_draw(renderer, input);
  REQUIRE(unorm.colors.size() == 1);
  CHECK(unorm.colors[0].image.width == 16);
  CHECK(unorm.colors[0].image.height == 8);
  CHECK(pixels_unlike(unorm.colors[0].image, {51, 102, 153, 204}) == 0);
  CHECK(value(unorm.colors[0].floats, 15, 7, 2) == weft::testing::Approx(153.0 / 255.0));
  CHECK_FALSE(unorm.depth);

  input.color_targets = {{ColorFormat::Rgba8Srgb, {}}};
  const DrawOutput srgb = must_draw(renderer, input);
  // 0.2, 0.4, 0.6 encoded; alpha is not.
  CHECK(pixels_unlike(srgb.colors[0].image, {124, 170, 203, 204}) == 0);
  CHECK(value(srgb.colors[0].floats, 0, 0, 1) == weft::testing::Approx(0.4).margin(0.002));

  input.color_targets = {{ColorFormat::Rgba32Float, {}}};
  const DrawOutput floats = must_draw(renderer, input);
  CHECK(value(floats.colors[0].floats, 3, 3, 0) == 0.2F);
  CHECK(value(floats.colors[0].floats, 3, 3, 3) == 0.8F);
  CHECK(pixels_unlike(floats.colors[0].image, {51, 102, 153, 204}) == 0);
}

TEST_CASE("a texture is sampled upright, raw or sRGB-decoded, separate or combined") {
  auto renderer = make_renderer();
  // 2x2: distinct corners, and 128 where decoding is visible.
  const Image corners{2, 2, {255, 0, 0, 255, 0, 128, 0, 255, 0, 0, 128, 128, 255, 255, 255, 255}};
  const Texture texture = checked_texture(corners, Encoding::Linear, false);
  const SamplerState nearest{Filter::Nearest, MipFilter::None, Wrap::Repeat, Wrap::Repeat};

  DrawInput input = fullscreen_input(fullscreen, R"(
    layout(set = 1, binding = 3) uniform texture2D image;
    layout(set = 1, binding = 5) uniform sampler state;
    layout(location = 0) in vec2 uv;
    layout(location = 0) out vec4 color;
    void main() { color = texture(sampler2D(image, state), uv); }
  )");
  input.width = input.height = 2;
  input.images = {{1, 3, &texture, false}};
  input.samplers = {{1, 5, nearest}};
  CHECK(must_draw(renderer, input).colors[0].image == corners);

  DrawInput combined = fullscreen_input(fullscreen, R"(
    layout(set = 0, binding = 0) uniform sampler2D image;
    layout(location = 0) in vec2 uv;
    layout(location = 0) out vec4 color;
    void main() { color = texture(image, uv); }
  )");
  combined.width = combined.height = 2;
  combined.combined = {{0, 0, &texture, true, nearest}};
  const Image decoded = must_draw(renderer, combined).colors[0].image;
  CHECK(pixel(decoded, 0, 0) == Bytes4{255, 0, 0, 255});
  CHECK(pixel(decoded, 1, 0) == Bytes4{0, 55, 0, 255});  // 128 is 0.2159 in linear light
  CHECK(pixel(decoded, 0, 1) == Bytes4{0, 0, 55, 128});
  // An sRGB target restores the bytes.
  combined.color_targets = {{ColorFormat::Rgba8Srgb, {}}};
  CHECK(must_draw(renderer, combined).colors[0].image == corners);
}

TEST_CASE("minification reads the mip chain, averaged in linear light for sRGB textures") {
  auto renderer = make_renderer();
  Image checker{8, 8, {}};
  for (int i = 0; i < 64; ++i) {
    const std::uint8_t shade = (i + i / 8) % 2 == 0 ? 255 : 0;
    checker.rgba.insert(checker.rgba.end(), {shade, shade, shade, 255});
  }
  DrawInput input = fullscreen_input(fullscreen, R"(
    layout(set = 0, binding = 0) uniform sampler2D image;
    layout(location = 0) in vec2 uv;
    layout(location = 0) out vec4 color;
    void main() { color = texture(image, uv); }
  )");
  input.width = input.height = 1;
  const Texture linear = checked_texture(checker, Encoding::Linear);
  input.combined = {{0, 0, &linear, false, {}}};
  CHECK(int{pixel(must_draw(renderer, input).colors[0].image, 0, 0)[0]} == 128);
  const Texture srgb = checked_texture(checker, Encoding::Srgb);
  input.combined = {{0, 0, &srgb, true, {}}};
  // Half the light; the mip has 188, which is 0.5029.
  const int decoded = pixel(must_draw(renderer, input).colors[0].image, 0, 0)[0];
  CHECK(decoded >= 127);
  CHECK(decoded <= 129);
  input.combined[0].state.mip_filter = MipFilter::None;
  input.combined[0].state.filter = Filter::Nearest;
  const int level_zero = pixel(must_draw(renderer, input).colors[0].image, 0, 0)[0];
  CHECK((level_zero == 0 || level_zero == 255));
}

TEST_CASE("each wrap mode samples as specified") {
  auto renderer = make_renderer();
  const Texture texture =
      checked_texture(Image{2, 1, {255, 0, 0, 255, 0, 255, 0, 255}}, Encoding::Linear, false);
  DrawInput input = fullscreen_input(fullscreen, R"(
    layout(set = 0, binding = 0) uniform sampler2D image;
    layout(location = 0) in vec2 uv;
    layout(location = 0) out vec4 color;
    void main() { color = texture(image, vec2(uv.x * 2.0, uv.y)); }
  )");
  input.width = 4;
  input.height = 1;
  const struct {
    Wrap wrap;
    std::string expected;  // r or g per pixel
  } table[] = {{Wrap::Repeat, "rgrg"}, {Wrap::MirroredRepeat, "rggr"}, {Wrap::ClampToEdge, "rggg"}};
  for (const auto& row : table) {
    input.combined = {
        {0, 0, &texture, false, {Filter::Nearest, MipFilter::None, row.wrap, Wrap::Repeat}}};
    const Image image = must_draw(renderer, input).colors[0].image;
    std::string seen;
    for (int x = 0; x < 4; ++x) {
      seen += pixel(image, x, 0)[0] == 255 ? 'r' : 'g';
    }
    CHECK(seen == row.expected);
  }
}

TEST_CASE(
    "uniform and storage buffers, push constants and specialization constants reach the shader") {
  auto renderer = make_renderer();
  DrawInput input = fullscreen_input(fullscreen_plain, R"(
    layout(std140, set = 2, binding = 1) uniform Block { vec4 first; float second; } block;
    layout(std430, set = 0, binding = 4) readonly buffer Items { float items[]; } store;
    layout(push_constant) uniform Push { layout(offset = 16) vec2 pushed; } push;
    layout(constant_id = 7) const float special = 0.0;
    layout(location = 0) out vec4 color;
    void main() {
      color = vec4(block.second, store.items[2], push.pushed.y, special) + 0.0 * block.first;
    }
  )");
  input.uniform_buffers = {{2, 1, bytes_of<float>({1, 2, 3, 4, 0.2F})}};
  input.storage_buffers = {{0, 4, bytes_of<float>({9, 9, 0.4F})}};
  input.push_constants = {16, bytes_of<float>({9, 0.6F}), false, true};
  const float special = 0.8F;
  SpecConstant constant{7, {}};
  std::memcpy(constant.bytes.data(), &special, 4);
  input.spec_constants = {constant};
  CHECK(pixels_unlike(must_draw(renderer, input).colors[0].image, {51, 102, 153, 204}) == 0);
}

TEST_CASE("vertex and instance streams of floats and integers honor strides and indices") {
  auto renderer = make_renderer();
  DrawInput input;
  input.vertex_spirv = spirv_of(GlslStage::Vertex, R"(
    layout(location = 0) in vec2 corner;
    layout(location = 3) in float offset;
    layout(location = 4) in uvec2 shade;
    layout(location = 5) in int sign_of_shade;
    layout(location = 0) flat out vec3 color;
    void main() {
      color = vec3(shade, -sign_of_shade * int(gl_InstanceIndex)) / 255.0;
      gl_Position = vec4(corner.x * 0.5 + offset, corner.y, 0.0, 1.0);
    }
  )");
  input.fragment_spirv = spirv_of(GlslStage::Fragment, R"(
    layout(location = 0) flat in vec3 color;
    layout(location = 0) out vec4 result;
    void main() { result = vec4(color, 1.0); }
  )");
  // The stride skips the third float of each element.
  input.streams = {{0, VertexFormat::Floatx2,
                    bytes_of<float>({-1, -1, 7, 1, -1, 7, 1, 1, 7, -1, 1, 7}), 12, false},
                   {3, VertexFormat::Float, bytes_of<float>({-0.5F, 0.5F}), 0, true},
                   {4, VertexFormat::Uintx2, bytes_of<std::uint32_t>({10, 20, 30, 40}), 0, true},
                   {5, VertexFormat::Int, bytes_of<std::int32_t>({-50, -60}), 0, true}};
  input.indices = {0, 1, 2, 0, 2, 3};
  input.instance_count = 2;
  input.width = 4;
  input.height = 2;
  const Image image = must_draw(renderer, input).colors[0].image;
  for (int x = 0; x < 4; ++x) {
    CHECK(pixel(image, x, 1) == (x < 2 ? Bytes4{10, 20, 0, 255} : Bytes4{30, 40, 60, 255}));
  }
}

TEST_CASE("two targets of different formats keep their own clear colors where nothing is drawn") {
  auto renderer = make_renderer();
  DrawInput input = fullscreen_input(fullscreen, R"(
    layout(location = 0) in vec2 uv;
    layout(location = 0) out vec4 first;
    layout(location = 1) out vec4 second;
    void main() {
      if (uv.x > 0.5) discard;
      first = vec4(1, 0, 0, 1);
      second = vec4(-3, 0, 7, 1);
    }
  )");
  input.color_targets = {{ColorFormat::Rgba8Unorm, {0, 0, 1, 0}},
                         {ColorFormat::Rgba32Float, {-1, 5, 0, 0}}};
  const DrawOutput output = must_draw(renderer, input);
  REQUIRE(output.colors.size() == 2);
  CHECK(pixel(output.colors[0].image, 0, 0) == Bytes4{255, 0, 0, 255});
  CHECK(pixel(output.colors[0].image, 15, 0) == Bytes4{0, 0, 255, 0});
  CHECK(value(output.colors[1].floats, 0, 0, 0) == -3.0F);
  CHECK(value(output.colors[1].floats, 0, 0, 2) == 7.0F);
  CHECK(value(output.colors[1].floats, 15, 0, 1) == 5.0F);
  CHECK(pixel(output.colors[1].image, 15, 0) == Bytes4{0, 255, 0, 0});
}

TEST_CASE("depth keeps the nearest surface in either direction and can be read back") {
  auto renderer = make_renderer();
  DrawInput input;
  input.vertex_spirv = spirv_of(GlslStage::Vertex, R"(
    layout(location = 0) in vec3 position;
    layout(location = 0) out float depth;
    void main() { depth = position.z; gl_Position = vec4(position, 1.0); }
  )");
  input.fragment_spirv = spirv_of(GlslStage::Fragment, R"(
    layout(location = 0) in float depth;
    layout(location = 0) out vec4 color;
    void main() { color = vec4(depth, 0, 0, 1); }
  )");
  // Three triangles over the left half, the middle one last.
  std::vector<float> positions;
  for (const float z : {0.25F, 0.75F, 0.5F}) {
    positions.insert(positions.end(), {-1, -4, z, 0, -1, z, 0, 4, z});
    positions.insert(positions.end(), {-1, -4, z, 0, 4, z, -1, 4, z});
  }
  input.streams = {{0, VertexFormat::Floatx3, bytes_of(positions), 0, false}};
  input.vertex_count = 18;
  input.width = input.height = 8;
  input.read_depth = true;
  const struct {
    DepthTest test;
    float drawn, cleared;
  } table[] = {{DepthTest::Less, 0.25F, 1.0F}, {DepthTest::Greater, 0.75F, 0.0F}};
  for (const auto& row : table) {
    input.depth = row.test;
    const DrawOutput output = must_draw(renderer, input);
    REQUIRE(output.depth);
    CHECK(value(*output.depth, 2, 6) == row.drawn);
    CHECK(value(*output.depth, 6, 6) == row.cleared);
    CHECK(int{pixel(output.colors[0].image, 2, 6)[0]} == std::lround(row.drawn * 255.0F));
  }
  input.depth = DepthTest::Off;
  input.read_depth = false;
  CHECK(int{pixel(must_draw(renderer, input).colors[0].image, 2, 6)[0]} == 128);
}

TEST_CASE("a draw may have a depth target only") {
  auto renderer = make_renderer();
  DrawInput input = fullscreen_input(fullscreen_plain, constant_color);
  input.fragment_spirv.clear();
  input.color_targets.clear();
  input.read_depth = true;
  const DrawOutput output = must_draw(renderer, input);
  CHECK(output.colors.empty());
  REQUIRE(output.depth);
  CHECK(value(*output.depth, 15, 7) == 0.5F);
}

TEST_CASE("flipping inverts the picture and keeps the facing") {
  auto renderer = make_renderer();
  DrawInput input;
  // A triangle at y < 0 that is counterclockwise if y grows upward.
  input.vertex_spirv = spirv_of(GlslStage::Vertex, R"(
    void main() {
      vec2 corners[3] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(0, -0.1));
      gl_Position = vec4(corners[gl_VertexIndex], 0.0, 1.0);
    }
  )");
  input.fragment_spirv = spirv_of(GlslStage::Fragment, R"(
    layout(location = 0) out vec4 color;
    void main() { color = gl_FrontFacing ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1); }
  )");
  input.vertex_count = 3;
  input.width = input.height = 8;
  const Bytes4 nothing{0, 0, 0, 0};
  const Image plain = must_draw(renderer, input).colors[0].image;
  CHECK(pixel(plain, 4, 0) == Bytes4{255, 0, 0, 255});
  CHECK(pixel(plain, 4, 7) == nothing);
  input.flip_y = true;
  const Image flipped = must_draw(renderer, input).colors[0].image;
  CHECK(pixel(flipped, 4, 7) == Bytes4{0, 255, 0, 255});
  CHECK(pixel(flipped, 4, 0) == nothing);
  input.cull = Cull::Back;
  CHECK(pixel(must_draw(renderer, input).colors[0].image, 4, 7) == Bytes4{0, 255, 0, 255});
  input.cull = Cull::Front;
  CHECK(pixel(must_draw(renderer, input).colors[0].image, 4, 7) == nothing);
}

TEST_CASE("validation errors fail the draw and the renderer stays usable") {
  auto renderer = make_renderer();
  const DrawInput good = fullscreen_input(fullscreen_plain, constant_color);

  SECTION("the fragment shader reads an unwritten varying") {
    const RenderError error = must_fail(renderer, fullscreen_input(fullscreen_plain, R"(
      layout(location = 1) in vec3 normal;
      layout(location = 0) out vec4 color;
      void main() { color = vec4(normal, 1.0); }
    )"));
    REQUIRE_FALSE(error.validation.empty());
    CHECK_THAT(error.message, contains("location 1"));
  }
  SECTION("the stages disagree about a varying's type") {
    const RenderError error = must_fail(renderer, fullscreen_input(fullscreen, R"(
      layout(location = 0) flat in ivec2 uv;
      layout(location = 0) out vec4 color;
      void main() { color = vec4(uv, 0, 1); }
    )"));
    CHECK_FALSE(error.validation.empty());
  }
  SECTION("an unbound resource") {
    const RenderError error = must_fail(renderer, fullscreen_input(fullscreen_plain, R"(
      layout(set = 1, binding = 2) uniform Block { vec4 value; } block;
      layout(location = 0) out vec4 color;
      void main() { color = block.value; }
    )"));
    CHECK_FALSE(error.validation.empty());
  }
  SECTION("a resource of the wrong kind") {
    DrawInput input = fullscreen_input(fullscreen_plain, R"(
      layout(set = 0, binding = 0) uniform Block { vec4 value; } block;
      layout(location = 0) out vec4 color;
      void main() { color = block.value; }
    )");
    input.storage_buffers = {{0, 0, bytes_of<float>({1, 2, 3, 4})}};
    CHECK_FALSE(must_fail(renderer, input).validation.empty());
  }
  SECTION("a vertex input without a stream") {
    const RenderError error = must_fail(renderer, fullscreen_input(R"(
      layout(location = 2) in vec3 position;
      void main() { gl_Position = vec4(position, 1.0); }
    )",
                                                                   constant_color));
    CHECK_FALSE(error.validation.empty());
  }
  SECTION("a good header followed by words that are not SPIR-V") {
    DrawInput input = good;
    input.fragment_spirv.resize(5);
    input.fragment_spirv.insert(input.fragment_spirv.end(), 40, 0xFFFFFFFFU);
    CHECK_FALSE(must_fail(renderer, input).validation.empty());
  }
  SECTION("an unread varying") {
    const RenderError error = must_fail(renderer, fullscreen_input(fullscreen, constant_color));
    CHECK_THAT(error.message, contains("not consumed by fragment shader"));
  }
  SECTION("an unread stream") {
    DrawInput input = good;
    input.streams = {{0, VertexFormat::Floatx3, bytes_of(std::vector<float>(9)), 0, false}};
    CHECK_THAT(must_fail(renderer, input).message, contains("do not fit together"));
  }
  SECTION("an unwritten target") {
    DrawInput input = good;
    input.color_targets.push_back({});
    CHECK_THAT(must_fail(renderer, input).message, contains("not written by fragment shader"));
  }
  SECTION("push constants that are too short") {
    DrawInput input = fullscreen_input(fullscreen_plain, R"(
      layout(push_constant) uniform Push { vec4 color; } push;
      layout(location = 0) out vec4 color;
      void main() { color = push.color; }
    )");
    input.push_constants.bytes = bytes_of<float>({1});
    CHECK_FALSE(must_fail(renderer, input).validation.empty());
  }
  SECTION("no shader at all") {
    DrawInput input = good;
    input.vertex_spirv = {1, 2, 3};
    CHECK_THAT(must_fail(renderer, input).message, contains("not a SPIR-V module"));
  }
  SECTION("more pixels than the device can draw") {
    DrawInput input = good;
    input.width = 1 << 20;
    CHECK_THAT(must_fail(renderer, input).message, contains("larger than the device"));
  }
  CHECK(pixels_unlike(must_draw(renderer, good).colors[0].image, {51, 102, 153, 204}) == 0);
}

TEST_CASE("the same input draws the same picture, and draws leave no state") {
  auto renderer = make_renderer();
  const DrawInput input = fullscreen_input(fullscreen, R"(
    layout(location = 0) in vec2 uv;
    layout(location = 0) out vec4 color;
    void main() { color = vec4(uv, sin(uv.x * 40.0), 1.0); }
  )");
  const Image first = must_draw(renderer, input).colors[0].image;
  for (int i = 0; i < 20; ++i) {
    REQUIRE(must_draw(renderer, input).colors[0].image == first);
  }
  auto other = make_renderer();
  Renderer moved = std::move(other);
  CHECK(must_draw(moved, input).colors[0].image == first);
  CHECK_FALSE(moved.device_name().empty());
}

TEST_CASE("a compute dispatch over buffers") {
  auto renderer = make_renderer();
  ComputeInput input;
  input.spirv = spirv_of(GlslStage::Compute, R"(
    layout(local_size_x_id = 3) in;
    layout(std430, set = 0, binding = 0) readonly buffer In { float values[]; } source;
    layout(std430, set = 1, binding = 2) buffer Out { float values[]; } target;
    layout(std140, set = 0, binding = 1) uniform Block { float scale; } block;
    layout(push_constant) uniform Push { float bias; } push;
    void main() {
      uint i = gl_GlobalInvocationID.x;
      target.values[i] = source.values[i] * block.scale + push.bias;
    }
  )");
  input.storage_buffers = {{0, 0, bytes_of<float>({1, 2, 3, 4, 5, 6, 7, 8})},
                           {1, 2, bytes_of(std::vector<float>(8, -1.0F))}};
  input.uniform_buffers = {{0, 1, bytes_of<float>({10})}};
  input.push_constants = bytes_of<float>({0.5F});
  input.spec_constants = {{3, {4, 0, 0, 0}}};
  input.groups = {2, 1, 1};
  const auto result = renderer.compute(input);
  if (!result) {
    FAIL(result.error().message);
  }
  REQUIRE(result->storage_buffers.size() == 2);
  CHECK(result->storage_buffers[0] == input.storage_buffers[0].bytes);
  CHECK(result->storage_buffers[1] ==
        bytes_of<float>({10.5F, 20.5F, 30.5F, 40.5F, 50.5F, 60.5F, 70.5F, 80.5F}));

  input.storage_buffers.push_back(input.storage_buffers.front());
  CHECK_FALSE(renderer.compute(input));  // bound twice
  input.storage_buffers.pop_back();
  input.uniform_buffers.clear();
  const auto unbound = renderer.compute(input);
  REQUIRE_FALSE(unbound);
  CHECK_FALSE(unbound.error().validation.empty());
}

}  // namespace weft::testing::renderer_draw_test
