#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/unit/load_fixture.h"

namespace weft::testing::load_errors_test {
namespace {

struct Case {
  const char* text;  ///< follows `import "core";`
  std::vector<std::string> expected;
};

void check_all(const std::vector<Case>& cases) {
  for (const Case& each : cases) {
    LoadedLibrary loaded = testing::load_with_core(each.text);
    INFO(each.text);
    INFO(render_text(loaded.diagnostics, loaded.library.sources));
    CHECK(testing::marks(loaded) == each.expected);
  }
}

TEST_CASE("the small core loads") { check_all({{"", {}}}); }

TEST_CASE("load: traits") {
  check_all({
      {"trait mood default calm { calm, wild { mad } } extend mood.mad { raving } extend mood { "
       "sad }",
       {}},
      {"extend mood.mad { raving } extend mood.raving { foaming } trait mood { wild { mad } }", {}},
      {"extend mood.wild.mad { raving } trait mood { wild { mad } }", {}},
      {"trait mood { calm } trait mood { wild }", {"duplicate-name@mood"}},
      {"trait mood { calm, wild { calm } }", {"duplicate-name@calm"}},
      {"trait mood { calm } extend mood { calm }", {"duplicate-name@calm"}},
      {"trait mood default clam { calm }", {"unknown-trait@clam"}},
      {"guarantee mood default calm { calm }", {"bad-declaration@calm"}},
      {"trait type { a }", {"bad-declaration@type"}},
      {"extend usage { calm }", {"unknown-trait@usage"}},
      {"extend use.tangnt { calm }", {"unknown-trait@tangnt"}},
      {"extend mood.a { b } extend mood.b { a } trait mood { c }", {"bad-declaration@a"}},
      {"extend use.vector.position { x }", {"unknown-trait@position"}},
  });
}

TEST_CASE("load: structs and types") {
  check_all({
      {"struct Outer { Inner inner; float[4] w; } struct Inner { float3 v; }", {}},
      {"struct A { B b; } struct B { C c; } struct C { A a; }", {"bad-declaration@A"}},
      {"struct A { float x; float x; }", {"duplicate-name@x"}},
      {"struct A { float x; } struct A { float y; }", {"duplicate-name@A"}},
      {"struct float3 { float x; }", {"duplicate-name@float3"}},
      {"struct A { flaot x; }", {"unknown-type@flaot"}},
      {"struct A { texture2d t; }", {"bad-declaration@texture2d"}},
      {"struct A { float[0] t; }", {"out-of-range@0"}},
      {"fragment f(x: floating) -> float { return 1.0; }", {"unknown-type@floating"}},
  });
}

TEST_CASE("load: features") {
  check_all({
      {"feature a.b: float at draw = a.c; feature a.c: float at draw;", {}},
      {"feature alone: float at draw;", {"bad-declaration@alone"}},
      {"feature a.b: float at draw; feature a.b: float at draw;", {"duplicate-name@a.b"}},
      {"feature surface.uv: float2 at vertex;", {"duplicate-name@surface.uv"}},
      {"feature a.b: float at vertx;", {"unknown-name@vertx"}},
      {"feature a.b: float {use: ?x} at draw;", {"bad-declaration@use: ?x"}},
      {"feature a.b: texture2d at draw;", {}},
      {"feature a.b: texture2d at vertex;", {"bad-declaration@texture2d"}},
      {"feature a.b: texture2d at draw = a.c; feature a.c: texture2d at draw;",
       {"bad-declaration@texture2d"}},
      {"feature a.b: sampler at draw;", {"bad-declaration@sampler"}},
      {"feature a.b: float at draw = a.c; feature a.c: float at draw = a.b;",
       {"feature-cycle@a.b"}},
      {"feature a.b: float at draw = f(1.0); fragment f(x: float) -> float { return x * a.b; }",
       {"feature-cycle@a.b"}},
      {"feature a.b: float at draw = f(); fragment f(x: float = a.b) -> float { return x; }",
       {"feature-cycle@a.b"}},
      {"feature a.b: float at draw = f(1.0); fragment f(x: float = a.b) -> float { return x; }",
       {}},
      {"feature a.b: float at draw = g(f); fragment f(x: float) -> float { return x * a.b; } "
       "fragment g(k: fn(x: float) -> float) -> float { return k(1.0); }",
       {"feature-cycle@a.b"}},
      {"feature a.b: float3 at draw = surface.normal;", {"rate-too-high@surface.normal"}},
      {"feature a.b: float at draw = a.z;", {"unknown-feature@a.z"}},
  });
}

TEST_CASE("load: signatures") {
  check_all({
      // Its callers are not reported.
      {"fragment f(x: float) -> each { return x; } fragment g(x: float) -> float { return f(x) + "
       "1.0; }",
       {"unknown-type@each"}},
      {"fragment f(x: float) -> (a: each, b: float) { a = x; b = x; } fragment g(x: float) -> "
       "float "
       "{ return f(x).b; }",
       {"unknown-type@each"}},
      {"fragment f(x: float, x: float) -> float { return x; }", {"duplicate-name@x"}},
      {"fragment f(surface: float) -> float { return surface; }", {"hidden-namespace@surface"}},
      {"fragment f<T: floatin>(x: T) -> T { return x; }", {"unknown-type@floatin"}},
      {"fragment f<T: floating>(x: float) -> float { return x; }", {"bad-declaration@f"}},
      {"fragment f(x: float3 {basis: ?b}) -> float3 {basis: ?c} { return x; }", {"unknown-name@c"}},
      {"fragment f(x: float3 {bassi: world}) -> float3 { return x; }", {"unknown-trait@bassi"}},
      {"fragment f(x: float3 {basis: wrold}) -> float3 { return x; }", {"unknown-trait@wrold"}},
      {"fragment f(x: float3 {basis: world, basis: view}) -> float3 { return x; }",
       {"duplicate-name@basis: view"}},
      {"fragment f(x: float) -> float {basis?: world} { return x; }",
       {"bad-declaration@basis?: world"}},
      {"fragment f(x: float) -> {basis: world} { return x; }", {"bad-declaration@{basis: world}"}},
      {"fragment f(x: float) -> (a: float, a: float) { a = x; }", {"duplicate-name@a"}},
      {"fragment f(x: float[]) -> float { return 1.0; }", {"bad-declaration@float[]"}},
      {"fragment f(x: float) -> float keeps {use} { return x; }", {"bad-declaration@use"}},
      {"fragment f(x: float) -> float drops {norm} { return x; }", {"bad-declaration@norm"}},
      {"fragment f(x: float) -> float where brodcast(x, x) { return x; }",
       {"unknown-name@brodcast"}},
      {"fragment f(x: float) -> float where same(x) { return x; }", {"bad-declaration@same"}},
      {"fragment f(x: float, z: float) -> float where same(x, y) { return x; }",
       {"unknown-port@y"}},
      {"fragment f(x: float) -> float law linaer { return x; }", {"unknown-name@linaer"}},
      {"fragment f(x: float) -> float difficulty 1 { return x; }",
       {"bad-declaration@difficulty 1"}},
      {"fragment f(x: float) -> float from (x) field { return x; }", {"bad-declaration@field"}},
      {"fragment f(x: float) -> float { return x; } fragment f(y: float) -> float3 { return "
       "float3(y); }",
       {"duplicate-name@f"}},
      {"fragment f(x: float) -> float { return x; } fragment f(y: float3) -> float { return y.x; }",
       {}},
      {"fragment float3(x: float) -> float { return x; }", {"duplicate-name@float3"}},
      {"fragment f(x: float) -> float native glsl \"\"\"a\"\"\" native glsl \"\"\"b\"\"\"",
       {"duplicate-name@glsl"}},
      {"fragment f(x: float) -> float extracts (frame.time) native glsl \"\"\"a\"\"\"",
       {"unknown-feature@frame.time"}},
      {"fragment f<A: numeric, B: numeric>(a: A, b: B) -> A { return a; }", {"bad-declaration@f"}},
      {"fragment f<A: numeric, B: numeric>(a: A, b: B) -> A where same(a, b) { return a; }", {}},
      {"fragment f(x: float = y) -> float { return x; }", {"unknown-name@y"}},
  });
}

TEST_CASE("load: conversions") {
  const char* body = " { return c; }";
  struct Row {
    const char* signature;
    std::vector<std::string> expected;
  };
  std::vector<Row> rows = {
      {"(c: float3 {encoding: srgb}) -> {encoding: linear} difficulty 2", {}},
      {"(c: float3) -> {norm: unit} difficulty 0.25", {}},
      {"(c: float3 {packing: plain}) -> {packing: unorm} difficulty 0.001", {}},
      {"(c: float3) -> {packing: unorm} difficulty 1", {"bad-conversion@packing: unorm"}},
      {"(c: float3) -> {encoding: linear} difficulty 2", {"bad-conversion@encoding: linear"}},
      {"(c: float3 {encoding?: srgb}) -> {encoding: linear} difficulty 2", {}},
      {"(c: float3 {encoding: linear}) -> {encoding: linear} difficulty 2",
       {"bad-conversion@encoding: linear"}},
      {"(c: float3 {use: normal}) -> {use: vector} difficulty 2", {"bad-conversion@use: vector"}},
      {"(c: float3 {encoding: srgb}) -> {encoding: linear} difficulty 0",
       {"bad-difficulty@difficulty 0"}},
      {"(c: float3 {encoding: srgb}) -> {encoding: linear} difficulty 0.0001",
       {"bad-difficulty@difficulty 0.0001"}},
      {"(c: float3 {encoding: srgb}) -> {encoding: linear}", {"bad-difficulty@step"}},
      {"(c: float3, d: float3) -> {norm: unit} difficulty 1", {"bad-conversion@step"}},
      {"(c: float3) -> float3 difficulty 1", {"bad-conversion@step"}},
      {"(c: float3 {encoding: srgb}) -> {encoding: linear} difficulty 1 drops {encoding}",
       {"bad-conversion@encoding: linear"}},
      {"(c: float3 {encoding: srgb}) -> {encoding: linear} difficulty 1 inverse nothing",
       {"unknown-name@nothing"}},
  };
  for (const Row& row : rows) {
    check_all({{(std::string("conversion step") + row.signature + body).c_str(), row.expected}});
  }
  check_all({{"conversion to_world(n: float3 {use: normal, basis: model}) -> {basis: world} "
              "difficulty 1 { return n; }",
              {"duplicate-name@to_world"}},
             {"prefer to_world over to_wrld;", {"unknown-name@to_wrld"}},
             {"to_world commutes with to_world;", {"bad-declaration@to_world"}}});
}

TEST_CASE("load: graphs") {
  check_all({
      {"material m { a = b + 1.0; b = c; c = a; output color = 1.0; }", {"graph-cycle@a"}},
      {"material m { a = a; }", {"graph-cycle@a"}},
      {"material m { a = 1.0; a = 2.0; }", {"duplicate-name@a"}},
      {"material m { param a: float; a = 2.0; }", {"duplicate-name@a"}},
      {"material m { view = 1.0; }", {"hidden-namespace@view"}},
      {"material m { param surface: float; }", {"hidden-namespace@surface"}},
      {"material m { colour = 1.0; a = color; }", {"unknown-name@color"}},
      {"material m { a = smaple(b); b = 1.0; }", {"unknown-fragment@smaple"}},
      {"material m { a = to_world(surface.position); }", {"unknown-fragment@to_world"}},
      {"material m { a = surface.postion; }", {"unknown-feature@surface.postion"}},
      {"material m { a = surface; }", {"unknown-name@surface"}},
      {"material m { a = surface.position.x + PI; }", {}},
      {"material m { a = add(1.0, b: 2.0, b: 3.0); }", {"wrong-arguments@b"}},
      {"material m { a = add(b: 1.0, 3.0); }", {"wrong-arguments@3.0"}},
      {"material m { a = float3(x: 1.0); }", {"wrong-arguments@1.0"}},
      {"material m { a = 1.0 as {use: ?b}; }", {"bad-declaration@use: ?b"}},
      {"material m { a: flaot = 1.0; }", {"unknown-type@flaot"}},
      {"material m { a = \"text\"; }", {"type-mismatch@\"text\""}},
      {"material m { output color = 1.0; output color = 2.0; }", {"duplicate-name@color"}},
      {"graph g(x: float) -> (a: float) { output x + 2.0; output a = x; }",
       {"bad-declaration@x + 2.0"}},
      {"material m { output color; }", {"unknown-name@color"}},
      {"material m { a = 1.0 - 2.0; }", {"unknown-fragment@1.0 - 2.0"}},
      {"material m { } material m { }", {"duplicate-name@m"}},
      {"material m { a = surface.uv with (surface.uv: float2(0.0, 1.0)); }", {}},
      {"material m { a = 1.0 with (surface.vu: 1.0); }", {"unknown-feature@surface.vu"}},
      {"material m { a = bend(flat_height); b = bend((at) => at.x); c = bend((at) => at.x + d); d "
       "= 1.0; }",
       {}},
      {"material m { a = bend((at) => at.x + e); }", {"unknown-name@e"}},
      {"material m { l = loop 3 with (s: float = 1.0) { t = s * 2.0; s = t + s; }; a = l.s; }", {}},
      {"material m { l = loop 3 with (s: float = 1.0) { s = t; t = u; u = t; }; a = l.s; }",
       {"graph-cycle@t"}},
      {"material m { l = loop 3 with (s: float = 1.0) { s = 1.0; s = 2.0; }; }",
       {"duplicate-name@s"}},
      {"material m { stitch { a = b * 2.0; } b = 3.0; }", {}},
      {"graph g(x: float) -> float { output x * 2.0; }", {}},
      {"graph g(x: float) -> float { a = x; }", {"bad-declaration@g"}},
      {"graph g(x: float) -> float { output x; output x; }", {"bad-declaration@output x;"}},
      {"graph g(x: float) -> (a: float, b: float) { output a = x; }", {"bad-declaration@b"}},
      {"graph g(x: float) -> (a: float) { output a = x; output c = x; }", {"unknown-port@c"}},
      {"graph g(f: fn(at: float3) -> float) -> float { output f(surface.position); }", {}},
  });
}

TEST_CASE("load: materials and metadata") {
  check_all({
      {"material m { param a: float = 0.5 [label: \"A\", min: 0, max: 1, step: 0.1, hidden: true]; "
       "}",
       {}},
      {"material m { param a: float3 = #3a6ea5 [color: true, min: 0, max: float3(1, 2, 3)]; }", {}},
      {"material m { param t: texture2d {use: color} [filter: linear, wrap: mirror, anisotropy: "
       "8]; }",
       {}},
      {"material m { param a: float = 2.0 [min: 0, max: 1]; }", {"out-of-range@2.0"}},
      {"fragment f(a: float = 2.0 [min: 0, max: 1]) -> float { return a; }", {"out-of-range@2.0"}},
      {"fragment f(a: int = 4 [enum: one_of(low, high)]) -> int { return a; }", {"out-of-range@4"}},
      {"fragment f(a: float = 2.0 [soft_max: 1]) -> float { return a; }", {}},
      {"material m { param a: float [min: 2, max: 1]; }", {"bad-metadata@min"}},
      {"material m { param a: float [step: 0]; }", {"bad-metadata@step"}},
      {"material m { param a: float [lable: \"A\"]; }", {"unknown-metadata@lable"}},
      {"material m { param a: float [label: 3]; }", {"bad-metadata@3"}},
      {"material m { param a: float [filter: linear]; }", {"unknown-metadata@filter"}},
      {"material m { param a: float [color: true]; }", {"unknown-metadata@color"}},
      {"material m { param a: texture2d [wrap: wrong]; }", {"bad-metadata@wrong"}},
      {"material m { param a: texture2d [anisotropy: 99]; }", {"bad-metadata@99"}},
      {"material m { param a: texture2d_array_shadow [compare: not_equal, filter: nearest]; }", {}},
      {"material m { param a: texture2d_shadow [compare: lesser]; }", {"bad-metadata@lesser"}},
      {"material m { param a: texture2d [compare: less]; }", {"unknown-metadata@compare"}},
      {"material m { param a: float [min: 0, min: 1]; }", {"duplicate-name@min"}},
      {"material m { param a: texture2d = 1.0; }", {"bad-declaration@1.0"}},
      {"material m { param a: sampler; }", {"bad-declaration@sampler"}},
      {"material m { spec param a: float3; }", {"bad-declaration@float3"}},
      {"material m { static param a: texture2d; }", {"bad-declaration@texture2d"}},
      {"material m { param a: float = surface.uv; }", {"not-constant@surface.uv"}},
  });
}

TEST_CASE("load: profiles") {
  check_all({
      {"profile p { provide surface.uv as attribute 0; provide view, object, material as uniform; "
       "}",
       {}},
      {"profile p { provide view as uniform; provide view.to_world as push; }", {}},
      {"profile p { provide lights as buffer [capacity: 16]; }", {}},
      {"profile p { provide lights as buffer [capacity: 0]; }", {"bad-metadata@0"}},
      {"profile p { provide lights as buffer [label: \"x\"]; }", {"unknown-metadata@label"}},
      {"profile p { provide nothing as uniform; }", {"unknown-feature@nothing"}},
      {"profile p { provide surface.uv as attribute 1; provide surface.normal as attribute 1; }",
       {"bad-declaration@surface.uv"}},
      {"profile p { provide instance.to_object as attribute 2 instance; provide surface.uv as "
       "attribute 5; }",
       {"bad-declaration@surface.uv"}},
      {"profile p { provide surface.uv as attribute 0; } profile q: p { provide surface.normal as "
       "attribute 0; }",
       {"bad-declaration@surface.uv"}},
      {"profile p { provide surface.uv as attribute 0; provide surface.uv as uniform; }",
       {"duplicate-name@surface.uv"}},
      {"profile p { provide surface.uv, surface.normal as attribute 0; }",
       {"bad-declaration@provide surface.uv, surface.normal as attribute 0;",
        "bad-declaration@surface.uv"}},
      {"profile p { provide object.to_world as attribute 1 instance; }",
       {"bad-declaration@object.to_world"}},
      {"feature my.map: texture2d at material; profile p as functions { provide my.map as builtin; "
       "}",
       {"bad-declaration@my.map"}},
      {"profile p { vertex demand a: float4 = float4(0.0); fragment demand b: float4 as target 0 = "
       "float4(0.0); }",
       {"bad-declaration@p"}},
      {"profile p { fragment demand b: float4 as target 0 = float4(0.0); }", {}},
      {"profile p: bse { } profile base { }", {"unknown-profile@bse"}},
      {"profile p: q { } profile q: p { }", {"bad-declaration@q"}},
      {"profile p { } profile p { }", {"duplicate-name@p"}},
      {"profile p { set textures srgb_views; set interpolants 32; }", {}},
      {"profile p { set texture srgb_views; }", {"unknown-setting@texture"}},
      {"profile p { set textures srgb_vews; }", {"unknown-setting@srgb_vews"}},
      {"profile p { set interpolants 1.5; }", {"out-of-range@set interpolants 1.5;"}},
      {"profile p { set interpolants 1; set interpolants 2; }", {"duplicate-name@interpolants"}},
      {"profile p { fragment demand a: float4 as target 0; fragment demand b: float4 as target 0; "
       "}",
       {"bad-declaration@b"}},
      {"profile p { fragment demand a: float4 as target 0; fragment demand a: float4 as target 1; "
       "}",
       {"duplicate-name@a"}},
      {"profile p { vertex demand a: float4 as target 0; }", {"bad-declaration@a"}},
      {"profile p { fragment demand a: float4 as discard; }", {"bad-declaration@float4"}},
      {"profile p { fragment demand a: float as target 0 = b; }", {"unknown-name@b"}},
  });
}

TEST_CASE("load: errors in generic bodies are reported once") {
  check_all({{"fragment f<T: floating>(x: T) -> T { return y; }", {"unknown-name@y"}},
             {"fragment f<T: numeric>(x: T) -> T { return float4(1) + x; }",
              {"type-mismatch@float4(1) + x"}}});
}

TEST_CASE("load: bodies know nothing of those before them") {
  check_all({
      {"fragment a(x: float) -> float { float y = surface.uv.x; { float z = nothing; return z; } }"
       "fragment b(x: float) -> float { float z = y; return z; }"
       "fragment c(z: float) -> float { float x = z; return x; }",
       {"unknown-name@nothing", "unknown-name@y"}},
      {"fragment a(f: fn(at: float) -> float) -> float { return f; }"
       "fragment b(g: fn(at: float) -> float) -> float { return g(surface.uv.y); }",
       {"type-mismatch@f"}},
  });
}

TEST_CASE("load: errors that may follow from missing text are suppressed") {
  check_all({{"material m { a = ; b = unknown; c = 1.0; c = 2.0; }",
              {"syntax-error@;", "duplicate-name@c"}}});
  LoadedLibrary loaded =
      testing::load_files({{"main.weft", "import \"core\"; material m { a = f(b); }"}});
  CHECK(testing::marks(loaded) == std::vector<std::string>{"file-not-found@\"core\""});
  CHECK_FALSE(loaded.unreadable);
}

}  // namespace
}  // namespace weft::testing::load_errors_test
