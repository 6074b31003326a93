// From source to shaders: the text in both languages, accepted by glslang and spirv-val. With
// modules, emit() also compares its reflection with the modules' declarations.

#include <algorithm>
#include <string>
#include <vector>

#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::codegen_emit_test {

namespace {

using namespace weft;

constexpr EmitOptions everything = {true, true, true, true};

// A host with one of each kind of resource, and a leaf whose body tests provide.
std::string source_with(const std::string& body, const std::string& more = "") {
  return R"(
feature surface.position: float3 at vertex;
feature surface.uv: float2 at vertex;
feature surface.tint: int at vertex;
feature surface.face_sign: float at fragment;
feature surface.frag_coord: float4 at fragment;
feature instance.to_object: float4x4 at instance;
feature frame.time: float at frame;
feature frame.index: uint at frame;
feature view.to_clip: float4x4 at view [projection: to_clip];
feature view.flags: bool at view;
feature object.turn: float3x3 at object;
feature object.weights: float[] at object;
feature lights.count: int at frame;
feature lights.direction: float3[] at frame;
feature lights.frames: float3x3[] at frame;
feature lights.lamps: Lamp[] at frame;
feature view.lamp: Lamp at view;
feature view.plain: Pair at view;
feature view.lamps: Lamp[5] at view;

struct Pair {
    float3 first;
    float second;
}
struct Lamp {
    bool on;
    float2 size;
    float3[2] colors;
    Pair pair;
    float3x3 turn;
    float last;
}

fragment to_clip(p: float3) -> float4 { return view.to_clip * float4(p, 1.0); }
fragment greater(a: float, b: float) -> bool { return a > b; }
fragment multiply(a: float4, b: float4) -> float4 { return a * b; }
fragment multiply(a: float4x4, b: float4x4) -> float4x4 { return a * b; }
fragment twice(x: float3) -> float3 { return x * 2.0; }
fragment probe(uv: float2, k: float) -> float4
{
)" + body +
         R"(
}
)" + more +
         R"(
profile host {
    provide surface.position as attribute 0;
    provide surface.uv as attribute 1;
    provide surface.tint as attribute 2;
    provide instance.to_object as attribute 4 instance;
    provide surface.face_sign, surface.frag_coord as builtin;
    provide frame, view as uniform;
    provide object as uniform [capacity: 3];
    provide lights as buffer [capacity: 8];
    vertex demand position: float4 as clip invariant = to_clip(surface.position);
    fragment demand color: float4 as target 0;
    fragment demand coverage: bool as discard = true;
}
)";
}

const std::string plain_material =
    "material m { param k: float = 0.5; color = probe(surface.uv, k); output color; }\n";

}  // namespace

