// Acceptance cases U and M: values with units, and the meanings of products. Values come from the
// interpreter; expected ones are computed by hand.

#include <string>
#include <vector>

#include <fmt/format.h>

#include "composer/verification/verify_plan.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::meaning_acceptance_test {

namespace {

const char* const preamble = R"(import "core";
fragment m(x: float) -> float {unit: metre} { return x; }
fragment km(x: float) -> float {unit: kilometre} { return x; }
fragment cm(x: float) -> float {unit: centimetre} { return x; }
fragment inch(x: float) -> float {unit: inch} { return x; }
fragment deg(x: float) -> float {unit: degree} { return x; }
fragment rad(x: float) -> float {unit: radian} { return x; }
fragment sec(x: float) -> float {unit: second} { return x; }
fragment minutes(x: float) -> float {unit: minute} { return x; }
fragment plain(x: float) -> float { return x; }
fragment plain3(x: float) -> float3 { return float3(x); }
fragment in_metre(x: float {unit: metre}) -> float { return x; }
fragment of_any_length(x: float {unit: length}) -> float { return x; }
fragment place(x: float) -> float3 {use: position, basis: world, unit: metre} { return float3(x, 0.0, 0.0); }
fragment place_cm(x: float) -> float3 {use: position, basis: world, unit: centimetre} { return float3(x, 0.0, 0.0); }
fragment way_cm(x: float) -> float3 {use: direction, basis: world, unit: centimetre} { return float3(x, 0.0, 0.0); }
fragment place_x(p: float3 {use: position, basis: world, unit: metre}) -> float { return p.x; }
fragment way_x(p: float3 {use: direction, basis: world, unit: metre}) -> float { return p.x; }
fragment albedo(x: float) -> float3 {use: reflectance, encoding: linear} { return float3(x); }
fragment stored(x: float) -> float3 {use: reflectance, encoding: srgb} { return float3(x); }
fragment glow(x: float) -> float3 {use: radiance, encoding: linear} { return float3(x); }
fragment incoming(x: float) -> float3 {use: irradiance, encoding: linear} { return float3(x); }
fragment lobe(x: float) -> float3 {use: brdf_cos, encoding: linear} { return float3(x); }
fragment up() -> float3 {use: normal, basis: world, norm: unit} { return float3(0.0, 1.0, 0.0); }
fragment coordinates() -> float2 {use: texcoord} { return float2(0.25, 0.5); }
fragment depths() -> float4 {use: depth, depth_scale: linear} { return float4(3.0, 0.0, 0.0, 1.0); }
fragment reflects(c: float3 {use: reflectance, encoding: linear}) -> float { return c.x; }
fragment shines(c: float3 {use: radiance, encoding: linear}) -> float { return c.x; }
fragment faces(n: float3 {use: normal, basis: world, norm: unit}) -> float { return n.y; }
fragment looks_up(uv: float2 {use: texcoord}) -> float { return uv.x; }
fragment planar(n: float2 {use: normal}) -> float { return n.x; }
fragment deep(d: float {use: depth, depth_scale: linear}) -> float { return d; }
)";

/// Runs `weft eval` on an expression in a graph, after additional declarations.
Finished evaluated(const std::string& expression, const std::string& more = "",
                   const std::string& type = "float") {
  TempDir place;
  place.write("case.weft",
              preamble + more + "graph value() -> " + type + " { output " + expression + "; }\n");
  return run_weft(place, {"eval", "case.weft", "value()", "-D", "frame.time=1.0"});
}

std::string value_of(const std::string& expression, const std::string& more = "",
                     const std::string& type = "float") {
  const Finished finished = evaluated(expression, more, type);
  return finished.exit_code == 0 ? finished.out : finished.err;
}

