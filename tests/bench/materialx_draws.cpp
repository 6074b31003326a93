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
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tl/expected.hpp>

#include "render/draw_material.h"
#include "support/json.h"
#include "tests/bench/materialx_element.h"
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
    auto document = std::make_shared<const LoadedDocument>(
        load_document_file(line.at("path").get<std::string>(), parameters));
    auto element = weft_element(std::move(document), line.at("name").get<std::string>(),
                                settings.light, settings.size);
    if (!element) {
      return tl::unexpected(std::move(element.error()));
    }
    ways.push_back({name, (*element)->draw});
    kept.push_back(std::move(*element));
  }
  PeerShader peer = peer_shader(line);
  for (const char* name : {"complete", "baked"}) {
    peer.fragment = text_of_file(line.at(name).get<std::string>());
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
