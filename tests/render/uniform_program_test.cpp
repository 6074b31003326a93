// The shader reads the values that `weft eval` prints for the host's results.

#include "composer/evaluations/uniform_program.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "codegen/interface/layout.h"
#include "support/json.h"
#include "tests/render/material_drawing.h"
#include "tests/render/pixel_row.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::uniform_program_test {

namespace {

using namespace weft;

const std::string leaves = R"(
struct Pair { float low; bool first; float2 rest; }
fragment waves(x: float) -> float { float sum = 0.0; for (int i = 1; i < 6; ++i) { sum += sin(x * float(i)) / float(i); } return sum; }
fragment turned(x: float, v: float3) -> float3 { return float3x3(cos(x), sin(x), 0.0, -sin(x), cos(x), 0.0, 0.0, 0.0, 1.0) * v; }
fragment spread(x: float) -> float3x3 { return inverse(float3x3(x + 2.0, 0.5, 0.25, 0.125, x + 3.0, 0.75, 0.1, 0.2, x + 4.0)); }
fragment pair_of(x: float) -> Pair { return Pair(exp2(x), x > 0.0, float2(x, pow(abs(x), 0.3))); }
fragment powers(x: float) -> float[4] { return float[4](1.0, x, x * x, x * x * x); }
fragment count_of(x: float) -> int { return int(x * 10.0) - 7; }
fragment decoded(x: float) -> float3 { return pow((float3(x, x * 0.5, x * 0.25) + 0.055) / 1.055, float3(2.4)); }
)";

/// Each is a number; `x` is a parameter.
const std::vector<std::string> expressions = {
    "waves(x)",
    "turned(x, float3(1, 2, 3)).x",
    "turned(x, float3(1, 2, 3)).y",
    "spread(x)[1].y",
    "spread(x)[2].x",
    "pair_of(x).low",
    "pair_of(x).rest.y",
    "powers(x)[3]",
    "float(count_of(x))",
    "decoded(x).x",
    "decoded(x).z",
    "normalize(turned(x, float3(1, 2, 3))).z",
};

/// The number of floats in between.
std::int64_t ulps_between(float a, float b) {
  const auto ordered = [](float value) {
    const std::int64_t bits = bits_of(value);
    return (bits & 0x80000000) != 0 ? 0x80000000 - bits : bits;
  };
  return std::llabs(ordered(a) - ordered(b));
}

}  // namespace

TEST_CASE("uniform program: host results reach the shader as `weft eval` computes them") {
  constexpr float x = 0.3F;
  constexpr std::size_t targets = 3;
  std::string material = "material m {\n    param x: float = 0.3;\n";
  for (std::size_t i = 0; i < targets; ++i) {
    material += "    output out" + std::to_string(i) + " = float4(";
    for (std::size_t j = 0; j < 4; ++j) {
      material += (j == 0 ? "" : ", ") + expressions[4 * i + j];
    }
    material += ");\n";
  }
  material += "}\n";
  const std::string imports = "import \"core\";\n";
  const std::string hosts = pixel_host_text.substr(pixel_host_text.find("fragment clip"));
  const ComposedMaterial composed =
      compose_text(imports + leaves + hosts + pixel_profile_text(targets) + material, "m", "host");
  const UniformProgram& program = composed.emission->uniform_program;
  REQUIRE(program.results().size() >= 8);
  const auto values = program.evaluate({{}, [&](std::uint32_t) {
                                          return Constant{float_type, {bits_of(x)}};
                                        }});
  REQUIRE(values);
  render::DrawInput input;
  for (const Block& block : composed.interface().blocks) {
    std::vector<std::uint8_t> bytes(block.size);
    for (const BlockMember& member : block.members) {
      std::vector<std::uint32_t> words = {bits_of(x)};
      if (member.source.result) {
        const auto at = std::lower_bound(program.results().begin(), program.results().end(),
                                         *member.source.result);
        words = (*values)[static_cast<std::size_t>(at - program.results().begin())].bits;
      }
      const std::vector<std::uint32_t> offsets =
          scalar_offsets(member, composed.types(), composed.interface().stored_structs);
      REQUIRE(offsets.size() == words.size());
      for (std::size_t i = 0; i < words.size(); ++i) {
        REQUIRE(offsets[i] + 4 <= block.size);
        std::memcpy(bytes.data() + offsets[i], &words[i], 4);
      }
    }
    input.uniform_buffers.push_back({block.set, block.binding, bytes});
  }
  std::vector<float> expected;
  const TempDir place;
  const auto file = place.write("leaves.weft", imports + leaves);
  for (const std::string& expression : expressions) {
    std::string text = expression;
    for (std::size_t at = 0; (at = text.find("(x", at)) != std::string::npos; ++at) {
      text.replace(at, 2, "(0.3");
    }
    const Finished finished = run({weft_program(), {"eval", file.string(), text, "--format=json"}});
    INFO(text << "\n" << finished.out << finished.err);
    REQUIRE(finished.exit_code == 0);
    expected.push_back(nlohmann::json::parse(finished.out)["value"].get<float>());
  }
  for (const ShadingLanguage language : both_languages) {
    INFO(name_of(language) << "\n" << composed.in(language).fragment_text);
    const std::vector<render::FloatImage> images = draw_row(composed, language, input);
    for (std::size_t i = 0; i < expressions.size(); ++i) {
      const float found = render::value(images[i / 4], 3, 0, static_cast<int>(i % 4));
      INFO(expressions[i] << ": " << found << ", expected " << expected[i]);
      CHECK(ulps_between(found, expected[i]) <= 2);
    }
  }
}

}  // namespace weft::testing::uniform_program_test