/// Whether it fails, with all of these texts in the message.
bool is_refused(const std::string& expression, const std::vector<std::string>& texts,
                const std::string& more = "") {
  const Finished finished = evaluated(expression, more);
  bool says_all = finished.exit_code == 1;
  for (const std::string& text : texts) {
    says_all = says_all && finished.err.find(text) != std::string::npos;
  }
  return says_all;
}

const char* const no_rule = "was lost here, where no rule says what comes of the operands";
const char* const speeds =
    "extend unit { speed { metre_per_second } }\n"
    "product {unit: metre} / {unit: second} -> {unit: metre_per_second};\n"
    "fragment fast(v: float {unit: metre_per_second}) -> float { return v; }\n";
const char* const areas =
    "extend unit { area { square_metre } }\n"
    "product {unit: metre} * {unit: metre} -> {unit: square_metre};\n"
    "fragment wide(v: float {unit: square_metre}) -> float { return v; }\n";

}  // namespace

TEST_CASE("U1: metre and centimetre", "[acceptance][cli]") {
  CHECK(value_of("m(1.0) + cm(50.0)") == "1.5\n");
  CHECK(value_of("in_metre(cm(50.0) + m(1.0))") == "1.5\n");
}

TEST_CASE("U2: functions of two lengths convert to one unit", "[acceptance][cli]") {
  CHECK(value_of("in_metre(max(m(1.0), inch(100.0)))") == "2.54\n");
  CHECK(value_of("in_metre(min(m(3.0), inch(100.0)))") == "2.54\n");
  CHECK(value_of("clamp(m(1.0), cm(10.0), inch(20.0))") == "0.508\n");
  CHECK(value_of("mix(m(1.0), cm(300.0), 0.5)") == "2.0\n");
}

TEST_CASE("U3: comparing metres with centimetres", "[acceptance][cli]") {
  CHECK(value_of("m(1.0) < cm(50.0) ? 1.0 : 0.0") == "0.0\n");
  CHECK(value_of("m(1.0) == cm(100.0) ? 1.0 : 0.0") == "1.0\n");
}

TEST_CASE("U4: a ratio of lengths", "[acceptance][cli]") {
  CHECK(value_of("m(1.0) / cm(50.0)") == "2.0\n");
  CHECK(is_refused("in_metre(m(1.0) / cm(50.0))",
                   {"'unit' was lost here, in the ratio of two values of one kind"}));
}

TEST_CASE("U5: degrees and radians", "[acceptance][cli]") {
  CHECK(value_of("deg(90.0) + rad(PI / 2.0)") == "180.0\n");
}

TEST_CASE("U6: the sine of an angle", "[acceptance][cli]") {
  CHECK(value_of("sin(deg(90.0))") == "1.0\n");
  CHECK(value_of("sin(1.0)") == "0.84147096\n");
  CHECK(value_of("sin(frame.time)") == "0.84147096\n");
  CHECK(
      is_refused("sin(m(1.0))", {"the value is float {unit: metre}",
                                 "what is demanded is float {encoding?: linear, unit?: radian}"}));
}

TEST_CASE("U7: lengths and times", "[acceptance][cli]") {
  CHECK(is_refused("m(1.0) + sec(1.0)",
                   {"no conversion leads to port 'b' of 'add'", "the value is float {unit: second}",
                    "its value is float {unit: metre}"}));
}

TEST_CASE("U8: a literal adopts the unit, a plain number drops it", "[acceptance][cli]") {
  CHECK(value_of("in_metre(m(1.0) + 2.0)") == "3.0\n");
  CHECK(value_of("m(1.0) + plain(2.0)") == "3.0\n");
  CHECK(is_refused("in_metre(m(1.0) + plain(2.0))",
                   {"'unit' was lost here, where one operand states no unit"}));
}

TEST_CASE("U9: products of lengths", "[acceptance][cli]") {
  CHECK(value_of("in_metre(cm(50.0) * plain(4.0))") == "2.0\n");
  CHECK(is_refused("in_metre(m(1.0) * m(2.0))", {no_rule}));
  CHECK(value_of("wide(m(2.0) * m(3.0))", areas) == "6.0\n");
}

