// The probe gives what the picture has: outputs, and the values of ports that previews show.

#include "render/probe.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "live/session/preview.h"
#include "render/image.h"
#include "render/png.h"
#include "render/raster.h"
#include "render/sampled_textures.h"
#include "render/showcase.h"
#include "support/float_bits.h"
#include "support/json.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::probe_test {
namespace {

using namespace weft::render;

struct Pixel {
  int x = 0;
  int y = 0;
};

/// A composed material with its plan, drawn and probed.
class Probed {
 public:
  Probed(const Probed&) = delete;
  Probed& operator=(const Probed&) = delete;
  Probed(const Library& library, PlacedPlan placed, std::optional<Mesh> mesh = std::nullopt)
      : library_(library), placed_(std::move(placed)) {
    EmitOptions options;
    options.spirv = true;
    auto emission = emit(library, placed_, options);
    REQUIRE(emission);
    emission_ = std::move(*emission);
    shader_.library = &library;
    shader_.material = placed_.plan.material;
    shader_.interface = &emission_.programs.interface;
    shader_.types = &emission_.programs.types;
    shader_.uniform_program = &emission_.uniform_program;
    shader_.vertex_spirv = words_of(*emission_.find("vert.glsl.spv"));
    shader_.fragment_spirv = words_of(*emission_.find("frag.glsl.spv"));
    shader_.has_combined_samplers = emission_.programs.interface.combined_samplers;
    shown_ = default_showcase(shader_, std::move(mesh));
    settings_.width = 128;
    settings_.height = 128;
    settings_.format = ColorFormat::Rgba32Float;
    auto drawn = draw_material(shared_renderer(), shader_, shown_.mesh, shown_.scene, inputs_,
                               shared_textures(), settings_);
    REQUIRE(drawn);
    picture_ = std::move(drawn->colors.front().floats);
    auto probe = PictureProbe::create(shader_, placed_, shown_.mesh, shown_.scene, inputs_,
                                      shared_textures(), settings_);
    REQUIRE(probe);
    probe_.emplace(std::move(*probe));
  }

  const PlacedPlan& placed() const { return placed_; }
  const FloatImage& picture() const { return picture_; }

  Probe probe(Pixel at) {
    auto probe = probe_->at(at.x, at.y);
    REQUIRE(probe);
    return std::move(*probe);
  }

  /// The color of the first target.
  std::optional<std::vector<float>> output(const Probe& probe) const {
    for (const DemandedOutput& output : placed_.plan.outputs) {
      const ProfileDemand& demand = library_.profiles[placed_.plan.profile].demands[output.demand];
      if (demand.target == TargetKind::Color && demand.target_index == 0) {
        return numbers(probe.values[output.value.index()]);
      }
    }
    return std::nullopt;
  }

  /// The value of a binding.
  std::optional<std::vector<float>> value(const Probe& probe, const std::string& name) const {
    for (std::size_t i = 0; i < probe.values.size(); ++i) {
      const Evaluation& evaluation = placed_.plan.evaluations[EvaluationId(i)];
      if (evaluation.origin.name == name && evaluation.stage == Stage::Fragment) {
        return numbers(probe.values[i]);
      }
    }
    return std::nullopt;
  }

  static std::optional<std::vector<float>> numbers(const EvaluationValues& values) {
    if (!values) {
      return std::nullopt;
    }
    std::vector<float> numbers;
    for (const std::uint32_t word : values->front().bits) {
      numbers.push_back(float_of_bits(word));
    }
    return numbers;
  }

