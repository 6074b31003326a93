#include <string>

#include "tests/support/catch.h"
#include "tests/unit/check_body_fixture.h"

namespace weft::testing::check_body_statement_test {
namespace {

const std::string prelude = R"(
feature surface.uv: float2 at fragment;
struct Weights { float3 w; float sharpness; }
fragment noise(p: float3) -> float { return p.x; }
)";

std::string text_of(const std::string& fragment, const std::string& name = "f") {
  CheckedText checked = check_text(prelude + fragment);
  REQUIRE(checked.errors() == "");
  return body_text(checked.library(), checked.fragment(name), checked.body(name));
}

}  // namespace

TEST_CASE("statements of bodies get types and operations", "[check_body]") {
  struct Row {
    const char* body;
    const char* expected;
  };
  const Row rows[] = {
      {"float a = 1; return a;", "{ float a = 1.0; return a; }"},
      {"vec3 a; a.xz = float2(1); a[1] = 2; a *= x; return a.y;",
       "{ float3 a; a.xz = float2(1.0); a[1] = 2.0; a mul= $x; return a.y; }"},
      {"int i; ++i; --i; i += 2; return float(i);",
       "{ int i; i add= 1; i sub= 1; i add= 2; return float(i); }"},
      {"float a = x; ++a; return a;", "{ float a = $x; a add= 1.0; return a; }"},
      {"int i; i %= 3; i <<= 2; i >>= 1; i &= 7; i |= 8; i ^= 1; return float(i);",
       "{ int i; i = rem(i, 3); i = shl(i, 2); i = shr(i, 1); i = bit_and(i, 7); i = bit_or(i, 8); "
       "i = bit_xor(i, 1); return float(i); }"},
      {"float4 v; v *= float4x4(1); return v.x;",
       "{ float4 v; v = product(v, float4x4(1.0)); return v.x; }"},
      {"float both[2]; both[0] = x; return both[1];",
       "{ float[2] both; both[0] = $x; return both[1]; }"},
      {"float3[4] c; c[0].x = 1; return c[3].y;", "{ float3[4] c; c[0].x = 1.0; return c[3].y; }"},
      {"float[3] c[2]; return c[1][2];", "{ float[2][3] c; return c[1][2]; }"},
      {"Weights k = Weights(float3(x), 2); k.w /= k.w.x; (k.w).y = 0; return k.w.z * k.sharpness;",
       "{ Weights k = Weights(float3($x), 2.0); k.w div= k.w.x; k.w.y = 0.0; return mul(k.w.z, "
       "k.sharpness); }"},
      {"if (x > 0) return 1; return 2;", "{ if greater($x, 0.0) { return 1.0; } return 2.0; }"},
      {"if (x > 0) { return 1; } else if (x < 0) return 2; else { return 3; }",
       "{ if greater($x, 0.0) { return 1.0; } else if less($x, 0.0) { return 2.0; } else { return "
       "3.0; } }"},
      {"float s; for (int i = 0; i < 3; ++i) s += x; return s;",
       "{ float s; for (int i = 0; less(i, 3); i add= 1;) { s add= $x; } return s; }"},
      {"float s; int i; for (i = 0; i < 3; i += 2) { if (s > 1) break; else continue; } return s;",
       "{ float s; int i; for (i = 0; less(i, 3); i add= 2;) { if greater(s, 1.0) { break; } else "
       "{ continue; } } "
       "return s; }"},
      {"while (true) { return x; }", "{ while true { return $x; } }"},
      // Inner blocks may hide names of outer ones
      {"const float k = 2, l = k; const float w[2] = float[2](k, l); return w[1];",
       "{ float k = 2.0; float l = k; float[2] w = float[2](k, l); return w[1]; }"},
      {"const float a = x; { float a = 2; a = 3; } return a;",
       "{ float a = $x; { float a = 2.0; a = 3.0; } return a; }"},
      {"float a = x; { float a = 2; } return a;", "{ float a = $x; { float a = 2.0; } return a; }"},
      {"{ float x = 2; } return x;", "{ { float x = 2.0; } return $x; }"},
      {"for (int i = 0; i < 2; ++i) { } for (int i = 0; i < 2; ++i) { } return x;",
       "{ for (int i = 0; less(i, 2); i add= 1;) { } for (int i = 0; less(i, 2); i add= 1;) { } "
       "return $x; }"},
      {"float a = 1; { float a = a + 1; } return a;",
       "{ float a = 1.0; { float a = add(a, 1.0); } return a; }"},
      // Unreachable statements are accepted
      {"return x; return 2;", "{ return $x; return 2.0; }"},
  };
  for (const Row& row : rows) {
    INFO(row.body);
    CHECK(text_of("fragment f(x: float) -> float { " + std::string(row.body) + " }") ==
          row.expected);
  }
}