TEST_CASE("U10: length over time is a speed", "[acceptance][cli]") {
  CHECK(value_of("fast(m(6.0) / sec(2.0))", speeds) == "3.0\n");
  CHECK(value_of("fast(km(6.0) / minutes(2.0))", speeds) == "50.0\n");
}

TEST_CASE("U11: positions in two units", "[acceptance][cli]") {
  CHECK(value_of("way_x(place(1.0) - place_cm(50.0))") == "0.5\n");
  CHECK(value_of("place_x(place(1.0) + way_cm(50.0))") == "1.5\n");
}

TEST_CASE("U11: positions in one unit and two bases keep the unit", "[acceptance]") {
  // The path between bases goes through the meter, and back.
  for (const bool is_maximum : {false, true}) {
    const Composed composed = compose_text(
        fmt::format(R"(
profile here {{
    provide object as uniform;
    provide material as uniform;
    vertex demand position: float4 {{use: position, basis: clip}} as clip = nowhere();
    fragment demand c: float3 {{use: {}, basis: world, unit: centimetre}} as target 0;
}}
fragment nowhere() -> float4 {{use: position, basis: clip}} {{ return float4(0.0); }}
material m {{
    param a: float3 {{use: position, basis: model, unit: centimetre}};
    param b: float3 {{use: position, basis: world, unit: centimetre}};
    output c = {};
}}
)",
                    is_maximum ? "position" : "direction", is_maximum ? "max(a, b)" : "a - b"),
        "here");
    INFO(composed.errors());
    REQUIRE(composed.plan);
    CHECK(composed.has_call("centimetre_to_metre_position"));
    CHECK(composed.has_call("position_to_world"));
    CHECK(composed.has_call("metre_to_centimetre_position"));
  }
}

TEST_CASE("U2: a length and a value without a unit", "[acceptance][cli]") {
  // It has no unit, and neither does the result; the lengths are still converted to each other.
  CHECK(value_of("clamp(m(1.0), plain(0.25), cm(50.0))") == "0.5\n");
  CHECK(value_of("clamp(plain(1.0), m(0.25), cm(50.0))") == "0.5\n");
  CHECK(value_of("clamp(cm(100.0), m(0.25), plain(50.0))") == "50.0\n");
  CHECK(is_refused("in_metre(clamp(m(1.0), plain(0.25), cm(50.0)))",
                   {"'unit' was lost here, where only some of the operands state it"}));
  CHECK(is_refused("clamp(m(1.0), plain(0.25), sec(50.0))", {"metre", "second"}));
}

TEST_CASE("U13: lengths in the branches of a choice", "[acceptance][cli]") {
  CHECK(value_of("in_metre(plain(1.0) > 2.0 ? m(1.0) : cm(50.0))") == "0.5\n");
  CHECK(value_of("in_metre(plain(1.0) > 2.0 ? cm(50.0) : m(1.0))") == "1.0\n");
}

