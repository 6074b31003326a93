// Large and random bodies: linear time, bounded stack, no crash.
#include <ctime>
#include <iterator>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/seed.h"
#include "tests/unit/check_body_fixture.h"

namespace weft::testing::check_body_size_test {
namespace {

std::string repeated(const std::string& part, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) {
    all += part;
  }
  return all;
}

}  // namespace

TEST_CASE("long bodies are checked in linear time", "[check_body]") {
  constexpr std::size_t count = 100000;
  struct Row {
    const char* name;
    std::string body;
    std::string errors;
  };
  const Row rows[] = {
      {"a long sum", "return x" + repeated(" + x", count) + ";", ""},
      {"a long chain of swizzles", "return v" + repeated(".xyz", count) + ".x;", ""},
      {"a long chain of indices", "float4x4 m; return m[0]" + repeated(".xyzw", count) + "[0];",
       ""},
      {"many locals", repeated("{ float a = x; } ", count) + "return x;", ""},
      {"many locals in one block",
       [] {
         std::string body;
         for (std::size_t i = 0; i < count; ++i) {
           body += "float a" + std::to_string(i) + " = x; ";
         }
         return body + "return x;";
       }(),
       ""},
      {"a long chain of else ifs",
       "if (x > 0) return x;" + repeated(" else if (x > 1) return x;", 150) + " return x;", ""},
      {"many calls", "return x" + repeated(" + g(x)", count) + ";", ""},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    std::clock_t begin = std::clock();  // CPU time of this process, independent of other load
    CheckedText checked = check_text(
        "fragment g(x: float) -> float { return x; }\n"
        "fragment f(x: float, v: float3) -> float { " +
        row.body + " }");
    double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    CHECK(checked.errors() == row.errors);
    // Quadratic behavior takes minutes here; unoptimized builds with sanitizers must pass.
    CHECK(seconds < 20.0);
  }
}

TEST_CASE("bodies nested as deep as the parser allows are checked", "[check_body]") {
  constexpr std::size_t depth = 90;
  CheckedText checked =
      check_text("fragment f(x: float) -> float { " + repeated("while (x > 0) { ", depth) +
                 repeated("}", depth) + " return " + repeated("(", depth) + "x" +
                 repeated(")", depth) + "; }");
  CHECK(checked.errors() == "");
}

TEST_CASE("random tokens never crash the checker", "[check_body]") {
  static const char* const tokens[] = {
      "float",      "float3",     "int",
      "bool",       "T",          "Weights",
      "x",          "v",          "i",
      "a",          "b",          "value",
      "height",     "surface",    ".",
      ".",          "uv",         "xy",
      "w",          "(",          ")",
      "(",          ")",          "[",
      "]",          "{",          "}",
      ";",          ";",          ";",
      "=",          "+=",         "*=",
      "+",          "-",          "*",
      "/",          "%",          "<",
      "==",         "&&",         "||",
      "?",          ":",          ",",
      ",",          "1",          "0",
      "2.5",        "3u",         "true",
      "if",         "else",       "for",
      "while",      "return",     "break",
      "continue",   "++",         "!",
      "~",          "<<",         "&",
      "with",       "as",         "=>",
      "loop",       "max",        "dot",
      "noise",      "sample",     "map",
      "#a0b0c0",    "\"s\"",      "PI",
      "float3(",    "return x ;", "return x ;",
      "float3 c ;", "c.x = x ;",  "{ }",
      "if (x > 0)", "if (b) {",   "while (true)",
      "float a = ", "x + v",      "for (int i = 0; i < 3; ++i)",
  };
  constexpr std::size_t token_count = sizeof(tokens) / sizeof(tokens[0]);
  const std::string prelude =
      "feature surface.uv: float2 at fragment;\n"
      "struct Weights { float3 w; float sharpness; }\n"
      "fragment noise(p: float3, s: float = 1.0) -> float { return p.x * s; }\n"
      "fragment f<T: floating>(x: float, v: T, map: texture2d, height: fn(at: float3) -> float, "
      "value: eval(surface.uv) -> float3) -> float { ";
  Random random(seed());
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < scaled(2000); ++i) {
    std::string body;
    std::size_t length = 1 + random.below(1 + random.below(20));
    for (std::size_t token = 0; token < length; ++token) {
      body += std::string(tokens[random.below(token_count)]) + " ";
    }
    CheckedText checked = check_text(prelude + body + " return x; }");
    bool is_fine = checked.errors().empty();
    accepted += is_fine ? 1 : 0;
    // An accepted body can be printed: all its ids are valid.
    if (is_fine) {
      INFO(body);
      CHECK_FALSE(body_text(checked.library(), checked.fragment("f"), checked.body("f")).empty());
    }
  }
  CHECK(accepted > 0);
}

