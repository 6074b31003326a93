// Every kind of texture and shape of matrix, every type of specialization constant: both languages
// print them, glslang accepts the texts, spirv-val the modules.
// tests/render/printer_values_test.cpp checks the values.

#include <string>
#include <string_view>
#include <vector>

#include "codegen/spirv/spirv.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::codegen_shapes_test {

namespace {

using namespace weft;

constexpr EmitOptions everything = {true, true, true, true};

const std::string host = R"(
feature surface.position: float3 at vertex;
feature surface.uv: float2 at vertex;
fragment clip(p: float3) -> float4 { return float4(p, 1.0); }
profile host {
    provide surface.position as attribute 0;
    provide surface.uv as attribute 1;
    vertex demand position: float4 as clip = clip(surface.position);
    fragment demand color: float4 as target 0;
}
profile combined: host { set samplers combined; }
)";

void check_valid(const std::string& source, const std::string& profile) {
  const Emitted emitted = emit_source(source, "m", profile, everything);
  INFO(source);
  INFO(emitted.messages);
  CHECK(emitted.fine);
}

std::string matrix_name(int rows, int columns) {
  return "float" + std::to_string(rows) + "x" + std::to_string(columns);
}
std::string vector_name(int size) { return "float" + std::to_string(size); }

// `float3(a, b, c)` of the body's variables.
std::string columns_of(int rows, int columns) {
  std::string text = matrix_name(rows, columns) + "(";
  for (int i = 0; i < columns; ++i) {
    text += (i == 0 ? "" : ", ") + vector_name(rows) + "(x + " + std::to_string(i) + ".0)";
  }
  return text + ")";
}

}  // namespace

TEST_CASE("codegen: every kind of texture with every access, separate and combined") {
  struct Row {
    const char* type;
    const char* at;
    const char* texel;  // integer coordinates; none for cubes
    const char* gradients;
    const char* size;
  };
  const std::vector<Row> rows = {
      {"texture2d", "uv", "int2(uv)", "uv", "float2"},
      {"texture3d", "float3(uv, 0.5)", "int3(1, 2, int(uv.x))", "float3(uv, 0.1)", "float3"},
      {"texturecube", "float3(uv, 0.5)", nullptr, "float3(uv, 0.1)", "float2"},
      {"texture2d_array", "float3(uv, 2.0)", "int3(1, 2, int(uv.x))", "uv", "float3"},
      {"texturecube_array", "float4(uv, 0.5, 1.0)", nullptr, "float3(uv, 0.1)", "float3"},
  };
  for (const Row& row : rows) {
    std::string body = "float4 c = sample(map, " + std::string(row.at) + ") + sample_lod(map, " +
                       row.at + ", 1.5) + sample_grad(map, " + row.at + ", " + row.gradients +
                       ", " + row.gradients + " * 2.0);\n";
    if (row.texel != nullptr) {
      body += "    c += texel(map, " + std::string(row.texel) + ", 1);\n";
    }
    if (std::string_view(row.type) != "texture3d") {
      body +=
          "    c += gather(map, " + std::string(row.at) + ") + gather(map, " + row.at + ", 2);\n";
    }
    body += "    c += sample_bias(map, " + std::string(row.at) + ", 0.5);\n";
    body += "    c.y += float(texture_levels(map));\n";
    body += "    c.x += " + std::string(row.size) + "(texture_size(map, 0)).x;\n";
    const std::string source =
        host + "fragment probe(map: " + row.type + ", uv: float2) -> float4\n{\n    " + body +
        "    return c;\n}\n" + "material m {\n    param map: " + row.type +
        ";\n    param other: " + row.type +
        " [filter: nearest, wrap: clamp];\n"
        "    color = add(probe(map, surface.uv), probe(other, surface.uv));\n"
        "    output color;\n}\n"
        "fragment add(a: float4, b: float4) -> float4 { return a + b; }\n";
    for (const char* profile : {"host", "combined"}) {
      INFO(profile);
      check_valid(source, profile);
    }
  }
}

TEST_CASE("codegen: every kind of texture whose sampler compares, separate and combined") {
  struct Row {
    const char* type;
    const char* at;
    const char* size;
  };
  for (const Row& row : {Row{"texture2d_shadow", "uv", "float2"},
                         Row{"texture2d_array_shadow", "float3(uv, 2.0)", "float3"},
                         Row{"texturecube_shadow", "float3(uv, 0.5)", "float2"}}) {
    const std::string at(row.at);
    const std::string source =
        host + "fragment probe(map: " + row.type + ", uv: float2) -> float4\n{\n" +
        "    float share = sample_compare(map, " + at + ", uv.x);\n" +
        "    share += sample_compare_lod0(map, " + at + ", uv.y) * " + row.size +
        "(texture_size(map, 0)).x;\n    return float4(share);\n}\n" +
        "material m {\n    param map: " + row.type + ";\n    param other: " + row.type +
        " [compare: greater, filter: nearest];\n" +
        "    color = add(probe(map, surface.uv), probe(other, surface.uv));\n    output "
        "color;\n}\n" +
        "fragment add(a: float4, b: float4) -> float4 { return a + b; }\n";
    for (const char* profile : {"host", "combined"}) {
      INFO(row.type << " for " << profile);
      check_valid(source, profile);
    }
  }
}

