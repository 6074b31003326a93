// The counter behind docs/placement-figures.md, on modules small enough to count by hand.

#include "tests/bench/module_counts.h"

#include <string>

#include <fmt/format.h>

#include "tests/support/catch.h"

namespace weft::testing::module_counts_test {

namespace {

SpirvModule optimized(const std::string& statements) {
  const std::string text = fmt::format(R"(#version 450
layout(location = 0) in vec4 a;
layout(location = 1) in vec3 b;
layout(location = 2) flat in int count;
layout(location = 0) out vec4 result;
void main()
{{
    {}
}})",
                                       statements);
  const auto module = compile_glsl(Stage::Fragment, text);
  REQUIRE(module);
  const auto fast = optimize_for_speed(*module);
  REQUIRE(fast);
  return *fast;
}

}  // namespace

TEST_CASE("module counts: instructions that compute, without labels and functions") {
  // A load, the store, the return.
  CHECK(count_module(optimized("result = a;")).instructions == 3);
  const ModuleCounts sum = count_module(optimized("result = a + a.wzyx;"));
  CHECK(sum.instructions == 5);  // and a shuffle and the addition
  CHECK(sum.in_loops == 0);
  CHECK(sum.operations == 4);
}

TEST_CASE("module counts: a loop has its header, its body and its continue block") {
  const ModuleCounts counts = count_module(optimized(R"(
    vec4 sum = vec4(0.0);
    for (int i = 0; i < count; ++i) {
        sum += sqrt(a + sum);
    }
    result = sum;)"));
  // Before the loop a branch, after it the store and the return. In it: two phis, the comparison
  // with its load, the merge, two branches, a load, the root between two additions, and the step.
  CHECK(counts.instructions == 3 + counts.in_loops);
  CHECK(counts.in_loops == 12);
  CHECK(counts.operations == 4 * 4 + 2 * 4 + 1 + 1);
}

TEST_CASE("module counts: a loop in a loop counts once") {
  const ModuleCounts counts = count_module(optimized(R"(
    vec4 sum = vec4(0.0);
    for (int i = 0; i < count; ++i) {
        for (int k = i; k < count; ++k) {
            sum = fract(sum + a);
        }
    }
    result = sum;)"));
  CHECK(counts.in_loops + 3 == counts.instructions);
}

TEST_CASE("module counts: operations are those of docs/operations.md") {
  CHECK(count_module(optimized("result = a / a.wzyx;")).operations == 16);
  CHECK(count_module(optimized("result = vec4(normalize(b), 1.0);")).operations == 10);
  CHECK(count_module(optimized("result = vec4(dot(b, b.zyx));")).operations == 3);
  CHECK(count_module(optimized("result = pow(a, a.wzyx);")).operations == 36);
  CHECK(count_module(optimized("result = clamp(a, 0.0, 1.0);")).operations == 4);
  CHECK(count_module(optimized("result = clamp(a, 0.0, 2.0);")).operations == 8);
  CHECK(count_module(optimized("result = mat4(a, a.wzyx, a.zzzz, a.xxyy) * a;")).operations == 16);
}

TEST_CASE("module counts: components that are interpolated") {
  const auto module = compile_glsl(Stage::Fragment, R"(#version 450
layout(location = 0) in vec4 a;
layout(location = 1) in float b;
layout(location = 0) out vec4 result;
void main() { result = a * b; })");
  REQUIRE(module);
  CHECK(interpolated_components(*module) == 5);
}

}  // namespace weft::testing::module_counts_test
