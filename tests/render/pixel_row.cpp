#include "tests/render/pixel_row.h"

#include <cstring>

#include "fragments/interpreter/interpreter.h"
#include "tests/support/catch.h"

namespace weft::testing {

std::vector<render::FloatImage> draw_row(const ComposedMaterial& material, ShadingLanguage language,
                                         render::DrawInput input, int width) {
  input.vertex_spirv = material.in(language).vertex.words;
  input.fragment_spirv = material.in(language).fragment.words;
  const std::vector<float> corners = {-1, -1, 0.5F, 3, -1, 0.5F, -1, 3, 0.5F};
  input.streams = {{0, render::VertexFormat::Floatx3, render::bytes_of(corners), 0, false}};
  input.vertex_count = 3;
  input.width = width;
  input.height = 1;
  input.depth = render::DepthTest::Off;
  input.color_targets.assign(material.interface().targets.size(),
                             {render::ColorFormat::Rgba32Float, {}});
  auto output = shared_renderer().draw(input);
  if (!output) {
    FAIL(output.error().message);
  }
  std::vector<render::FloatImage> images;
  for (render::ColorResult& color : output->colors) {
    images.push_back(std::move(color.floats));
  }
  return images;
}

const std::string pixel_host_text = R"(
feature surface.position: float3 at vertex;
feature surface.frag_coord: float4 at fragment;
fragment clip(p: float3) -> float4 { return float4(p, 1.0); }
/// A number in two floats that hold it exactly.
fragment halves(u: uint) -> float2 { return float2(float(u & 65535u), float(u >> 16)); }
fragment pixel() -> int { return int(surface.frag_coord.x); }
fragment hashed(i: int) -> uint { return uint(i) * 2654435769u; }
fragment scaled(i: int) -> float { return float(i) * 1.25 - 4.0; }
)";

std::string pixel_profile_text(std::size_t targets) {
  std::string text =
      "profile host {\n    provide surface.position as attribute 0;\n"
      "    provide surface.frag_coord as builtin;\n"
      "    vertex demand position: float4 as clip = clip(surface.position);\n";
  for (std::size_t i = 0; i < targets; ++i) {
    text += "    fragment demand out" + std::to_string(i) + ": float4 as target " +
            std::to_string(i) + ";\n";
  }
  return text + "}\n";
}

Constant interpreted(const Library& library, const std::string& leaf, DataType result,
                     const std::vector<Constant>& ports) {
  for (std::size_t at = 0; at < library.fragments.size(); ++at) {
    const Fragment& fragment = library.fragments[FragmentId(at)];
    if (library.text(fragment.name) == leaf) {
      const std::vector<Constant> features;
      const BodyInstance* instance = fragment.find_instance({});
      REQUIRE(instance != nullptr);
      const auto values = evaluate_body(library, instance->body, {result}, {ports, features});
      REQUIRE(values);
      return (*values)[0];
    }
  }
  FAIL("no leaf " << leaf);
  return {};
}

std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float float_of(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::uint32_t number_at(const render::FloatImage& image, int pixel, int channel) {
  const auto low = static_cast<std::uint32_t>(render::value(image, pixel, 0, channel));
  const auto high = static_cast<std::uint32_t>(render::value(image, pixel, 0, channel + 1));
  return high << 16U | low;
}

std::string_view name_of(ShadingLanguage language) {
  return language == ShadingLanguage::Glsl ? "GLSL" : "HLSL";
}

namespace {

void append_scalars(std::vector<std::uint32_t>& bits, std::uint32_t first, DataType type,
                    const DataTypeTable& types) {
  if (type.is_array()) {
    for (std::uint32_t i = 0; i < types.array(type).size; ++i) {
      append_scalars(bits, first, types.array(type).element, types);
    }
  } else if (type.is_struct()) {
    for (const StructMember& member : types.structure(type).members) {
      append_scalars(bits, first, member.type, types);
    }
  } else {
    for (int i = 0; i < type.component_count(); ++i) {
      const auto number = first + static_cast<std::uint32_t>(bits.size());
      bits.push_back(type.scalar_kind() == Scalar::Bool ? (number * 7 + 3) / 2 % 2
                     : type.scalar_kind() == Scalar::Float
                         ? bits_of(0.5F + static_cast<float>(number))
                         : 1000 + number);
    }
  }
}

}  // namespace

Constant distinct_value(DataType type, const DataTypeTable& types, std::uint32_t first) {
  Constant value{type, {}};
  append_scalars(value.bits, first, type, types);
  return value;
}

}  // namespace weft::testing
