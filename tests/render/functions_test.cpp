// Profiles `as functions`: handwritten shaders (tests/render/functions) include the generated
// functions, compile to valid modules in both languages, and draw the same image as composing the
// same light directly.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codegen/emit.h"
#include "codegen/spirv/spirv.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::functions_test {

namespace {

using namespace weft::render;
using weft::ShadingLanguage;
using weft::testing::both_languages;
using weft::testing::check_alike;
using weft::testing::compose_text;
using weft::testing::draw;
using weft::testing::repository_root;
using weft::testing::shipped_text;
using weft::testing::TempDir;
using weft::testing::View;

struct Functions {
  weft::Library library;
  weft::MaterialId material = weft::MaterialId(0);
  weft::Emission emission;
};

/// Emits a material of a text as functions, with its texts validated as parts of modules.
Functions functions_in(const std::string& text, const std::string& material,
                       const std::string& profile_name) {
  weft::LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  auto loaded = weft::load_text("included.weft", text, weft::DiskReader(), options);
  REQUIRE_FALSE(weft::has_errors(loaded.diagnostics));
  Functions result{std::move(loaded.library), weft::MaterialId(0), {}};
  const auto id = result.library.find_material(material);
  const auto profile = result.library.find_profile(profile_name);
  REQUIRE(id);
  REQUIRE(profile);
  result.material = *id;
  const weft::Composer composer(result.library);
  const auto placed = weft::compose(composer, {*id, *profile, {}});
  if (!placed) {
    FAIL(weft::render_text(placed.error(), result.library.sources));
  }
  weft::EmitOptions wanted;
  wanted.glsl = wanted.hlsl = wanted.spirv = wanted.reflection = true;
  auto emission = weft::emit(result.library, *placed, wanted);
  if (!emission) {
    FAIL(weft::render_text(emission.error(), result.library.sources));
  }
  result.emission = std::move(*emission);
  return result;
}

/// The same of a shipped material, to which `additions` are appended.
Functions functions_of(const std::string& material, const std::string& profile_name = "functions",
                       const std::string& additions = "") {
  return functions_in(
      "import \"profiles\";\n" + shipped_text("materials/" + material + ".weft") + additions,
      material, profile_name);
}

void write_texts(const TempDir& directory, const weft::Emission& emission) {
  for (const weft::EmittedFile& file : emission.files) {
    directory.write(emission.stem + "." + file.suffix, file.content);
  }
}

/// Runs the usual compiler over tests/render/functions/NAME, with includes.
weft::testing::Finished run_compiler(const TempDir& directory, const std::string& name) {
  const bool is_vertex = name.find(".v") != std::string::npos;
  const bool is_glsl = name.find(".hlsl") == std::string::npos;
  const auto source = repository_root() / "tests" / "render" / "functions" / name;
  weft::testing::Command command;
  command.program = "/usr/bin/env";
  command.arguments = {"glslangValidator",
                       "-V",
                       "--target-env",
                       "vulkan1.1",
                       "-I" + directory.path().string(),
                       "-S",
                       is_vertex ? "vert" : "frag"};
  if (!is_glsl) {
    command.arguments.insert(command.arguments.end(), {"-D", "-e", "main"});
  }
  command.arguments.insert(command.arguments.end(),
                           {source.string(), "-o", (directory.path() / (name + ".spv")).string()});
  return weft::testing::run(command);
}

std::vector<std::uint32_t> compiled(const TempDir& directory, const std::string& name) {
  const auto finished = run_compiler(directory, name);
  INFO(name << ":\n" << finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  std::vector<std::uint32_t> words =
      weft::words_of(weft::testing::read_file(directory.path() / (name + ".spv")));
  const auto valid = weft::validate_spirv(weft::SpirvModule{words});
  if (!valid) {
    FAIL(valid.error());
  }
  return words;
}

/// The same light as in the handwritten shaders, as a separate profile.
const char* const direct_profile = R"(
fragment lit_by_hand(albedo: float3 {use: reflectance, encoding: linear}, n: float3 {use: normal, basis: world, norm: unit})
    -> float4
{
    return float4(albedo * (0.2 + 0.8 * max(dot(n, normalize(float3(1.0, 2.0, 3.0))), 0.0)), 1.0);
}
profile direct: base_mesh {
    fragment demand albedo: float3 {use: reflectance, encoding: linear};
    fragment demand normal: float3 {use: normal, basis: world, norm: unit} = surface.normal;
    fragment demand coverage: bool as discard = true;
    fragment demand color: float4 as target 0 = lit_by_hand(albedo, normal);
}
)";

/// The material without its color output, so that the profile's light is visible.
std::string without_color(std::string text) {
  const std::size_t begin = text.find("    output color");
  REQUIRE(begin != std::string::npos);
  return text.erase(begin, text.find(';', begin) + 1 - begin);
}

template <typename T>
void add_stream(DrawInput& input, std::uint32_t location, VertexFormat format,
                const std::vector<T>& values) {
  VertexStream stream;
  stream.location = location;
  stream.format = format;
  stream.bytes = bytes_of(values);
  input.streams.push_back(std::move(stream));
}

/// All fields except the modules.
MaterialShader shader_of(const Functions& functions) {
  MaterialShader shader;
  shader.library = &functions.library;
  shader.material = functions.material;
  shader.interface = &functions.emission.programs.interface;
  shader.types = &functions.emission.programs.types;
  return shader;
}

/// The vertex streams that the handwritten shaders read.
void add_mesh(DrawInput& input, const Mesh& mesh, bool has_uvs = true) {
  add_stream(input, 0, VertexFormat::Floatx3, mesh.positions);
  add_stream(input, 1, VertexFormat::Floatx3, mesh.normals);
  if (has_uvs) {
    add_stream(input, 2, VertexFormat::Floatx2, mesh.uvs);
    add_stream(input, 3, VertexFormat::Floatx4, mesh.tangents);
  }
}

}  // namespace