TEST_CASE("U13: lengths in an array", "[acceptance]") {
  // Elements of the array, read at a dynamic index.
  const struct {
    const char* elements;
    const char* reader;
    const char* call;  ///< the conversion that some element needs
  } cases[] = {
      {"float[2](a, b)", "in_metre", "centimetre_to_metre"},
      {"float[3](a, 2.0, b)", "in_metre", "centimetre_to_metre"},
      {"float[2](b, a)", "in_centimetre", "metre_to_centimetre"},
      {"float[3](a, p, b)", "plain", "centimetre_to_metre"},
      {"float[3](b, p, a)", "plain", "metre_to_centimetre"},
  };
  for (const auto& each : cases) {
    INFO(each.elements);
    const Composed composed = compose_text(preamble + fmt::format(R"(
fragment in_centimetre(x: float {{unit: centimetre}}) -> float {{ return x; }}
profile here {{
    provide material as uniform;
    vertex demand position: float4 {{use: position, basis: clip}} as clip = nowhere();
    fragment demand c: float as target 0;
}}
fragment nowhere() -> float4 {{use: position, basis: clip}} {{ return float4(0.0); }}
material m {{
    param a: float {{unit: metre}};
    param b: float {{unit: centimetre}};
    param p: float;
    param i: int;
    output c = {}({}[i]);
}}
)",
                                                                  each.reader, each.elements),
                                           "here");
    INFO(composed.errors());
    REQUIRE(composed.plan);
    CHECK(composed.has_call(each.call));
  }
  CHECK(is_refused("in_metre(float[3](cm(50.0), plain(7.0), m(1.0))[2])",
                   {"'unit' was lost here, where only some of the operands state it"}));
  CHECK(is_refused("float[2](m(1.0), sec(1.0))[0]", {"metre", "second", "element 2"}));
  CHECK(is_refused("float3[2](albedo(0.5), up())[0].x", {"reflectance", "normal", "element 2"}));
}

TEST_CASE("U13: lengths in the components of a vector", "[acceptance][cli]") {
  CHECK(value_of("in_metre(place_cm(50.0)[0])") == "0.5\n");
  CHECK(value_of("in_metre(place_cm(50.0).x)") == "0.5\n");
}

namespace {

const char* const boxes =
    "struct Box { float {unit: metre} d; float weight; }\n"
    "struct Pile { Box[2] boxes; float[2] {unit: metre} gaps; float3 {use: normal, basis: world, "
    "norm: unit} n; }\n"
    "bound held: Box, Pile;\n"
    "fragment doubled(b: Box) -> Box { return Box(b.d * 2.0, b.weight); }\n"
    "fragment kept<T>(x: T) -> T { return x; }\n"
    "fragment held_box<T: held>(x: T) -> T { return x; }\n"
    "fragment opened(b: Box, f: fn(b: Box) -> float {unit: centimetre}) -> float { return f(b); }\n"
    "graph box_of(d: float {unit: inch}) -> Box { output Box(d, 1.0); }\n"
    "graph depth_of(b: Box) -> float {unit: metre} { output b.d; }\n"
    "graph pile() -> Pile { output Pile(Box[2](Box(cm(50.0), 1.0), Box(km(2.0), 1.0)),\n"
    "  float[2](m(3.0), cm(50.0)), float3(0.0, 2.0, 0.0) as {use: normal, basis: world}); }\n";

}  // namespace

TEST_CASE("U13: lengths in the members of structs", "[acceptance][cli]") {
  const struct {
    const char* expression;
    const char* value;
  } cases[] = {
      {"in_metre(Box(cm(50.0), 1.0).d)", "0.5"},
      {"in_metre(Box(m(2.0), 1.0).d)", "2.0"},
      {"in_metre(Box(2.5, 1.0).d)", "2.5"},
      {"Box(cm(50.0), 1.0).d + cm(25.0)", "0.75"},
      {"plain(Box(cm(50.0), cm(50.0)).weight)", "50.0"},
      {"in_metre(pile().boxes[0].d)", "0.5"},
      {"in_metre(pile().boxes[1].d)", "2000.0"},
      {"in_metre(pile().gaps[1])", "0.5"},
      {"faces(pile().n)", "1.0"},
      {"depth_of(box_of(cm(254.0)))", "2.54"},
      {"in_metre(kept(Box(cm(50.0), 1.0)).d)", "0.5"},
      {"in_metre(held_box(pile()).boxes[0].d)", "0.5"},
      {"opened(Box(cm(50.0), 1.0), (b) => b.d)", "50.0"},
      {"in_metre((plain(1.0) > 0.5 ? Box(cm(50.0), 1.0) : Box(km(1.0), 1.0)).d)", "0.5"},
      {"in_metre((plain(1.0) < 0.5 ? Box(cm(50.0), 1.0) : Box(km(1.0), 1.0)).d)", "1000.0"},
  };
  for (const auto& each : cases) {
    CHECK(value_of(each.expression, boxes) == std::string(each.value) + "\n");
  }
}

