// Leaves as authors write them, from source text to values.

#include <cmath>

#include "fragments/interpreter/interpreter.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/diagnostic.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/unit/interpreter_bodies.h"

namespace weft::testing::interpreter_source_test {

namespace {

using namespace weft;

LoadedLibrary load_source(const std::string& text) {
  LoadOptions options;
  options.no_shipped = true;
  return load_text("test.weft", text, MemoryReader({}), options);
}

const Fragment& leaf(const Library& library, std::string_view name) {
  std::optional<NameId> id = library.names.find(name);
  REQUIRE(id);
  REQUIRE(library.find_fragments(*id).size() == 1);
  return library.fragments[library.find_fragments(*id)[0]];
}

void check_errors(const LoadedLibrary& loaded) {
  for (const Diagnostic& diagnostic : loaded.diagnostics) {
    UNSCOPED_INFO(diagnostic.message);
  }
  REQUIRE(loaded.diagnostics.empty());
}

std::vector<Constant> evaluate(const Library& library, std::string_view name,
                               const std::vector<DataType>& results,
                               const std::vector<Constant>& ports,
                               const std::vector<DataType>& type_arguments = {},
                               const std::vector<Constant>& features = {}) {
  const BodyInstance* instance = leaf(library, name).find_instance(type_arguments);
  REQUIRE(instance != nullptr);
  auto values = evaluate_body(library, instance->body, results, {ports, features});
  if (!values) {
    FAIL(values.error().message);
  }
  return *values;
}

void check_close(const Constant& value, const std::vector<double>& expected, double tolerance) {
  REQUIRE(value.bits.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    double actual = static_cast<double>(float_of(value.bits[i]));
    INFO("component " << i << ": " << actual << " for " << expected[i]);
    CHECK(std::fabs(actual - expected[i]) <= tolerance);
  }
}

}  // namespace

TEST_CASE("interpreter: bodies of one expression from source") {
  struct Case {
    const char* type;
    const char* body;
    Constant expected;
  };
  // The ports are x = 3 and v = (1, -2, 4).
  const std::vector<Case> cases = {
      {"float", "return x * 2 + 1;", floats({7})},
      {"float", "return float(7 / 2) + float(-7 % 3);", floats({2})},
      {"float3", "return v.zyx * x;", floats({12, -6, 3})},
      {"float3", "return max(v, 0);", floats({1, 0, 4})},
      {"float", "return dot(v, v) > 20 && !(x < 0) ? v[1] : 9;", floats({-2})},
      {"int", "return int(x) << 3 | 5 & ~1;", ints({28})},
      {"int", "int i = 10; i -= 3; i *= i; --i; return i;", ints({48})},
      {"uint", "return uint(-1) >> 28;", uints({15})},
      {"bool", "return all(lessThan(v, float3(5))) && any(equal(v, float3(4)));", bools({true})},
      {"float2", "float2x2 m = float2x2(1, 2, 3, 4); return m[1] + m * float2(1, 10);",
       floats({34, 46})},
      {"float3", "float3x3 m = float3x3(2); m[2] = v; return m * float3(1, 1, 1);",
       floats({3, 0, 4})},
      {"float2", "float2 a = float2(1, 2); a *= float2x2(0, 1, 1, 0); return a;", floats({2, 1})},
      {"float", "float both[2]; both[1] = x; return both[0] + both[int(x) + 2];", floats({3})},
      {"float",
       "float s; for (int i = 0; i < 10; ++i) { if (i == 2) continue; if (i > 4) break; "
       "s += float(i); } return s;",
       floats({8})},
      {"int",
       "int n = 27; int steps; while (n != 1) { n = n % 2 == 0 ? n / 2 : 3 * n + 1; ++steps; "
       "} return steps;",
       ints({111})},
      {"float3", "return lerp(v, float3(0), 0.5) + frac(2.25) + rsqrt(4.0);",
       floats({1.25F, -0.25F, 2.75F})},
      {"float", "return mod(-1.0, 3.0) * 10 + fmod(-1.0, 3.0);", floats({19})},
      {"float3", "Pair p = Pair(v, 2); p.a.xy = p.a.yx; p.a /= p.b; return p.a;",
       floats({-1, 0.5F, 2})},
      {"bool", "return Pair(v, 1) == Pair(v, 1) && Pair(v, 1) != Pair(v, 2);", bools({true})},
  };
  for (const Case& it : cases) {
    INFO(it.body);
    LoadedLibrary loaded =
        load_source("struct Pair { float3 a; float b; }\nfragment f(x: float, v: float3) -> " +
                    std::string(it.type) + " { " + it.body + " }");
    check_errors(loaded);
    std::vector<Constant> values =
        evaluate(loaded.library, "f", {it.expected.type}, {floats({3}), floats({1, -2, 4})});
    INFO("got " << text_of(values[0]));
    CHECK(values[0] == it.expected);
  }
}

TEST_CASE("interpreter: several results, generics, calls and features from source") {
  LoadedLibrary loaded = load_source(R"(
feature frame.time: float at frame;
feature frame.index: int at frame;

fragment twice<T: numeric>(a: T) -> T { return a + a; }
fragment later(seconds: float) -> float { return frame.time + seconds; }
fragment both(a: float2, n: int) -> (sum: float, parts: float2, count: int)
{
    sum = 0.0;
    parts = twice(a) * later(0.5);
    for (count = 0; count < n; ++count) sum += parts.x + parts.y;
    if (n < 0) { count = frame.index; return; }
}
)");
  check_errors(loaded);
  CHECK(evaluate(loaded.library, "twice", {float3_type}, {floats({1, 2, 3})}, {float3_type})[0] ==
        floats({2, 4, 6}));
  CHECK(evaluate(loaded.library, "twice", {int_type}, {ints({21})}, {int_type})[0] == ints({42}));
  // Features are sorted by path: frame.index, frame.time.
  std::vector<Constant> features = {ints({7}), floats({1.5F})};
  std::vector<DataType> types = {float_type, float2_type, int_type};
  CHECK(evaluate(loaded.library, "both", types, {floats({1, 2}), ints({3})}, {}, features) ==
        std::vector<Constant>({floats({36}), floats({4, 8}), ints({3})}));
  CHECK(evaluate(loaded.library, "both", types, {floats({1, 2}), ints({-1})}, {}, features) ==
        std::vector<Constant>({floats({0}), floats({4, 8}), ints({7})}));
}

TEST_CASE("interpreter: bodies read call results by name and pass arrays on") {
  LoadedLibrary loaded = load_source(R"(
struct Pair { float2 a; float b; }
fragment split(x: float, n: int) -> (low: float2, pair: Pair, count: int)
{
    low = float2(x, -x);
    pair = Pair(low * 2.0, x + 0.5);
    count = n + 1;
}
fragment only(v: float3) -> (x: float3) { x = v * 3.0; }
fragment ramp(x: float) -> float[3] { return float[3](x, x * 2.0, x * 3.0); }
fragment total(values: float[3]) -> float { return values[0] + values[1] + values[2]; }
fragment nested(x: float) -> float
{
    int n = 0;
    while (split(x, n).count < 4)
        n = split(split(x, n).pair.b, n).count;
    return float(n) + (split(x, 0)).low.y + split(x, 0).pair.a.x + only(float3(x)).x.z + ramp(x)[1] + total(ramp(x));
}
)");
  check_errors(loaded);
  // n = 3; low.y = -2; pair.a.x = 4; only = 6; ramp = 4; total = 12
  CHECK(evaluate(loaded.library, "nested", {float_type}, {floats({2})})[0] == floats({27}));
}

TEST_CASE("interpreter: an index beyond the last element selects it, however large") {
  LoadedLibrary loaded = load_source(R"(
fragment element(i: uint) -> float { return float[4](1.0, 2.0, 3.0, 4.0)[i]; }
fragment written(i: uint) -> float { float a[4]; a[i] = 5.0; return a[3]; }
)");
  check_errors(loaded);
  for (const std::uint32_t index : {3U, 4U, 0x7fffffffU, 0x80000000U, 0xffffffffU}) {
    const std::vector<Constant> at = {uints({index})};
    INFO(index);
    CHECK(evaluate(loaded.library, "element", {float_type}, at)[0] == floats({4}));
    CHECK(evaluate(loaded.library, "written", {float_type}, at)[0] == floats({5}));
  }
}

TEST_CASE("interpreter: microfacet reflectance matches double precision") {
  LoadedLibrary loaded = load_source(R"(
fragment ggx(albedo: float3, roughness: float, metallic: float, n: float3, v: float3, l: float3) -> float3
{
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
)");
  check_errors(loaded);
  // n = (0, 0, 1), v = (0.6, 0, 0.8), l = (0, 0.6, 0.8).
  const double rough = 0.35;
  const double metal = 0.25;
  const double a = rough * rough;
  const double h_length = std::sqrt(0.36 + 0.36 + 2.56);
  const double nh = 1.6 / h_length;
  const double vh = (0.36 + 0.8 * 1.6) / h_length;
  const double d = nh * nh * (a * a - 1) + 1;
  const double g = 0.5 / (2 * 0.8 * 0.8 * (1 - a) + 1.6 * a);
  const double pi = 3.14159265358979323846;
  std::vector<double> expected;
  for (double albedo : {0.9, 0.5, 0.1}) {
    double f0 = 0.04 * (1 - metal) + albedo * metal;
    double f = f0 + (1 - f0) * std::pow(1 - vh, 5);
    expected.push_back((albedo * (1 - metal) / pi + f * a * a / (pi * d * d) * g) * 0.8);
  }
  std::vector<Constant> values =
      evaluate(loaded.library, "ggx", {float3_type},
               {floats({0.9F, 0.5F, 0.1F}), floats({0.35F}), floats({0.25F}), floats({0, 0, 1}),
                floats({0.6F, 0, 0.8F}), floats({0, 0.6F, 0.8F})});
  check_close(values[0], expected, 1e-5);
}

TEST_CASE("interpreter: shipped leaves compute known values") {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  LoadedLibrary loaded = load_text("test.weft", "import \"core\";", DiskReader(), options);
  check_errors(loaded);

  // IEC 61966-2-1, in double.
  auto decoded = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  for (int i = 0; i <= 255; i += 3) {
    float c = static_cast<float>(i) / 255.0F;
    double exact = decoded(static_cast<double>(c));
    std::vector<Constant> linear =
        evaluate(loaded.library, "srgb_to_linear", {float3_type}, {floats({c, 0, 1})});
    check_close(linear[0], {exact, 0, 1}, 1e-6);
    std::vector<Constant> back =
        evaluate(loaded.library, "linear_to_srgb", {float3_type}, {linear[0]});
    check_close(back[0], {static_cast<double>(c), 0, 1}, 2e-6);
  }

  // Scaled by (2, 4, 8): the inverse transpose scales by the reciprocals.
  Constant scale = matrix(4, 4, {2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 8, 0, 5, 6, 7, 1});
  CHECK(evaluate(loaded.library, "inverse_transpose", {DataType::matrix(3, 3)}, {scale})[0] ==
        matrix(3, 3, {0.5F, 0, 0, 0, 0.25F, 0, 0, 0, 0.125F}));
}

}  // namespace weft::testing::interpreter_source_test