TEST_CASE("handwritten shaders that include a material's functions draw like composed ones") {
  View view;
  view.mesh = uv_sphere(32, 16);
  view.settings.width = 64;
  view.settings.height = 64;
  for (const std::string material : {"worn_metal", "latticework"}) {
    INFO(material);
    const Functions functions = functions_of(material);
    const Image expected =
        draw(compose_text(
                 without_color(shipped_text("materials/" + material + ".weft")) + direct_profile,
                 material, "direct"),
             ShadingLanguage::Glsl, view)
            .image;
    const TempDir directory;
    write_texts(directory, functions.emission);
    for (const ShadingLanguage language : both_languages) {
      const bool is_glsl = language == ShadingLanguage::Glsl;
      INFO((is_glsl ? "GLSL" : "HLSL"));
      MaterialShader shader = shader_of(functions);
      shader.vertex_spirv = compiled(directory, material + (is_glsl ? ".vert" : ".vs.hlsl"));
      shader.fragment_spirv = compiled(directory, material + (is_glsl ? ".frag" : ".ps.hlsl"));
      auto input = material_draw_input(shader, view.mesh, view.scene, view.inputs,
                                       weft::testing::shared_textures(), view.settings);
      if (!input) {
        FAIL(input.error().message);
      }
      add_mesh(*input, view.mesh, material == "worn_metal");
      input->color_targets = {ColorTarget{}};
      const auto drawn = weft::testing::shared_renderer().draw(*input);
      if (!drawn) {
        FAIL(drawn.error().message);
      }
      check_alike(drawn->colors.front().image, expected, 1);
    }
  }
}