TEST_CASE("codegen: bodies print in both languages") {
  struct Row {
    const char* body;
    const char* glsl;
    const char* hlsl;
  };
  const std::vector<Row> rows = {
      // Precedence: only the necessary parentheses
      {"float x = (uv.x + uv.y) * k - (k - (uv.x - k)); return float4(x);",
       "float x = (uv.x + uv.y) * k - (k - (uv.x - k));",
       "float x = (uv.x + uv.y) * k - (k - (uv.x - k));"},
      {"float x = -(-k) - -1.0; return float4(x);", "float x = -(-k) - -1.0;",
       "float x = -(-k) - -1.0;"},
      {"bool b = k < 1.0 && (uv.x > k || !(uv.y == k)); return float4(b ? 1.0 : 0.0);",
       "bool b = k < 1.0 && (uv.x > k || !(uv.y == k));",
       "bool b = k < 1.0 && (uv.x > k || !(uv.y == k));"},
      {"float x = (k > 0.5 ? k : uv.x) * 2.0; return float4(x);", "(k > 0.5 ? k : uv.x) * 2.0",
       "(k > 0.5 ? k : uv.x) * 2.0"},
      // Integers
      {"int i = int(k * 9.0); int j = i / 3 + i % 4 + i / (i - 1); return float4(float(j));",
       "i / 3 + remainder_int(i, 4) + divide_int(i, i - 1)",
       "i / 3 + remainder_int(i, 4) + divide_int(i, i - 1)"},
      {"uint u = uint(k * 9.0); u = (u << 3) | (u >> u) ^ ~u; return float4(float(u % 5u));",
       "u = u << 3u | u >> (u & 31u) ^ ~u;", "u = u << 3u | u >> (u & 31u) ^ ~u;"},
      {"uint u = uint(k * 9.0); u = (u << 31) | (u >> 32); return float4(float(u));",
       "u = u << 31u | u >> (32u & 31u);", "u = u << 31u | u >> (32u & 31u);"},
      {"int3 v = int3(1, 2, 3) / int3(int(k)); return float4(float3(v), 1.0);",
       "divide_int(ivec3(1, 2, 3), ivec3(int(k)))", "divide_int(int3(1, 2, 3), int(k).xxx)"},
      // Vectors and swizzles
      {"float4 v = uv.xyxy; v.zw = uv.yx; v.x += k; return v.wzyx;", "v.zw = uv.yx;",
       "v.zw = uv.yx;"},
      {"float3 v = float3(k); return float4(v, 1.0);", "vec3 v = vec3(k);", "float3 v = k.xxx;"},
      {"float3 v = float3(0.5); return float4(v.xy, v.zz) * k;", "vec3(0.5)",
       "float3(0.5, 0.5, 0.5)"},
      {"float3 v = float3(uv, k); return float4(mix(v, twice(v), k), saturate(k));",
       "vec4(mix(v, twice(v), k), clamp(k, 0.0, 1.0))",
       "float4(lerp(v, twice(v), k), saturate(k))"},
      {"float3 v = max(float3(uv, k), 0.0); return float4(v, 1.0);", "max(vec3(uv, k), 0.0)",
       "max(float3(uv, k), 0.0)"},
      {"float2 v = mod(uv, 2.0) + fmod(uv, float2(k)); return float4(v, v);",
       "v = mod(uv, 2.0) + fmod(uv, vec2(k))",
       "v = mod(uv, float2(2.0, 2.0)) + truncated_mod(uv, k.xx)"},
      // Guards, only where an operation can be undefined
      {"float2 v = clamp(uv, k, 1.0) + clamp(uv, -1.0, 2.0); return float4(v, v);",
       "min(max(uv, k), 1.0) + clamp(uv, -1.0, 2.0)",
       "min(max(uv, k), 1.0) + clamp(uv, -1.0, 2.0)"},
      {"float2 v = smoothstep(0.7, -0.2, uv) + smoothstep(k, 0.2, uv); return float4(v, v);",
       "1.0 - smoothstep(-0.2, 0.7, uv) + smoothstep(k, 0.2, uv)",
       "1.0 - smoothstep(-0.2, 0.7, uv) + smoothstep(k, 0.2, uv)"},
      {"int i = clamp(int(k), 4, 2) + clamp(int(k), -1, 2); return float4(float(i));",
       "min(max(int(k), 4), 2) + clamp(int(k), -1, 2)",
       "min(max(int(k), 4), 2) + clamp(int(k), -1, 2)"},
      {"bool b = isnan(k) || any(isinf(uv)); return float4(b ? 1.0 : 0.0);",
       "is_nan(k) || any(is_inf(uv))", "is_nan(k) || any(is_inf(uv))"},
      // Functions of directions, of one component
      {"float x = normalize(k) + reflect(k, uv.x) + faceforward(k, uv.x, uv.y); return float4(x);",
       "sign(k) + reflect(k, uv.x) + faceforward(k, uv.x, uv.y)",
       "float(sign(k)) + reflect_scalar(k, uv.x) + faceforward_scalar(k, uv.x, uv.y)"},
      {"float x = refract(k, uv.x, uv.y); return float4(x);", "refract(k, uv.x, uv.y)",
       "refract_scalar(k, uv.x, uv.y)"},
      {"bool b = any(lessThan(uv, float2(k))) && uv == uv.yx; return float4(b ? 1.0 : 0.0);",
       "any(lessThan(uv, vec2(k))) && uv == uv.yx", "any(uv < k.xx) && all(uv == uv.yx)"},
      {"bool b = (int2(1) == int2(1, 2)) != (int2(int(k)) == int2(1)); return float4(b ? 1.0 : "
       "0.0);",
       "all(equal(ivec2(1), ivec2(1, 2))) != (ivec2(int(k)) == ivec2(1))",
       "all(int2(1, 1) == int2(1, 2)) != all(int(k).xx == int2(1, 1))"},
      {"float x = inversesqrt(k) + fract(k) + atan2(uv.y, uv.x) + log10(k + 1.0); return "
       "float4(x);",
       "inversesqrt(k) + fract(k) + atan(uv.y, uv.x) + log10(k + 1.0)",
       "rsqrt(k) + frac(k) + atan2(uv.y, uv.x) + log10(k + 1.0)"},
      {"float2 d = ddx(uv) + dFdy(uv) + sign(uv) + round(uv); return float4(d, d);",
       "dFdx(uv) + dFdy(uv) + sign(uv) + roundEven(uv)",
       "ddx(uv) + ddy(uv) + float2(sign(uv)) + round(uv)"},
      {"float x = dot(k, 2.0) + length(k) + distance(k, 1.0); return float4(x);",
       "k * 2.0 + abs(k) + abs(k - 1.0)", "k * 2.0 + abs(k) + abs(k - 1.0)"},
      // Matrices: columns in the source, rows in HLSL
      {"float3x3 m = float3x3(float3(uv, k), float3(1, 2, 3), float3(4, 5, 6)); return float4(m * "
       "m[1], m[2][0]);",
       "vec4(m * m[1], m[2][0])", "float4(mul(m, transpose(m)[1]), m[0][2])"},
      {"float2x2 m = float2x2(k); m[1] = uv; m[0].y = 3.0; m[0].yx += uv; return float4(uv * m, "
       "m[1].y, 1.0);",
       "m[0].y = 3.0;", "m[1][0] = 3.0;"},
      {"float4x4 m = float4x4(k); m[0].z = uv.x; m[1].w = uv.y; return m * float4(m[3].z);",
       "m[0].z = uv.x;\n    m[1].w = uv.y;", "m[2][0] = uv.x;\n    m[3][1] = uv.y;"},
      {"float3x3 m = inverse(object.turn) * transpose(object.turn); return float4(m[0], "
       "determinant(m));",
       "inverse(object.turn) * transpose(object.turn)",
       "mul(inverse(object_turn), transpose(object_turn))"},
      {"float4x4 m = inverse(view.to_clip) ; m *= view.to_clip; return "
       "float4(inverse(float2x2(m))[0], m[3].xy);",
       "inverse(view.to_clip)", "inverse(view_to_clip)"},
      // Structs and arrays
      {"Pair p = Pair(float3(uv, k), 2.0); p.first *= p.second; return float4(p.first, p.second);",
       "Pair p = Pair(vec3(uv, k), 2.0);", "Pair p = { float3(uv, k), 2.0 };"},
      {"Pair p; p = Pair(float3(k), k); return float4(p.first, p == p ? 1.0 : 0.0);",
       "p = Pair(vec3(k), k);", "p = make_Pair(k.xxx, k);"},
      {"float a[2]; a[0] = k; a[1] = uv.x; return float4(a[int(k)]);", "float a[2];",
       "float a[2];"},
      {"float a[2]; a[int(k)] = k; return float4(a[1]);", "float a[2] = float[2](0.0, 0.0);",
       "float a[2] = { 0.0, 0.0 };"},
      {"float a[9]; a[3] = k; return float4(a[int(uv.x)]);", "a[zeroed_element] = 0.0;",
       "a[zeroed_element] = 0.0;"},
      {"float sum = 0.0; float a[3]; for (int i = 0; i < 3; ++i) { a[i] = k; } for (uint u = 0u; u "
       "< 9u; ++u) { sum += a[u]; }"
       " return float4(sum + a[int(k)]);",
       "a[i] = k;", "a[min(u, 2u)]"},
      // Of a counter and a number the loop bounds the range
      {"float a[4]; for (int i = 0; i < 3; ++i) { a[i + 1] = a[i] + k; } return "
       "float4(a[int(k)]);",
       "a[i + 1] = a[i] + ", "a[i + 1] = a[i] + "},
      {"float a[4]; for (int i = 1; i < 4; ++i) { a[i] = a[i - 1] + a[3 - i] * k; } return "
       "float4(a[int(k)]);",
       "a[i] = a[i - 1] + a[3 - i] * ", "a[i] = a[i - 1] + a[3 - i] * "},
      {"float a[4]; for (int i = 0; i < 4; ++i) { a[i] = a[i + 1] + a[2 - i] * a[1 + i]; } return "
       "float4(a[int(k)]);",
       "a[i] = a[min(i + 1, 3)] + a[max(2 - i, 0)] * a[min(1 + i, 3)];",
       "a[i] = a[min(i + 1, 3)] + a[max(2 - i, 0)] * a[min(1 + i, 3)];"},
      {"float a[4]; for (int i = 0; i < 4; ++i) { a[i] = a[i - 1] + k; } return "
       "float4(a[int(k)]);",
       "a[i] = a[max(i - 1, 0)] + ", "a[i] = a[max(i - 1, 0)] + "},
      {"float a[4]; for (int i = 2; i < 1; ++i) { a[i] = a[i + 1] + k; } return "
       "float4(a[int(k)]);",
       "a[i + 1] + ", "a[i + 1] + "},
      {"float a[4]; for (int i = 0; i <= 2147483647; ++i) { a[i] = a[i + 1]; break; } return "
       "float4(a[int(k)]);",
       "a[clamp(i + 1, 0, 3)]", "a[clamp(i + 1, 0, 3)]"},
      {"float x = ((((((((((((((((((((((((((((((k * 2.0) + 1.0) * 3.0) + 1.0) * 3.0) + 1.0) * 3.0) "
       "+ 1.0) * 3.0) + 1.0) * 3.0)"
       " + 1.0) * 3.0) + 1.0) * 3.0) + 1.0) * 3.0) + 1.0) * 3.0) + 1.0) * 3.0) + 1.0) * 3.0) + "
       "1.0) * 3.0) + 1.0) * 3.0) + 1.0)"
       " * 3.0) + 1.0); return float4(x);",
       "float probe_2 = ", "float probe_2 = "},
      // The same in a loop header
      {"float sum = 0.0; for (float t = ((((((((((((((k * 1.5 - k) * 2.0 * 1.5 - k) * 2."
       "0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k)"
       " * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5"
       " - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0; t < 90.0; t = ((((((((((((((t * 1"
       ".5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2."
       "0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k)"
       " * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0 * 1.5 - k) * 2.0) { if"
       " (t > 5.0) continue; sum += t; } return float4(sum);",
       "if (probe_3) {", "if (probe_3) {"},
      // Statements; locals that are read before they are written are zero
      {"float x; if (k > 0.5) { x = 1.0; } else if (k > 0.25) { x = 2.0; } else { x = 3.0; } "
       "return float4(x);",
       "float x = 0.0;", "float x = 0.0;"},
      {"float x; x = k; return float4(x);", "float x;\n    x = k;", "float x;\n    x = k;"},
      {"float x = 0.0; for (int i = 0; i < 4; ++i) { if (i == 2) continue; x += k; } for (int i = "
       "9; i > 0; --i) { x += 1.0; }"
       " while (x > 8.0) { x *= 0.5; break; } return float4(x);",
       "for (int i = 9; i > 0; --i) {", "for (int i = 9; i > 0; --i) {"},
      // Features of the host
      {"float3 sum = float3(0); for (int i = 0; i < lights.count; ++i) { sum += "
       "lights.direction[i] + lights.frames[i][1]; }"
       " return float4(sum, frame.time);",
       "lights.direction[min(i, 7)].xyz", "lights[0].direction[min(i, 7)].xyz"},
      // Structs in blocks: read by member if only members are used, else loaded whole
      {"return view.lamp.on ? float4(view.lamp.colors[1], view.lamp.last) : "
       "float4(view.lamp.turn[2], view.lamp.pair.second);",
       "view.lamp.on != 0u ? vec4(view.lamp.colors[1].xyz, view.lamp.last) : "
       "vec4(view.lamp.turn[2].xyz, view.lamp.pair.second)",
       "view_lamp.on != 0u ? float4(view_lamp.colors[1].xyz, view_lamp.last) : "
       "float4(transpose(view_lamp.turn)[2].xyz, view_lamp.pair.second)"},
      {"return float4(lights.lamps[int(k)].size, lights.lamps[1].turn[1][2], "
       "lights.frames[2][0].x);",
       "vec4(lights.lamps[clamp(int(k), 0, 7)].size, lights.lamps[1].turn[1][2], "
       "lights.frames[2][0].x)",
       "lights[0].lamps[clamp(int(k), 0, 7)].size, lights[0].lamps[1].turn[2][1]"},
      {"Lamp l = view.lamp; l.last += k; return float4(l.colors[int(k)], l.last);",
       "Lamp l = load_Lamp(view.lamp);", "Lamp l = load_Lamp(view_lamp);"},
      {"Pair p = view.plain; return float4(p.first, p.second);", "Pair p = view.plain;",
       "Pair p = view_plain;"},
      {"Lamp five[5] = view.lamps; return float4(five[int(k)].size, 0.0, 1.0);",
       "five[loaded_element] = load_Lamp(view.lamps[loaded_element]);",
       "five[loaded_element] = load_Lamp(view_lamps[loaded_element]);"},
      {"return view.flags ? float4(object.weights[1]) : float4(float(frame.index));",
       "view.flags != 0u ? vec4(object.weights[1].x)",
       "view_flags != 0u ? object_weights[1].x.xxxx"},
      // Source names that are reserved in the languages
      {"float texture = k; float half = texture * 2.0; float2 input = uv; return float4(input, "
       "half, texture);",
       "float half_ = texture_ * 2.0;", "float half_ = texture_ * 2.0;"},
  };
  for (const Row& row : rows) {
    INFO(row.body);
    const Emitted emitted =
        emit_source(source_with(row.body, plain_material), "m", "host", everything);
    INFO(emitted.messages);
    CHECK(emitted.fine);
    CHECK_THAT(emitted.text("frag.glsl"), contains(row.glsl));
    CHECK_THAT(emitted.text("ps.hlsl"), contains(row.hlsl));
  }
}

