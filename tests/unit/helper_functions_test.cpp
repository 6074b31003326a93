// Helper functions of the generated text, compiled as C++ and called where GLSL and HLSL leave the
// result open, since one driver's result does not predict another's.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/emit_source.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::helper_functions_test {

namespace {

using namespace weft;

const std::string source = R"(
feature surface.position: float3 at vertex;
feature surface.uv: float2 at vertex;
fragment clip(p: float3) -> float4 { return float4(p, 1.0); }
fragment probe(uv: float2) -> float4
{
    int i = int(uv.x);
    int j = int(uv.y);
    uint u = uint(uv.x);
    uint v = uint(uv.y);
    return float4(float(i / j), float(i % j), float(u / v), float(u % v)) *
           faceforward(uv.x, uv.y, uv.x) * refract(uv.x, uv.y, uv.x) * reflect(uv.x, uv.y);
}
material m { color = probe(surface.uv); output color; }
profile host {
    provide surface.position as attribute 0;
    provide surface.uv as attribute 1;
    vertex demand position: float4 as clip = clip(surface.position);
    fragment demand color: float4 as target 0;
}
)";

/// The text of the function that starts with `head`; fails the test if it is missing.
std::string function_of(const std::string& text, const std::string& head) {
  const std::size_t begin = text.find("\n" + head + "(");
  INFO(text);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = text.find("\n}\n", begin);
  REQUIRE(end != std::string::npos);
  return text.substr(begin, end + 3 - begin);
}

/// `choice(c, a, b)` for `c ? a : b` outside of parentheses, and inside of those that hold only
/// one.
std::string with_choices(const std::string& expression) {
  int depth = 0;
  std::size_t question = std::string::npos;
  for (std::size_t i = 0; i < expression.size() && question == std::string::npos; ++i) {
    depth += expression[i] == '(' ? 1 : expression[i] == ')' ? -1 : 0;
    if (depth == 0 && expression[i] == '?') {
      question = i;
    }
  }
  if (question == std::string::npos) {
    const std::size_t open = expression.find('(');
    const std::size_t close = expression.rfind(')');
    return expression.find('?') == std::string::npos
               ? expression
               : expression.substr(0, open + 1) +
                     with_choices(expression.substr(open + 1, close - open - 1)) +
                     expression.substr(close);
  }
  std::size_t colon = question;  // choices nest on the right, in parentheses otherwise
  for (depth = 0; depth != 0 || expression[colon] != ':'; ++colon) {
    depth += expression[colon] == '(' ? 1 : expression[colon] == ')' ? -1 : 0;
  }
  return "choice(" + expression.substr(0, question) + ", " +
         with_choices(expression.substr(question + 1, colon - question - 1)) + ", " +
         with_choices(expression.substr(colon + 1)) + ")";
}

/// A function of one `return` with both sides of its choices evaluated, as HLSL does.
std::string evaluated_eagerly(const std::string& function) {
  const std::size_t begin = function.find("return ") + 7;
  const std::size_t end = function.find(';', begin);
  return function.substr(0, begin) + with_choices(function.substr(begin, end - begin)) +
         function.substr(end);
}

// Dividing the least int by -1, or any int by 0, aborts this program.
const std::string uses = R"text(
constexpr int least = -2147483647 - 1;
constexpr uint most = 4294967295u;
int main()
{
    struct { int x, y, quotient, remainder; } ints[] = {
        {7, 2, 3, 1}, {-7, 2, -3, -1}, {7, -2, -3, 1}, {-7, -2, 3, -1}, {0, 5, 0, 0},
        {7, 0, 0, 0}, {0, 0, 0, 0}, {least, 0, 0, 0}, {7, -1, -7, 0}, {least, -1, least, 0},
        {least, 1, least, 0}, {least, least, 1, 0}, {2147483647, least, 0, 2147483647}};
    for (const auto& row : ints) {
        if (divide_int(row.x, row.y) != row.quotient) return 1;
        if (remainder_int(row.x, row.y) != row.remainder) return 2;
    }
    struct { uint x, y, quotient, remainder; } uints[] = {
        {7u, 2u, 3u, 1u}, {most, 2u, 2147483647u, 1u}, {7u, 0u, 0u, 0u}, {most, 0u, 0u, 0u},
        {0u, 0u, 0u, 0u}, {most, most, 1u, 0u}, {7u, most, 0u, 7u}};
    for (const auto& row : uints) {
        if (divide_int(row.x, row.y) != row.quotient) return 3;
        if (remainder_int(row.x, row.y) != row.remainder) return 4;
    }
    // n where the product is less than 0, else -n
    if (faceforward_scalar(3.0f, -1.0f, 2.0f) != 3.0f) return 5;
    if (faceforward_scalar(3.0f, 1.0f, 2.0f) != -3.0f) return 6;
    if (faceforward_scalar(3.0f, 0.0f, 2.0f) != -3.0f) return 7;
    if (faceforward_scalar(3.0f, 2.0f, 0.0f) != -3.0f) return 8;
    // i - 2 dot(n, i) n
    if (reflect_scalar(3.0f, 1.0f) != -3.0f || reflect_scalar(3.0f, 2.0f) != -21.0f) return 9;
    // Straight through if the indices are equal, 0 beyond the critical angle
    if (refract_scalar(1.0f, -1.0f, 1.0f) != 1.0f) return 10;
    if (refract_scalar(0.5f, 1.0f, 2.0f) != 0.0f) return 11;
    if (refract_scalar(0.0f, 1.0f, 1.0f) != 0.0f) return 12;
    if (refract_scalar(0.0f, 1.0f, 0.5f) > -0.8660f || refract_scalar(0.0f, 1.0f, 0.5f) < -0.8661f)
        return 13;
    return 0;
}
)text";

}  // namespace