TEST_CASE("U13: a value that does not convert to a member's declared type", "[acceptance][cli]") {
  CHECK(is_refused("Box(plain(1.0), 1.0).d", {"member 'd' of 'Box'", "does not state its 'unit'"},
                   boxes));
  CHECK(is_refused("Box(sec(1.0), 1.0).d", {"member 'd' of 'Box'", "float {unit: second}"}, boxes));
  CHECK(is_refused("in_metre(Box(m(1.0), 1.0).weight)", {"does not state its 'unit'"}, boxes));
  CHECK(is_refused("looks_up(Box(m(1.0), 1.0).d)", {"no conversion"}, boxes));
}

TEST_CASE("U13: lengths in the members of the host's structs", "[acceptance][cli]") {
  // Read by the shader; the plan checker detects a wrong unit of a member.
  const Composed composed = compose_text(preamble + std::string(boxes) + R"(
fragment in_centimetre(x: float {unit: centimetre}) -> float { return x; }
feature host.box: Box at draw;
feature host.pile: Pile at draw;
profile here {
    provide host, material as uniform;
    vertex demand position: float4 {use: position, basis: clip} as clip = nowhere();
    fragment demand c: float as target 0;
    fragment demand d: float as target 1;
}
fragment nowhere() -> float4 {use: position, basis: clip} { return float4(0.0); }
material m {
    param box: Box = Box(0.5, 1.0);
    param more: float {unit: inch} = 2.0;
    grown = loop 2 with (b: Box = box) { b = Box(more + b.d, b.weight); };
    output c = in_metre(box.d) + in_centimetre(host.box.d) + in_metre(grown.b.d);
    output d = in_metre(doubled(host.pile.boxes[1]).d);
}
)",
                                         "here");
  INFO(composed.errors());
  REQUIRE(composed.plan);
  CHECK(composed.has_call("metre_to_centimetre"));
  CHECK(composed.has_call("inch_to_metre"));
  for (const PlanFault& fault :
       verify_plan(composed.library(), composed.plan->plan, *composed.plan)) {
    FAIL_CHECK("%" << fault.evaluation.index() << ' ' << fault.text);
  }
}

TEST_CASE("U13: lengths in the states of a loop", "[acceptance][cli]") {
  const char* const sums =
      "graph sum(by: float {unit: centimetre}) -> float {unit: metre} {\n"
      "  s = loop 2 with (total: float {unit: metre} = by) { total = by + total; };\n"
      "  output s.total;\n}\n";
  CHECK(value_of("in_metre(sum(cm(50.0)))", sums) == "1.5\n");
}

TEST_CASE("U13: lengths that functions return", "[acceptance][cli]") {
  const char* const called =
      "fragment called(f: fn(x: float {unit: metre}) -> float {unit: metre}) -> float {unit: "
      "metre} "
      "{ return f(2.0); }\n";
  CHECK(value_of("in_metre(called((x) => cm(50.0) + x))", called) == "2.5\n");
}

TEST_CASE("packings in the branches of a choice", "[acceptance][cli]") {
  // A default is an ordinary value: the packed side is unpacked.
  const char* const packed =
      "fragment packed() -> float3 {use: normal, basis: world, packing: unorm} "
      "{ return float3(0.5, 1.0, 0.5); }\n";
  CHECK(value_of("faces(plain(1.0) > 2.0 ? up() : packed())", packed) == "1.0\n");
}

TEST_CASE("U12: a length keeps its unit", "[acceptance][cli]") {
  CHECK(value_of("of_any_length(inch(2.0))") == "2.0\n");
}