TEST_CASE("ports that are assigned to are locals that begin with the argument", "[check_body]") {
  struct Row {
    const char* fragment;
    const char* expected;
  };
  const Row rows[] = {
      {"fragment f(x: float) -> float { x = 2; return x; }",
       "{ float x = $x; x = 2.0; return x; }"},
      // Reads before the assignment read the local too: the next turn of a loop needs it
      {"fragment f(x: float) -> float { for (int i = 0; i < 2; ++i) { float y = x; x *= y; } "
       "return "
       "x; }",
       "{ float x = $x; for (int i = 0; less(i, 2); i add= 1;) { float y = x; x mul= y; } return "
       "x; "
       "}"},
      {"fragment f(p: float3, k: float, n: int) -> float { p.xz = p.zx; ++n; return p.x + k * "
       "float(n); }",
       "{ float3 p = $p; int n = $n; p.xz = p.zx; n add= 1; return add(p.x, mul($k, float(n))); }"},
      {"fragment f(w: Weights, k: float[2]) -> float { w.w.y = 1; k[1] = 2; return w.w.y + k[0]; }",
       "{ Weights w = $w; float[2] k = $k; w.w.y = 1.0; k[1] = 2.0; return add(w.w.y, k[0]); }"},
      // An inner block may hide the port
      {"fragment f(x: float) -> float { { float x = 1; x = 2; } return x; }",
       "{ { float x = 1.0; x = 2.0; } return $x; }"},
      {"fragment f(x: float) -> (a: float, b: float) { x += 1; a = x; if (x > 1) { x = 0; } b = x; "
       "}",
       "{ float x = $x; x add= 1.0; a = x; if greater(x, 1.0) { x = 0.0; } b = x; }"},
      {"fragment f(x: float) -> (value: float) { x = 1; value = x; }",
       "{ float x = $x; float value; x = 1.0; value = x; return value; }"},
  };
  for (const Row& row : rows) {
    INFO(row.fragment);
    CHECK(text_of(row.fragment) == row.expected);
  }
  CHECK(check_text(prelude + "fragment f(n: constant int) -> int { n = 2; return n; }").errors() ==
        "not-assignable at 'n': port 'n' cannot be assigned to, since it is constant (copy it into "
        "a local first)");
  CHECK(
      check_text(prelude + "fragment f(x: uniform float) -> float { x = 2; return x; }").errors() ==
      "not-assignable at 'x': port 'x' cannot be assigned to, since it is uniform (copy it into "
      "a local first)");
  CHECK(check_text(prelude + "fragment f(t: texture2d) -> float { t = t; return 1; }").errors() ==
        "not-assignable at 't': port 't' cannot be assigned to, since it is a texture or sampler");
}

TEST_CASE("results of bodies become locals and returned values", "[check_body]") {
  SECTION("several results are assigned") {
    CHECK(text_of("fragment f(x: float) -> (value: float, crest: float3) { value = x; if (x > 0) { "
                  "crest = float3(1); "
                  "return; } crest = float3(0); }") ==
          "{ value = $x; if greater($x, 0.0) { crest = float3(1.0); return; } crest = float3(0.0); "
          "}");
  }
  SECTION("results are locals that record their index") {
    CheckedText checked =
        check_text("fragment f(x: float) -> (a: float, b: int) { int t = 1; a = x; b = t; }");
    REQUIRE(checked.errors() == "");
    const Body& body = checked.body("f");
    REQUIRE(body.locals.size() == 3);
    CHECK(body.locals[0].output == 0U);
    CHECK(body.locals[1].output == 1U);
    CHECK(body.locals[1].type == int_type);
    CHECK_FALSE(body.locals[2].output);
  }
  SECTION("one named result is returned like an unnamed one") {
    CHECK(text_of("fragment f(x: float) -> (value: float) { value = 1; if (x > 0) return; value = "
                  "x; }") ==
          "{ float value; value = 1.0; if greater($x, 0.0) { return value; } value = $x; return "
          "value; }");
    CHECK(text_of("fragment f(x: float) -> (value: float) { return x; }") ==
          "{ float value; return $x; }");
  }
  SECTION("a conversion that states traits gives its input's data type") {
    CHECK(text_of("trait use { color, tint } conversion f(c: float3 {use: color}) -> {use: tint} "
                  "difficulty 1 { return c * 2; }") == "{ return mul($c, 2.0); }");
  }
}