TEST_CASE("codegen: graphs read host values and vertex outputs") {
  struct Row {
    const char* material;
    std::vector<const char*> vertex;    // parts of the GLSL
    std::vector<const char*> fragment;  // likewise
    std::vector<const char*> hlsl;      // parts of the HLSL of the fragment stage
  };
  const std::vector<Row> rows = {
      {"material m { color = float4(surface.uv, 0.0, 1.0); output color; }",
       {"layout(location = 0) out vec2 v_uv;", "v_uv = in_uv;", "invariant gl_Position;"},
       {"layout(location = 0) in vec2 v_uv;", "out_color = vec4(v_uv, 0.0, 1.0);"},
       {"float2 uv : TEXCOORD0;", "output.color = float4(input.uv, 0.0, 1.0);"}},
      {"material m { color = float4(surface.frag_coord.xy, surface.face_sign, 1.0); output color; "
       "}",
       {},
       {"gl_FragCoord.xy, gl_FrontFacing ? 1.0 : -1.0"},
       {"input.clip_position.xy, is_front_face ? 1.0 : -1.0",
        "bool is_front_face : SV_IsFrontFace"}},
      {"material m { color = probe(surface.uv, 1.0); output color; output coverage = surface.uv.x "
       "> 0.5; }",
       {},
       {"bool coverage = v_uv.x > 0.5;", "if (!coverage) {\n        discard;"},
       {"bool coverage = input.uv.x > 0.5;", "if (!coverage) {\n        discard;"}},
      {"material m { static param on: bool = true; spec param size: float = 2.5; param flag: bool "
       "= false;"
       " color = on ? float4(size) : float4(0.0); output color; output coverage = flag; }",
       {},
       {"layout(constant_id = 0) const float size = 2.5;", "uint flag;",
        "if (!(material.flag != 0u))"},
       {"[[vk::constant_id(0)]] const float size = 2.5;", "uint material_flag : packoffset(c0);"}},
  };
  for (const Row& row : rows) {
    INFO(row.material);
    const Emitted emitted = emit_source(source_with("return float4(uv, k, 1.0);", row.material),
                                        "m", "host", everything);
    INFO(emitted.messages);
    CHECK(emitted.fine);
    INFO(emitted.text("vert.glsl") + emitted.text("frag.glsl") + emitted.text("ps.hlsl"));
    for (const char* part : row.vertex) {
      CHECK_THAT(emitted.text("vert.glsl"), contains(part));
    }
    for (const char* part : row.fragment) {
      CHECK_THAT(emitted.text("frag.glsl"), contains(part));
    }
    for (const char* part : row.hlsl) {
      CHECK_THAT(emitted.text("ps.hlsl"), contains(part));
    }
  }
}

