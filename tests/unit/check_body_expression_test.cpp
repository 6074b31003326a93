#include <string>
#include <variant>

#include "tests/support/catch.h"
#include "tests/unit/check_body_fixture.h"

namespace weft::testing::check_body_expression_test {
namespace {

/// Declarations for the expressions of the tables: ports of every kind, and leaves with overloads,
/// type parameters and defaults.
const std::string prelude = R"(
feature surface.uv: float2 at fragment;
feature surface.normal: float3 at fragment;
feature object.to_world: float4x4 at object;
feature object.to_world.inverse: float4x4 at object;
feature lights.count: int at frame;
feature lights.direction: float3[] at frame;
feature frame.time: float at frame;
trait use { normal }
struct Weights { float3 w; float sharpness; }
fragment noise(p: float3) -> float { return p.x; }
fragment noise(p: float2) -> float { return p.x; }
fragment tinted(c: float3, strength: float = 0.5, n: float3 = surface.normal) -> float3 { return c * strength + n; }
fragment twice<T: numeric>(x: T) -> T { return x + x; }
fragment blend<T: floating>(a: T, b: T, t: float) -> T where broadcast(a, b) { return a + b * t; }
fragment distance(a: Weights, b: Weights) -> float { return a.sharpness - b.sharpness; }
)";

const std::string ports =
    "f: float, g: float, v2: float2, v3: float3, v4: float4, i: int, j: int, u: uint, b: bool, iv: "
    "int3, M: float4x4, "
    "N: float3x4, w: Weights, map: texture2d, cube: texturecube, height: fn(at: float3, scale: "
    "float) -> float, "
    "value: eval(surface.uv, surface.normal) -> float3";

std::string source_of(const std::string& type, const std::string& expr) {
  return prelude + "fragment tested(" + ports + ") -> " + type + " { return " + expr + "; }";
}

}  // namespace

