// Bodies that forward their function parameters to other leaves, whole or partially applied: they
// compute the same values as such functions in C++.

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "composer/evaluations/uniform_program.h"
#include "fragments/interpreter/operations.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::handed_functions_test {

namespace {

using namespace weft;

const char* const leaves = R"(
import "arrays";
fragment inner(f: fn(x: float, y: float) -> float, at: float) -> float
{
    return f(at, 1.0) - f(at + 1.0, 2.0);
}
fragment slope(f: fn(x: float) -> float, at: float) -> float
{
    float e = 0.125;
    return (f(at + e) - f(at)) / e;
}
// Returns out of two loops, and has two results.
fragment search(f: fn(x: float) -> float, from: float, steps: constant int) -> (at: float, found: bool)
{
    at = from;
    found = false;
    for (int i = 0; i < steps; ++i) {
        at = at + 0.25;
        while (at < 3.0) {
            if (f(at) > 0.5) {
                found = true;
                return;
            }
            at += 1.0;
            if (at > 2.5)
                break;
        }
    }
}
// Returns early, out of a loop and at the end, and forwards its function.
fragment root(f: fn(x: float) -> float, at: float) -> float
{
    if (at < -1.0)
        return -1.0;
    float x = at;
    for (int i = 0; i < 4; ++i) {
        if (abs(f(x)) < 0.01)
            return x;
        x -= f(x) / slope(f, x);
    }
    return x + 0.5;
}
fragment twice<T: floating>(f: fn(x: T) -> T, x: T) -> T { return f(f(x)); }

fragment whole(f: fn(x: float, y: float) -> float, at: float) -> float { return inner(f, at) * 2.0; }
fragment partly(f: fn(x: float, y: float) -> float, at: float) -> float
{
    float k = at * 0.5 + 1.0;
    return slope(f(y: k), at) + slope(f(k), at) * 3.0;
}
fragment branches(f: fn(x: float, y: float) -> float, at: float) -> float
{
    float sum = at > 0.5 ? root(f(y: at), at) : -root(f(at), at);
    if (root(f(y: 2.0), at) > 0.25)
        sum += 1.0;
    else if (slope(f(1.0), sum) > 0.5 || root(f(sum), 0.5) < 0.0)
        sum -= slope(f(y: 0.5), sum);
    return sum;
}
fragment loops(f: fn(x: float, y: float) -> float, at: float) -> float
{
    float a = at;
    int rounds = 0;
    while (search(f(y: a), a, 5).found && rounds < 4) {
        ++rounds;
        if (rounds == 2)
            continue;
        a += 0.3;
    }
    for (int i = 0; slope(f(a), float(i)) < 2.0 && i < 3; ++i) {
        if (i == 1)
            continue;
        a = a + search(f(y: a), a, 2).at * 0.125;
    }
    return a + float(rounds);
}
fragment generic(f: fn(x: float3) -> float3, at: float) -> float { return twice(f, float3(at, 1.0, 2.0)).x; }
fragment swapped<A, B>(f: fn(x: B, y: A) -> A, x: B, y: A) -> A { return f(x, f(x, y)); }
fragment open_types<B, A>(f: fn(x: A, y: B, z: A) -> B, x: A, y: B) -> B {
    B once = swapped(f(z: x), x, y);
    B[2] both = B[2](once, swapped(f(z: x), x, once));
    return both[1];
}
fragment open_through<A>(f: fn(x: float, y: A, z: float) -> A, y: A) -> A { return open_types(f, 0.5, y); }
fragment second_by(xs: float[4], key: fn(x: float, index: int) -> float) -> float { return sort(xs, key)[1]; }
fragment through(f: fn(x: float, y: float) -> float, at: float) -> float { return whole(f, at) + loops(f, at); }
)";

using Function = std::function<float(float, float)>;
using Single = std::function<float(float)>;

float inner(const Function& f, float at) { return f(at, 1.0F) - f(at + 1.0F, 2.0F); }
float slope(const Single& f, float at) { return (f(at + 0.125F) - f(at)) / 0.125F; }
struct Found {
  float at;
  bool found;
};
Found search(const Single& f, float from, int steps) {
  float at = from;
  for (int i = 0; i < steps; ++i) {
    at = at + 0.25F;
    while (at < 3.0F) {
      if (f(at) > 0.5F) {
        return {at, true};
      }
      at += 1.0F;
      if (at > 2.5F) {
        break;
      }
    }
  }
  return {at, false};
}
float root(const Single& f, float at) {
  if (at < -1.0F) {
    return -1.0F;
  }
  float x = at;
  for (int i = 0; i < 4; ++i) {
    if (std::fabs(f(x)) < 0.01F) {
      return x;
    }
    x -= f(x) / slope(f, x);
  }
  return x + 0.5F;
}
Single first(const Function& f, float y) {
  return [f, y](float x) { return f(x, y); };
}
Single second(const Function& f, float x) {
  return [f, x](float y) { return f(x, y); };
}
float whole(const Function& f, float at) { return inner(f, at) * 2.0F; }
float partly(const Function& f, float at) {
  const float k = at * 0.5F + 1.0F;
  return slope(first(f, k), at) + slope(second(f, k), at) * 3.0F;
}
float branches(const Function& f, float at) {
  float sum = at > 0.5F ? root(first(f, at), at) : -root(second(f, at), at);
  if (root(first(f, 2.0F), at) > 0.25F) {
    sum += 1.0F;
  } else if (slope(second(f, 1.0F), sum) > 0.5F || root(second(f, sum), 0.5F) < 0.0F) {
    sum -= slope(first(f, 0.5F), sum);
  }
  return sum;
}
float loops(const Function& f, float at) {
  float a = at;
  int rounds = 0;
  while (search(first(f, a), a, 5).found && rounds < 4) {
    ++rounds;
    if (rounds == 2) {
      continue;
    }
    a += 0.3F;
  }
  for (int i = 0; slope(second(f, a), static_cast<float>(i)) < 2.0F && i < 3; ++i) {
    if (i == 1) {
      continue;
    }
    a = a + search(first(f, a), a, 2).at * 0.125F;
  }
  return a + static_cast<float>(rounds);
}
float through(const Function& f, float at) { return whole(f, at) + loops(f, at); }

