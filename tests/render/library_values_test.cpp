// tests/library/values.tsv: what shipped fragments give, by the interpreter and drawn from both
// languages. The numbers are from the fragments' sources, or closed forms.

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/render/pixel_row.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing::library_values_test {

namespace {

using namespace weft;

struct Row {
  std::string expression;
  std::vector<double> value;  ///< one or three
  std::string source;
  double error = 0.0001;
};

std::vector<Row> read_rows() {
  std::ifstream file(repository_root() / "tests/library/values.tsv");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) {
      continue;
    }
    std::istringstream cells(line);
    Row row;
    std::string value;
    std::string error;
    std::getline(cells, row.expression, '\t');
    std::getline(cells, value, '\t');
    std::getline(cells, row.source, '\t');
    if (std::getline(cells, error, '\t')) {
      row.error = std::stod(error);
    }
    std::istringstream numbers(value);
    for (double number = 0.0; numbers >> number;) {
      row.value.push_back(number);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// The expression as a float3, with numbers that no compiler knows: `b.x` is 0 in every pixel.
std::string probed(const Row& row) {
  const std::string& text = row.expression;
  std::string hidden;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && (std::isdigit(static_cast<unsigned char>(text[end])) != 0)) {
      ++end;
    }
    const bool is_name =
        i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 || text[i - 1] == '_');
    if (end == i || is_name || end == text.size() || text[end] != '.') {
      hidden += text[i++];
      continue;
    }
    ++end;
    while (end < text.size() && (std::isdigit(static_cast<unsigned char>(text[end])) != 0)) {
      ++end;
    }
    hidden += "(" + text.substr(i, end - i) + " + b.x)";
    i = end;
  }
  return row.value.size() == 3 ? hidden : "float3(" + hidden + ")";
}

constexpr std::size_t per_shader = 8;

const std::string host_text = R"(
import "albedo";
import "area_lights";
import "blend";
import "blue_noise";
import "bsdf";
import "cellular";
import "color";
import "coordinates";
import "core";
import "disney";
import "fiber_sheen";
import "fields";
import "fog";
import "gltf";
import "grading";
import "hair";
import "light_shapes";
import "noise_4d";
import "normals";
import "openpbr";
import "packings";
import "periodic";
import "procedural";
import "punctual";
import "reflections";
import "rotations";
import "shadow_maps";
import "shapes";
import "shaping";
import "simulation";
import "sky";
import "standard_surface";
import "stylized";
import "usd_preview";
import "vertices";
import "volumes";
import "waves";
fragment place(p: float3) -> float4 { return float4(p, 1.0); }
/// 0 in every pixel.
fragment nothing() -> float3 { return surface.frag_coord.xyz * 0.0; }
)";

/// A material with an output for each of some rows, and its profile.
std::string material_text(const std::vector<Row>& rows, std::size_t begin, std::size_t end) {
  std::string profile =
      "profile host {\n    provide surface.position as attribute 0;\n"
      "    provide surface.frag_coord as builtin;\n"
      "    vertex demand position: float4 as clip = place(surface.position);\n";
  std::string leaves;
  std::string material = "material m {\n    b = nothing();\n";
  for (std::size_t i = begin; i < end; ++i) {
    const std::string number = std::to_string(i);
    const std::string output = "out" + std::to_string(i - begin);
    leaves +=
        "fragment row_" + number + "(b: float3) -> float3 { return " + probed(rows[i]) + "; }\n";
    profile +=
        "    fragment demand " + output + ": float4 as target " + std::to_string(i - begin) + ";\n";
    material += "    output " + output + " = float4(row_" + number + "(b), 1.0);\n";
  }
  return host_text + leaves + profile + "}\n" + material + "}\n";
}

void check(const Row& row, const std::array<double, 3>& given) {
  for (std::size_t i = 0; i < row.value.size(); ++i) {
    INFO("component " << i << ": " << given[i] << ", not " << row.value[i]);
    CHECK(std::abs(given[i] - row.value[i]) <= row.error * std::max(std::abs(row.value[i]), 0.01));
  }
}

}  // namespace

TEST_CASE("library values: the interpreter and both languages give what the sources say") {
  const std::vector<Row> rows = read_rows();
  REQUIRE(rows.size() > 150);
  const DataType triple = DataType::vector(Scalar::Float, 3);
  for (std::size_t begin = 0; begin < rows.size(); begin += per_shader) {
    const std::size_t end = std::min(begin + per_shader, rows.size());
    const ComposedMaterial material = compose_text(material_text(rows, begin, end), "m", "host");
    for (std::size_t i = begin; i < end; ++i) {
      INFO(rows[i].expression << ": " << rows[i].source << ", by the interpreter");
      const Constant result =
          interpreted(*material.library, "row_" + std::to_string(i), triple, {{triple, {0, 0, 0}}});
      check(rows[i],
            {float_of(result.bits[0]), float_of(result.bits[1]), float_of(result.bits[2])});
    }
    for (const ShadingLanguage language : both_languages) {
      const std::vector<render::FloatImage> images = draw_row(material, language);
      for (std::size_t i = begin; i < end; ++i) {
        INFO(rows[i].expression << ": " << rows[i].source << ", by " << name_of(language));
        const render::FloatImage& image = images[i - begin];
        check(rows[i], {render::value(image, 0, 0, 0), render::value(image, 0, 0, 1),
                        render::value(image, 0, 0, 2)});
      }
    }
  }
}

TEST_CASE("L19: hashes have the same bits in the interpreter, GLSL and HLSL", "[acceptance]") {
  constexpr int count = 4096;
  const std::string leaves =
      "fragment one(i: int) -> uint { return pcg(uint(i) * 2654435769u); }\n"
      "fragment two(i: int) -> uint { return pcg2d(uint2(uint(i), 77u * uint(i))).y; }\n"
      "fragment three(i: int) -> uint { return pcg3d(uint3(uint(i), 5u, ~uint(i))).z; }\n";
  const std::string material =
      "material m {\n    i = pixel();\n    output out0 = float4(halves(one(i)), halves(two(i)));\n"
      "    output out1 = float4(halves(three(i)), 0.0, 1.0);\n}\n";
  const ComposedMaterial composed = compose_text(
      "import \"noise\";\n" + pixel_host_text + leaves + pixel_profile_text(2) + material, "m",
      "host");
  const DataType number = DataType::scalar(Scalar::Int);
  const DataType bits = DataType::scalar(Scalar::Uint);
  for (const ShadingLanguage language : both_languages) {
    INFO(name_of(language));
    const std::vector<render::FloatImage> images = draw_row(composed, language, {}, count);
    for (int i = 0; i < count; ++i) {
      const std::vector<Constant> at = {{number, {static_cast<std::uint32_t>(i)}}};
      INFO("input " << i);
      REQUIRE(number_at(images[0], i, 0) ==
              interpreted(*composed.library, "one", bits, at).bits[0]);
      REQUIRE(number_at(images[0], i, 2) ==
              interpreted(*composed.library, "two", bits, at).bits[0]);
      REQUIRE(number_at(images[1], i, 0) ==
              interpreted(*composed.library, "three", bits, at).bits[0]);
    }
  }
}

}  // namespace weft::testing::library_values_test
