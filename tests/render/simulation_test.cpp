// Simulations: states that one dispatch hands to the next, in both languages, against loops over
// arrays that are written here.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/render/material_drawing.h"
#include "tests/render/simulated.h"
#include "tests/support/catch.h"

namespace weft::testing::simulation_test {

namespace {

using render::ComputedOutput;
using Size = std::array<std::uint32_t, 3>;

/// A field of numbers on a grid, row by row.
struct Grid {
  int width = 0;
  int height = 0;
  std::vector<double> values = {};

  Grid(int w, int h, double value = 0.0)
      : width(w), height(h), values(static_cast<std::size_t>(w * h), value) {}
  double& at(int x, int y) { return values[static_cast<std::size_t>(y * width + x)]; }
  double at(int x, int y) const { return values[static_cast<std::size_t>(y * width + x)]; }
  /// Beyond the edges it repeats.
  double around(int x, int y) const {
    return at((x % width + width) % width, (y % height + height) % height);
  }
  /// Beyond the edges it is the nearest element.
  double nearest(int x, int y) const {
    return at(std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1));
  }
};

/// The greatest difference from an output with one float per element.
double difference(const ComputedOutput& output, const Grid& expected) {
  REQUIRE(output.words.size() == expected.values.size());
  double greatest = 0.0;
  for (std::size_t i = 0; i < output.words.size(); ++i) {
    const double number = std::bit_cast<float>(output.words[i]);
    greatest = std::max(greatest, std::abs(number - expected.values[i]));
  }
  return greatest;
}

std::string storage_of(const std::string& settings) {
  return "profile stored: base_compute {\n    provide simulation as push;\n" + settings + "}\n";
}

constexpr const char* in_images = "    set states images;\n";
constexpr const char* in_buffers = "    set states buffers;\n    provide thread.size as push;\n";

constexpr const char* reaction = R"(
import "simulation";
import "display";
material reaction {
    param feed: float = 0.037;
    param kill: float = 0.06;
    x = thread.uv.x - 0.4;
    y = thread.uv.y - 0.55;
    drop = x * x + y * y < 0.02 ? 1.0 : 0.0;
    growth = loop simulation with (a: float = 1.0 - 0.5 * drop, b: float = 0.25 * drop) {
        around = float2(laplacian(repeated(a)), laplacian(repeated(b)));
        step = gray_scott(a, b, around, feed, kill);
        a = step.next_a;
        b = step.next_b;
    };
    output color = float3(growth.b) as {use: display_color, encoding: linear, primaries: rec709};
}
)";

/// P. Gray and S. K. Scott's reaction, by loops.
void react(Grid& a, Grid& b, double feed, double kill) {
  const Grid a_old = a;
  const Grid b_old = b;
  const auto laplacian = [](const Grid& g, int x, int y) {
    return g.around(x + 1, y) + g.around(x - 1, y) + g.around(x, y + 1) + g.around(x, y - 1) -
           4.0 * g.at(x, y);
  };
  for (int y = 0; y < a.height; ++y) {
    for (int x = 0; x < a.width; ++x) {
      const double rate = a_old.at(x, y) * b_old.at(x, y) * b_old.at(x, y);
      a.at(x, y) += 0.2 * laplacian(a_old, x, y) - rate + feed * (1.0 - a_old.at(x, y));
      b.at(x, y) += 0.1 * laplacian(b_old, x, y) + rate - (feed + kill) * b_old.at(x, y);
    }
  }
}

std::pair<Grid, Grid> reacted(int width, int height, int steps) {
  Grid a(width, height, 1.0);
  Grid b(width, height, 0.0);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double dx = (x + 0.5) / width - 0.4;
      const double dy = (y + 0.5) / height - 0.55;
      if (dx * dx + dy * dy < 0.02) {
        a.at(x, y) = 0.5;
        b.at(x, y) = 0.25;
      }
    }
  }
  for (int step = 0; step < steps; ++step) {
    react(a, b, 0.037, 0.06);
  }
  return {a, b};
}

constexpr const char* waves = R"(
import "simulation";
material waves {
    at = float2(thread.id.xy) - float2(9.0, 6.0);
    water = loop simulation with (height: float = exp(-0.2 * dot(at, at)), velocity: float = 0.0) {
        step = wave_step(height, velocity, laplacian(height), speed: 24.0, damping: 0.5);
        height = step.next_height;
        velocity = step.next_velocity;
    };
}
)";