TEST_CASE("helper functions: edge values are defined on every target", "[codegen]") {
  const Emitted emitted = emit_source(source, "m", "host", {.glsl = true, .hlsl = true});
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const std::string hlsl = emitted.text("ps.hlsl");
  const std::string glsl = emitted.text("frag.glsl");
  for (const bool is_glsl : {false, true}) {
    std::string program =
        "#include <algorithm>\n#include <cmath>\nusing std::max;\nusing std::sqrt;\n"
        "using uint = unsigned;\n"
        "template <class T> T choice(bool c, T a, T b) { return c ? a : b; }\n";
    for (const std::string function : {"divide_int", "remainder_int"}) {
      for (const std::string type : {"int", "uint"}) {
        program += evaluated_eagerly(function_of(is_glsl ? glsl : hlsl, type + " " + function));
      }
    }
    for (const std::string function : {"faceforward_scalar", "refract_scalar", "reflect_scalar"}) {
      program += function_of(hlsl, "float " + function);  // GLSL has it built in
    }
    const TempDir place;
    place.write("main.cpp", program + uses);
    Command compile{"/usr/bin/env"};
    // Negation wraps in shaders.
    compile.arguments = {"g++",
                         "-std=c++17",
                         "-O0",
                         "-fwrapv",
                         "main.cpp",
                         "-fsanitize=integer-divide-by-zero",
                         "-fsanitize-undefined-trap-on-error",
                         "-o",
                         "program"};
    compile.working_directory = place.path();
    const Finished built = run(compile);
    INFO(program << built.err);
    REQUIRE(built.exit_code == 0);
    CHECK(run({place.path() / "program"}).exit_code == 0);
  }
}

TEST_CASE("helper functions: integer division assignments are guarded, in loop steps too",
          "[codegen]") {
  std::string divided = source;
  divided.replace(divided.find("    uint u = uint(uv.x);"), 0,
                  "    for (int k = 64; k > 8; k /= j) { i += k; }\n    i /= j;\n    i /= 3;\n");
  const Emitted emitted = emit_source(divided, "m", "host", {.glsl = true, .hlsl = true});
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  for (const std::string suffix : {"frag.glsl", "ps.hlsl"}) {
    const std::string text = emitted.text(suffix);
    INFO(text);
    CHECK(text.find("; k = divide_int(k, j)) {") != std::string::npos);
    CHECK(text.find("    i = divide_int(i, j);\n    i /= 3;\n") != std::string::npos);
  }
}

TEST_CASE("helper functions: integer vectors divided by scalars are guarded", "[codegen]") {
  std::string divided = source;
  divided.replace(divided.find("    uint u = uint(uv.x);"), 0,
                  "    int2 pair = int2(i, j);\n    pair = pair / i;\n    pair /= j;\n"
                  "    pair = pair % 3;\n    i += pair.x;\n");
  const Emitted emitted =
      emit_source(divided, "m", "host", {.glsl = true, .hlsl = true, .spirv = true});
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const std::string glsl = emitted.text("frag.glsl");
  const std::string hlsl = emitted.text("ps.hlsl");
  INFO(glsl << hlsl);
  CHECK(glsl.find("pair = divide_int(pair, ivec2(i));\n    pair = divide_int(pair, ivec2(j));\n"
                  "    pair = remainder_int(pair, ivec2(3));\n") != std::string::npos);
  CHECK(hlsl.find("pair = divide_int(pair, i.xx);\n    pair = divide_int(pair, j.xx);\n"
                  "    pair = remainder_int(pair, int2(3, 3));\n") != std::string::npos);
}

TEST_CASE("matrix columns: an index that reads the assigned matrix is evaluated once",
          "[codegen]") {
  std::string written = source;
  written.replace(written.find("    uint u = uint(uv.x);"), 0,
                  "    float2x2 m = float2x2(uv, uv);\n    m[int(m[0].x)] = uv;\n"
                  "    m[i] = uv;\n    i += int(m[1].y);\n");
  const Emitted emitted = emit_source(written, "m", "host", {.glsl = true, .hlsl = true});
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const std::string text = emitted.text("ps.hlsl");
  INFO(text);
  CHECK(text.find("        float2 assigned_column = uv;\n"
                  "        int assigned_index = clamp(int(m[0][0]), 0, 1);\n"
                  "        m[0][assigned_index] = assigned_column.x;\n"
                  "        m[1][assigned_index] = assigned_column.y;\n") != std::string::npos);
  CHECK(text.find("        m[0][clamp(i, 0, 1)] = assigned_column.x;\n") != std::string::npos);
}

}  // namespace weft::testing::helper_functions_test