TEST_CASE("expressions of bodies get types and operations", "[check_body]") {
  struct Row {
    const char* expr;
    const char* type;
    const char* expected;
  };
  const Row rows[] = {
      // Literals widen next to floats and unsigned numbers, including signs and parentheses; other
      // ints do not.
      {"1", "int", "1"},
      {"1", "float", "1.0"},
      {"-1", "float", "-1.0"},
      {"(-(2))", "float", "-2.0"},
      {"-2147483647", "int", "-2147483647"},
      {"4294967295u", "uint", "4294967295u"},
      {"2u", "float", "2.0"},
      {"f + 1", "float", "add($f, 1.0)"},
      {"2 * v3", "float3", "mul(2.0, $v3)"},
      {"u + 1", "uint", "add($u, 1u)"},
      {"1 / 2", "int", "div(1, 2)"},
      {"i % 3", "int", "rem($i, 3)"},
      {"1u << 3", "uint", "shl(1u, 3u)"},
      {"~i & 255", "int", "bit_and(bit_not($i), 255)"},
      {"iv << 1", "int3", "shl($iv, 1)"},
      {"u >> i", "uint", "shr($u, uint($i))"},
      {"iv << u", "int3", "shl($iv, int($u))"},
      {"b ? 1 : f", "float", "select($b, 1.0, $f)"},
      // Precedence is the parser's; comparisons need scalars, equality whole values
      {"f < 1 && !b || i >= 2", "bool", "or(and(less($f, 1.0), not($b)), greater_equal($i, 2))"},
      {"v3 == v3", "bool", "equal($v3, $v3)"},
      {"w != w", "bool", "not_equal($w, $w)"},
      // Matrices
      {"M * v4", "float4", "product($M, $v4)"},
      {"v4 * M", "float4", "product($v4, $M)"},
      {"N * v4", "float3", "product($N, $v4)"},
      {"v3 * N", "float4", "product($v3, $N)"},
      {"N * M", "float3x4", "product($N, $M)"},
      {"M * f", "float4x4", "mul($M, $f)"},
      {"2 * M", "float4x4", "mul(2.0, $M)"},
      {"M + M", "float4x4", "add($M, $M)"},
      {"M / 2", "float4x4", "div($M, 2.0)"},
      {"mul(M, v4)", "float4", "product($M, $v4)"},
      {"mul(2, v4)", "float4", "mul(2.0, $v4)"},
      {"M[1]", "float4", "$M[1]"},
      {"M[i].xyz", "float3", "$M[$i].xyz"},
      {"N[3][2]", "float", "$N[3][2]"},
      {"v3[u]", "float", "$v3[$u]"},
      // Swizzles
      {"v4.wzyx", "float4", "$v4.wzyx"},
      {"v4.rgb", "float3", "$v4.xyz"},
      {"v4.stp.st", "float2", "$v4.xyz.xy"},
      {"f.xxx", "float3", "float3($f)"},
      {"f.r", "float", "$f"},
      {"iv.zx", "int2", "$iv.zx"},
      // Constructors
      {"float3(0)", "float3", "float3(0.0)"},
      {"vec3(1, 0.5, f)", "float3", "float3(1.0, 0.5, $f)"},
      {"float4(v2, 0, 1)", "float4", "float4($v2, 0.0, 1.0)"},
      {"float4(iv, 1)", "float4", "float4(float3($iv), 1.0)"},
      {"float2(v4)", "float2", "$v4.xy"},
      {"float3(v3)", "float3", "$v3"},
      {"int3(v3)", "int3", "int3($v3)"},
      {"float(i)", "float", "float($i)"},
      {"float(1)", "float", "1.0"},
      {"int(f)", "int", "int($f)"},
      {"bool(i)", "bool", "bool($i)"},
      {"float2x2(v2, v2)", "float2x2", "float2x2($v2, $v2)"},
      {"mat2(1, 2, 3, 4)", "float2x2", "float2x2(1.0, 2.0, 3.0, 4.0)"},
      {"mat4(1)", "float4x4", "float4x4(1.0)"},
      {"mat2(f, 1, v2)", "float2x2", "float2x2(float2($f, 1.0), $v2)"},
      {"mat3(v2, 0, 1, v2, v3)", "float3x3", "float3x3(float3($v2, 0.0), float3(1.0, $v2), $v3)"},
      {"float3x3(M)", "float3x3", "float3x3($M)"},
      {"Weights(v3, 1)", "Weights", "Weights($v3, 1.0)"},
      {"w.w.y", "float", "$w.w.y"},
      {"float[2](1, f)[1]", "float", "float[2](1.0, $f)[1]"},
      // Features: the longest path, then members
      {"surface.uv", "float2", "surface.uv"},
      {"surface.normal.zyx", "float3", "surface.normal.zyx"},
      {"object.to_world[1].xyz", "float3", "object.to_world[1].xyz"},
      {"object.to_world.inverse[0]", "float4", "object.to_world.inverse[0]"},
      {"lights.direction[lights.count - 1].x", "float", "lights.direction[sub(lights.count, 1)].x"},
      {"frame.time", "float", "frame.time"},
      {"PI * TWO_PI", "float", "mul(3.1415927, 6.2831855)"},
      // Intrinsics: both names, literals widen, scalars are splatted
      {"lerp(v3, float3(1), 0.5)", "float3", "mix($v3, float3(1.0), float3(0.5))"},
      {"max(v3, 0)", "float3", "max($v3, float3(0.0))"},
      {"max(i, 0)", "int", "max($i, 0)"},
      {"min(u, 3)", "uint", "min($u, 3u)"},
      {"clamp(f, 0, 1)", "float", "clamp($f, 0.0, 1.0)"},
      {"rsqrt(2)", "float", "inversesqrt(2.0)"},
      {"frac(v2)", "float2", "fract($v2)"},
      {"dot(v3, surface.normal)", "float", "dot($v3, surface.normal)"},
      {"refract(v3, v3, 1)", "float3", "refract($v3, $v3, 1.0)"},
      {"transpose(N)", "float4x3", "transpose($N)"},
      {"all(lessThan(v3, 1.0))", "bool", "all(lessThan($v3, float3(1.0)))"},
      {"!lessThan(v2, 0)", "bool2", "not(lessThan($v2, float2(0.0)))"},
      {"not(lessThan(v2, 0))", "bool2", "not(lessThan($v2, float2(0.0)))"},
      {"not(b)", "bool", "not($b)"},
      {"notEqual(bool2(b), bool2(true, b))", "bool2", "notEqual(bool2($b), bool2(true, $b))"},
      {"asfloat(iv)", "float3", "bitsToFloat($iv)"},
      {"uintBitsToFloat(u)", "float", "bitsToFloat($u)"},
      {"roundEven(v2)", "float2", "round($v2)"},
      {"sample(map, v2).rgb", "float3", "sample($map, $v2).xyz"},
      {"sample_lod(cube, v3, 2)", "float4", "sample_lod($cube, $v3, 2.0)"},
      {"texture_size(map, 0)", "int2", "texture_size($map, 0)"},
      {"length_of(float[3](f, g, 1.0)) - 1", "int", "sub(3, 1)"},
      {"min(lights.count, length_of(lights.direction))", "int",
       "min(lights.count, length(lights.direction))"},
      // Leaves
      {"noise(v3)", "float", "@noise($v3)"},
      {"noise(v4.xy)", "float", "@noise($v4.xy)"},
      {"tinted(v3)", "float3", "@tinted($v3, 0.5, surface.normal)"},
      {"tinted(v3, n: v3)", "float3", "@tinted($v3, 0.5, $v3)"},
      {"tinted(strength: 2, c: v3)", "float3", "@tinted($v3, 2.0, surface.normal)"},
      {"twice(i)", "int", "@twice<int>($i)"},
      {"twice(v3)", "float3", "@twice<float3>($v3)"},
      {"twice(1)", "int", "@twice<int>(1)"},
      {"blend(v3, 1, f)", "float3", "@blend<float3>($v3, float3(1.0), $f)"},
      {"distance(w, w)", "float", "@distance($w, $w)"},
      {"distance(v3, v3)", "float", "distance($v3, $v3)"},
      // Ports that are called
      {"height(v3, 2)", "float", "!height($v3, 2.0)"},
      {"height(at: v3, scale: 1)", "float", "!height($v3, 1.0)"},
      {"value with (surface.uv: v3.yz)", "float3",
       "!value[surface.uv, surface.normal]($v3.yz, surface.normal)"},
      {"f * value with (surface.normal: v3, surface.uv: v2)", "float3",
       "mul($f, !value[surface.uv, surface.normal]($v2, $v3))"},
      {"value.x", "float", "!value[surface.uv, surface.normal](surface.uv, surface.normal).x"},
  };
  for (const Row& row : rows) {
    INFO(row.expr);
    CheckedText checked = check_text(source_of(row.type, row.expr));
    REQUIRE(checked.errors() == "");
    const Body& body = checked.body("tested");
    const Fragment& fragment = checked.fragment("tested");
    CHECK(body_text(checked.library(), fragment, body) ==
          "{ return " + std::string(row.expected) + "; }");
  }
}

