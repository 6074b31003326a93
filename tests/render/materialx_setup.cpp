#include "tests/render/materialx_setup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <sstream>
#include <utility>
#include <variant>
#include <vector>

#include <zlib.h>

#include "render/png.h"
#include "support/check.h"
#include "tests/support/materialx_elements.h"

namespace weft::testing {
namespace {

using namespace weft::render;
namespace fs = std::filesystem;

/// The columns moved by half a turn: the pictures' maps have +z in the middle, Weft's have -z.
FloatImage turned(const FloatImage& map) {
  FloatImage result = map;
  for (int y = 0; y < map.height; ++y) {
    for (int x = 0; x < map.width; ++x) {
      const int from = (x + map.width / 2) % map.width;
      std::copy_n(&map.values[static_cast<std::size_t>(y * map.width + from) * 4], 4,
                  &result.values[static_cast<std::size_t>(y * map.width + x) * 4]);
    }
  }
  return result;
}

std::vector<std::uint32_t> words_of(const std::vector<float>& values) {
  std::vector<std::uint32_t> words(values.size());
  std::memcpy(words.data(), values.data(), values.size() * 4);
  return words;
}

Texture texture_of(FloatImage image, bool mipmapped) {
  auto texture = make_float_texture(std::move(image), mipmapped);
  WEFT_CHECK(texture, "the handed images are complete");
  return std::move(*texture);
}

/// What a parameter of a texture states: the file, or the texel that stands for it.
FloatImage picture_of(const Library& library, const MaterialParameter& parameter) {
  std::string file;
  std::array<float, 4> texel{0, 0, 0, 1};
  for (const MetaValue& entry : parameter.meta) {
    if (library.text(entry.name) == "file") {
      file = std::get<std::string>(entry.value);
    } else if (library.text(entry.name) == "fallback") {
      std::memcpy(texel.data(), std::get<Constant>(entry.value).bits.data(), 16);
    }
  }
  return materialx_image(file, texel);
}

}  // namespace

FloatImage read_pfm(const fs::path& path) {
  gzFile file = gzopen(path.string().c_str(), "rb");
  WEFT_CHECK(file != nullptr, "the handed picture is there");
  std::string bytes;
  std::array<char, 65536> part{};
  for (int count = 1; count > 0;) {
    count = gzread(file, part.data(), part.size());
    bytes.append(part.data(), static_cast<std::size_t>(std::max(count, 0)));
  }
  gzclose(file);
  std::istringstream header(bytes.substr(0, 64));
  std::string kind;
  FloatImage image;
  double scale = 0;
  header >> kind >> image.width >> image.height >> scale;
  const std::size_t channels = kind == "PF" ? 3 : 1;
  const auto begin = static_cast<std::size_t>(header.tellg()) + 1;
  const auto width = static_cast<std::size_t>(image.width);
  const auto height = static_cast<std::size_t>(image.height);
  WEFT_CHECK(bytes.size() == begin + width * height * channels * 4, "the picture is whole");
  image.values.assign(width * height * 4, 1.0F);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width * channels; ++x) {
      float value = 0;
      std::memcpy(&value, &bytes[begin + ((height - 1 - y) * width * channels + x) * 4], 4);
      image.values[(y * width + x / channels) * 4 + x % channels] = value;
    }
  }
  return image;
}

float shown_level(float linear) { return linear_to_srgb(std::clamp(linear, 0.0F, 1.0F)); }

double share_of_differences(const FloatImage& first, const FloatImage& second) {
  std::size_t covered = 0;
  std::size_t different = 0;
  for (std::size_t at = 0; at < first.values.size(); at += 4) {
    bool is_covered = false;
    bool differs = false;
    for (std::size_t i = at; i < at + 3; ++i) {
      const float one = first.values[i];
      const float other = second.values[i];
      is_covered = is_covered || one != 0 || other != 0;
      // Not a number differs: no comparison with it holds.
      differs = differs || !(std::abs(shown_level(one) - shown_level(other)) <= 2.0F / 255.0F);
    }
    covered += is_covered ? 1 : 0;
    different += differs ? 1 : 0;
  }
  return static_cast<double>(different) / static_cast<double>(std::max<std::size_t>(covered, 1));
}

FloatImage materialx_radiance() {
  return read_pfm(handed_materialx() / "reference/data/radiance.pfm");
}

