// Overloaded graphs and leaves that take functions: chosen by their values and by the signatures of
// their function ports, then expanded like a uniquely named graph.

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/emit_source.h"

namespace weft::testing::overloaded_functions_test {

namespace {

using namespace weft;

// `$name_1`, `$name_2` are called `name` in one version of the text, and have unique names in the
// other: if the right overload is chosen, both give the same shader.
const std::string declarations = R"(import "core"; import "profiles";
profile p: base_mesh { fragment demand shade: float as target 0; }
feature ray.footprint: float at fragment;

graph $twice_1(f: fn(x: float) -> float, at: float) -> float { output f(f(at)); }
graph $twice_2(f: fn(x: float3) -> float3, at: float3) -> float3 { output f(f(at)); }
fragment $twice_3(f: fn(x: int) -> int, at: int) -> int { return f(f(at)); }

graph $sum_1(f: fn(x: float) -> float, n: float) -> float { output f(n) + f(n * 2.0); }
graph $sum_2(f: fn(x: float, y: float) -> float, n: float) -> float { output f(n, n * 2.0); }

graph $apply_1(f: fn(x: float) -> float) -> float { output f(surface.uv.x); }
fragment $apply_2(x: float3, y: float) -> float { return x.y * y; }
graph $apply_3(x: float2) -> float { output $apply_1((s) => s * x.y) + x.x; }

graph $lit_1(c: fn(u: float) -> float3 {use: reflectance, encoding: linear}) -> float { output c(0.5).x; }
graph $lit_2(c: fn(u: float) -> float3 {use: reflectance, encoding: srgb}) -> float { output c(0.5).y; }

graph $near_1(e: eval(surface.uv) -> float, by: float) -> float { output e with (surface.uv: surface.uv * by); }
graph $near_2(e: eval(surface.uv) -> float3, by: float) -> float { output (e with (surface.uv: surface.uv * by)).y; }

graph $parts_1(f: fn(x: float) -> float, at: float) -> (low: float, high: float) { output low = f(at); output high = f(at + 1.0); }
fragment $parts_2(at: float3) -> (low: float, high: float) { low = at.x; high = at.y; }

graph $fading_1(f: fn(x: float) -> float = (x) => x * 0.25, at: float) -> float { output f(at) - at; }
graph $fading_2(at: float3) -> float { output at.z; }

graph $generic_1<T: floating>(f: fn(x: T) -> T, at: T) -> T { output f(f(at)); }
graph $generic_2(at: float3, by: float, to: float) -> float3 { output at * by + to; }

graph $shift_1(f: fn(y: float) -> float, x: float) -> float { output f(x) + 1.0; }
graph $shift_2(x: float3) -> float { output x.y; }
graph $shift_3(v: float) -> float { output v + 2.0; }

graph $part_1(f: fn(x: float) -> float) -> float { output f(surface.uv.x); }
graph $part_2(f: fn(x: float3) -> float) -> float { output f(surface.position); }

fragment height(x: float, octaves: int = 3) -> float { return sin(x) * float(octaves); }
fragment tint(u: float) -> float3 {use: reflectance, encoding: linear} { return float3(u); }
)";

struct Case {
  const char* name;
  const char* bindings;
};

const Case cases[] = {
    {"by the values", "output shade = $twice_1((x) => x * 0.5, surface.uv.x);"},
    {"by the values, the other", "output shade = $twice_2((x) => x * 0.5, surface.position).y;"},
    {"a leaf beside", "param n: int = 2; output shade = float($twice_3((x) => x + 1, n));"},
    {"all three",
     "param n: int = 2; a = $twice_2((x) => x.zxy, surface.position); output shade = a.x + "
     "float($twice_3((i) => i * 2, n)) + $twice_1((x) => x + 1.0, a.y);"},
    {"by the parts that the parameter has", "output shade = $part_2((v) => v.z);"},
    {"by the number of parameters", "output shade = $sum_1((x) => sin(x), surface.uv.x);"},
    {"by the number of parameters, two", "output shade = $sum_2((x, y) => x * y, surface.uv.x);"},
    {"a function where another takes a value", "output shade = $apply_1((x) => x * 2.0);"},
    {"a value where another takes a function",
     "output shade = $apply_2(surface.position, surface.uv.x);"},
    {"a graph in a graph of its name", "output shade = $apply_3(surface.uv);"},
    {"by what the function gives, linear", "output shade = $lit_1((u) => tint(u));"},
    {"by what the function gives, named", "output shade = $lit_1(tint);"},
    {"by what the function gives, srgb",
     "param c: float3 {use: reflectance, encoding: srgb}; output shade = $lit_2((u) => c);"},
    {"an expression under other features", "output shade = $near_1(sin(surface.uv.x), 0.25);"},
    {"an expression of another type",
     "output shade = $near_2(surface.position * surface.uv.x, 0.25);"},
    {"results by name", "output shade = $parts_1((x) => x * surface.uv.y, surface.uv.x).high;"},
    {"both results", "q = $parts_1((x) => x * 3.0, surface.uv.x); output shade = q.low * q.high;"},
    {"results of the leaf", "q = $parts_2(surface.position); output shade = q.low * q.high;"},
    {"a named fragment", "output shade = $twice_1(height, surface.uv.x);"},
    {"a partial application", "output shade = $twice_1(height(octaves: 5), surface.uv.x);"},
    {"a partial application of another function",
     "output shade = $sum_1($twice_1(f: (y) => y * y), surface.uv.x);"},
    {"an overloaded name as a function", "output shade = $sum_1($shift_3, surface.uv.x);"},
    {"an overloaded name, partially applied",
     "output shade = $sum_1($shift_1((y) => y * 2.0), surface.uv.x);"},
    {"a function in a function",
     "output shade = $twice_1((x) => $twice_1((y) => y * x, x + 1.0), surface.uv.x);"},
    {"functions in functions of others",
     "output shade = $sum_1((x) => $sum_2((y, z) => y * z + x, x), surface.uv.x);"},
    {"with captures",
     "k = sin(surface.uv.y); output shade = $twice_1((x) => x * k, surface.uv.x);"},
    {"the default function", "output shade = $fading_1(at: surface.uv.x);"},
    {"the graph without a function", "output shade = $fading_2(surface.position);"},
    {"a generic one", "output shade = $generic_1((x) => x * 2.0, surface.uv.x);"},
    {"a generic one, vectors", "output shade = $generic_1((x) => x * 2.0, surface.position).x;"},
    {"beside a generic one", "output shade = $generic_2(surface.position, 2.0, 1.0).x;"},
    {"inside with",
     "output shade = $twice_1((x) => x * surface.uv.y, surface.uv.x) with (surface.uv: surface.uv "
     "* 2.0);"},
    {"in a loop",
     "l = loop 3 with (s: float = 0.0) { s = $twice_1((x) => x + s, surface.uv.x); }; output shade "
     "= l.s;"},
    {"twice the same",
     "output shade = $twice_1(height, surface.uv.x) + $twice_1(height, surface.uv.x);"},
};

/// `$name_1` as `name`, or as `name_1`.
std::string with_names(const std::string& text, bool is_shared) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$') {
      continue;
    }
    const bool is_number = text[i] == '_' && i + 1 < text.size() &&
                           std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
    if (is_number && is_shared) {
      ++i;
      continue;
    }
    result += text[i];
  }
  return result;
}