TEST_CASE("random expressions never crash the checker", "[check_body]") {
  // Grammatical expressions, so that the checker sees every operator and function with every type.
  static const char* const atoms[] = {"x",     "v",          "i", "u",   "b",  "M",    "w",  "map",
                                      "value", "surface.uv", "1", "2.5", "3u", "true", "PI", "iv"};
  static const char* const shapes[] = {"@ + @",
                                       "@ * @",
                                       "@ / @",
                                       "@ - @",
                                       "@ % @",
                                       "@ < @",
                                       "@ == @",
                                       "@ && @",
                                       "@ << @",
                                       "@ & @",
                                       "-@",
                                       "!@",
                                       "~@",
                                       "(@)",
                                       "@ ? @ : @",
                                       "@.xy",
                                       "@.x",
                                       "@.w",
                                       "@[@]",
                                       "float3(@, @)",
                                       "float3(@)",
                                       "int(@)",
                                       "float4x4(@)",
                                       "Weights(@, @)",
                                       "max(@, @)",
                                       "dot(@, @)",
                                       "mix(@, @, @)",
                                       "sample(@, @)",
                                       "abs(@)",
                                       "noise(@)",
                                       "noise(s: @, p: @)",
                                       "height(@)",
                                       "twice(@)",
                                       "value with (surface.uv: @)",
                                       "mul(@, @)",
                                       "lessThan(@, @)",
                                       "float[2](@, @)"};
  const std::string prelude =
      "feature surface.uv: float2 at fragment;\n"
      "struct Weights { float3 w; float sharpness; }\n"
      "fragment noise(p: float3, s: float = 1.0) -> float { return p.x * s; }\n"
      "fragment noise(p: float2) -> float { return p.x; }\n"
      "fragment twice<T: numeric>(x: T) -> T { return x + x; }\n"
      "fragment f(x: float, v: float3, i: int, u: uint, b: bool, iv: int2, M: float4x4, w: "
      "Weights, map: texture2d, "
      "height: fn(at: float3) -> float, value: eval(surface.uv) -> float3) -> float { ";
  Random random(seed());
  for (std::size_t i = 0; i < scaled(500); ++i) {
    std::string expr = "@";
    for (std::size_t step = 0; step < 6; ++step) {
      std::size_t hole = expr.find('@');
      if (hole == std::string::npos) {
        break;
      }
      std::string part = random.chance(3) ? atoms[random.below(std::size(atoms))]
                                          : shapes[random.below(std::size(shapes))];
      expr.replace(hole, 1, part);
    }
    while (expr.find('@') != std::string::npos) {
      expr.replace(expr.find('@'), 1, atoms[random.below(std::size(atoms))]);
    }
    CheckedText checked = check_text(prelude + "bool t = " + expr + "; float3 s = " + expr +
                                     "; return " + expr + "; }");
    // One of the three types is wrong.
    INFO(expr);
    CHECK_FALSE(checked.errors().empty());
  }
}

}  // namespace weft::testing::check_body_size_test