TEST_CASE("wrong expressions are reported with their place and a fix", "[check_body]") {
  struct Row {
    const char* type;
    const char* expr;
    const char* expected;
  };
  const Row rows[] = {
      {"float", "i",
       "type-mismatch at 'i': expected float for the result, found int (write float(i))"},
      {"float", "1 / 2",
       "type-mismatch at '1 / 2': expected float for the result, found int (int division "
       "truncates: write 1.0 / 2.0)"},
      {"float3", "f",
       "type-mismatch at 'f': expected float3 for the result, found float (write float3(f))"},
      {"float3", "v4",
       "type-mismatch at 'v4': expected float3 for the result, found float4 (write v4.xyz)"},
      {"float2", "v4 + v4",
       "type-mismatch at 'v4 + v4': expected float2 for the result, found float4 (write (v4 + "
       "v4).xy)"},
      {"bool", "i",
       "type-mismatch at 'i': expected bool for the result, found int (compare it: i != 0)"},
      {"int", "1.5",
       "type-mismatch at '1.5': expected int for the result, found float (write int(1.5))"},
      {"uint", "-1",
       "type-mismatch at '-1': expected uint for the result, found int (write uint(-1))"},
      {"float", "f + i",
       "type-mismatch at 'f + i': '+' takes numbers of the same kind, not float and int (write "
       "float(i))"},
      {"int", "i + u",
       "type-mismatch at 'i + u': '+' takes numbers of the same kind, not int and uint (write "
       "uint(i))"},
      {"float3", "v3 + v2",
       "type-mismatch at 'v3 + v2': '+' takes values of the same size, not float3 and float2 "
       "(swizzle the left side to the smaller size, or extend the right side)"},
      {"float4", "M * v3",
       "type-mismatch at 'M * v3': '*' takes a matrix with as many columns as the right side has "
       "rows, not float4x4 and "
       "float3 (make it a float4: append 1 to a position, 0 to a direction)"},
      {"float", "f % g",
       "type-mismatch at 'f % g': '%' takes int and uint values, not float and float "
       "(write mod(x, y), which floors, or fmod(x, y), which truncates)"},
      {"bool", "v3 < v3",
       "type-mismatch at 'v3 < v3': '<' takes two numbers of the same kind, not float3 and float3 "
       "(compare vectors componentwise: all(lessThan(a, b)), any(greaterThan(a, b)))"},
      {"bool", "b & b",
       "type-mismatch at 'b & b': '&' takes int and uint values, not bool and bool (write &&)"},
      {"bool", "b && i",
       "type-mismatch at 'i': expected bool for each side of '&&', found int (compare it: i != "
       "0)"},
      {"bool", "!i", "type-mismatch at '!i': '!' takes bools, not int (compare it: x == 0)"},
      {"float", "-b", "type-mismatch at '-b': '-' takes numbers, vectors and matrices, not bool"},
      {"float", "f ? f : g",
       "type-mismatch at 'f': expected bool for the condition of '?:', found float (compare it: "
       "f != 0)"},
      {"float", "b ? f : v3",
       "type-mismatch at 'b ? f : v3': both branches of '?:' must have the same type, not float "
       "and "
       "float3"},
      {"float4", "sample(b ? map : map, v2)",
       "texture-choice at 'b ? map : map': a texture cannot be selected at run time "
       "(sample each and select among the results)"},
      // Names and members
      {"float", "hight", "unknown-name at 'hight': unknown name 'hight' (did you mean 'height'?)"},
      {"float", "surfce.uv",
       "unknown-name at 'surfce': unknown name 'surfce' (did you mean 'surface'?)"},
      {"float", "surface",
       "unknown-name at 'surface': 'surface' is a group of features, not a value "
       "(there are surface.normal and surface.uv)"},
      {"float", "surface.vu",
       "unknown-feature at 'surface.vu': unknown feature 'surface.vu' (did you mean "
       "'surface.uv'?)"},
      {"float", "surface.roughness",
       "unknown-feature at 'surface.roughness': unknown feature 'surface.roughness' ('surface' has "
       "surface.normal and surface.uv)"},
      {"float", "noise",
       "type-mismatch at 'noise': 'noise' is a function and must be called (write noise(…); a body "
       "hands on only functions that are its ports, a graph all of them)"},
      {"float", "float3",
       "type-mismatch at 'float3': 'float3' is a data type, not a value (construct a value of it: "
       "float3(…))"},
      {"float", "v3.w",
       "unknown-member at 'w': float3 has no component 'w' (float3 has x, y, z (or r, g, b))"},
      {"float2", "v3.xg",
       "unknown-member at 'xg': float3 has no component 'xg' (float3 has x, y, z (or r, g, b))"},
      {"float", "w.sharpnes",
       "unknown-member at 'sharpnes': struct 'Weights' has no member 'sharpnes' (did you mean "
       "'sharpness'?)"},
      {"float", "w.q",
       "unknown-member at 'q': struct 'Weights' has no member 'q' (it has w and sharpness)"},
      {"float", "w.depth",
       "unknown-member at 'depth': struct 'Weights' has no member 'depth' (it has w and "
       "sharpness)"},
      {"float", "M.x",
       "unknown-member at 'x': float4x4 has no member 'x' (M[i] is column i, M[i].x its first "
       "row)"},
      {"float3", "lights.direction.x",
       "unknown-member at 'x': float3[] has no member 'x' (select an element first: a[i])"},
      {"float", "v3[3]",
       "out-of-range at '3': index 3 is outside float3, whose elements are 0 to 2"},
      {"float", "v3[-1]",
       "out-of-range at '-1': index -1 is outside float3, whose elements are 0 to 2"},
      {"float", "v3[f]",
       "type-mismatch at 'f': expected int for an index, found float (write int(f))"},
      {"float", "f[0]", "type-mismatch at 'f[0]': float has no elements to index"},
      // Calls
      {"float", "nois(v3)",
       "unknown-fragment at 'nois': unknown function 'nois' (did you mean 'noise'?)"},
      {"float", "f(1)", "type-mismatch at 'f(1)': 'f' is a value and cannot be called"},
      {"float", "dot(v3, v2)",
       "type-mismatch at 'dot(v3, v2)': 'dot' takes two float scalars or vectors of the same size, "
       "not "
       "(float3, float2)"},
      {"float", "dot(v3)",
       "wrong-arguments at 'dot(v3)': 'dot' takes two float scalars or vectors of the same size, "
       "not "
       "(float3)"},
      {"float", "max(f, i)",
       "type-mismatch at 'i': expected float for this argument of 'max', found int (write "
       "float(i))"},
      {"float4", "texel(cube, iv, 0)",
       "type-mismatch at 'texel(cube, iv, 0)': 'texel' takes a texture that is not a cube, int "
       "coordinates of its "
       "dimension and an int level, not (texturecube, int3, int)"},
      {"float", "noise(v4)", "no-overload at 'noise': no 'noise' takes (float4)"},
      {"float3", "tinted(v3, i)",
       "type-mismatch at 'i': port 'strength' of 'tinted' takes float, not int (write "
       "float(i))"},
      {"float3", "tinted()",
       "wrong-arguments at 'tinted()': the argument 'c' of 'tinted' is missing "
       "(it is tinted(c: float3, strength: float = …, n: float3 = …) -> float3)"},
      {"float3", "tinted(v3, colour: f)",
       "unknown-port at 'colour': 'tinted' has no port 'colour' "
       "(it is tinted(c: float3, strength: float = …, n: float3 = …) -> float3)"},
      {"float3", "tinted(v3, c: v3)",
       "wrong-arguments at 'v3': port 'c' of 'tinted' is given twice"},
      {"bool", "twice(b)",
       "type-mismatch at 'twice(b)': 'T' of 'twice' must be numeric, which bool is not"},
      {"float3", "blend(v3, v2, f)",
       "type-mismatch at 'v2': 'T' of 'blend' cannot be both float3 and float2"},
      {"float", "height",
       "type-mismatch at 'height': 'height' is a function and must be called (write height(…))"},
      {"float", "height()",
       "wrong-arguments at 'height()': the argument 'at' of 'height' is missing"},
      {"float", "height(v3, up: f)", "unknown-port at 'up': 'height' has no parameter 'up'"},
      {"float3", "value(v3)",
       "wrong-arguments at 'value(v3)': 'value' is an expression and takes no arguments (inject "
       "features: value with (…))"},
      {"float3", "value with (object.to_world: M)",
       "wrong-arguments at 'object.to_world': port 'value' is not evaluated under "
       "'object.to_world' "
       "(list it in the signature: eval(object.to_world, …))"},
      {"float3", "value with (surface.uv: v2, surface.uv: v2)",
       "wrong-arguments at 'surface.uv': 'surface.uv' is injected twice"},
      {"float3", "value with (surface.uv: v3)",
       "type-mismatch at 'v3': expected float2 for feature 'surface.uv', found float3 (write "
       "v3.xy)"},
      {"float", "noise(v3) with (surface.uv: v2)",
       "type-mismatch at 'noise(v3)': in a body, 'with' follows the name of an eval port "
       "(declare a port of the form name: eval(feature) -> type)"},
      // Constructors
      {"float3", "float3(v2)",
       "wrong-arguments at 'float3(v2)': float3 is constructed from 3 components, one scalar or a "
       "longer "
       "vector, not (float2)"},
      {"float", "float(v3)",
       "wrong-arguments at 'float(v3)': float is constructed from one scalar, not (float3) (take a "
       "component of the vector: v.x)"},
      {"float4x4", "float4x4(N)",
       "wrong-arguments at 'float4x4(N)': float4x4 cannot be made from the smaller float3x4 (by "
       "columns: float4x4(float4(m[0], 0.0), float4(m[1], 0.0), float4(m[2], 0.0), float4(m[3], "
       "1.0)))"},
      {"float2x2", "float2x2(v4)",
       "wrong-arguments at 'float2x2(v4)': float2x2 is constructed from 2 columns of type float2, "
       "4 "
       "scalars or one scalar for its diagonal, not (float4) (by columns: float2x2(v.xy, v.zw))"},
      {"float3x3", "float3x3(v2, v2, v2, v3)",
       "wrong-arguments at 'float3x3(v2, v2, v2, v3)': float3x3 is constructed from 3 columns of "
       "type float3, 9 scalars or one scalar for its diagonal, not (float2, float2, float2, "
       "float3)"},
      {"Weights", "Weights(v3)",
       "wrong-arguments at 'Weights(v3)': struct 'Weights' has 2 members, not 1"},
      {"Weights", "Weights(v3, v3)",
       "type-mismatch at 'v3': expected float for member 'sharpness', found float3 (write "
       "v3.x)"},
      // Syntax of graphs only
      {"float3", "v3 as {use: normal}",
       "graphs-only at 'v3 as {use: normal}': 'as' states traits, but values in a body have none "
       "(state them in the signature: a result has the declared type)"},
      {"float3", "#ff0000",
       "type-mismatch at '#ff0000': a color literal is srgb-encoded, which a body cannot express: "
       "it has no traits "
       "(declare a port with this color as its default)"},
      {"float", "\"text\"",
       "type-mismatch at '\"text\"': a string is not a value here (strings appear only in "
       "metadata)"},
  };
  for (const Row& row : rows) {
    INFO(row.expr);
    CHECK(check_text(source_of(row.type, row.expr)).errors() == row.expected);
  }
}

TEST_CASE("an error is reported once and does not suppress others", "[check_body]") {
  const std::string source = prelude +
                             "fragment tested(f: float) -> float { float a = nope + f; float c = a "
                             "* v * 2; return a + bad(a, 1) + true; }";
  CHECK(check_text(source).errors() ==
        "unknown-name at 'nope': unknown name 'nope'\n"
        "unknown-name at 'v': unknown name 'v'\n"
        "unknown-fragment at 'bad': unknown function 'bad' (did you mean 'mad'?)");
}

TEST_CASE("a body's features are those it reads, sorted, including defaults of calls",
          "[check_body]") {
  CheckedText checked = check_text(source_of("float3", "tinted(surface.uv.xyx + frame.time)"));
  REQUIRE(checked.errors() == "");
  std::string paths;
  for (FeatureId feature : checked.body("tested").features) {
    paths += std::string(checked.library().text(checked.library().features[feature].path)) + " ";
  }
  CHECK(paths == "frame.time surface.normal surface.uv ");
}

}  // namespace weft::testing::check_body_expression_test
