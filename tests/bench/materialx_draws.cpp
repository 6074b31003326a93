// usage: weft_materialx_draws SIZE ROUNDS LIGHTS SAMPLES < LINES
// Draws elements of MaterialX documents with Weft's shaders and with those of MaterialX's own
// generator, in turns, on the device that the tests use, and prints a line of JSON for each: median
// milliseconds of a frame for each way (`authored`, `all`, `none`: parameters of Weft; `complete`,
// `baked`: MaterialX's, with uniforms and with constants), and `differing`, the share of the pixels
// where `authored` and `complete` differ by more than 2/255. Each of LINES is what
// tests/bench/peers/materialx.mjs prints. An element that cannot be drawn has `error`.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tl/expected.hpp>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "render/draw_material.h"
#include "support/json.h"
#include "tests/bench/materialx_peer.h"
#include "tests/bench/timing.h"
#include "tests/support/materialx_elements.h"

namespace {

using namespace weft;
using namespace weft::testing;

struct Settings {
  int size = 512;
  int rounds = 3;
  MaterialxLight light;
};

constexpr int frames_per_round = 5;

std::vector<std::uint32_t> module_of(const Emission& emission, const char* suffix) {
  const std::string* content = emission.find(suffix);
  return content == nullptr ? std::vector<std::uint32_t>() : words_of(*content);
}

/// An element composed by Weft; its draw refers to it.
struct WeftElement {
  LoadedDocument document;
  Emission emission;
  render::MaterialInputs inputs;
  render::DefaultTextures textures;
  render::DrawInput draw;
};

tl::expected<std::unique_ptr<WeftElement>, std::string> weft_element(
    const std::string& path, const std::string& name, materialx::Parameters parameters,
    const Settings& settings) {
  auto made = std::make_unique<WeftElement>();
  made->document = load_document_file(path, parameters);
  const Library& library = made->document.loaded->library;
  const auto& elements = made->document.module.elements;
  const auto element = std::find_if(elements.begin(), elements.end(),
                                    [&](const auto& found) { return found.path == name; });
  const auto material =
      element == elements.end() ? std::nullopt : library.find_material(element->material);
  auto profile = library.find_profile("materialx_geometry");
  profile = profile ? profile : library.find_profile("materialx");
  if (!material || !profile) {
    return tl::unexpected("Weft has no such element: " + made->document.messages());
  }
  const auto placed = compose(Composer(library), {*material, *profile, {}});
  EmitOptions options;
  options.glsl = options.spirv = true;
  auto emission = placed ? emit(library, *placed, options) : tl::unexpected(placed.error());
  if (!emission) {
    return tl::unexpected(render_text(emission.error(), library.sources));
  }
  made->emission = std::move(*emission);
  render::MaterialShader shader;
  shader.library = &library;
  shader.material = *material;
  shader.interface = &made->emission.programs.interface;
  shader.types = &made->emission.programs.types;
  shader.uniform_program = &made->emission.uniform_program;
  shader.vertex_spirv = module_of(made->emission, "vert.glsl.spv");
  shader.fragment_spirv = module_of(made->emission, "frag.glsl.spv");
  shader.has_combined_samplers = made->emission.programs.interface.combined_samplers;
  render::PictureSettings picture;
  picture.width = picture.height = settings.size;
  picture.format = render::ColorFormat::Rgba32Float;
  picture.cull = render::Cull::Back;
  made->inputs.textures = materialx_images(library, *material);
  auto draw =
      render::material_draw_input(shader, materialx_sphere(), materialx_scene(settings.light),
                                  made->inputs, made->textures, picture);
  if (!draw) {
    return tl::unexpected(draw.error().message);
  }
  made->draw = std::move(*draw);
  return made;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// One way of drawing the element.
struct Way {
  std::string name;
  render::DrawInput draw;
  std::vector<double> milliseconds = {};
  render::FloatImage picture = {};
};

/// The draws of both sides. `kept` holds what those of Weft refer to.
tl::expected<std::vector<Way>, std::string> ways_of(
    const Json& line, const Settings& settings, std::vector<std::unique_ptr<WeftElement>>& kept) {
  std::vector<Way> ways;
  for (const auto& [name, parameters] : {std::pair{"authored", materialx::Parameters::Authored},
                                         {"all", materialx::Parameters::All},
                                         {"none", materialx::Parameters::None}}) {
    auto element = weft_element(line.at("path").get<std::string>(),
                                line.at("name").get<std::string>(), parameters, settings);
    if (!element) {
      return tl::unexpected(std::move(element.error()));
    }
    ways.push_back({name, (*element)->draw});
    kept.push_back(std::move(*element));
  }
  PeerShader peer;
  peer.vertex = text_of(line.at("vertex").get<std::string>());
  for (const auto& [name, value] : line.at("values").items()) {
    peer.values.emplace(name, value.get<std::string>());
  }
  for (const char* name : {"complete", "baked"}) {
    peer.fragment = text_of(line.at(name).get<std::string>());
    auto draw = peer_draw(peer, settings.light, settings.size);
    if (!draw) {
      return tl::unexpected("MaterialX: " + draw.error());
    }
    ways.push_back({name, std::move(*draw)});
  }
  return ways;
}

/// Draws all ways once per round, so that what else the machine does meets all of them.
std::optional<std::string> draw_rounds(render::Renderer& renderer, std::vector<Way>& ways,
                                       int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (Way& way : ways) {
      way.draw.timed_draws = frames_per_round;
      auto drawn = renderer.draw(way.draw);
      if (!drawn) {
        return way.name + ": " + drawn.error().message;
      }
      const render::DrawTimings& timings = drawn->timings;
      const auto& times = timings.device_ms.empty() ? timings.again_ms : timings.device_ms;
      way.milliseconds.insert(way.milliseconds.end(), times.begin(), times.end());
      way.picture = std::move(drawn->colors.front().floats);
    }
  }
  return std::nullopt;
}

Json drawn_line(render::Renderer& renderer, const Json& line, const Settings& settings) {
  Json result = {{"path", line.at("path")}, {"name", line.at("name")}};
  if (line.contains("error")) {
    result["error"] = line.at("error");
    return result;
  }
  std::vector<std::unique_ptr<WeftElement>> kept;
  auto ways = ways_of(line, settings, kept);
  const auto problem =
      ways ? draw_rounds(renderer, *ways, settings.rounds) : std::optional(ways.error());
  if (problem) {
    result["error"] = *problem;
    return result;
  }
  for (const Way& way : *ways) {
    result[way.name] = median(way.milliseconds);
  }
  const auto picture = [&](const char* name) -> const render::FloatImage& {
    return std::find_if(ways->begin(), ways->end(),
                        [&](const Way& way) { return way.name == name; })
        ->picture;
  };
  result["differing"] = share_of_differences(picture("authored"), picture("complete"));
  return result;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 5) {
    fmt::print(stderr, "usage: weft_materialx_draws SIZE ROUNDS LIGHTS SAMPLES < LINES\n");
    return 2;
  }
  const auto number = [&](int i) { return std::max(std::atoi(arguments[i]), 0); };
  const Settings settings{
      std::max(number(1), 1),
      std::max(number(2), 1),
      {static_cast<std::uint32_t>(number(3)), static_cast<std::uint32_t>(number(4))}};
  auto renderer = render::Renderer::create();
  if (!renderer) {
    fmt::print(stderr, "{}\n", renderer.error().message);
    return 1;
  }
  for (std::string line; std::getline(std::cin, line);) {
    fmt::print("{}\n", drawn_line(*renderer, Json::parse(line), settings).dump());
  }
  return 0;
}