TEST_CASE("type variables in bodies become their arguments", "[check_body]") {
  CheckedText checked = check_text(
      "fragment f<T: floating>(a: T, b: T, t: float) -> T { T both[2]; both[0] = a; both[1] = "
      "T(t); return both[0] * b; }");
  REQUIRE(checked.errors() == "");
  const Fragment& fragment = checked.fragment("f");
  REQUIRE(fragment.instances().size() == 4);
  CHECK(body_text(checked.library(), fragment, checked.body("f", 0)) ==
        "{ float[2] both; both[0] = $a; both[1] = $t; return mul(both[0], $b); }");
  CHECK(body_text(checked.library(), fragment, checked.body("f", 2)) ==
        "{ float3[2] both; both[0] = $a; both[1] = float3($t); return mul(both[0], $b); }");
}

TEST_CASE("wrong statements are reported where they occur", "[check_body]") {
  struct Row {
    const char* body;
    const char* expected;
  };
  const Row rows[] = {
      {"surface.uv.x = 1; return x;",
       "not-assignable at 'surface.uv.x': feature 'surface.uv' cannot be assigned to "
       "(copy it into a local first, or inject it: value with (…))"},
      {"x + 1 = 2; return x;",
       "not-assignable at 'x + 1': this is a value: only locals and ports can be assigned to"},
      {"float a; float(a) = 2; return a;",
       "not-assignable at 'float(a)': this is a value: only locals and ports can be assigned to"},
      {"float3 a; a.xx = float2(1); return a.x;",
       "not-assignable at 'a.xx': a swizzle that repeats a component cannot be assigned to"},
      {"PI = 3; return x;",
       "not-assignable at 'PI': this is a value: only locals and ports can be assigned to"},
      {"const float k = 2; k = 3; return k;",
       "not-assignable at 'k': 'k' is const and cannot be assigned to"},
      {"const float3 a = float3(1); a.x += 1; return a.x;",
       "not-assignable at 'a.x': 'a' is const and cannot be assigned to"},
      {"const float k; return k;", "bad-declaration at 'k': 'k' is const and needs a value"},
      {"for (const int i = 0; i < 2; ++i) { } return x;",
       "not-assignable at 'i': 'i' is const and cannot be assigned to"},
      {"float a = 1; float a = 2; return a;",
       "duplicate-name at 'a': 'a' is already declared in this block"},
      {"float x = 1; return x;", "duplicate-name at 'x': 'x' is already declared in this block"},
      {"for (int i = 0; i < 1; ++i) { int i = 2; } return x;",
       "duplicate-name at 'i': 'i' is already declared in this block"},
      {"float surface = 1; return surface;",
       "hidden-namespace at 'surface': 'surface' hides the features surface.* (choose another "
       "name)"},
      {"float Weights = 1; return x;",
       "duplicate-name at 'Weights': 'Weights' is the name of a data type (choose another name)"},
      {"floot a = 1; return a;",
       "unknown-type at 'floot': unknown data type 'floot' (did you mean 'float'?)"},
      {"texture2d t; return x;",
       "bad-declaration at 'texture2d': a local cannot hold a texture2d (use the port directly "
       "where the texture is sampled)"},
      {"float a = true; return a;",
       "type-mismatch at 'true': expected float for 'a', found bool (write float(true))"},
      {"int i; i = x; return x;",
       "type-mismatch at 'x': expected int for 'i', found float (write int(x))"},
      {"int i; i *= 1.5; return x;",
       "type-mismatch at 'i *= 1.5;': '*' takes numbers of the same kind, not int and float (write "
       "float(i))"},
      {"float a; a *= float3(1); return a;",
       "type-mismatch at 'a *= float3(1);': 'a' is float, but the assigned value is float3"},
      {"bool b; ++b; return x;",
       "type-mismatch at '++b;': '+' takes numbers, vectors and matrices, not bool and int"},
      {"float a[0]; return x;", "out-of-range at '0': an array has 1 to 65536 elements, not 0"},
      {"float a[300][300]; return x;",
       "out-of-range at 'a': this array has more than 65536 elements"},
      {"float a[]; return x;",
       "bad-declaration at 'a': an array in a body needs a size (write it in [])"},
      {"float a[surface.uv]; return x;",
       "not-constant at 'surface.uv': 'surface.uv' is a feature of the context, not a constant"},
      {"int n = 2; float a[n]; return x;", "unknown-name at 'n': unknown name 'n'"},
      {"noise(float3(1)); return x;",
       "no-effect at 'noise(float3(1));': this statement has no effect (fragments are pure: "
       "assign the value to a local or return it)"},
      {"break; return x;", "stray-jump at 'break;': 'break' appears outside a loop"},
      {"if (x > 0) continue; return x;",
       "stray-jump at 'continue;': 'continue' appears outside a loop"},
      {"if (x) return 1; return x;",
       "type-mismatch at 'x': expected bool for a condition, found float (compare it: x != 0)"},
      {"while (1) { } return x;",
       "type-mismatch at '1': expected bool for a condition, found int (compare it: 1 != 0)"},
      {"return;", "missing-return at 'return;': 'return' must return a float"},
      {"if (x > 0) { float y = 1; } return y;", "unknown-name at 'y': unknown name 'y'"},
      {"", "missing-return at '}': the body can end here without returning its float"},
      {"if (x > 0) return 1;",
       "missing-return at '}': the body can end here without returning its float"},
      {"for (int i = 0; i < 2; ++i) return 1;",
       "missing-return at '}': the body can end here without returning its float"},
      {"while (true) { if (x > 0) break; return 1; }",
       "missing-return at '}': the body can end here without returning its float"},
      {"while (x > 0) { return 1; }",
       "missing-return at '}': the body can end here without returning its float"},
  };
  for (const Row& row : rows) {
    INFO(row.body);
    CHECK(check_text(prelude + "fragment f(x: float) -> float { " + row.body + " }").errors() ==
          row.expected);
  }
}