Grid waved(int width, int height, int steps, double seconds) {
  Grid h(width, height);
  Grid v(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      h.at(x, y) = std::exp(-0.2 * ((x - 9) * (x - 9) + (y - 6) * (y - 6)));
    }
  }
  for (int step = 0; step < steps; ++step) {
    const Grid old = h;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const double around = old.nearest(x + 1, y) + old.nearest(x - 1, y) +
                              old.nearest(x, y + 1) + old.nearest(x, y - 1) - 4.0 * old.at(x, y);
        v.at(x, y) = (v.at(x, y) + seconds * 576.0 * around) * (1.0 - 0.5 * seconds);
        h.at(x, y) = old.at(x, y) + seconds * v.at(x, y);
      }
    }
  }
  return h;
}

}  // namespace

TEST_CASE("simulation: sixty frames of reaction and diffusion are those of loops over arrays") {
  constexpr int width = 37;  // no workgroup divides it
  constexpr int height = 29;
  const auto [a, b] = reacted(width, height, 60);
  CHECK(*std::max_element(b.values.begin(), b.values.end()) > 0.2);  // it lives
  for (const char* settings : {in_images, in_buffers}) {
    const Computing computing = compute_text(reaction + storage_of(settings), "reaction", "stored");
    for (const ShadingLanguage language : both_languages) {
      INFO(settings << (language == ShadingLanguage::Glsl ? "glsl" : "hlsl"));
      const auto all = computing.simulate(language, {width, height, 1}, {60, 1, 1.0F / 60.0F});
      CHECK(difference(computing.output(all, "a"), a) < 2e-5);
      CHECK(difference(computing.output(all, "b"), b) < 2e-5);
    }
  }
}

TEST_CASE("simulation: sixty frames of waves, in substeps, are those of loops over arrays") {
  constexpr int width = 24;
  constexpr int height = 17;
  const Grid expected = waved(width, height, 120, 1.0 / 120.0);
  CHECK(std::abs(expected.at(20, 14)) > 1e-3);  // the wave has come there
  for (const char* settings : {in_images, in_buffers}) {
    const Computing computing = compute_text(waves + storage_of(settings), "waves", "stored");
    for (const ShadingLanguage language : both_languages) {
      INFO(settings << (language == ShadingLanguage::Glsl ? "glsl" : "hlsl"));
      const auto all = computing.simulate(language, {width, height, 1}, {60, 2, 1.0F / 60.0F});
      CHECK(difference(computing.output(all, "height"), expected) < 1e-4);
    }
  }
}

TEST_CASE("simulation: those that ship are alive after sixty frames, alike in both languages") {
  struct Row {
    const char* name;
    const char* state;
    std::uint32_t substeps;
  };
  for (const Row& row : {Row{"coral_growth", "b", 8}, Row{"pond_waves", "height", 1}}) {
    INFO(row.name);
    const Computing computing =
        compute_text(weft::testing::shipped_text(std::string("simulations/") + row.name + ".weft"),
                     row.name, "simulation");
    std::vector<Grid> ends;
    for (const ShadingLanguage language : both_languages) {
      const auto all =
          computing.simulate(language, {256, 256, 1}, {60, row.substeps, 1.0F / 60.0F});
      const ComputedOutput& output = computing.output(all, row.state);
      Grid& end = ends.emplace_back(256, 256);
      std::transform(output.words.begin(), output.words.end(), end.values.begin(),
                     [](std::uint32_t word) { return double{std::bit_cast<float>(word)}; });
      const auto [low, high] = std::minmax_element(end.values.begin(), end.values.end());
      CHECK(*high - *low > 0.01);
      CHECK(std::max(std::abs(*low), std::abs(*high)) < 1.0);
      CHECK(difference(output, ends.front()) < 1e-4);
    }
  }
}

