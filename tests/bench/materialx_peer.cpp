#include "tests/bench/materialx_peer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codegen/spirv/spirv.h"
#include "codegen/spirv/spirv_reflection.h"
#include "render/texture.h"
#include "render/vector_math.h"

namespace weft::testing {
namespace {

using namespace weft::render;

/// The numbers of a literal, a constructor of literals, or a bool.
std::vector<double> numbers_of(std::string_view text) {
  if (text == "true" || text == "false") {
    return {text == "true" ? 1.0 : 0.0};
  }
  std::vector<double> numbers;
  const std::size_t open = text.find('(');
  const char* at = text.data() + (open == std::string_view::npos ? 0 : open + 1);
  const char* const end = text.data() + text.size();
  while (at < end) {
    double number = 0;
    const auto [next, problem] = std::from_chars(at, end, number);
    if (problem == std::errc()) {
      numbers.push_back(number);
    }
    at = problem == std::errc() ? next : at + 1;
  }
  return numbers;
}

/// The uniforms that every shader has: those of the camera and the lights.
std::map<std::string, std::vector<double>, std::less<>> host_values(const MaterialxLight& light) {
  const std::vector<double> identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  // Projection times view of the set-up's README, column by column.
  const std::vector<double> to_clip = {2.41421356, 0,           0,  0, 0, -2.41421356, 0, 0, 0,
                                       0,          -1.01010101, -1, 0, 0, 2.92929293,  3};
  const bool has_environment = light.environment_samples > 0;
  return {{"u_worldMatrix", identity},
          {"u_worldInverseTransposeMatrix", identity},
          {"u_viewProjectionMatrix", to_clip},
          {"u_viewPosition", {0, 0, 3}},
          {"u_viewDirection", {0, 0, -1}},
          {"u_envMatrix", {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}},
          {"u_envLightIntensity", {has_environment ? 1.0 : 0.0}},
          {"u_envRadianceMips", {9}},
          // It divides by their number.
          {"u_envRadianceSamples", {std::max<double>(light.environment_samples, 1)}},
          {"u_refractionTwoSided", {0}},
          {"u_numActiveLightSources", {static_cast<double>(light.lights)}},
          {"u_alphaThreshold", {0.001}},
          {"u_time", {0.5}},
          {"u_frame", {12}}};
}

/// The direct lights of the set-up, by member.
const std::map<std::string, std::vector<double>, std::less<>> light_values[] = {
    {{"type", {1}},
     {"direction", {-0.6, -0.64, -0.48}},
     {"color", {1, 0.95, 0.85}},
     {"intensity", {2.5}}},
    {{"type", {2}},
     {"position", {-2, 1, 2}},
     {"color", {0.5, 0.7, 1}},
     {"intensity", {14}},
     {"decay_rate", {2}}}};

bool is_float(const SpirvMember& member) { return member.type.starts_with("float"); }

/// Writes the numbers at the member's place: a float matrix by columns of three or four, else a
/// scalar or vector.
void write(std::vector<std::uint8_t>& bytes, std::size_t base, const SpirvMember& member,
           const std::vector<double>& numbers) {
  const std::size_t rows = numbers.size() == 9 ? 3 : 4;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t place =
        member.matrix_stride == 0 ? i * 4 : i / rows * member.matrix_stride + i % rows * 4;
    const std::size_t at = base + member.offset + place;
    if (at + 4 > bytes.size()) {
      return;
    }
    const auto real = static_cast<float>(numbers[i]);
    const auto whole = static_cast<std::int32_t>(numbers[i]);
    std::memcpy(&bytes[at], is_float(member) ? static_cast<const void*>(&real) : &whole, 4);
  }
}

class PeerDraw {
 public:
  PeerDraw(const PeerShader& shader, const MaterialxLight& light, int size)
      : shader_(shader), values_(host_values(light)) {
    draw_.width = draw_.height = size;
    draw_.color_targets = {{ColorFormat::Rgba32Float}};
    draw_.cull = Cull::Back;
  }