Emitted emitted(const std::string& text, bool is_shared) {
  EmitOptions options;
  options.glsl = true;
  options.hlsl = false;
  return emit_source(with_names(text, is_shared), "m", "p", options);
}

}  // namespace

TEST_CASE("overloaded functions: the shader equals that with distinct names",
          "[overloads][functions]") {
  for (const Case& one : cases) {
    INFO(one.name);
    const std::string text = declarations + "material m { " + one.bindings + " }";
    const Emitted own = emitted(text, false);
    const Emitted shared = emitted(text, true);
    CHECK(own.messages == "");
    CHECK(shared.messages == "");
    REQUIRE(own.fine);
    REQUIRE(shared.fine);
    // Leaves appear under their declared names.
    std::string expected;
    const std::string printed = own.text("frag.glsl");
    for (std::size_t i = 0; i < printed.size(); ++i) {
      const bool is_number =
          printed.compare(i, 1, "_") == 0 && i >= 5 &&
          std::isdigit(static_cast<unsigned char>(printed[i + 1])) != 0 &&
          (printed.compare(i - 5, 5, "twice") == 0 || printed.compare(i - 5, 5, "apply") == 0 ||
           printed.compare(i - 5, 5, "parts") == 0);
      if (is_number) {
        ++i;
      } else {
        expected += printed[i];
      }
    }
    CHECK(shared.text("frag.glsl") == expected);
    CHECK(shared.text("vert.glsl") == own.text("vert.glsl"));
  }
}