TEST_CASE("two materials share one shader, each with its own set, and draw as they do alone") {
  // Host declarations appear once; the second material's parameters are in another set.
  const Functions metal = functions_of("worn_metal");
  const Functions lattice =
      functions_of("latticework", "shells", "profile shells: functions { set material_set 3; }\n");
  const TempDir directory;
  write_texts(directory, metal.emission);
  write_texts(directory, lattice.emission);
  View view;
  view.mesh = uv_sphere(32, 16);
  view.settings.width = 64;
  view.settings.height = 64;
  const auto alone = [&](const std::string& material) {
    return draw(compose_text(shipped_text("materials/" + material + ".weft") +
                                 "profile albedo_alone: base_mesh { fragment demand albedo: float4 "
                                 "{use: reflectance, encoding: linear} as target 0; }\n",
                             material, "albedo_alone"),
                ShadingLanguage::Glsl, view)
        .image;
  };
  const Image metal_alone = alone("worn_metal");
  const Image lattice_alone = alone("latticework");
  for (const ShadingLanguage language : both_languages) {
    const bool is_glsl = language == ShadingLanguage::Glsl;
    INFO((is_glsl ? "GLSL" : "HLSL"));
    const auto input_of = [&](const Functions& functions) {
      MaterialShader shader = shader_of(functions);
      shader.vertex_spirv = compiled(directory, is_glsl ? "worn_metal.vert" : "worn_metal.vs.hlsl");
      shader.fragment_spirv = compiled(directory, is_glsl ? "both.frag" : "both.ps.hlsl");
      auto input = material_draw_input(shader, view.mesh, view.scene, view.inputs,
                                       weft::testing::shared_textures(), view.settings);
      if (!input) {
        FAIL(input.error().message);
      }
      return std::move(*input);
    };
    DrawInput input = input_of(metal);
    for (const BufferBinding& buffer : input_of(lattice).uniform_buffers) {
      if (buffer.set == 3) {
        input.uniform_buffers.push_back(buffer);
      }
    }
    add_mesh(input, view.mesh);
    input.color_targets = {ColorTarget{}};
    const auto drawn = weft::testing::shared_renderer().draw(input);
    if (!drawn) {
      FAIL(drawn.error().message);
    }
    const Image& both = drawn->colors.front().image;
    std::array<std::size_t, 2> seen{};
    std::size_t neither = 0;
    for (std::size_t i = 0; i < both.rgba.size(); i += 4) {
      const auto is_like = [&](const Image& image) {
        int difference = 0;
        for (std::size_t c = 0; c < 3; ++c) {
          difference = std::max(difference, std::abs(both.rgba[i + c] - image.rgba[i + c]));
        }
        return difference <= 1;
      };
      if (both.rgba[i + 3] != 0) {
        const bool is_metal = is_like(metal_alone);
        const bool is_lattice = is_like(lattice_alone);
        seen[0] += is_metal ? 1 : 0;
        seen[1] += is_lattice ? 1 : 0;
        neither += is_metal || is_lattice ? 0 : 1;
      }
    }
    CHECK(seen[0] > 200);
    CHECK(seen[1] > 200);
    CHECK(neither <= 4);
  }
}

TEST_CASE("host declarations appear once, textures and samplers included") {
  const std::string lit = R"(
profile lit: base_mesh as functions {
    fragment demand color: float3 {use: display_color, encoding: linear, primaries: rec709};
}
)";
  const TempDir directory;
  for (const std::string material : {"glazed", "latticework"}) {
    const Functions functions = functions_of(material, "lit", lit);
    write_texts(directory, functions.emission);
    for (const std::string suffix : {"frag.glsl", "ps.hlsl"}) {
      CHECK(functions.emission.find(suffix)->find(material + "_environment_map") ==
            std::string::npos);
    }
  }
  CHECK_FALSE(compiled(directory, "lit.frag").empty());
  CHECK_FALSE(compiled(directory, "lit.ps.hlsl").empty());
}

TEST_CASE("functions agree on the places of host textures that some of them do not read") {
  const std::string text = R"(
import "core";
profile first as functions {
    provide surface.uv as attribute 0;
    provide environment, scene, material as uniform;
    fragment demand glow: float3 {use: radiance, encoding: linear};
}
profile second: first { set material_set 3; }
profile third: second { set samplers combined; }
material sky { output glow = sample_lod(environment.map, surface.uv, 0.0).rgb; }
material glass {
    param own: texture2d {use: radiance, encoding: linear};
    output glow = sample(scene.color).rgb + sample(own).rgb;
}
material both {
    output glow = sample_lod(environment.map, surface.uv, 0.0).rgb + sample(scene.color).rgb;
}
)";
  for (const std::string profile : {"first", "second", "third"}) {
    INFO(profile);
    const auto places_of = [&](const std::string& material) {
      std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> places;
      const Interface all = functions_in(text, material, profile).emission.programs.interface;
      for (const weft::TextureBinding& texture : all.textures) {
        places[texture.name] = {texture.set, texture.binding};
      }
      for (const weft::SamplerBinding& sampler : all.samplers) {
        if (profile != "third") {
          places[sampler.name] = {sampler.set, sampler.binding};
        }
      }
      return places;
    };
    auto places = places_of("both");
    const std::size_t of_host = places.size();
    CHECK(of_host >= 2);
    for (const auto& [name, place] : places_of("sky")) {
      INFO(name);
      CHECK(places.at(name) == place);
    }
    for (const auto& [name, place] : places_of("glass")) {
      INFO(name);
      CHECK(places.try_emplace(name, place).first->second == place);
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> different;
    for (const auto& [name, place] : places) {
      different.insert(place);
    }
    CHECK(different.size() == places.size());
    CHECK(places.size() > of_host);
  }
}