  tl::expected<DrawInput, std::string> make() {
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
      if (auto problem = add_stage(stage)) {
        return tl::unexpected(std::move(*problem));
      }
    }
    return std::move(draw_);
  }

 private:
  std::optional<std::string> add_stage(Stage stage) {
    const bool is_vertex = stage == Stage::Vertex;
    auto module = compile_glsl(stage, is_vertex ? shader_.vertex : shader_.fragment, {});
    if (!module) {
      return std::move(module.error());
    }
    const auto reflected = reflect_spirv(*module, ShadingLanguage::Glsl);
    if (!reflected) {
      return reflected.error();
    }
    for (const SpirvBlock& block : reflected->blocks) {
      if (auto problem = add_block(block)) {
        return problem;
      }
    }
    for (const SpirvResource& image : reflected->combined_images) {
      if (auto problem = add_image(image)) {
        return problem;
      }
    }
    if (is_vertex) {
      if (auto problem = add_mesh(reflected->inputs)) {
        return problem;
      }
    }
    (is_vertex ? draw_.vertex_spirv : draw_.fragment_spirv) = std::move(module->words);
    return std::nullopt;
  }

  std::optional<std::string> add_block(const SpirvBlock& block) {
    BufferBinding buffer{block.set, block.binding, {}};
    buffer.bytes.resize((block.size + 15) / 16 * 16);
    for (const SpirvMember& member : block.members) {
      if (member.name == "u_lightData") {
        add_lights(buffer.bytes, member);
      } else if (member.members.empty()) {  // structs are inputs that nothing is connected to
        const auto host = values_.find(member.name);
        const auto own = shader_.values.find(member.name);
        if (host == values_.end() && own == shader_.values.end()) {
          return "there is no value of " + member.name;
        }
        write(buffer.bytes, 0, member,
              host != values_.end() ? host->second : numbers_of(own->second));
      }
    }
    draw_.uniform_buffers.push_back(std::move(buffer));
    return std::nullopt;
  }

  /// The value of another uniform of the node that samples the file; empty if there is none.
  std::vector<double> beside_file(const std::string& file, const std::string& name) const {
    const std::size_t stem = file.rfind("file");
    const auto value = stem == std::string::npos ? shader_.values.end()
                                                 : shader_.values.find(file.substr(0, stem) + name);
    return value == shader_.values.end() ? std::vector<double>() : numbers_of(value->second);
  }

  /// MaterialX counts constant, clamp, periodic and mirror. `usd` is the input of UsdUVTexture.
  Wrap wrap_of(const std::string& file, const std::string& name, const std::string& usd) const {
    std::vector<double> mode = beside_file(file, name);
    mode = mode.empty() ? beside_file(file, usd) : mode;
    return mode.empty() || mode[0] == 2 ? Wrap::Repeat
           : mode[0] == 3               ? Wrap::MirroredRepeat
           : mode[0] == 1               ? Wrap::ClampToEdge
                                        : Wrap::ClampToBorder;
  }

  /// The color that the node states for a missing file.
  std::array<float, 4> default_of(const std::string& file) const {
    std::array<float, 4> texel{0, 0, 0, 1};
    const std::vector<double> numbers = beside_file(file, "default");
    for (std::size_t i = 0; i < 4 && !numbers.empty(); ++i) {
      if (numbers.size() == 1 ? i < 3 : i < numbers.size()) {
        texel[i] = static_cast<float>(numbers[numbers.size() == 1 ? 0 : i]);
      }
    }
    return texel;
  }

  static void add_lights(std::vector<std::uint8_t>& bytes, const SpirvMember& lights) {
    std::size_t base = lights.offset;
    for (const auto& light : light_values) {
      for (const SpirvMember& member : lights.members) {
        if (const auto value = light.find(member.name); value != light.end()) {
          write(bytes, base, member, value->second);
        }
      }
      base += lights.array_stride;
    }
  }