 private:
  const Library& library_;
  PlacedPlan placed_;
  Emission emission_;
  MaterialShader shader_;
  Showcase shown_;
  PictureSettings settings_;
  FloatImage picture_;
  MaterialInputs inputs_;
  std::optional<PictureProbe> probe_;  // refers to the other members
};

/// Pixels spread over the picture.
std::vector<Pixel> pixels() {
  std::vector<Pixel> all;
  for (int y = 5; y < 128; y += 17) {
    for (int x = 3; x < 128; x += 13) {
      all.push_back({x, y});
    }
  }
  return all;
}

Library load_material(const std::string& text) {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  LoadedLibrary loaded = load_text("probed.weft", text, DiskReader(), options);
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  return std::move(loaded.library);
}

PlacedPlan compose_first(const Library& library, const std::string& profile) {
  const Composer composer(library);
  auto placed = compose(composer, {MaterialId(0), *library.find_profile(profile), {}, {}});
  REQUIRE(placed);
  return std::move(*placed);
}

/// The largest difference of a channel where both have a value; NaN counts as much.
float difference_at(const FloatImage& picture, Pixel at, const std::vector<float>& expected) {
  float largest = 0.0F;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const float drawn = value(picture, at.x, at.y, static_cast<int>(i));
    const float difference = std::abs(drawn - expected[i]);
    largest = std::isfinite(difference) ? std::max(largest, difference) : 1000.0F;
  }
  return largest;
}

// Lavapipe filters bytes with 8 bits and takes the level of detail from the greatest difference
// along an axis, within what Vulkan allows: its samples differ by up to 4/255.
constexpr float sampled = 4.0F / 255.0F;
constexpr float computed = 0.002F;
// Bumps divide differences of such samples by a step.
constexpr float bent = 16.0F / 255.0F;

float tolerance_of(const std::string& material) {
  return material == "worn_metal"                    ? sampled
         : material == "coral" || material == "pond" ? bent
                                                     : computed;
}

TEST_CASE("a probe computes the outputs of shipped materials") {
  for (const std::string& name : shipped_materials()) {
    INFO(name);
    const Library library =
        load_material("import \"profiles\";\n" + shipped_text("materials/" + name + ".weft"));
    Probed probed(library, compose_first(library, "forward"));
    const float tolerance = tolerance_of(name);
    const std::size_t step = by_scale(4, 4, 1);
    const std::vector<Pixel> all = pixels();
    std::size_t covered = 0;
    for (std::size_t i = 0; i < all.size(); i += step) {
      const Pixel at = all[i];
      INFO("pixel " << at.x << ", " << at.y);
      const Probe probe = probed.probe(at);
      CHECK(probe.is_covered == (value(probed.picture(), at.x, at.y, 3) != 0.0F));
      if (probe.is_covered) {
        ++covered;
        const auto color = probed.output(probe);
        REQUIRE(color);
        CHECK(difference_at(probed.picture(), at, *color) <= tolerance);
      }
    }
    CHECK(covered >= 12 / step);
  }
}

struct Shown {
  const char* material;
  const char* node;
  bool is_color = false;
};

TEST_CASE("a probe has the values that previews show") {
  const std::vector<Shown> cases = {{"worn_metal", "rough"},      {"worn_metal", "bare"},
                                    {"worn_metal", "base", true}, {"rock", "layers"},
                                    {"rock", "base", true},       {"marbled", "pattern"},
                                    {"skittle", "base", true}};
  const DiskReader reader;
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  for (const Shown& each : cases) {
    INFO(each.material << " " << each.node);
    const std::string text = "import \"profiles\";\n" +
                             shipped_text(std::string("materials/") + each.material + ".weft");
    const Library library = load_material(text);
    Probed material(library, compose_first(library, "forward"));

    live::SessionLibrary session("probed.weft", reader, options);
    const live::DocumentText document("probed.weft", text);
    live::OutputRequest request =
        live::preview_output(std::string(each.material) + "/" + each.node);
    const auto preview = live::plan_preview(session, document, live::NodeNames(), request);
    REQUIRE(preview);
    session.load(preview->text);
    request.material = preview->material;
    Diagnostics remarks;
    auto placed =
        live::compose_plan(session, request, live::document_of(*preview, document), remarks);
    REQUIRE(placed);
    Probed shown(session.library(), std::move(*placed));

    const float tolerance = std::string(each.material) == "worn_metal" ? sampled : computed;
    int compared = 0;
    for (const Pixel at : pixels()) {
      const Probe probe = material.probe(at);
      const Probe of_preview = shown.probe(at);
      CHECK(probe.is_covered == of_preview.is_covered);
      if (!probe.is_covered) {
        continue;
      }
      INFO("pixel " << at.x << ", " << at.y);
      const auto color = shown.output(of_preview);
      REQUIRE(color);
      CHECK(difference_at(shown.picture(), at, *color) <= tolerance);
      auto port = material.value(probe, each.node);
      REQUIRE(port);
      for (float& number : *port) {
        const float bounded = std::clamp(number, 0.0F, 1.0F);
        number = each.is_color ? linear_to_srgb(bounded) : bounded;
      }
      CHECK(difference_at(shown.picture(), at, *port) <= tolerance);
      ++compared;
    }
    CHECK(compared >= 30);
  }
}