TEST_CASE("codegen: matrices of every shape") {
  for (int rows = 2; rows <= 4; ++rows) {
    std::string source = host;
    std::string material = "material m {\n    t0 = surface.uv.x;\n";
    int number = 0;
    for (int columns = 2; columns <= 4; ++columns) {
      const std::string type = matrix_name(rows, columns);
      const std::string name = "probe_" + std::to_string(columns);
      source += "fragment " + name + "(m: " + type + ", x: float) -> float\n{\n    " + type +
                " a = " + columns_of(rows, columns) + ";\n    " + type + " b = " + type +
                "(x);\n    " + matrix_name(columns, rows) + " t = transpose(a + m);\n";
      // The same product for every shape that fits.
      for (int other = 2; other <= 4; ++other) {
        source += "    " + matrix_name(rows, other) + " p" + std::to_string(other) + " = a * " +
                  columns_of(columns, other) + ";\n    b[0] += p" + std::to_string(other) +
                  "[1];\n";
        if (other <= rows) {
          source += "    " + matrix_name(other, 2) + " c" + std::to_string(other) + " = " +
                    matrix_name(other, 2) + "(m);\n    x += c" + std::to_string(other) + "[1].x;\n";
        }
      }
      source += "    " + vector_name(rows) + " v = a * " + vector_name(columns) + "(x);\n    " +
                vector_name(columns) + " w = v * b;\n" +
                "    b[1] = v;\n    b[0].yx = v.xy;\n    b[int(x)][1] = w.y;\n    b[1] *= 2.0;\n" +
                "    b *= 0.5;\n    a = a - b / 2.0 + (-m) * x;\n";
      if (rows == columns) {
        source += "    x += determinant(a);\n    a = inverse(a) * a;\n    a *= m;\n";
      }
      source +=
          "    float sum = (a == b ? 1.0 : 0.0) + (a != m ? 1.0 : 0.0);\n"
          "    for (int i = 0; i < " +
          std::to_string(columns) +
          "; ++i)\n        sum += dot(a[i], b[i]) + a[i][1] + t[0][i];\n    return sum + "
          "mul(a, w).x + mul(v, a).x;\n}\n";
      // `x` is a port: needs a writable copy.
      const std::size_t begin = source.find("fragment " + name);
      const std::size_t port = source.find("x: float", begin);
      source.replace(port, 1, "from");
      source.insert(source.find("{\n", port) + 2, "    float x = from;\n");
      material += "    param p" + std::to_string(columns) + ": " + type + ";\n    t" +
                  std::to_string(number + 1) + " = " + name + "(p" + std::to_string(columns) +
                  ", t" + std::to_string(number) + ");\n";
      ++number;
    }
    material += "    color = float4(t" + std::to_string(number) + ");\n    output color;\n}\n";
    check_valid(source + material, "host");
  }
}

TEST_CASE("codegen: products of matrices of every shape keep the order of their factors") {
  for (int rows = 2; rows <= 4; ++rows) {
    for (int columns = 2; columns <= 4; ++columns) {
      const std::string type = matrix_name(rows, columns);
      const std::string source =
          host + "fragment probe(from: float) -> float4\n{\n    " + type + " m = " + type +
          "(from);\n    " + matrix_name(columns, rows) + " n = transpose(m);\n    " +
          vector_name(columns) + " right = " + vector_name(columns) + "(from);\n    " +
          vector_name(rows) + " left = " + vector_name(rows) + "(from);\n    " + vector_name(rows) +
          " a = m * right;\n    " + vector_name(columns) + " b = left * m;\n    " +
          matrix_name(rows, rows) +
          " c = m * n;\n    a += mul(m, right + right) + c[0];\n    b += mul(left + left, m);\n" +
          "    return float4(a.x, b.x, mul(n, m)[1].y, mul(left, right.x * m).x);\n}\n"
          "material m {\n    color = probe(surface.uv.x);\n    output color;\n}\n";
      const Emitted emitted = emit_source(source, "m", "host", everything);
      INFO(source);
      INFO(emitted.messages);
      REQUIRE(emitted.fine);
      const std::string glsl = emitted.text("frag.glsl");
      for (const char* part : {" a = m * right;", " b = left * m;", " c = m * n;",
                               "m * (right + right)", "(left + left) * m", "(n * m)[1]"}) {
        CHECK_THAT(glsl, contains(part));
      }
      const std::string hlsl = emitted.text("ps.hlsl");
      for (const char* part : {" a = mul(m, right);", " b = mul(left, m);", " c = mul(m, n);",
                               "mul(m, right + right)", "mul(left + left, m)", "mul(n, m)"}) {
        CHECK_THAT(hlsl, contains(part));
      }
    }
  }
}