  std::optional<std::string> add_image(const SpirvResource& image) {
    const bool is_radiance = image.name == "u_envRadiance";
    const bool is_environment = is_radiance || image.name == "u_envIrradiance";
    const auto own = shader_.images.find(image.name);
    if (!is_environment && own == shader_.images.end()) {
      return "there is no image for " + image.name;
    }
    auto made =
        make_float_texture(is_radiance      ? materialx_radiance()
                           : is_environment ? materialx_irradiance()
                                            : materialx_image(own->second, default_of(own->first)),
                           is_radiance);
    if (!made) {
      return made.error().message;
    }
    auto texture = std::make_shared<const Texture>(std::move(*made));
    CombinedBinding binding{image.set, image.binding, texture.get(), false, {}};
    if (is_environment) {
      binding.state.wrap_v = Wrap::ClampToEdge;
    } else {
      binding.state.wrap_u = wrap_of(own->first, "uaddressmode", "wrapS");
      binding.state.wrap_v = wrap_of(own->first, "vaddressmode", "wrapT");
      const std::vector<double> filter = beside_file(own->first, "filtertype");
      if (!filter.empty() && filter[0] == 0) {
        binding.state.filter = Filter::Nearest;
      }
      const Wrap border = Wrap::ClampToBorder;
      if (binding.state.wrap_u == border || binding.state.wrap_v == border) {
        return "the border of " + image.name + " has no color of its own";
      }
    }
    draw_.combined.push_back(binding);
    draw_.kept_textures.push_back(std::move(texture));
    return std::nullopt;
  }

  std::optional<std::string> add_mesh(const std::vector<SpirvInterfaceVariable>& inputs) {
    const Mesh mesh = materialx_sphere();
    draw_.indices = mesh.indices;
    std::vector<Float3> tangents;
    for (const auto& tangent : mesh.tangents) {
      tangents.push_back({tangent[0], tangent[1], tangent[2]});
    }
    for (const SpirvInterfaceVariable& input : inputs) {
      VertexStream stream;
      stream.location = input.location;
      if (input.name == "i_position" || input.name == "i_normal") {
        stream.bytes = bytes_of(input.name == "i_position" ? mesh.positions : mesh.normals);
      } else if (input.name == "i_tangent") {
        stream.bytes = bytes_of(tangents);
      } else if (input.name == "i_bitangent") {
        std::vector<Float3> bitangents;
        for (std::size_t i = 0; i < tangents.size(); ++i) {
          bitangents.push_back(cross(mesh.normals[i], tangents[i]));
        }
        stream.bytes = bytes_of(bitangents);
      } else if (input.name.starts_with("i_color")) {
        stream.format = VertexFormat::Floatx4;
        stream.bytes = bytes_of(mesh.colors);
      } else if (input.name.starts_with("i_texcoord")) {
        stream.format = VertexFormat::Floatx2;
        stream.bytes = bytes_of(mesh.uvs);
      } else {
        return "the mesh has no " + input.name;
      }
      draw_.streams.push_back(std::move(stream));
    }
    return std::nullopt;
  }

  const PeerShader& shader_;
  std::map<std::string, std::vector<double>, std::less<>> values_;
  DrawInput draw_;
};

}  // namespace

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

PeerShader peer_shader(const Json& line) {
  PeerShader peer;
  peer.vertex = text_of_file(line.at("vertex").get<std::string>());
  peer.fragment = text_of_file(line.at("complete").get<std::string>());
  for (const auto& [name, value] : line.at("values").items()) {
    peer.values.emplace(name, value.get<std::string>());
  }
  for (const auto& [name, file] : line.at("images").items()) {
    peer.images.emplace(name, file.get<std::string>());
  }
  return peer;
}

tl::expected<DrawInput, std::string> peer_draw(const PeerShader& shader,
                                               const MaterialxLight& light, int size) {
  return PeerDraw(shader, light, size).make();
}

}  // namespace weft::testing