TEST_CASE("codegen: a profile without fragment outputs gets a vertex stage only") {
  const std::string source = source_with("return float4(uv, k, 1.0);", plain_material + R"(
profile depth {
    provide surface.position as attribute 0;
    provide view as uniform;
    vertex demand position: float4 as clip invariant = to_clip(surface.position);
    fragment demand coverage: bool as discard = true;
}
)");
  const Emitted emitted = emit_source(source, "m", "depth", everything);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  CHECK(emitted.emission.find("vert.glsl") != nullptr);
  CHECK(emitted.emission.find("vs.hlsl.spv") != nullptr);
  CHECK(emitted.emission.find("frag.glsl") == nullptr);
  CHECK(emitted.emission.find("ps.hlsl") == nullptr);
  CHECK_THAT(emitted.text("json"), contains("\"material\": \"m\""));
}

TEST_CASE("codegen: the shipped material prints in its profiles") {
  const std::string source = "import \"core\"; import \"display\"; import \"profiles\";\n";
  const std::string material = R"(
material brass {
    param base_map: texture2d {use: reflectance, encoding: srgb} [filter: nearest, wrap: clamp];
    param other_map: texture2d {use: reflectance, encoding: srgb};
    param third_map: texture2d {use: reflectance, encoding: srgb};
    albedo = mix(sample(base_map).rgb, sample(other_map).rgb, sample(third_map).r);
    output albedo;
}
)";
  const Emitted emitted = emit_source(source + material, "brass", "unlit", everything);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const std::string glsl = emitted.text("frag.glsl");
  CHECK_THAT(glsl, contains("layout(set = 1, binding = 1) uniform texture2D base_map;"));
  CHECK_THAT(glsl, contains("layout(set = 1, binding = 4) uniform sampler nearest_clamp;"));
  CHECK_THAT(glsl, contains("layout(set = 1, binding = 5) uniform sampler linear_repeat;"));
  CHECK_THAT(glsl, contains("texture(sampler2D(third_map, linear_repeat), v_uv)"));
  CHECK_THAT(emitted.text("ps.hlsl"), contains("base_map.Sample(nearest_clamp, input.uv)"));
  CHECK_THAT(emitted.text("ps.hlsl"),
             contains("[[vk::binding(5, 1)]] SamplerState linear_repeat : register(s5, space1);"));
}