TEST_CASE("simulation: the first step has the first values, and a reset starts anew") {
  const Computing computing = compute_text(reaction + storage_of(in_images), "reaction", "stored");
  const Size size = {19, 11, 1};
  const auto [a, b] = reacted(19, 11, 0);
  const auto later = reacted(19, 11, 3);
  const render::MaterialShader shader = computing.shader(ShadingLanguage::Glsl);
  render::Simulation simulation(shared_renderer(), shader, size);
  const render::Scene scene = render::default_scene();
  for (int run = 0; run < 2; ++run) {
    const auto first = simulation.step(scene, {}, shared_textures());
    REQUIRE(first);
    CHECK(difference(computing.output(*first, "a"), a) == 0.0);
    CHECK(difference(computing.output(*first, "b"), b) == 0.0);
    for (int step = 0; step < 2; ++step) {
      REQUIRE(simulation.step(scene, {}, shared_textures(), false));
    }
    const auto third = simulation.step(scene, {}, shared_textures());
    REQUIRE(third);
    CHECK(difference(computing.output(*third, "b"), later.second) < 1e-6);
    simulation.reset();
  }
}

TEST_CASE("simulation: parameters change while it runs") {
  const Computing computing = compute_text(reaction + storage_of(in_images), "reaction", "stored");
  const render::MaterialShader shader = computing.shader(ShadingLanguage::Hlsl);
  render::Simulation simulation(shared_renderer(), shader, {16, 16, 1});
  const render::Scene scene = render::default_scene();
  render::MaterialInputs fed;
  fed.values.push_back({"feed", Constant{float_type, {std::bit_cast<std::uint32_t>(0.08F)}}});
  auto [a, b] = reacted(16, 16, 2);
  react(a, b, 0.08, 0.06);
  REQUIRE(simulation.step(scene, {}, shared_textures(), false));
  REQUIRE(simulation.step(scene, {}, shared_textures(), false));
  REQUIRE(simulation.step(scene, {}, shared_textures(), false));
  const auto all = simulation.step(scene, fed, shared_textures());
  REQUIRE(all);
  CHECK(difference(computing.output(*all, "a"), a) < 1e-6);
  CHECK(difference(computing.output(*all, "b"), b) < 1e-6);
}

