// The laws of bodies: how results depend on inputs that vary over a primitive.

#include "fragments/analysis/laws.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"

namespace weft::testing::laws_test {

namespace {

using namespace weft;

/// The laws of the results of fragment `f` of a text.
std::vector<Law> laws_of(const std::string& text, const std::vector<Law>& inputs,
                         OperationLaw of_operation = operation_law) {
  const LoadedLibrary loaded = load_text("test.weft", text, DiskReader(), {});
  for (const Diagnostic& diagnostic : loaded.diagnostics) {
    UNSCOPED_INFO(diagnostic.message);
  }
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  LeafLaws laws(loaded.library, of_operation);
  std::size_t at = 0;
  while (loaded.library.text(loaded.library.fragments[FragmentId(at)].name) != "f") {
    ++at;
  }
  return laws.results(FragmentId(at), {}, inputs);
}

constexpr Law C = Law::Constant;
constexpr Law L = Law::Linear;
constexpr Law A = Law::Affine;
constexpr Law N = Law::Nonlinear;

std::size_t operations = 0;

Law counted_law(Operation op, std::uint32_t payload, DataType type,
                const std::vector<Law>& arguments) {
  ++operations;
  return operation_law(op, payload, type, arguments);
}

/// How many laws of operations it takes to find that `f` is affine in its first input.
std::size_t operations_for(const std::string& text) {
  operations = 0;
  CHECK(laws_of(text, {L}, counted_law) == std::vector{A});
  return operations;
}

struct Case {
  std::string body;  ///< of a fragment of a: float3, b: float3, t: float, m: float3x3
  std::vector<Law> inputs;
  Law expected;
};

}  // namespace

TEST_CASE("laws: sums and products") {
  for (Law law : {Law::Zero, C, L, A, N}) {
    CHECK(join(law, law) == law);
    CHECK(join(law, Law::Zero) == law);
    CHECK(join(law, N) == N);
    CHECK(product(law, N) == N);
    CHECK(product(law, C) == law);
  }
  CHECK(join(C, L) == A);
  CHECK(join(C, A) == A);
  CHECK(join(L, A) == A);
  CHECK(product(L, L) == N);
  CHECK(product(L, A) == N);
  CHECK(product(Law::Zero, L) == Law::Zero);
  CHECK(is_at_most(L, A));
  CHECK_FALSE(is_at_most(C, L));
}

TEST_CASE("laws: bodies") {
  const std::vector<Case> cases = {
      {"return a;", {L, C, C, C}, L},
      {"return -a;", {L, C, C, C}, L},
      {"return a + b;", {L, C, C, C}, A},
      {"return a + b;", {L, L, C, C}, L},
      {"return a + 0.0;", {L, C, C, C}, L},
      {"return a * t;", {L, C, C, C}, L},
      {"return a * t;", {L, C, L, C}, N},
      {"return a / t;", {L, C, C, C}, L},
      {"return b / t;", {C, C, L, C}, N},
      {"return m * a;", {L, C, C, C}, L},
      {"return m * a + b;", {L, C, C, C}, A},
      {"return m * a;", {L, C, C, L}, N},
      {"return mix(a, b, t);", {L, L, C, C}, L},
      {"return mix(a, b, t);", {C, C, L, C}, A},
      {"return mix(a, b, t);", {L, C, L, C}, N},
      {"return cross(a, b);", {L, C, C, C}, L},
      {"return dot(a, b) * b;", {L, C, C, C}, L},
      {"return dot(a, a) * b;", {L, C, C, C}, N},
      {"return reflect(a, b);", {L, C, C, C}, L},
      {"return reflect(b, a);", {L, C, C, C}, N},
      {"return fma(a, b, float3(t));", {L, C, L, C}, L},
      {"return normalize(a);", {L, C, C, C}, N},
      {"return normalize(b);", {L, C, C, C}, C},
      {"return a.zxy;", {L, C, C, C}, L},
      {"return float3(a.xy, 1.0);", {L, C, C, C}, A},
      {"return float3(a.xy, 0.0);", {L, C, C, C}, L},
      {"return radians(a);", {L, C, C, C}, L},
      {"return t > 0.0 ? a : b;", {L, C, C, C}, A},
      {"return t > 0.0 ? a : b;", {C, C, L, C}, N},
      {"return a[1] * b;", {L, C, C, C}, L},
      {"return b[int(t)] * b;", {C, C, L, C}, N},
      {"return a[int(t)] * b;", {L, C, L, C}, N},
      {"return float3(float(int(t)));", {C, C, L, C}, N},
      {"float3 s; for (int i = 0; i < 4; ++i) { s += a * b[0]; } return s;", {L, C, C, C}, L},
      {"float3 s = b; for (int i = 0; i < 4; ++i) { s = s * t; } return s;", {C, C, L, C}, N},
      {"float3 s = a; if (t > 0.0) { s = b; } return s;", {L, C, C, C}, A},
      {"float3 s = b; if (t > 0.0) { s = b * 2.0; } return s;", {C, C, L, C}, N},
      {"if (t > 0.0) { return a; } return b;", {L, C, C, C}, A},
      {"if (t > 0.0) { return b; } return b * 2.0;", {C, C, L, C}, N},
      {"float3 s = a; s *= t; return s;", {L, C, C, C}, L},
      {"float3 s = a; s *= t; return s;", {L, C, L, C}, N},
      {"float3 s = b; s.x = a.y; return s;", {L, C, C, C}, A},
      {"float3 s = b; s[int(t)] = 1.0; return s;", {C, C, L, C}, N},
      // What a divisor is shows after its assignment, wherever that is.
      {"float k = t * 2.0 + 1.0; return a / k;", {L, C, C, C}, L},
      {"float k = t * 2.0 + 1.0; return a / k;", {L, C, L, C}, N},
      {"float k = t * 2.0; float3 s = a / k; return s;", {L, C, C, C}, L},
      {"float k; k = t; return a / k;", {L, C, C, C}, L},
      {"float3 s = a; for (int i = 0; i < 4; ++i) { float k = t + 1.0; s = s / k; } return s;",
       {L, C, C, C},
       L},
      {"float3 s = a; float k = t; for (int i = 0; i < 4; ++i) { s = s / k; k = a.x; } return s;",
       {L, C, C, C},
       N},
      {"return scaled(a, t) + shifted(b);", {L, C, C, C}, A},
      {"return scaled(a, t);", {L, C, L, C}, N},
      {"return dFdx(b);", {C, C, C, C}, N},
  };
  for (const Case& one : cases) {
    INFO(one.body);
    const std::string text =
        "fragment scaled(v: float3, s: float) -> float3 { return v * s; }\n"
        "fragment shifted(v: float3) -> float3 { return v + 1.0; }\n"
        "fragment f(a: float3, b: float3, t: float, m: float3x3) -> float3 { " +
        one.body + " }";
    CHECK(laws_of(text, one.inputs) == std::vector<Law>{one.expected});
  }
}

TEST_CASE("laws: function results depend on the function's arguments") {
  // The inputs: the function's result for constants, `a`, `t`, and the function's result for affine
  // arguments.
  const std::vector<Case> cases = {
      {"return g(0.5) + g(1.0);", {L, C, C, A}, L},
      {"return g(0.5) * g(1.0);", {L, C, C, A}, N},
      {"return g(0.5) + a;", {A, L, C, A}, A},
      {"return g(0.5) * t;", {C, C, L, N}, L},
      {"return g(0.5) * t;", {L, C, L, A}, N},
      {"return g(t);", {C, C, L, A}, A},
      {"return g(t * 2.0 + 1.0) + g(1.0);", {L, C, L, A}, A},
      {"return g(t);", {C, C, L, C}, C},
      {"return g(t);", {C, C, L, N}, N},
      {"return g(t);", {C, C, L}, N},  // no law is known
      {"return g(t * t);", {C, C, L, A}, N},
      {"float3 s = a; for (int i = 0; i < 3; ++i) { s += g(float(i)); } return s;",
       {L, L, C, A},
       L},
      {"float3 s = a; if (t > 0.5) { s = g(1.0); } return s;", {C, C, L, A}, N},
  };
  for (const Case& one : cases) {
    INFO(one.body);
    const std::string text =
        "fragment f(g: fn(x: float) -> float3, a: float3, t: float) -> float3 { " + one.body + " }";
    CHECK(laws_of(text, one.inputs) == std::vector<Law>{one.expected});
  }
}

TEST_CASE("laws: features are inputs after the ports") {
  const std::string text =
      "feature host.turn: float3x3 at object;\n"
      "fragment f(a: float3) -> float3 { return host.turn * a; }";
  CHECK(laws_of(text, {L, C}) == std::vector<Law>{L});
  CHECK(laws_of(text, {L, L}) == std::vector<Law>{N});
}

TEST_CASE("laws: each result has its own law") {
  const std::string text =
      "fragment f(a: float3) -> (sum: float3, square: float) { sum = a + a; square = dot(a, a); }";
  CHECK(laws_of(text, {L}) == std::vector<Law>{L, N});
}

TEST_CASE("laws: native bodies have their declared law") {
  const std::string head = "fragment f(a: float3, b: float3) -> float3 ";
  const std::string native =
      "native glsl \"\"\"vec3 f(vec3 a, vec3 b) { return a; }\"\"\" native hlsl \"\"\"float3 "
      "f(float3 a, float3 b) { return a; }\"\"\"";
  CHECK(laws_of(head + native, {L, C}) == std::vector<Law>{N});
  CHECK(laws_of(head + native, {C, C}) == std::vector<Law>{C});
  CHECK(laws_of(head + "law linear " + native, {L, L}) == std::vector<Law>{L});
  CHECK(laws_of(head + "law linear " + native, {L, C}) == std::vector<Law>{A});
  CHECK(laws_of(head + "law nonlinear " + native, {L, C}) == std::vector<Law>{N});
}

TEST_CASE("laws: long call chains need no deep stack") {
  std::string text = "fragment f0(a: float3) -> float3 { return a * 2.0; }\n";
  for (int i = 1; i < 5'000; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    text += "fragment f" + std::to_string(i) + "(a: float3) -> float3 { return " + before +
            "(a) + a; }\n";
  }
  text += "fragment f(a: float3) -> float3 { return f4999(a); }";
  CHECK(laws_of(text, {L}) == std::vector<Law>{L});
}

TEST_CASE("laws: bodies of chained locals take as many steps as they have statements") {
  // Each local reads the one after it, which has no law before the round of that one.
  const auto backward = [](int locals) {
    std::string text = "fragment f(a: float) -> float {\n";
    for (int i = 0; i <= locals; ++i) {
      text += fmt::format("float x{} = 1.0;\n", i);
    }
    text += "for (int i = 0; i < 4; i += 1) {\n";
    for (int i = 0; i < locals; ++i) {
      text += fmt::format("x{} = x{} + 1.0;\n", i, i + 1);
    }
    return text + fmt::format("x{} = a;\n}}\nreturn x0;\n}}\n", locals);
  };
  const auto forward = [](int locals) {
    std::string text = "fragment f(a: float) -> float {\nfloat x0 = a;\n";
    for (int i = 0; i < locals; ++i) {
      text += fmt::format("float x{} = x{} + 1.0;\n", i + 1, i);
    }
    return text + fmt::format("return x{};\n}}\n", locals);
  };
  const auto calls = [](int fragments) {  // each has to be answered first
    std::string text;
    std::string body;
    for (int i = 0; i < fragments; ++i) {
      text += fmt::format("fragment g{}(a: float) -> float {{ return a + 1.0; }}\n", i);
      body += fmt::format("float x{} = g{}(a);\n", i, i);
    }
    return text + "fragment f(a: float) -> float {\n" + body +
           fmt::format("return x0 + x{};\n}}\n", fragments - 1);
  };
  CHECK(operations_for(backward(400)) < 5 * operations_for(backward(100)));
  CHECK(operations_for(forward(400)) < 5 * operations_for(forward(100)));
  CHECK(operations_for(calls(400)) < 5 * operations_for(calls(100)));
}

}  // namespace weft::testing::laws_test