TEST_CASE("codegen: several results, native bodies and reserved names") {
  const Emitted emitted = emit_source(R"(
import "core"; import "profiles";
fragment wave(x: float, y: float) -> float law nonlinear extracts (frame.time, surface.uv)
native glsl """
float wave(float x, float y) { if (x > 0.0) { { return sin(x + FRAME_TIME); } } return y + SURFACE_UV.x; }
"""
native hlsl """
float wave(float x, float y) { return x > 0.0 ? sin(x + FRAME_TIME) : y + SURFACE_UV.x; }
"""
/// How high a ridge is, and its crest.
fragment ridged(at: float3 {use: position}, octaves: constant int = 3) -> (value: float, crest: float)
{
    float sum = 0.0;
    for (int i = 0; i < octaves; ++i) { sum += abs(sin(at.x)); }
    value = sum;
    if (sum > 1.0) { crest = sum; } else { crest = 0.5; }
}
material m {
    param sample: float3 {use: reflectance, encoding: linear} = float3(1.0, 0.5, 0.2);
    param texture: texture2d {use: reflectance, encoding: srgb};
    r = ridged(surface.position);
    filter = wave(r.crest, r.value);
    albedo = (sample(texture).rgb * filter * sample) as {use: reflectance};
    output albedo;
}
)",
                                      "m", "unlit", everything);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const std::string glsl = emitted.text("frag.glsl");
  INFO(glsl);
  CHECK_THAT(glsl,
             contains("// How high a ridge is, and its crest.\n"
                      "void ridged(vec3 at, int octaves, out float value, out float crest)\n"));
  CHECK_THAT(glsl, contains("{\n    crest = 0.0;\n    float sum = 0.0;\n"));
  CHECK_THAT(glsl, contains("ridged(v_position, 3, r_value, r_crest);  // case.weft:"));
  CHECK_THAT(glsl, contains("float wave(float x, float y, vec2 surface_uv) {"));
  CHECK_THAT(glsl, contains("sin(x + frame.time)"));
  CHECK_THAT(glsl, contains("float filter_ = wave(r_crest, r_value, v_uv);"));
  CHECK_THAT(glsl,
             contains("vec4 texture_texel = texture(sampler2D(texture_, linear_repeat), v_uv);"));
  CHECK_THAT(glsl, contains("texture_texel.xyz * filter_ * material.sample_"));
  CHECK_THAT(emitted.text("ps.hlsl"), contains("? sin(x + frame_time) : y + surface_uv.x;"));
}

