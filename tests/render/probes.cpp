#include "tests/render/probes.h"

#include <algorithm>

#include "render/draw_material_blocks.h"
#include "tests/support/catch.h"

namespace weft::testing {
namespace {

constexpr std::size_t per_shader = 8;

std::string leaf_text(std::size_t number, const std::string& expression) {
  return "fragment probe_" + std::to_string(number) +
         "(p: uint3, q: uint3, r: uint3) -> float3\n{\n"
         "    int3 i = int3(p);\n    int3 j = int3(q);\n    int3 k = int3(r);\n"
         "    float3 a = bitsToFloat(p);\n    float3 b = bitsToFloat(q);\n"
         "    float3 c = bitsToFloat(r);\n    float3x3 m = float3x3(a, b, c);\n    return " +
         expression + ";\n}\n";
}

}  // namespace

Probes::Probes(const std::vector<std::string>& expressions, std::vector<ProbeInput> inputs,
               const std::string& declarations)
    : inputs_(std::move(inputs)) {
  const std::string count = std::to_string(9 * inputs_.size());
  const std::string host = pixel_host_text + "feature probed.words: uint[" + count +
                           "] at frame;\n"
                           "fragment words(i: int, first: int) -> uint3\n{\n"
                           "    int at = i * 9 + first;\n    return uint3(probed.words[at], "
                           "probed.words[at + 1], probed.words[at + 2]);\n}\n" +
                           declarations;
  for (std::size_t begin = 0; begin < expressions.size(); begin += per_shader) {
    const std::size_t end = std::min(begin + per_shader, expressions.size());
    std::string profile = pixel_profile_text(end - begin);
    profile.insert(profile.find("    vertex demand"), "    provide probed as buffer;\n");
    std::string leaves;
    std::string material =
        "material m {\n    i = pixel();\n    p = words(i, 0);\n    q = words(i, 3);\n"
        "    r = words(i, 6);\n";
    for (std::size_t number = begin; number < end; ++number) {
      leaves += leaf_text(number, expressions[number]);
      material += "    output out" + std::to_string(number - begin) + " = float4(probe_" +
                  std::to_string(number) + "(p, q, r), 1.0);\n";
    }
    Shader shader;
    shader.material = compose_text(host + profile + leaves + material + "}\n", "m", "host");
    const Interface& interface = shader.material.interface();
    REQUIRE(interface.blocks.size() == 1);
    const Block& block = interface.blocks[0];
    std::vector<std::uint32_t> words;
    for (const ProbeInput& input : inputs_) {
      words.insert(words.end(), input.begin(), input.end());
    }
    std::vector<std::uint8_t> bytes(block.size);
    REQUIRE(render::store_member(block.members[0], shader.material.types(),
                                 interface.stored_structs, words, bytes));
    render::DrawInput draw;
    draw.storage_buffers.push_back({block.set, block.binding, std::move(bytes)});
    const int width = static_cast<int>(inputs_.size());
    shader.glsl = draw_row(shader.material, ShadingLanguage::Glsl, draw, width);
    shader.hlsl = draw_row(shader.material, ShadingLanguage::Hlsl, draw, width);
    shaders_.push_back(std::move(shader));
  }
}

ProbeOutput Probes::drawn(ShadingLanguage language, std::size_t expression,
                          std::size_t input) const {
  const Shader& shader = shaders_[expression / per_shader];
  const auto& images = language == ShadingLanguage::Glsl ? shader.glsl : shader.hlsl;
  ProbeOutput output = {};
  for (int channel = 0; channel < 3; ++channel) {
    output[static_cast<std::size_t>(channel)] = bits_of(
        render::value(images[expression % per_shader], static_cast<int>(input), 0, channel));
  }
  return output;
}

ProbeOutput Probes::interpreted(std::size_t expression, std::size_t input) const {
  return interpreted(expression, inputs_[input]);
}

ProbeOutput Probes::interpreted(std::size_t expression, const ProbeInput& input) const {
  const DataType words = DataType::vector(Scalar::Uint, 3);
  const std::vector<Constant> ports = {{words, {input[0], input[1], input[2]}},
                                       {words, {input[3], input[4], input[5]}},
                                       {words, {input[6], input[7], input[8]}}};
  const Constant result = testing::interpreted(*shaders_[expression / per_shader].material.library,
                                               "probe_" + std::to_string(expression),
                                               DataType::vector(Scalar::Float, 3), ports);
  return {result.bits[0], result.bits[1], result.bits[2]};
}

const std::string& Probes::text(ShadingLanguage language, std::size_t expression) const {
  return shaders_[expression / per_shader].material.in(language).fragment_text;
}

}  // namespace weft::testing
