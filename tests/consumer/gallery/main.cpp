// usage: gallery SHADERS PICTURE.ppm
// Draws two balls, one lacquered and one of marble, with the modules in the directory SHADERS.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "forward.h"  // made by weft_add_shaders(), like the next two
#include "lacquer.forward.h"
#include "marble.forward.h"
#include "offscreen.h"

namespace {

using Float3 = std::array<float, 3>;
using Float4 = std::array<float, 4>;
using Float4x4 = std::array<float, 16>;  // column-major

/// Copies this program's vectors and matrices to those of the headers, which have the same layout.
template <class To, class From>
void put(To& to, const From& from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To>);
  std::memcpy(&to, &from, sizeof to);
}

float dot(const Float3& a, const Float3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Float3 cross(const Float3& a, const Float3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Float3 normalized(const Float3& a) {
  const float length = std::sqrt(dot(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}

Float4x4 look_at_origin(const Float3& eye) {
  const Float3 z = normalized(eye);
  const Float3 x = normalized(cross({0, 1, 0}, z));
  const Float3 y = cross(z, x);
  return {x[0], y[0], z[0], 0, x[1],         y[1],         z[1],         0,
          x[2], y[2], z[2], 0, -dot(x, eye), -dot(y, eye), -dot(z, eye), 1};
}

/// For Vulkan's clip space and a square image.
Float4x4 perspective(float vertical_fov, float near, float far) {
  const float f = 1.0f / std::tan(0.5f * vertical_fov);
  return {f, 0, 0, 0, 0, -f, 0, 0, 0, 0, far / (near - far), -1, 0, 0, near * far / (near - far),
          0};
}

Float4x4 turn_around_y(float angle) {
  const float c = std::cos(angle);
  const float s = std::sin(angle);
  return {c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1};
}

struct Light {
  Float3 direction;   // to the light
  Float3 irradiance;  // linear
};

/// The default scene of `weft render`.
struct Scene {
  Float3 eye = {0.0f, 0.6f, 3.9f};
  Float4x4 object_to_world = turn_around_y(0.9f);
  Float4x4 view_from_world = look_at_origin(eye);
  Float4x4 view_to_clip = perspective(0.6f, 0.1f, 100.0f);
  Float3 ambient = {0.35f, 0.38f, 0.42f};
  std::vector<Light> lights = {{{0.55f, 0.75f, 0.6f}, {3.0f, 2.9f, 2.7f}},
                               {{-0.8f, 0.15f, 0.5f}, {0.45f, 0.55f, 0.75f}},
                               {{-0.3f, 0.5f, -0.9f}, {1.2f, 1.2f, 1.3f}}};
};

/// A block for the struct of that name in the header's table.
template <class Table, class Value>
Block block_of(const Table& blocks, const std::string& name, const Value& value) {
  for (const auto& row : blocks) {
    if (row.name == name && row.size == sizeof value) {
      const bool is_storage = row.kind == weft_block_storage;
      std::vector<std::uint8_t> bytes(sizeof value);
      std::memcpy(bytes.data(), &value, sizeof value);
      return {row.set, row.binding,
              is_storage ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
              bytes};
    }
  }
  fail("the shaders have no block " + name);
}

/// The blocks that all materials of the profile `forward` share.
std::vector<Block> shared_blocks(const Scene& scene) {
  namespace host = weft_hosts::forward;
  host::Frame frame;
  put(frame.environment_ambient, scene.ambient);
  frame.exposure = 1.0f;
  host::View view;
  put(view.from_world, scene.view_from_world);
  put(view.position, scene.eye);
  put(view.to_clip, scene.view_to_clip);
  host::Lights lights;
  for (const Light& light : scene.lights) {
    const Float3 d = normalized(light.direction);
    const Float3& e = light.irradiance;
    put(lights.direction[lights.count], Float4{d[0], d[1], d[2], 0.0f});
    put(lights.irradiance[lights.count], Float4{e[0], e[1], e[2], 0.0f});
    ++lights.count;
  }
  host::Object object;
  put(object.to_world, scene.object_to_world);
  return {block_of(host::blocks, "Frame", frame), block_of(host::blocks, "View", view),
          block_of(host::blocks, "Lights", lights), block_of(host::blocks, "Object", object)};
}

/// A block that holds results of the uniform program, by its name in the header.
template <class Value>
struct Results {
  const char* name;
  Value value;
};

/// A material's blocks: the shared ones, and those that hold its parameters and the results of its
/// uniform program. `blocks` is the table of its header.
template <class Table, class Inputs, class... Values>
std::vector<Block> blocks_of(const Scene& scene, const Table& blocks, Inputs inputs,
                             Results<Values>... results) {
  put(inputs.environment_ambient, scene.ambient);
  put(inputs.object_to_world, scene.object_to_world);
  put(inputs.view_from_world, scene.view_from_world);
  put(inputs.view_to_clip, scene.view_to_clip);
  (update(inputs, results.value), ...);

  std::vector<Block> all = shared_blocks(scene);
  (all.push_back(block_of(blocks, results.name, results.value)), ...);
  return all;
}

/// The offset of a feature in this program's vertices.
std::uint32_t offset_of(const std::string& feature) {
  if (feature == "surface.position") {
    return offsetof(Vertex, position);
  }
  if (feature == "surface.normal") {
    return offsetof(Vertex, normal);
  }
  fail("vertices have no " + feature);
}

template <class Modules, class Attributes>
Drawing drawing_of(const Modules& vertex, const Modules& fragment, const Attributes& attributes,
                   std::vector<Block> blocks) {
  Drawing drawing{
      {vertex.begin(), vertex.end()}, {fragment.begin(), fragment.end()}, {}, std::move(blocks)};
  for (const auto& row : attributes) {
    drawing.attributes.push_back(
        {row.location, 0, static_cast<VkFormat>(row.format), offset_of(row.feature)});
  }
  return drawing;
}

Drawing lacquer(const Scene& scene) {
  using namespace lacquer_forward;
  UniformInputs inputs;
  put(inputs.paint, Float3{0.1f, 0.35f, 0.6f});  // not the default, like a choice in an editor
  return drawing_of(vertex_spirv, fragment_spirv, attributes,
                    blocks_of(scene, blocks, inputs,
                              Results<FrameResults>{"FrameResults", {}},    // of the ambient light
                              Results<Material>{"Material", {}},            // decoded colors
                              Results<ObjectResults>{"ObjectResults", {}},  // the normal matrix
                              Results<DrawResults>{"DrawResults", {}}));    // object to clip space
}

Drawing marble(const Scene& scene) {
  using namespace marble_forward;
  return drawing_of(
      vertex_spirv, fragment_spirv, attributes,
      blocks_of(scene, blocks, UniformInputs(), Results<FrameResults>{"FrameResults", {}},
                Results<Material>{"Material", {}}, Results<ObjectResults>{"ObjectResults", {}},
                Results<DrawResults>{"DrawResults", {}}));
}

Mesh sphere(std::uint32_t segments, std::uint32_t rings) {
  const double pi = 3.14159265358979323846;
  Mesh mesh;
  for (std::uint32_t ring = 0; ring <= rings; ++ring) {
    const double theta = pi * ring / rings;
    for (std::uint32_t i = 0; i <= segments; ++i) {
      const double phi = 2.0 * pi * (static_cast<double>(i % segments) / segments - 0.5);
      const float x = static_cast<float>(std::sin(theta) * std::sin(phi));
      const float y = static_cast<float>(std::cos(theta));
      const float z = static_cast<float>(std::sin(theta) * std::cos(phi));
      mesh.vertices.push_back({{x, y, z}, {x, y, z}});
      if (ring < rings && i < segments) {
        const std::uint32_t a = ring * (segments + 1) + i;
        const std::uint32_t c = a + segments + 1;
        mesh.indices.insert(mesh.indices.end(), {a, c, c + 1, a, c + 1, a + 1});
      }
    }
  }
  return mesh;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    fail("usage: gallery PICTURE.ppm");
  }
  const Scene scene;
  const std::uint32_t size = 256;
  const std::vector<std::uint8_t> pixels =
      draw(sphere(128, 64), {lacquer(scene), marble(scene)}, size);

  std::ofstream picture(words[1], std::ios::binary);
  picture << "P6\n" << 2 * size << ' ' << size << "\n255\n";
  for (std::size_t i = 0; i < pixels.size(); i += 4) {
    picture.write(reinterpret_cast<const char*>(&pixels[i]), 3);
  }
  picture.close();
  if (!picture) {
    fail(std::string("cannot write ") + words[1]);
  }
  return 0;
}