TEST_CASE("codegen: calls with several results and arrays precede their readers") {
  const Emitted emitted = emit_source(R"(
import "core"; import "profiles";
fragment split(x: float) -> (low: float, high: float) { low = floor(x); high = ceil(x); }
fragment ramp(x: float) -> float[3]
{
    if (x < 0.0)
        return float[3](0, 0, 0);
    float steps[3];
    for (int i = 0; i < 3; ++i)
        steps[i] = x * float(i);
    return steps;
}
fragment climb(x: float) -> float
{
    float at = x;
    while (split(at).high < 4.0)
        at += split(split(at).low + 0.5).high * 0.25;
    return at + ramp(at)[2];
}
material m {
    s = split(surface.uv.x);
    r = ramp(s.low);
    albedo = float3(climb(s.high), r[0], r[int(s.low)]) as {use: reflectance, encoding: linear};
    output albedo;
}
)",
                                      "m", "unlit", everything);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const std::string glsl = emitted.text("frag.glsl");
  INFO(glsl);
  CHECK_THAT(glsl, contains("void split(float x, out float low, out float high)\n"));
  CHECK_THAT(glsl, contains("void ramp(float x, out float ramp_2[3])\n"));
  CHECK_THAT(glsl, contains("    while (true) {\n"
                            "        float low;\n"
                            "        float high;\n"
                            "        split(at, low, high);\n"
                            "        if (!(high < 4.0)) {\n"
                            "            break;\n"
                            "        }\n"));
  CHECK_THAT(glsl, contains("ramp(at, "));
  CHECK_THAT(glsl, contains("float r[3];"));
  CHECK_THAT(emitted.text("ps.hlsl"), contains("void ramp(float x, out float "));
}

