// usage: weft_materialx_differences SIZE LIGHTS SAMPLES < LINES
// Draws elements of MaterialX documents with Weft's shaders and with those of MaterialX's own
// generator, and prints a line of JSON for each: `greatest`, the greatest difference of a channel,
// `ours` and `theirs`, the values there, and `differing`, the share of the covered pixels with a
// channel that differs by more than 0.002. Differences of numbers above 1 are relative. Each of
// LINES is what tests/bench/peers/materialx.mjs prints. An element that cannot be drawn has
// `error`.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <tl/expected.hpp>

#include "render/renderer.h"
#include "support/json.h"
#include "tests/bench/materialx_element.h"
#include "tests/bench/materialx_peer.h"

namespace {

using namespace weft;
using namespace weft::testing;

constexpr float tolerance = 0.002F;

/// 1 if one of them alone is no number.
float difference(float first, float second) {
  if (!std::isfinite(first) || !std::isfinite(second)) {
    return std::isfinite(first) == std::isfinite(second) ? 0.0F : 1.0F;
  }
  return std::abs(first - second) / std::max({1.0F, std::abs(first), std::abs(second)});
}

struct Comparison {
  float greatest = 0;
  float ours = 0;  ///< where it is
  float theirs = 0;
  double differing = 0;
};

Comparison compare(const render::FloatImage& first, const render::FloatImage& second) {
  Comparison result;
  std::size_t covered = 0;
  std::size_t different = 0;
  for (std::size_t at = 0; at < first.values.size(); at += 4) {
    float greatest = 0;
    bool is_covered = false;
    for (std::size_t i = at; i < at + 4; ++i) {
      const float found = difference(first.values[i], second.values[i]);
      greatest = std::max(greatest, found);
      if (found > result.greatest) {
        result.greatest = found;
        result.ours = first.values[i];
        result.theirs = second.values[i];
      }
      is_covered = is_covered || first.values[i] != 0 || second.values[i] != 0;
    }
    covered += is_covered ? 1 : 0;
    different += greatest > tolerance ? 1 : 0;
  }
  result.differing =
      static_cast<double>(different) / static_cast<double>(std::max<std::size_t>(covered, 1));
  return result;
}

tl::expected<render::FloatImage, std::string> drawn(render::Renderer& renderer,
                                                    const render::DrawInput& draw) {
  auto result = renderer.draw(draw);
  if (!result) {
    return tl::unexpected(result.error().message);
  }
  return std::move(result->colors.front().floats);
}

/// The last document that was asked for: its elements come one after the other.
class LastDocument {
 public:
  std::shared_ptr<const LoadedDocument> of(const std::string& path) {
    if (!document_ || path != path_) {
      document_ = std::make_shared<const LoadedDocument>(
          load_document_file(path, materialx::Parameters::Authored));
      path_ = path;
    }
    return document_;
  }

 private:
  std::string path_;
  std::shared_ptr<const LoadedDocument> document_;
};

tl::expected<Comparison, std::string> compared(render::Renderer& renderer, LastDocument& documents,
                                               const Json& line, const MaterialxLight& light,
                                               int size) {
  if (line.contains("error")) {
    return tl::unexpected("MaterialX: " + line.at("error").get<std::string>());
  }
  const auto element = weft_element(documents.of(line.at("path").get<std::string>()),
                                    line.at("name").get<std::string>(), light, size);
  if (!element) {
    return tl::unexpected("Weft: " + element.error());
  }
  const auto peer = peer_draw(peer_shader(line), light, size);
  if (!peer) {
    return tl::unexpected("MaterialX: " + peer.error());
  }
  const auto ours = drawn(renderer, (*element)->draw);
  const auto theirs = drawn(renderer, *peer);
  if (!ours || !theirs) {
    return tl::unexpected(!ours ? "Weft: " + ours.error() : "MaterialX: " + theirs.error());
  }
  return compare(*ours, *theirs);
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 4) {
    fmt::print(stderr, "usage: weft_materialx_differences SIZE LIGHTS SAMPLES < LINES\n");
    return 2;
  }
  const auto number = [&](int i) { return std::max(std::atoi(arguments[i]), 0); };
  const MaterialxLight light{static_cast<std::uint32_t>(number(2)),
                             static_cast<std::uint32_t>(number(3))};
  auto renderer = render::Renderer::create();
  if (!renderer) {
    fmt::print(stderr, "{}\n", renderer.error().message);
    return 1;
  }
  const int size = std::max(number(1), 1);
  LastDocument documents;
  for (std::string text; std::getline(std::cin, text);) {
    const Json line = Json::parse(text);
    Json result = {{"path", line.at("path")}, {"name", line.at("name")}};
    if (const auto found = compared(*renderer, documents, line, light, size)) {
      result["greatest"] = found->greatest;
      result["ours"] = found->ours;
      result["theirs"] = found->theirs;
      result["differing"] = found->differing;
    } else {
      result["error"] = found.error();
    }
    fmt::print("{}\n", result.dump());
  }
  return 0;
}