TEST_CASE("overloaded functions: what only a rejected candidate meets is no error",
          "[overloads][functions]") {
  const std::string text = R"(import "core"; import "profiles";
profile p: base_mesh { fragment demand shade: float as target 0; }
fragment over(f: fn(at: float2) -> float) -> float { return f(float2(0.5)); }
fragment over(f: fn(at: float3) -> float) -> float { return f(float3(0.5)); }
fragment flat(at: float2) -> float { return at.x; }
graph twice(at: float2) -> float { output flat(at) * 2.0; }
material m { output shade = over((at) => flat(at)) + over((at) => twice(at) + 1.0); }
)";
  const Emitted emitted = emit_source(text, "m", "p", {});
  CHECK(emitted.messages == "");
  CHECK(emitted.fine);
}

TEST_CASE("overloaded functions: ambiguous and failed resolution is explained",
          "[overloads][functions]") {
  struct Row {
    const char* declarations;
    const char* bindings;
    std::vector<const char*> says;
    std::vector<const char*> not_said;
  };
  const Row rows[] = {
      // An error common to all candidates is reported for the one that takes the other arguments.
      {"",
       "output shade = $twice_1((x, y) => x * y, surface.uv.x);",
       {"[wrong-arguments]", "port 'f' calls its function with 1 argument, but this one takes 2",
        "2 other 'twice' take other data types"},
       {"[no-overload]"}},
      {"",
       "output shade = $sum_1((x, y, z) => x, surface.uv.x);",
       {"[no-overload]", "no 'sum' takes (a function, ", "1 argument, but", "2 arguments, but"},
       {}},
      // An error of the only remaining candidate is reported at its location.
      {"",
       "output shade = $twice_1((x) => x.w, surface.position).x;",
       {"float3"},
       {"[no-overload]"}},
      {"",
       "output shade = $apply_1(1.0);",
       {"[no-overload]", "port 'f' takes a function, not a value"},
       {"[type-mismatch]"}},
      {"graph same(f: fn(x: float) -> float) -> float { output f(1.0); } graph same(g: fn(x: "
       "float3) -> float) -> float { output g(surface.position); }",
       "output shade = same((x) => 1.0);",
       {"[ambiguous-overload]", "this one fits"},
       {}},
      {"graph turn(f: fn(x: float) -> float, at: float) -> float { output turn((x) => f(x) * 2.0, "
       "at); } graph turn(at: float3) -> float { output at.x; }",
       "output shade = turn((x) => x, surface.uv.x);",
       {"[recursion]", "graph 'turn' calls itself: turn → turn"},
       {"[expansion-limit]"}},
      {"graph in_function(f: fn(x: float) -> float) -> float { output f(1.0) + called((x) => "
       "in_function((y) => x * y)); } graph in_function(x: float3) -> float { output x.x; }"
       "graph called(f: fn(x: float) -> float) -> float { output f(2.0); }",
       "output shade = in_function((x) => x);",
       {"[recursion]", "graph 'in_function' calls itself: in_function → in_function"},
       {}},
      {"graph ping(f: fn(x: float) -> float) -> float { output pong(f); } graph ping(x: float3) -> "
       "float { output x.x; }"
       "graph pong(f: fn(x: float) -> float) -> float { output ping((x) => f(x) + 1.0); }",
       "output shade = ping((x) => x);",
       {"[recursion]", "ping → pong → ping"},
       {}},
      {"graph again(x: float) -> float { output again(x) + 1.0; } graph again(x: float3) -> float "
       "{ output x.x; }",
       "output shade = again(surface.uv.x);",
       {"[recursion]", "graph 'again' calls itself: again → again"},
       {"[feature-cycle]"}},
      {"graph open(f: fn(x: float) -> float) -> float { output f(1.0); } graph open(x: float3) -> "
       "float { output x.x; }",
       "output shade = open();",
       {"[no-overload]", "port 'f' of 'open' has neither a value nor a default"},
       {}},
      {"",
       "output shade = $parts_1((x) => x, surface.uv.x).middle;",
       {"[unknown-port]", "'parts' has no output 'middle'"},
       {}},
      // A function that needs an unavailable feature, for the chosen candidate.
      {"",
       "output shade = $twice_1((x) => x * ray.footprint, surface.uv.x);",
       {"[missing-feature]"},
       {"[no-overload]"}},
  };
  for (const Row& row : rows) {
    INFO(row.declarations << "\n" << row.bindings);
    const Emitted found =
        emitted(declarations + row.declarations + "material m { " + row.bindings + " }", true);
    for (const char* words : row.says) {
      CHECK_THAT(found.messages, contains(words));
    }
    for (const char* words : row.not_said) {
      CHECK(found.messages.find(words) == std::string::npos);
    }
  }
}

}  // namespace weft::testing::overloaded_functions_test