TEST_CASE("codegen: push constants, other sets and combined samplers") {
  const std::string source = source_with("return float4(uv, k, 1.0);", R"(
material m {
    param map: texture2d;
    param k: float = 0.5;
    color = probe(surface.uv, k) * sampled(map, surface.uv);
    output color;
}
fragment sampled(map: texture2d, uv: float2) -> float4 { return sample(map, uv) + texel(map, int2(uv), 0); }
fragment turned(p: float3) -> float4 { return view.to_clip * float4(object.turn * p, 1.0); }
profile moved {
    provide surface.position as attribute 0;
    provide surface.uv as attribute 1;
    provide view as uniform;
    provide object as push;
    set view_set 3;
    set material_set 2;
    set samplers combined;
    set clip_y up;
    vertex demand position: float4 as clip = turned(surface.position);
    fragment demand color: float4 as target 0;
}
)");
  const Emitted emitted = emit_source(source, "m", "moved", everything);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  CHECK_THAT(emitted.text("vert.glsl"), contains("layout(push_constant, std140) uniform Object {"));
  CHECK_THAT(emitted.text("vert.glsl"),
             contains("layout(set = 3, binding = 0, std140) uniform View {"));
  CHECK_THAT(emitted.text("vert.glsl"), contains("-"));
  CHECK_THAT(emitted.text("vs.hlsl"), contains("[[vk::push_constant]] cbuffer Object\n"));
  CHECK_THAT(emitted.text("frag.glsl"), contains("uniform sampler2D map;"));
  CHECK_THAT(emitted.text("frag.glsl"),
             contains("texture(map, uv) + texelFetch(map, ivec2(uv), 0)"));
  CHECK_THAT(emitted.text("ps.hlsl"),
             contains("map.Sample(linear_repeat, uv) + map.Load(int3(int2(uv), 0))"));
}