TEST_CASE("M1: the product of two reflectances", "[acceptance][cli]") {
  CHECK(value_of("reflects(albedo(0.5) * albedo(0.5))") == "0.25\n");
}

TEST_CASE("M2: radiance times reflectance", "[acceptance][cli]") {
  CHECK(value_of("shines(incoming(2.0) * lobe(0.5))") == "1.0\n");
  CHECK(value_of("shines(albedo(0.5) * glow(3.0))") == "1.5\n");
}

TEST_CASE("M3: radiance times plain factors", "[acceptance][cli]") {
  CHECK(value_of("shines(glow(2.0) * plain(0.5))") == "1.0\n");
  CHECK(value_of("shines(plain3(0.5) * glow(2.0))") == "1.0\n");
}

TEST_CASE("M4: a scaled normal is renormalized if a unit normal is demanded", "[acceptance][cli]") {
  CHECK(value_of("faces(up() * plain3(3.0))") == "1.0\n");
}

TEST_CASE("M5: an encoded reflectance is decoded before multiplication", "[acceptance][cli]") {
  CHECK(value_of("reflects(stored(1.0) * albedo(0.5))") == "0.5\n");
  CHECK(value_of("reflects(stored(0.5) * albedo(1.0)) < 0.22 ? 1.0 : 0.0") == "1.0\n");
}

TEST_CASE("M6: scaled and shifted texture coordinates", "[acceptance][cli]") {
  CHECK(value_of("looks_up(coordinates() + float2(plain(1.0), 0.0))") == "1.25\n");
  CHECK(value_of("looks_up(coordinates() * float2(plain(2.0), 1.0))") == "0.5\n");
  CHECK(value_of("looks_up(coordinates() + frame.time * float2(0.5, 0.0))") == "0.75\n");
}

TEST_CASE("M7: the product of two normals", "[acceptance][cli]") {
  CHECK(is_refused("faces(up() * up())", {"'use' ", no_rule}));
}

TEST_CASE("M8: equally specific product rules are an error", "[acceptance][cli]") {
  const char* const tied =
      "extend use { a { a1 }, b { b1 } }\nproduct {use: a} * {use: b1} -> {use: a};\n"
      "product {use: a1} * {use: b} -> {use: b};\n";
  CHECK(is_refused("1.0", {"two rules fit 'a1 * b1' equally"}, tied));
  CHECK(is_refused("1.0", {"two rules give the product 'radiance * reflectance'"},
                   "product {use: radiance} * {use: reflectance} -> {use: color};\n"));
}

TEST_CASE("M9: the more specific product rule wins", "[acceptance][cli]") {
  CHECK(value_of("shines(albedo(0.5) * glow(2.0))",
                 "product {use: color} * {use: color} -> {use: color};\n") == "1.0\n");
  // In either order of declaration
  const std::string wide = "product {use: color} * {use: radiance} -> {use: color};\n";
  const std::string narrow = "product {use: radiance} * {use: radiance} -> {use: radiance};\n";
  for (const std::string& rules : {wide + narrow, narrow + wide}) {
    INFO(rules);
    CHECK(value_of("shines(glow(2.0) * glow(0.5))", rules) == "1.0\n");
  }
}

TEST_CASE("M10: traits of quotients", "[acceptance][cli]") {
  CHECK(value_of("shines(glow(2.0) / plain(2.0))") == "1.0\n");
  CHECK(is_refused("shines(plain(2.0) / glow(2.0))", {"'use' ", no_rule}));
  CHECK(is_refused("in_metre(plain(2.0) / m(2.0))", {"'unit' ", no_rule}));
}

TEST_CASE("M11: traits of components", "[acceptance][cli]") {
  CHECK(
      is_refused("planar(up().xy)", {"'use' was lost here, where a part of the value was taken"}));
  CHECK(value_of("deep(depths().r)") == "3.0\n");
}

}  // namespace weft::testing::meaning_acceptance_test