TEST_CASE("weft render --probe tells the color that the picture has") {
  const TempDir place;
  const std::string file = (repository_root() / "shaders/materials/worn_metal.weft").string();
  const Finished finished = run_weft(place, {"render", file, "--size", "96", "--mesh", "cube", "-o",
                                             "picture.png", "--probe", "40,52", "--format=json"});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  const Json probe = Json::parse(finished.out)["probe"];
  const auto picture = read_png((place.path() / "picture.png").string());
  REQUIRE(picture);
  const auto drawn = pixel(*picture, 40, 52);
  bool is_found = false;
  for (const Json& output : probe["outputs"]) {
    if (output["name"] != "color") {
      continue;
    }
    is_found = true;
    for (std::size_t i = 0; i < 4; ++i) {
      const float expected = std::clamp(output["value"][i].get<float>(), 0.0F, 1.0F);
      CHECK(std::abs(static_cast<float>(drawn[i]) - 255.0F * expected) <= 4.5F);
    }
    const Json& node = probe["nodes"][output["node"].get<std::size_t>()];
    CHECK(node["value"] == output["value"]);
    CHECK(node["stage"] == "fragment");
  }
  CHECK(is_found);
}

/// Compares a color with the probe's at all pixels that the mesh covers.
void compare(const std::string& fragments, const std::string& parameters, const std::string& color,
             float tolerance) {
  INFO(color);
  const Library library =
      load_material("import \"core\";\nimport \"profiles\";\n" + fragments +
                    "profile values: base_mesh { fragment demand color: float4 as target 0; }\n"
                    "material m { " +
                    parameters + " output color = " + color + "; }\n");
  Probed probed(library, compose_first(library, "values"));
  int compared = 0;
  for (const Pixel at : pixels()) {
    const Probe probe = probed.probe(at);
    // The GPU rounds vertices to a fraction of a pixel, so at an edge it may draw the triangle
    // beside, where derivatives differ.
    constexpr float inside = 0.02F;
    const bool is_inside = std::all_of(probe.weights.begin(), probe.weights.end(),
                                       [](float weight) { return weight >= inside; });
    if (!probe.is_covered || !is_inside) {
      continue;
    }
    INFO("pixel " << at.x << ", " << at.y);
    const auto expected = probed.output(probe);
    REQUIRE(expected);
    INFO("expected " << (*expected)[0] << " " << (*expected)[1] << " " << (*expected)[2]
                     << " drawn " << value(probed.picture(), at.x, at.y, 0) << " "
                     << value(probed.picture(), at.x, at.y, 1) << " "
                     << value(probed.picture(), at.x, at.y, 2));
    CHECK(difference_at(probed.picture(), at, *expected) <= tolerance);
    ++compared;
  }
  CHECK(compared >= 15);
}