TEST_CASE("codegen: the JSON uses the shortest decimals that round-trip") {
  const std::string source = source_with("return float4(uv, k, 1.0);", R"(
fragment of_four(v: float4) -> float4 { return v; }
material m {
    param v: float4 = float4(0.1, 0.123456789, 16777216.0, -2.5);
    output color = of_four(v);
}
)");
  const Emitted emitted = emit_source(source, "m", "host", everything);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  std::string json = emitted.text("json");
  json.erase(std::remove_if(json.begin(), json.end(), [](char c) { return c == ' ' || c == '\n'; }),
             json.end());
  CHECK_THAT(json, contains("\"default\":[0.1,0.12345679,16777216.0,-2.5]"));
}

TEST_CASE("codegen: the JSON lists the registers declared in HLSL") {
  const std::string source =
      source_with("return float4(uv, k, 1.0) * float(lights.count) * frame.time;", R"(
fragment sampled(map: texture2d, uv: float2) -> float4 { return sample(map, uv); }
material m {
    param map: texture2d;
    param k: float = 0.5;
    output color = probe(surface.uv, k) * sampled(map, surface.uv);
}
)");
  const Emitted emitted = emit_source(source, "m", "host", everything);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const auto json = nlohmann::json::parse(emitted.text("json"));
  std::string kinds;
  for (const char* list : {"blocks", "textures", "samplers"}) {
    for (const auto& each : json[list]) {
      INFO(each.dump());
      if (!each.contains("register") || each["stages"].empty()) {
        continue;
      }
      const std::string name = each["register"];
      const std::string wanted =
          "register(" + name + ", space" + std::to_string(each["space"].get<int>()) + ")";
      CHECK_THAT(emitted.text("vs.hlsl") + emitted.text("ps.hlsl"), contains(wanted));
      kinds += kinds.find(name.front()) == std::string::npos ? name.substr(0, 1) : "";
    }
  }
  std::sort(kinds.begin(), kinds.end());
  CHECK(kinds == "bst");
  // The buffer and the texture share a register kind.
  const auto& blocks = json["blocks"];
  CHECK(std::any_of(blocks.begin(), blocks.end(), [](const auto& block) {
    return block["kind"] == "storage" && block["register"].template get<std::string>()[0] == 't';
  }));
}

TEST_CASE("codegen: mip levels use the texel filter by default") {
  const std::string source = source_with("return float4(uv, k, 1.0);", R"(
fragment sampled(map: texture2d, uv: float2) -> float4 { return sample(map, uv); }
material m {
    param a: texture2d [filter: nearest];
    param b: texture2d [filter: nearest, mip_filter: linear];
    param c: texture2d [mip_filter: nearest, wrap: clamp];
    output color = sampled(a, surface.uv) * sampled(b, surface.uv) * sampled(c, surface.uv);
}
)");
  const Emitted emitted = emit_source(source, "m", "host", everything);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const Interface& interface = emitted.emission.programs.interface;
  REQUIRE(interface.textures.size() == 3);
  using F = SamplerFilter;
  const SamplerState expected[] = {
      {F::Nearest, F::Nearest, SamplerWrap::Repeat},
      {F::Nearest, F::Linear, SamplerWrap::Repeat},
      {F::Linear, F::Nearest, SamplerWrap::Clamp, SamplerWrap::Clamp, SamplerWrap::Clamp}};
  for (const TextureBinding& texture : interface.textures) {
    INFO(texture.name);
    const auto at = static_cast<std::size_t>(texture.name.back() - 'a');
    REQUIRE(at < 3);
    CHECK(interface.samplers[texture.sampler].state == expected[at]);
  }
}

TEST_CASE("codegen: printing is deterministic") {
  const std::string source = source_with("return float4(uv, k, frame.time);", plain_material);
  const Emitted first = emit_source(source, "m", "host", everything);
  const Emitted second = emit_source(source, "m", "host", everything);
  REQUIRE(first.fine);
  REQUIRE(first.emission.files.size() == 9);
  for (const EmittedFile& file : first.emission.files) {
    INFO(file.suffix);
    CHECK(second.text(file.suffix) == file.content);
  }
}

}  // namespace weft::testing::codegen_emit_test