/// The host's results of the expression for each value of the parameter `x`.
std::vector<float> computed(const std::string& expression, const std::vector<float>& values) {
  const Composed composed =
      compose_text(leaves + ("material m { param x: float; output a = " + expression + "; }\n") +
                       "profile p: base_mesh { fragment demand a: float as target 0; }\n",
                   "p", PlacementOptions{});
  INFO(composed.errors());
  REQUIRE(composed.plan);
  const UniformProgram program(composed.library(), *composed.plan);
  std::vector<float> results;
  for (const float value : values) {
    const auto evaluated =
        program.evaluate({[&](FeatureId id) {
                            return zero_constant(composed.library().data_types,
                                                 composed.library().features[id].type.data());
                          },
                          [&](std::uint32_t) {
                            return Constant{float_type, {float_bits(value)}};
                          }});
    REQUIRE(evaluated);
    for (std::size_t i = 0; i < evaluated->size(); ++i) {
      if ((*evaluated)[i].type == float_type) {
        results.push_back(float_of_bits((*evaluated)[i].bits[0]));
      }
    }
  }
  REQUIRE(results.size() == values.size());
  return results;
}

}  // namespace

TEST_CASE("forwarded functions: bodies match the same functions in C++") {
  const std::vector<float> values = {-2.0F, -0.75F, 0.0F, 0.25F, 0.5F, 0.75F, 1.25F, 2.75F, 7.0F};
  struct Row {
    std::string leaf;
    float (*meant)(const Function&, float);
  };
  struct Given {
    std::string text;
    Function function;
  };
  const std::vector<Given> functions = {
      {"(x, y) => x * y + 0.25 * x", [](float x, float y) { return x * y + 0.25F * x; }},
      {"(x, y) => x - y * y", [](float x, float y) { return x - y * y; }},
      {"(x, y) => abs(x - 0.5) + y * 0.125",
       [](float x, float y) { return std::fabs(x - 0.5F) + y * 0.125F; }}};
  for (const Row& row : std::vector<Row>{{"whole", whole},
                                         {"partly", partly},
                                         {"branches", branches},
                                         {"loops", loops},
                                         {"through", through}}) {
    for (const Given& given : functions) {
      INFO(row.leaf << " of " << given.text);
      const auto results = computed(row.leaf + "(" + given.text + ", x)", values);
      for (std::size_t i = 0; i < values.size(); ++i) {
        INFO("at " << values[i]);
        const float meant = row.meant(given.function, values[i]);
        CHECK((results[i] == Approx(meant).epsilon(1e-5) ||
               (results[i] != results[i] && meant != meant)));
      }
    }
  }
}

TEST_CASE("forwarded functions: generic leaves take them") {
  CHECK(computed("generic((v) => v * 2.0, x)", {0.5F, 3.0F}) == std::vector<float>{2.0F, 12.0F});
  CHECK(computed("generic((v) => v.yzx + 1.0, x)", {0.5F})[0] == 4.0F);
  // Types that only a call in a graph determines.
  CHECK(computed("open_through((x, v, z) => v * (x + z), float2(x, 1.0)).x", {3.0F})[0] == 3.0F);
  CHECK(computed("open_types((x, v, z) => v.yx * x + z, x, float2(x, 1.0)).x", {2.0F})[0] == 62.0F);
  // Instantiated for these types and this length when the body needs it.
  CHECK(computed("second_by(float[4](x, 0.25, 3.0, 1.0), (v, i) => -v)", {0.5F, 5.0F}) ==
        std::vector<float>{1.0F, 3.0F});
}

TEST_CASE("forwarded functions: chains are linear and doubling hits a limit") {
  std::string chain =
      "fragment f0(f: fn(x: float) -> float, at: float) -> float { return f(at); }\n";
  std::string doubling = chain;
  for (int i = 1; i <= 40; ++i) {
    const std::string name = "f" + std::to_string(i);
    const std::string before = "f" + std::to_string(i - 1);
    const std::string head =
        "fragment " + name + "(f: fn(x: float) -> float, at: float) -> float { return ";
    chain += head + before + "(f, at); }\n";
    doubling += head + before + "(f, at) + " + before + "(f, at + 1.0); }\n";
  }
  const std::string rest =
      "material m { output a = f40((x) => x, 1.0); }\n"
      "profile p: base_mesh { fragment demand a: float as target 0; }\n";
  CHECK_THAT(compose_text(chain + rest, "p").errors(),
             contains("a function is forwarded through more than 32 leaves"));
  CHECK_THAT(compose_text(doubling + rest, "p").errors(), contains("[expansion-limit]"));
}

}  // namespace weft::testing::handed_functions_test
