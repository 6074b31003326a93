#include <string>

#include "tests/support/catch.h"
#include "tests/unit/check_body_fixture.h"

namespace weft::testing::check_body_calls_test {
namespace {

std::string features_of(const CheckedText& checked, std::string_view name) {
  std::string paths;
  for (FeatureId feature : checked.body(name).features) {
    paths += std::string(paths.empty() ? "" : " ") +
             std::string(checked.library().text(checked.library().features[feature].path));
  }
  return paths;
}

}  // namespace

TEST_CASE("a body extracts the features of the leaves it calls", "[check_body]") {
  CheckedText checked = check_text(R"(
    feature a.one: float at frame;
    feature b.two: float at frame;
    feature c.three: float at frame;
    fragment outer(x: float) -> float { return middle(x) + c.three; }
    fragment middle(x: float) -> float { return inner(x) + inner(a.one); }
    fragment inner(x: float) -> float { return wave(x) * 2.0; }
    fragment wave(x: float) -> float extracts (b.two) native glsl """float wave(float x) { return B_TWO; }"""
    fragment alone(x: float) -> float { return x; }
  )");
  REQUIRE(checked.errors() == "");
  CHECK(features_of(checked, "inner") == "b.two");
  CHECK(features_of(checked, "middle") == "a.one b.two");
  CHECK(features_of(checked, "outer") == "a.one b.two c.three");
  CHECK(features_of(checked, "alone") == "");
  CHECK(body_text(checked.library(), checked.fragment("outer"), checked.body("outer")) ==
        "{ return add(@middle($x), c.three); }");
}

TEST_CASE("recursive calls are reported with their cycle", "[check_body]") {
  CHECK(check_text("fragment a(x: float) -> float { return b(x); }\n"
                   "fragment b(x: float) -> float { return c(x) + 1; }\n"
                   "fragment c(x: float) -> float { return a(x) + d(x); }\n"
                   "fragment d(x: float) -> float { return d(x); }\n"
                   "fragment e(x: float) -> float { return a(x); }\n")
            .errors() ==
        "recursion at 'b(x)': 'a' calls itself: a → b → c → a (shaders cannot recurse: write a "
        "loop)\n"
        "recursion at 'd(x)': 'd' calls itself: d → d (shaders cannot recurse: write a loop)");
}

TEST_CASE("calls of generic leaves bind their variables", "[check_body]") {
  const std::string leaves =
      "fragment pick<T: floating>(a: T, b: T = 1.0) -> T { return a * b; }\n"
      "fragment over(x: float3) -> float3 { return x; }\n"
      "fragment over<T: floating>(x: T) -> T { return x; }\n"
      "fragment same(x: float3 {use: a}) -> float3 { return x; }\n"
      "fragment same(x: float3 {use: b}) -> float3 { return x; }\n"
      "trait use { a, b }\n";
  struct Row {
    const char* type;
    const char* expr;
    const char* expected;
  };
  const Row rows[] = {
      {"float3", "pick(v)", "{ return @pick<float3>($v, float3(1.0)); }"},
      {"float", "pick(1)", "{ return @pick<float>(1.0, 1.0); }"},
      {"float3", "pick(v, b: v)", "{ return @pick<float3>($v, $v); }"},
      {"float3", "over(v)", "{ return @over($v); }"},
      {"float2", "over(v.xy)", "{ return @over<float2>($v.xy); }"},
  };
  for (const Row& row : rows) {
    INFO(row.expr);
    CheckedText checked = check_text(leaves + "fragment f(v: float3) -> " + row.type +
                                     " { return " + row.expr + "; }");
    REQUIRE(checked.errors() == "");
    CHECK(body_text(checked.library(), checked.fragment("f"), checked.body("f")) == row.expected);
  }
  CHECK(check_text(leaves + "fragment f(v: float3) -> float3 { return same(v); }").errors() ==
        "ambiguous-overload at 'same': the call of 'same' with (float3) is ambiguous: several "
        "fragments fit equally well "
        "(overloads in bodies are chosen by data types alone: rename one of them)");
}

TEST_CASE("calls that bodies do not allow are errors", "[check_body]") {
  const std::string others =
      "feature surface.uv: float2 at fragment;\n"
      "trait use { a, b }\n"
      "graph wired(x: float) -> float { output x; }\n"
      "fragment split(x: float) -> (a: float, b: float) { a = x; b = x; }\n"
      "fragment named(x: float) -> (value: float) { value = x; }\n"
      "fragment outer(value: eval(surface.uv) -> float) -> float { return value; }\n"
      "conversion turned(x: float3 {use: a}) -> {use: b} difficulty 1 { return x; }\n";
  struct Row {
    const char* expr;
    const char* expected;
  };
  const Row rows[] = {
      {"wired(x)",
       "unsupported at 'wired(x)': 'wired' is a graph: a body can call only leaves (pass its value "
       "in through a port)"},
      {"split(x)",
       "wrong-arguments at 'split(x)': select one of the results of 'split': a and b (write "
       "split(…).a)"},
      {"-split(x)",
       "wrong-arguments at 'split(x)': select one of the results of 'split': a and b (write "
       "split(…).a)"},
      {"split(x).c", "unknown-port at 'c': 'split' has no result 'c' (it has a and b)"},
      {"split(x).a.y", "unknown-member at 'y': float has no component 'y' (float has x (or r))"},
      {"named(x).other",
       "unknown-member at 'other': float has no component 'other' (float has x (or r))"},
      {"outer(x)",
       "unsupported at 'outer(x)': 'outer' takes an expression for 'value', which a body cannot "
       "pass "
       "(call it in a graph)"},
      {"turned(x)",
       "unknown-fragment at 'turned': 'turned' is a conversion: conversions are inserted by the "
       "search and never called"},
  };
  for (const Row& row : rows) {
    INFO(row.expr);
    CHECK(check_text(others + "fragment f(x: float) -> float { return " + row.expr + "; }")
              .errors() == row.expected);
  }
}

TEST_CASE("defaults of called leaves become part of the body", "[check_body]") {
  CheckedText checked = check_text(R"(
    feature surface.normal: float3 at fragment;
    feature view.scale: float at view;
    fragment half(x: float) -> float { return x / 2; }
    fragment shaded(n: float3 = normalize(surface.normal.zyx), k: float = -1, m: float = 2 * view.scale - half(1.0)) -> float {
      return dot(n, n) * k * m;
    }
    fragment multiply(a: float, b: float) -> float { return a * b; }
    fragment subtract(a: float, b: float) -> float { return a - b; }
    fragment normalize(v: float3) -> float3 { return v / length(v); }
    fragment f(x: float) -> float { return shaded(k: x); }
  )");
  REQUIRE(checked.errors() == "");
  CHECK(body_text(checked.library(), checked.fragment("f"), checked.body("f")) ==
        "{ return @shaded(@normalize(surface.normal.zyx), $x, sub(mul(2.0, view.scale), "
        "@half(1.0))); }");
  CHECK(features_of(checked, "f") == "surface.normal view.scale");
}

TEST_CASE("defaults determine types of leaves that bodies call", "[check_body]") {
  CheckedText checked = check_text(R"(
    feature surface.normal: float3 at fragment;
    fragment counted<U: numeric>(a: float3, b: U = 1) -> U { return b; }
    fragment weighed<U: floating>(a: float3, b: U = 1) -> U { return b; }
    fragment seen<U: floating>(a: float, b: U = surface.normal) -> U { return b * a; }
    fragment nested<U: floating>(a: float, b: U = seen(weighed(surface.normal))) -> U { return b; }
    fragment scaled<T: floating>(a: T, by: T = float(2)) -> T { return a * by; }
    fragment f(x: float3) -> float3 { return scaled(nested(x.x) * weighed(x)) * float(counted(x)); }
    fragment same<U: numeric>(a: float3, b: U = 2u) -> U { return b; }
    fragment same<U: floating>(a: float3, b: U = 2u) -> float2 { return float2(0.5); }
    fragment g(x: float3) -> uint { return same(x); }
  )");
  REQUIRE(checked.errors() == "");
  CHECK(body_text(checked.library(), checked.fragment("f"), checked.body("f")) ==
        "{ return mul(@scaled<float3>(mul(@nested<float3>($x.x, "
        "@seen<float3>(@weighed<float>(surface.normal, 1.0), surface.normal)), "
        "@weighed<float>($x, 1.0)), float3(2.0)), float(@counted<int>($x, 1))); }");
  CHECK(features_of(checked, "f") == "surface.normal");
  // As in graphs, a candidate without literal widening precedes a narrower bound.
  CHECK(body_text(checked.library(), checked.fragment("g"), checked.body("g")) ==
        "{ return @same<uint>($x, 2u); }");
}

TEST_CASE("realistic bodies check without errors", "[check_body]") {
  CheckedText checked = check_text(R"(
    trait use { color, normal, position, direction, brdf_cos, radiance }
    feature surface.uv: float2 at fragment;
    feature surface.position: float3 at fragment;
    feature surface.normal: float3 at fragment;
    feature view.to_eye: float3 at fragment;
    feature light.direction: float3 at fragment;
    feature light.irradiance: float3 at fragment;
    feature lights.count: int at frame;
    feature lights.direction: float3[] at frame;
    feature lights.irradiance: float3[] at frame;
    struct Weights { float3 w; float sharpness; }
    fragment noise(p: float3) -> float { return fract(sin(dot(p, float3(12.9898, 78.233, 37.719))) * 43758.5453); }
    fragment ggx(albedo: float3, roughness: float = 0.5, metallic: float = 0.0, n: float3 = surface.normal,
                 v: float3 = view.to_eye, l: float3 = light.direction) -> float3 {
      float a = max(roughness * roughness, 0.002);
      float3 h = normalize(l + v);
      float nl = saturate(dot(n, l));
      float nv = max(dot(n, v), 0.0001);
      float nh = saturate(dot(n, h));
      float d = nh * nh * (a * a - 1.0) + 1.0;
      float g = 0.5 / max(mix(2.0 * nl * nv, nl + nv, a), 0.0001);
      float3 f0 = mix(float3(0.04), albedo, metallic);
      float3 f = f0 + (1.0 - f0) * pow(1.0 - saturate(dot(v, h)), 5.0);
      return (albedo * (1.0 - metallic) * INV_PI + f * (a * a * INV_PI / (d * d)) * g) * nl;
    }
    fragment sum_lights(surface_response: eval(light.direction, light.irradiance) -> float3) -> float3 {
      float3 total = float3(0);
      for (int i = 0; i < lights.count; ++i)
        total += lights.irradiance[i] * surface_response with (light.direction: lights.direction[i],
                                                               light.irradiance: lights.irradiance[i]);
      return total;
    }
    fragment triplanar<T: floating>(value: eval(surface.uv) -> T, p: float3 = surface.position,
                                    n: float3 = surface.normal, sharpness: float = 4.0) -> T {
      Weights k = Weights(pow(abs(n), float3(sharpness)), sharpness);
      k.w /= k.w.x + k.w.y + k.w.z;
      T sum = k.w.x * value with (surface.uv: p.yz);
      sum += k.w.y * value with (surface.uv: p.zx);
      sum += k.w.z * value with (surface.uv: p.xy);
      return sum;
    }
    fragment bump(height: fn(at: float3) -> float, p: float3 = surface.position, n: float3 = surface.normal,
                  strength: uniform float = 1.0) -> float3 {
      float e = 0.001;
      float h = height(p);
      float3 g = float3(height(p + float3(e, 0, 0)) - h, height(p + float3(0, e, 0)) - h,
                        height(p + float3(0, 0, e)) - h) / e;
      return n - strength * (g - dot(g, n) * n);
    }
    fragment ridged(at: float3, octaves: constant int = 5) -> (value: float, crest: float) {
      float sum = 0.0;
      float amplitude = 0.5;
      float3 q = at;
      for (int i = 0; i < octaves; ++i) {
        sum += amplitude * (1.0 - abs(noise(q)));
        q *= 2.03;
        amplitude *= 0.5;
      }
      value = sum;
      crest = smoothstep(0.7, 0.9, sum);
    }
    fragment blend<T: floating>(a: T, b: T, t: float) -> T where broadcast(a, b) {
      T both[2];
      both[0] = a;
      both[1] = b;
      if (t <= 0.0) return both[0];
      return both[0] * (1.0 - t) + both[1] * t;
    }
  )");
  CHECK(checked.errors() == "");
  CHECK(features_of(checked, "ggx") == "");
  CHECK(features_of(checked, "sum_lights") == "lights.count lights.direction lights.irradiance");
  CHECK(checked.body("bump").port_calls.size() == 4);
}

}  // namespace weft::testing::check_body_calls_test