TEST_CASE("a probe has the derivatives that the GPU takes") {
  const std::string fragments = R"(
fragment wave(at: float2) -> float { return sin(at.x * 9.0) * cos(at.y * 7.0); }
fragment slopes(x: float) -> float4 { return float4(dFdx(x), dFdy(x), fwidth(x), 1.0) * 4.0; }
fragment twisted(x: float) -> float4 { return float4(dFdy(dFdx(x)), dFdx(dFdy(x)), dFdx(x), 1.0) * 16.0; }
fragment moved(map: texture2d, at: float2) -> float4 { return sample(map, at + 0.5 * dFdx(at)); }
)";
  compare(fragments, "", "slopes(wave(surface.uv))", computed);
  compare(fragments, "", "twisted(wave(surface.uv))", computed);
  compare(fragments, "param map: texture2d;", "moved(map, surface.uv)", sampled);
}

TEST_CASE("a probe samples textures of all kinds as the GPU does") {
  const std::string fragments = R"(
fragment look(map: texturecube, n: float3) -> float4 { return sample(map, n); }
fragment rough(map: texturecube, n: float3) -> float4 { return sample_lod(map, n, 2.5); }
fragment layered(map: texture2d_array, at: float2) -> float4 { return sample(map, float3(at * 3.0, at.x * 4.0)); }
fragment inner(map: texture3d, at: float2) -> float4 { return sample(map, float3(at * 3.0, at.x + at.y * 5.0)); }
fragment lit(map: texture2d_shadow, at: float2) -> float4 { return float4(sample_compare(map, at * 5.0, at.y)); }
fragment many(map: texturecube_array, n: float3) -> float4 { return sample(map, float4(n, n.x * 3.0)); }
fragment bent(map: texturecube, n: float3) -> float4 { return sample_grad(map, n, float3(0.1, 0.0, 0.02), float3(0.0, 0.3, 0.1)); }
fragment direct(map: texture2d_array, at: float2) -> float4
{
    int3 count = texture_size(map, 1);
    return texel(map, int3(int2(at * float2(count.xy)), 2), 1);
}
)";
  const std::string color = " {use: reflectance, encoding: linear};";
  compare(fragments, "param map: texturecube" + color, "look(map, surface.normal)", sampled);
  compare(fragments, "param map: texturecube" + color, "rough(map, surface.normal)", sampled);
  compare(fragments, "param map: texturecube" + color, "bent(map, surface.normal)", sampled);
  compare(fragments, "param map: texture2d_array" + color, "layered(map, surface.uv)", sampled);
  compare(fragments, "param map: texture3d" + color, "inner(map, surface.uv)", sampled);
  compare(fragments, "param map: texturecube_array" + color, "many(map, surface.normal)", sampled);
  // A share goes from 0 to 1 between two levels, so it takes all of the difference in level.
  compare(fragments, "param map: texture2d_shadow;", "lit(map, surface.uv)", bent);
  compare(fragments, "param map: texture2d_array" + color, "direct(map, surface.uv)", computed);
}

const render::SamplerState nearest{Filter::Nearest, MipFilter::Nearest, Wrap::ClampToEdge,
                                   Wrap::MirroredRepeat, Wrap::Repeat};