TEST_CASE("codegen: specialization constants of every scalar type") {
  const Emitted emitted = emit_source(host + R"(
fragment probe(on: bool, n: int, u: uint, x: float) -> float4
{
    float sum = x;
    for (int i = 0; i < n; ++i)
        sum += float(u);
    return on ? float4(sum) : float4(0.0);
}
material m {
    spec param on: bool = true;
    spec param n: int = -3;
    spec param u: uint = 4000000000u;
    spec param x: float = -0.25;
    static param scale: float2 = float2(2.0, 3.0);
    color = probe(on, n, u, x);
    output color;
}
)",
                                      "m", "host", everything);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  for (const char* line : {"layout(constant_id = 0) const bool on = true;",
                           "layout(constant_id = 1) const int n = -3;",
                           "layout(constant_id = 2) const uint u = 4000000000u;",
                           "layout(constant_id = 3) const float x = -0.25;"}) {
    CHECK_THAT(emitted.text("frag.glsl"), contains(line));
  }
  for (const char* line :
       {"[[vk::constant_id(0)]] const bool on = true;", "[[vk::constant_id(1)]] const int n = -3;",
        "[[vk::constant_id(2)]] const uint u = 4000000000u;",
        "[[vk::constant_id(3)]] const float x = -0.25;"}) {
    CHECK_THAT(emitted.text("ps.hlsl"), contains(line));
  }
}

TEST_CASE("codegen: components of vectors with specialization constants compile") {
  for (const char* const value : {"float3(0.0, 1.0, y).zz", "float3(float2(0.0, y), 1.0).yz",
                                  "float4(y, 1.0, y, 0.5).wzyx.xy", "float3(y).xy",
                                  "float2(float3(1.0, y, 0.5).y)", "float2(float2(1.0, y)[1])"}) {
    CAPTURE(value);
    const std::string material = "material m { spec param y: float = 2.0; output color = float4(" +
                                 std::string(value) + ", surface.uv); }\n";
    const Emitted emitted = emit_source(host + material, "m", "host", everything);
    INFO(emitted.messages);
    CHECK(emitted.fine);
  }
}

TEST_CASE("codegen: a choice between arrays is a branch") {
  const Emitted emitted = emit_source(host + R"(
fragment probe(uv: float2, k: float) -> float4
{
    float a[2] = k > 0.5 ? float[2](k, 1.0) : float[2](2.0, k);
    return float4(a[int(uv.x)]);
}
material m { param k: float; output color = probe(surface.uv, k); }
)",
                                      "m", "host", everything);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const std::string branch =
      "    float a[2];\n    if (k > 0.5) {\n        a = probe_2;\n    } else {\n        a = "
      "probe_3;\n";
  CHECK_THAT(emitted.text("frag.glsl"), contains("    float probe_2[2] = float[2](k, 1.0);\n"
                                                 "    float probe_3[2] = float[2](2.0, k);\n" +
                                                 branch));
  CHECK_THAT(emitted.text("ps.hlsl"), contains("    float probe_2[2] = { k, 1.0 };\n"
                                               "    float probe_3[2] = { 2.0, k };\n" +
                                               branch));
}

TEST_CASE("codegen: rows of floats hold no integers, whose bits could be lost there") {
  std::string parameters =
      "    param n: int2 = int2(-1, 7);\n    param u: uint;\n    param on: bool;\n";
  constexpr int count = 1030;  // 16 bytes each: more than any host can bind
  for (int i = 0; i < count; ++i) {
    parameters += "    param v" + std::to_string(i) + ": float4;\n";
  }
  const std::string source = host + R"(
fragment of_all(v: float4, n: int2, u: uint, on: bool) -> float4
{
    return on ? v : float4(float2(n), float(u), 0.0);
}
material m {
)" + parameters + "    output color = of_all(v7, n, u, on);\n}\n";
  const Emitted emitted =
      emit_source(source, "m", "host", {.glsl = true, .hlsl = true, .reflection = true});
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  std::vector<std::string> apart;
  int in_rows = 0;
  for (const Block& block : emitted.emission.programs.interface.blocks) {
    for (const BlockMember& member : block.members) {
      if (!block.rows.empty()) {
        ++in_rows;
        CHECK(member.type == float4_type);
      } else if (block.instance == "material") {
        apart.push_back(member.name);
      }
    }
  }
  CHECK(in_rows == count);
  CHECK(apart == std::vector<std::string>{"n", "u", "on"});
}

TEST_CASE("codegen: an invariant demand prints as precise in both languages") {
  std::string source = host;
  source.replace(source.find("as clip ="), 9, "as clip invariant =");
  const Emitted emitted =
      emit_source(source + "material m { color = float4(surface.uv, 0.0, 1.0); output color; }\n",
                  "m", "host", everything);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  CHECK_THAT(emitted.text("vert.glsl"), contains("invariant gl_Position;\nprecise gl_Position;\n"));
  CHECK_THAT(emitted.text("vs.hlsl"), contains("precise float4 clip_position : SV_Position;"));
  const auto glsl = disassemble({words_of(emitted.text("vert.glsl.spv"))});
  const auto hlsl = disassemble({words_of(emitted.text("vs.hlsl.spv"))});
  REQUIRE(glsl);
  REQUIRE(hlsl);
  CHECK_THAT(*glsl, contains("Invariant"));
}

}  // namespace weft::testing::codegen_shapes_test