TEST_CASE("simulation: states of every type, in one to three dimensions, with all edges") {
  // Each state is carried along by one element per step, so that after four steps an element has
  // the first value of the one four before it.
  constexpr const char* carried = R"(
import "simulation";
fragment before<T>(field: eval(thread.id) -> T) -> T { return field with (thread.id: thread.id - int3(1, 0, 0)); }
material carried {
    x = thread.id.x;
    all = loop simulation with (
        number: float = float(x), pair: float2 = float2(float(x), -1.0), triple: float3 = float3(float(x), 2.0, 3.0),
        four: float4 = float4(float(x), 1.0, 2.0, 3.0), whole: int = -x, wholes: int3 = int3(x, x * 2, -5),
        count: uint = uint(x) + 4000000000u, flag: bool = x % 3 == 0, flags: bool2 = bool2(x == 0, true),
        clamped: float = float(x), mirrored: float = float(x), ended: float = float(x)) {
        number = before(repeated(number));
        pair = before(repeated(pair));
        triple = before(repeated(triple));
        four = before(repeated(four));
        whole = before(repeated(whole));
        wholes = before(repeated(wholes));
        count = before(repeated(count));
        flag = before(repeated(flag));
        flags = before(repeated(flags));
        clamped = before(clamped);
        mirrored = before(mirrored_field(mirrored));
        ended = before(ended(ended, -7.0));
    };
}
)";
  const std::string lines = "    set dimensions 1;\n";
  const std::string blocks = "    set dimensions 3;\n";
  struct Row {
    std::string settings;
    Size size;
  };
  for (const Row& row :
       {Row{in_images + lines, {11, 1, 1}}, Row{"    set states buffers;\n" + lines, {11, 1, 1}},
        Row{in_images, {11, 3, 1}}, Row{in_images + blocks, {11, 2, 3}},
        Row{in_buffers + blocks, {11, 2, 3}}}) {
    const Computing computing =
        compute_text(carried + storage_of(row.settings), "carried", "stored");
    for (const ShadingLanguage language : both_languages) {
      INFO(row.settings << (language == ShadingLanguage::Glsl ? "glsl" : "hlsl"));
      const auto all = computing.simulate(language, row.size, {4, 1, 1.0F / 60.0F});
      const std::size_t elements = std::size_t{row.size[0]} * row.size[1] * row.size[2];
      std::size_t wrong = 0;
      const auto check = [&](const char* name, std::size_t component, auto word_of) {
        const ComputedOutput& output = computing.output(all, name);
        const auto components = static_cast<std::size_t>(output.type.component_count());
        REQUIRE(output.words.size() == elements * components);
        for (std::size_t i = 0; i < elements; ++i) {
          const int x = static_cast<int>(i % row.size[0]);
          const int from = (x - 4 + 11) % 11;
          wrong += output.words[i * components + component] == word_of(x, from) ? 0 : 1;
        }
      };
      const auto bits = [](double number) {
        return std::bit_cast<std::uint32_t>(static_cast<float>(number));
      };
      for (const char* name : {"number", "pair", "triple", "four"}) {
        check(name, 0, [&](int, int from) { return bits(from); });
      }
      check("pair", 1, [&](int, int) { return bits(-1.0); });
      check("triple", 2, [&](int, int) { return bits(3.0); });
      check("four", 3, [&](int, int) { return bits(3.0); });
      check("whole", 0, [](int, int from) { return static_cast<std::uint32_t>(-from); });
      check("wholes", 1, [](int, int from) { return static_cast<std::uint32_t>(2 * from); });
      check("wholes", 2, [](int, int) { return static_cast<std::uint32_t>(-5); });
      check("count", 0,
            [](int, int from) { return static_cast<std::uint32_t>(from) + 4000000000U; });
      check("flag", 0, [](int, int from) { return from % 3 == 0 ? 1U : 0U; });
      check("flags", 0, [](int, int from) { return from == 0 ? 1U : 0U; });
      check("flags", 1, [](int, int) { return 1U; });
      check("clamped", 0, [&](int x, int) { return bits(std::max(x - 4, 0)); });
      // A mirror at the edge gives the edge itself first.
      check("mirrored", 0, [&](int x, int) { return bits(std::max(x - 4, 0)); });
      check("ended", 0, [&](int x, int) { return bits(x < 4 ? -7 : x - 4); });
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("simulation: a state after the step is that of the nearest element beyond the edges") {
  constexpr const char* stepped = R"(
import "simulation";
material stepped {
    a = loop simulation with (x: int = 3 * thread.id.x) { x = x + thread.id.x + 10; };
    output right = float(a.x with (thread.id: thread.id + int3(1, 0, 0)));
    output left = float(a.x with (thread.id: thread.id - int3(2, 0, 0)));
}
)";
  const Computing computing =
      compute_text(stepped + storage_of("    set states images;\n    set state_binding 8;\n"
                                        "    thread demand right: float as image 0 r32f;\n"
                                        "    thread demand left: float as image 1 r32f;\n"),
                   "stepped", "stored");
  constexpr int width = 5;
  for (const ShadingLanguage language : both_languages) {
    for (const int steps : {0, 2}) {
      const auto all = computing.simulate(language, {width, 1, 1},
                                          {static_cast<std::uint32_t>(steps), 1, 1.0F / 60.0F});
      Grid right(width, 1);
      Grid left(width, 1);
      for (int x = 0; x < width; ++x) {
        const auto at = [steps](int element) { return 3 * element + steps * (element + 10); };
        right.at(x, 0) = at(std::min(x + 1, width - 1));
        left.at(x, 0) = at(std::max(x - 2, 0));
      }
      CAPTURE(steps);
      CHECK(difference(computing.output(all, "right"), right) == 0.0);
      CHECK(difference(computing.output(all, "left"), left) == 0.0);
    }
  }
}

TEST_CASE("simulation: half images round, and keep what halves hold") {
  const Computing computing =
      compute_text(reaction + storage_of(std::string(in_images) + "    set state_format half;\n"),
                   "reaction", "stored");
  CHECK(computing.emission->programs.interface.states[0].format->name == "r16f");
  const auto [a, b] = reacted(20, 20, 10);
  for (const ShadingLanguage language : both_languages) {
    const auto all = computing.simulate(language, {20, 20, 1}, {10, 1, 1.0F / 60.0F});
    CHECK(difference(computing.output(all, "a"), a) < 4e-3);
    CHECK(difference(computing.output(all, "a"), a) > 1e-6);
  }
}

TEST_CASE("simulation: differences and other elements are exact for polynomials") {
  const Computing computing = compute_text(R"(
import "simulation";
profile measured: base_compute {
    set dimensions 3;
    thread demand plane: float as image 0;
    thread demand smooth: float as image 1;
    thread demand space: float as image 2;
    thread demand slope: float2 as image 3;
    thread demand source: float as image 4;
    thread demand between: float as image 5;
    thread demand carried: float as image 6;
    thread demand beside: float as image 7;
    provide simulation.delta as push;
}
material polynomials {
    at = float3(thread.id);
    output plane = laplacian(at.x * at.x * at.x + 2.0 * at.y * at.y + at.x * at.y);
    output smooth = smooth_laplacian(at.x * at.x * at.x + 2.0 * at.y * at.y + at.x * at.y);
    output space = laplacian_3d(at.x * at.x + at.y * at.z + 3.0 * at.z * at.z);
    output slope = gradient(at.x * at.x + 3.0 * at.x * at.y);
    output source = divergence(float2(at.x * at.x, at.y * at.y - at.x));
    output between = at_place(at.x * at.y, at.xy + float2(0.25, 0.5));
    output carried = advected(2.0 * at.x - at.y, float2(1.5, -0.5), 0.5);
    output beside = at_offset(at.x + 100.0 * at.y, int2(2, -1));
}
)",
                                           "polynomials", "measured");
  const Size size = {7, 5, 3};
  for (const ShadingLanguage language : both_languages) {
    const auto all = computing.run(language, size);
    std::size_t wrong = 0;
    const auto check = [&](const char* name, std::size_t component, auto formula) {
      const ComputedOutput& output = computing.output(all, name);
      const auto components = static_cast<std::size_t>(output.type.component_count());
      for (std::size_t i = 0; i < 105; ++i) {
        const double x = static_cast<double>(i % 7);
        const double y = static_cast<double>(i / 7 % 5);
        const double number = std::bit_cast<float>(output.words[i * components + component]);
        wrong += std::abs(number - formula(x, y)) < 1e-3 ? 0 : 1;
      }
    };
    check("plane", 0, [](double x, double) { return 6.0 * x + 4.0; });
    check("smooth", 0, [](double x, double) { return 6.0 * x + 4.0; });
    check("space", 0, [](double, double) { return 8.0; });
    check("slope", 0, [](double x, double y) { return 2.0 * x + 3.0 * y; });
    check("slope", 1, [](double x, double) { return 3.0 * x; });
    check("source", 0, [](double x, double y) { return 2.0 * x + 2.0 * y; });
    check("between", 0, [](double x, double y) { return (x + 0.25) * (y + 0.5); });
    check("carried", 0, [](double x, double y) { return 2.0 * (x - 0.75) - (y + 0.25); });
    check("beside", 0, [](double x, double y) { return x + 2.0 + 100.0 * (y - 1.0); });
    CHECK(wrong == 0);
  }
}