TEST_CASE("textures are sampled on the CPU by Vulkan's rules") {
  // Two by two texels: black, red; green, white.
  const Image image{2, 2, {0, 0, 0, 255, 255, 0, 0, 255, 0, 255, 0, 255, 255, 255, 255, 255}};
  auto texture = make_texture(image, Encoding::Linear);
  REQUIRE(texture);
  REQUIRE(texture->level_count() == 2);
  SampledTextures textures({{&*texture, false, {}}, {&*texture, false, nearest}});
  const TextureShape flat = TextureShape::Texture2d;
  const auto red_green = [&](std::uint32_t handle, float u, float v, float level) {
    const auto color = textures.sample_lod(handle, flat, {u, v, 0, 0}, level);
    REQUIRE(color);
    return std::vector<float>{(*color)[0], (*color)[1]};
  };
  CHECK(red_green(0, 0.25F, 0.25F, 0) == std::vector{0.0F, 0.0F});
  CHECK(red_green(0, 0.5F, 0.25F, 0) == std::vector{0.5F, 0.0F});
  CHECK(red_green(0, 0.5F, 0.5F, 0) == std::vector{0.5F, 0.5F});
  CHECK(red_green(0, 0.0F, 0.25F, 0) == std::vector{0.5F, 0.0F});    // repeats
  CHECK(red_green(0, 1.25F, -0.75F, 0) == std::vector{0.0F, 0.0F});  // repeats
  CHECK(red_green(1, 1.7F, 0.2F, 0) == std::vector{1.0F, 0.0F});     // clamps
  CHECK(red_green(1, -0.7F, 1.2F, 0) == std::vector{0.0F, 1.0F});    // mirrors
  CHECK(red_green(0, 0.25F, 0.25F, 9)[0] == Approx(0.5F).margin(0.01));
  CHECK(red_green(0, 0.25F, 0.25F, 0.5F)[0] == Approx(0.25F).margin(0.01));
  CHECK(red_green(1, 0.25F, 0.25F, 0.5F)[0] == 0.0F);
  CHECK(red_green(1, 0.25F, 0.25F, 0.6F)[0] == Approx(0.5F).margin(0.01));
  CHECK(textures.texel(0, flat, {1, 0, 0, 0}, 0) == TextureReader::Answer({1, 0, 0, 1}));
  CHECK_FALSE(textures.texel(0, flat, {2, 0, 0, 0}, 0));
  CHECK_FALSE(textures.sample(0, TextureShape::TextureCube, {0, 0, 1, 0}));
  CHECK_FALSE(textures.sample(2, flat, {0, 0, 0, 0}));
  CHECK(textures.size(0, flat, 1) == std::optional(TextureReader::Texels{1, 1, 1, 0}));

  // Bytes of an sRGB view are decoded before they are filtered.
  SampledTextures decoded({{&*texture, true, {}}});
  CHECK((*decoded.sample_lod(0, flat, {0.5F, 0.25F, 0, 0}, 0))[0] == 0.5F);

  // The k-th sample takes the k-th level.
  textures.use_levels({0.0F, 1.0F});
  textures.restart();
  CHECK((*textures.sample(0, flat, {0.25F, 0.25F, 0, 0}))[0] == 0.0F);
  CHECK((*textures.sample(0, flat, {0.25F, 0.25F, 0, 0}))[0] == Approx(0.5F).margin(0.01));
  const auto samples = textures.restart();
  REQUIRE(samples.size() == 2);
  CHECK(textures.level_of({0, {0, 0, 0, 0}}, {0, {0.5F, 0, 0, 0}}, {0, {0, 2.0F, 0, 0}}) == 2.0F);
}

TEST_CASE("the triangle at a pixel and its weights are perspective-correct") {
  // A quad's half that reaches from w 1 to w 4.
  const Triangle triangle{ClipPosition{-1, -1, 0.5, 1}, ClipPosition{4, -4, 2, 4},
                          ClipPosition{-1, 1, 0.5, 1}};
  const auto hit = hit_of(triangle, {0.0, -0.5});
  REQUIRE(hit);
  // Half the way across on the screen is a fifth of the way in space.
  CHECK((*hit).weights[1] == Approx(0.2));
  CHECK(hit->weights[0] + hit->weights[1] + hit->weights[2] == Approx(1.0));
  CHECK(hit->depth == Approx(0.5));
  CHECK_FALSE(hit_of(triangle, {0.5, 0.5}));
  // Outside, the weights go on.
  const auto outside = weights_at(triangle, {0.5, 0.5});
  REQUIRE(outside);
  CHECK((*outside)[0] < 0.0);
  // The other winding is the back. A triangle behind the eye is not seen.
  const Triangle turned{triangle[0], triangle[2], triangle[1]};
  CHECK(hit_of(turned, {0.0, -0.5})->is_front != hit->is_front);
  const Triangle behind{ClipPosition{-1, -1, -2, -1}, ClipPosition{4, -4, -8, -4},
                        ClipPosition{-1, 1, -2, -1}};
  CHECK_FALSE(hit_of(behind, {0.0, 0.5}));
}

}  // namespace
}  // namespace weft::testing::probe_test