TEST_CASE("a path that leaves a result unassigned is an error", "[check_body]") {
  struct Row {
    const char* body;
    bool is_fine;
  };
  const Row rows[] = {
      {"a = x; b = 1;", true},
      {"b = 1;", false},
      {"b = 1; if (x > 0) a = 1;", false},
      {"b = 1; if (x > 0) a = 1; else a = 2;", true},
      {"b = 1; if (x > 0) return; a = 1;", false},
      {"b = 1; a = 1; if (x > 0) return; a = 2;", true},
      {"b = 1; for (int i = 0; i < 2; ++i) a = 1;", false},
      {"b = 1; for (a = 0; a < 2; a += 1) { }", true},
      {"b = 1; while (true) { a = 1; break; }", true},
      {"b = 1; while (true) { if (x > 0) break; a = 1; }", false},
      {"b = 1; while (true) { }", true},
      {"b = 1; a += 1;", false},
  };
  for (const Row& row : rows) {
    INFO(row.body);
    std::string errors =
        check_text(std::string("fragment f(x: float) -> (a: float, b: int) { ") + row.body + " }")
            .errors();
    CHECK(errors ==
          (row.is_fine ? ""
                       : "missing-return at '}': the body can end without assigning its result 'a' "
                         "(assign it on every path, for example at the beginning)"));
  }
}

TEST_CASE("results are locals of the outermost block", "[check_body]") {
  CHECK(
      check_text("fragment f(x: float) -> (a: float, b: float) { float a = x; b = a; }").errors() ==
      "duplicate-name at 'a': 'a' is already declared in this block");
  CHECK(check_text("fragment f(x: float) -> (a: float, b: float) { return x; }").errors() ==
        "type-mismatch at 'x': 'return' takes no value in a fragment with several results (assign "
        "to the names of the results)");
}

}  // namespace weft::testing::check_body_statement_test