TEST_CASE("simulation: the Game of Life") {
  const Computing life = compute_text(std::string(R"(
import "simulation";
material life {
    at = thread.id.xy;
    // A glider.
    first = (at.x == 1 && at.y == 0) || (at.x == 2 && at.y == 1) || (at.y == 2 && at.x <= 2);
    game = loop simulation with (alive: bool = first) {
        alive = lives_on(alive, neighbors(repeated(alive)));
    };
}
)") + storage_of(in_images),
                                      "life", "stored");
  const auto is_first = [](std::uint32_t x, std::uint32_t y) {
    return (x == 1 && y == 0) || (x == 2 && y == 1) || (y == 2 && x <= 2);
  };
  for (const ShadingLanguage language : both_languages) {
    // It moves by one cell down to the right in four generations, and around the edges.
    const auto all = life.simulate(language, {12, 12, 1}, {40, 1, 1.0F / 60.0F});
    const ComputedOutput& alive = life.output(all, "alive");
    std::size_t wrong = 0;
    for (std::uint32_t i = 0; i < 144; ++i) {
      const std::uint32_t x = (i % 12 + 2) % 12;
      const std::uint32_t y = (i / 12 + 2) % 12;
      wrong += alive.words[i] == (is_first(x, y) ? 1U : 0U) ? 0 : 1;
    }
    CHECK(wrong == 0);
  }
}

}  // namespace weft::testing::simulation_test