TEST_CASE("structs of host blocks are declared once for all functions in a shader") {
  const std::string text = R"(
import "core";
struct Rim { float4 tint; float width; }
struct Zone { float3 color; float radius; Rim rim; }
feature zone.main: Zone at frame;
profile first as functions {
    provide surface.uv as attribute 2;
    provide material, zone as uniform;
    fragment demand shade: float3;
}
profile second: first { set material_set 3; }
fragment shaded(z: Zone, k: float) -> float3 { return z.color * (z.radius + z.rim.width) * k; }
fragment moved(z: Zone) -> Zone { return Zone(z.color, z.radius * 2.0, z.rim); }
material ma { param k: float = 1.0; output shade = shaded(zone.main, surface.uv.x) * k; }
material mb { param k: float = 1.0; output shade = shaded(moved(zone.main), surface.uv.y) * k; }
)";
  const TempDir directory;
  write_texts(directory, functions_in(text, "ma", "first").emission);
  write_texts(directory, functions_in(text, "mb", "second").emission);
  CHECK_FALSE(compiled(directory, "zones.frag").empty());
  CHECK_FALSE(compiled(directory, "zones.ps.hlsl").empty());
}

TEST_CASE("functions with different host block layouts cannot share a shader") {
  const TempDir directory;
  write_texts(directory, functions_of("worn_metal").emission);
  write_texts(directory, functions_of("latticework", "shells",
                                      "profile shells: functions { set object_set 5; }\n")
                             .emission);
  for (const std::string name : {"both.frag", "both.ps.hlsl"}) {
    const auto finished = run_compiler(directory, name);
    CHECK(finished.exit_code != 0);
    CHECK_THAT(finished.out, weft::testing::contains("the block Object is another one"));
  }
}

TEST_CASE("every shipped material's functions compile in both languages") {
  for (const std::string& material : weft::testing::shipped_materials()) {
    INFO(material);
    const Functions functions =
        functions_of(material);  // emit compiles and validates them with a caller appended
    const std::string* text = functions.emission.find("frag.glsl");
    REQUIRE(text != nullptr);
    CHECK(text->find("void evaluate_" + material + "(") != std::string::npos);
  }
}

TEST_CASE("functions to include list their inputs and outputs and have no main") {
  const Functions functions = functions_of("latticework");
  std::string suffixes;
  for (const weft::EmittedFile& file : functions.emission.files) {
    suffixes += file.suffix + " ";
    if (file.suffix != "json") {
      CHECK(file.content.find(" main(") == std::string::npos);
      CHECK(file.content.find("#version") == std::string::npos);
    }
  }
  CHECK(suffixes == "vert.glsl frag.glsl vs.hlsl ps.hlsl json ");
  REQUIRE(functions.emission.reflection.functions.size() == 2);
  const auto& fragment = functions.emission.reflection.functions[1];
  CHECK(fragment.name == "evaluate_latticework");
  std::string members;
  for (const auto& member : fragment.inputs) {
    members += member.name + ": " + member.type + " from " + member.feature + "; ";
  }
  for (const auto& member : fragment.outputs) {
    members += member.name + ": " + member.type + "; ";
  }
  CHECK(members ==
        "face_sign: float from surface.face_sign; normal: float3 from surface.normal; "
        "position: float3 from surface.position; albedo: float3; normal: float3; "
        "roughness: float; coverage: bool; ");
}

}  // namespace weft::testing::functions_test