FloatImage materialx_irradiance() {
  return read_pfm(handed_materialx() / "reference/data/irradiance.pfm");
}

FloatImage materialx_image(const std::string& name, const std::array<float, 4>& texel) {
  const fs::path file = handed_materialx() / "images" / fs::path(name).filename();
  if (name.empty() || !fs::exists(file)) {
    return {1, 1, 4, {texel.begin(), texel.end()}};
  }
  const auto stored = read_png(file.string());
  WEFT_CHECK(stored, "the handed images can be read");
  FloatImage image{stored->width, stored->height, 4, {}};
  for (const std::uint8_t byte : stored->rgba) {
    image.values.push_back(static_cast<float>(byte) / 255.0F);
  }
  return image;
}

Mesh materialx_sphere() {
  Mesh mesh;
  const float pi = 3.14159265F;
  for (int j = 0; j <= 64; ++j) {
    for (int i = 0; i <= 128; ++i) {
      const float u = static_cast<float>(i) / 128.0F;
      const float v = static_cast<float>(j) / 64.0F;
      const float a = 2.0F * pi * (u - 0.5F);
      const float p = pi * v;
      const Float3 n = {std::sin(p) * std::sin(a), std::cos(p), std::sin(p) * std::cos(a)};
      mesh.positions.push_back(n);
      mesh.normals.push_back(n);
      mesh.tangents.push_back({std::cos(a), 0.0F, -std::sin(a), 1.0F});
      mesh.uvs.push_back({u, v});
      mesh.colors.push_back({0.5F + 0.5F * n[0], 0.5F + 0.5F * n[1], 0.5F + 0.5F * n[2], 1.0F});
    }
  }
  for (std::uint32_t j = 0; j < 64; ++j) {
    for (std::uint32_t i = 0; i < 128; ++i) {
      const std::uint32_t a = j * 129 + i;
      const std::uint32_t b = a + 1;
      const std::uint32_t c = a + 129;
      const std::uint32_t d = c + 1;
      if (j != 63) {
        mesh.indices.insert(mesh.indices.end(), {a, c, d});
      }
      if (j != 0) {
        mesh.indices.insert(mesh.indices.end(), {a, d, b});
      }
    }
  }
  return mesh;
}

Scene materialx_scene(const MaterialxLight& light) {
  Scene scene;
  scene.camera.position = {0.0F, 0.0F, 3.0F};
  scene.camera.vertical_fov = 0.785398163F;
  scene.camera.near = 0.1F;
  scene.camera.far = 10.0F;
  scene.time = 0.5F;
  scene.frame_index = 12;
  static const auto radiance =
      std::make_shared<const Texture>(texture_of(turned(materialx_radiance()), true));
  static const auto irradiance =
      std::make_shared<const Texture>(texture_of(turned(materialx_irradiance()), false));
  scene.given_textures = {{"materialx_environment.radiance", radiance},
                          {"materialx_environment.irradiance", irradiance}};
  const float intensity = light.environment_samples == 0 ? 0.0F : 1.0F;
  scene.given["materialx_environment.levels"] = words_of({9.0F});
  scene.given["materialx_environment.samples"] = {light.environment_samples};
  scene.given["materialx_environment.intensity"] = words_of({intensity});
  scene.given["materialx_lights.count"] = {light.lights};
  scene.given["materialx_lights.kind"] = {1, 2};
  scene.given["materialx_lights.position"] = words_of({0, 0, 0, -2, 1, 2});
  scene.given["materialx_lights.direction"] = words_of({-0.6F, -0.64F, -0.48F, 0, 0, 0});
  scene.given["materialx_lights.color"] = words_of({1, 0.95F, 0.85F, 2.5F, 0.5F, 0.7F, 1, 14});
  scene.given["materialx_lights.shape"] = words_of({0, 0, 0, 0, 2, 0, 0, 0});
  return scene;
}

std::map<std::string, Texture, std::less<>> materialx_images(const Library& library,
                                                             MaterialId material) {
  std::map<std::string, Texture, std::less<>> images;
  for (const MaterialParameter& parameter : library.materials[material].parameters) {
    if (parameter.type.data().is_texture()) {
      images.emplace(library.text(parameter.name),
                     texture_of(picture_of(library, parameter), false));
    }
  }
  return images;
}

}  // namespace weft::testing
