// Which values of a fragment stage have medium precision, in the texts of both languages and in the
// modules made of them.

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "codegen/spirv/spirv.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::medium_values_test {

namespace {

using namespace weft;

const char* const preamble = R"(
import "core";
import "display";
profile drawn {
    provide surface.position as attribute 0;
    provide surface.normal as attribute 1;
    provide surface.uv as attribute 2;
    provide view, object, material as uniform;
    provide lights as buffer [capacity: 4];
    set uniform_program off;
    set precision medium;
    vertex demand position: float4 {use: position, basis: clip} as clip = surface.position;
    fragment demand a: float3 as target 0;
    fragment demand b: float as target 1 = 0.0;
    fragment demand c: bool as discard = true;
    fragment demand d: float as depth = 0.5;
}
profile halves: drawn { set medium_type float16; }
fragment plain(c: float3) -> float3 { float3 twice = c * 2.0; return twice * 0.5; }
fragment pale(c: float3, by: float) -> float3
{ float3 gray = float3(gray_of(c)); if (true) { gray *= 0.5; } return mix(c, gray, by); }
fragment gray_of(c: float3) -> float { float sum = dot(c, float3(0.25, 0.5, 0.25)); return sum * 0.9; }
fragment bright(c: float3) -> float3 { float3 more = c * 3.0; return more * 0.1; }
fragment tenfold(c: float3) -> float3 { float3 sum = c; for (int i = 0; i < 9; ++i) { sum = mix(sum, c, 0.5); } return sum; }
fragment ranked(c: float3, k: int) -> float3 { float3 one = c * 0.5; if (k > 1) { one = c.zyx; } return one; }
fragment steep(c: float3) -> float3 { float3 root = sqrt(c); return root * root; }
fragment jumps(c: float3) -> float3 { float3 d = c; if (c.x > 0.5) { d = c.yzx; } return d; }
fragment weighed(c: float3, w: float) -> float3 { float3 d = c * w; return d * 0.5; }
fragment applied(of: fn(x: float) -> float3) -> float3 { return of(0.25) + of(0.75); }
fragment hardened(w: float) -> float
{ float a = w; a = saturate(a * 2.0 - 0.5); a = saturate(a * 2.0 - 0.5); a = saturate(a * 2.0 - 0.5); return a; }
fragment halves(c: float3) -> (low: float3, high: float3) { low = c * 0.25; high = c * 0.75; }
extend encoding { rooted }
conversion restated(c: float3 {use: reflectance, encoding: linear}) -> {encoding: rooted} difficulty 9
{ float3 root = sqrt(c); return root; }
)";

const char* const parameters = R"(
    param tint: float3 {use: reflectance, encoding: linear} = float3(0.5);
    param rust: float3 {use: reflectance, encoding: linear} = float3(0.4);
    param glow: float3 {use: radiance, encoding: linear} = float3(0.4);
    param wear: float = 0.5 [min: 0, max: 1];
    param size: float = 0.5;
    param map: texture2d {use: reflectance, encoding: linear};
    param turn: float3x3;
)";

/// The texts and modules for a profile: of both languages, or of GLSL, which has float16.
Emitted emitted(const std::string& outputs, const std::string& profile = "drawn") {
  EmitOptions options;
  options.glsl = options.spirv = true;
  options.hlsl = profile == "drawn";
  const std::string source = preamble + std::string("material m {") + parameters + outputs + "}\n";
  Emitted result = emit_source(source, "m", profile, options);
  INFO(result.messages);
  REQUIRE(result.fine);
  return result;
}

/// The names of the locals of a text that are declared with one of the words, sorted.
std::vector<std::string> declared(const std::string& text, const std::vector<std::string>& types) {
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    for (const std::string& type : types) {
      const std::string head = "    " + type + " ";
      if (line.starts_with(head)) {
        const std::size_t end = line.find_first_of(" ;", head.size());
        names.push_back(line.substr(head.size(), end - head.size()));
      }
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> medium_in_glsl(const Emitted& from) {
  return declared(from.text("frag.glsl"),
                  {"mediump float", "mediump vec2", "mediump vec3", "mediump vec4"});
}

std::vector<std::string> medium_in_hlsl(const Emitted& from) {
  return declared(from.text("ps.hlsl"),
                  {"min16float", "min16float2", "min16float3", "min16float4"});
}

struct Row {
  const char* what;
  const char* outputs;
  std::vector<std::string> medium;
};

std::vector<Row> rows() {
  return {
      {"products of colors", "output a = tint * rust;", {"a", "rust", "tint"}},
      {"a mix by a weight", "output a = mix(tint, rust, wear);", {"a", "rust", "tint", "wear"}},
      {"steps that multiply errors",
       "w = saturate(surface.uv.x); x = saturate(w * 2.0 - 0.5); y = saturate(x * 2.0 - 0.5); z = "
       "saturate(y * 2.0 - 0.5);"
       " output a = mix(tint, rust, z);",
       {"a", "rust", "tint", "z", "z_part_medium"}},
      {"such steps in a function",
       "output a = mix(tint, rust, hardened(saturate(surface.uv.x)));",
       {"a", "hardened_value_medium", "rust", "tint"}},
      {"a number without bounds", "output a = mix(tint, rust, size);", {}},
      {"a product with light", "output a = tint * rust * glow;", {}},
      {"beside a product with light",
       "both = tint * rust; output a = both + float3(1.0) * wear; output b = (both * glow).x;",
       {"a", "both_medium", "wear"}},
      {"a reader with a root", "both = tint * rust; output a = steep(both);", {}},
      {"a reader with a jump", "both = tint * rust; output a = jumps(both);", {}},
      {"a function of colors",
       "both = tint * rust; output a = plain(both);",
       {"a", "both", "rust", "tint", "twice"}},
      {"a function that calls another",
       "both = tint * rust; output a = pale(both, wear);",
       {"a", "both", "gray", "rust", "sum", "tint", "wear"}},
      {"a function of a number without bounds", "output a = pale(tint, size);", {}},
      {"a function with a great value", "output a = bright(tint);", {}},
      {"a function with a loop", "output a = tenfold(tint);", {}},
      {"a function with a constant int", "output a = ranked(tint, 2);", {"a", "one", "tint"}},
      {"a function with an int", "output a = ranked(tint, int(size));", {}},
      {"a function that light reads", "output a = plain(tint) * glow;", {}},
      {"two precisions of a function",
       "output a = pale(tint, wear); output b = pale(tint, size).x;",
       {"a", "gray", "sum", "tint", "wear"}},
      {"a function of weights", "w = wear * wear; output a = weighed(glow, w);", {}},
      {"a function that captures a color",
       "both = tint * rust; output a = applied((x) => both * x);",
       {"both", "rust", "tint"}},
      {"a function that captures a weight",
       "w = wear * wear; output a = applied((x) => glow * (x * w));",
       {}},
      {"results of a function",
       "two = halves(tint); output a = (two.low as {use: reflectance}) * rust;",
       {"a", "a_part_medium", "rust"}},
      {"a texture", "output a = sample(map).rgb * tint;", {"a", "map_texel_medium", "tint"}},
      {"texture coordinates",
       "moved = tint * rust; at = moved.xy as {use: texcoord}; "
       "output a = sample(map).rgb with (surface.uv: at);",
       {}},
      {"a position",
       "moved = (tint * rust) as {use: position, basis: model}; output a = plain(moved);",
       {}},
      {"coverage", "both = tint * rust; output a = glow; output c = both.x > 0.1;", {}},
      {"depth", "w = wear * wear; output a = glow; output d = w;", {}},
      {"an integer", "w = wear * wear; output a = glow * float(int(w));", {}},
      {"a choice by a condition",
       "output a = surface.uv.x > 0.5 ? tint * rust : rust * wear;",
       {"a", "rust", "tint", "wear"}},
      {"a loop",
       "sum = loop 3 with (s: float3 = tint * rust) { s = s * tint; }; output a = sum.s;",
       {}},
      {"a conversion between encodings",
       "both = tint * rust; coded: float3 {encoding: rooted} = both; output a = plain(coded);",
       {"a", "both", "both_rooted_medium", "rust", "tint", "twice"}},
      {"a great literal", "output a = tint * 100000.0;", {}},
      {"a literal", "output a = tint * 100.0;", {"a", "tint"}},
      {"a literal that is the depth, too",
       "k = 0.25; output a = mix(tint, rust, wear * k); output d = k;",
       {"a", "rust", "tint", "wear"}},
      {"a matrix", "both = tint * rust; output a = (turn * both) as {use: reflectance};", {}},
      {"only moved", "output a = float3(tint.xy, wear);", {}},
  };
}

/// One instruction of an assembly.
struct Instruction {
  std::string result;
  std::string op;
  std::vector<std::string> operands;
};

std::vector<Instruction> instructions_of(const std::string& module) {
  const auto assembly = disassemble({words_of(module)});
  REQUIRE(assembly.has_value());
  std::vector<Instruction> all;
  std::istringstream lines(*assembly);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> parts{std::istream_iterator<std::string>(words), {}};
    Instruction one;
    if (parts.size() > 2 && parts[1] == "=") {
      one.result = parts[0];
      parts.erase(parts.begin(), parts.begin() + 2);
    }
    if (!parts.empty()) {
      one.op = parts.front();
      one.operands.assign(parts.begin() + 1, parts.end());
      all.push_back(std::move(one));
    }
  }
  return all;
}

std::set<std::string> relaxed_ids(const std::vector<Instruction>& module) {
  std::set<std::string> ids;
  for (const Instruction& each : module) {
    if (each.op == "OpDecorate" && each.operands[1] == "RelaxedPrecision") {
      ids.insert(each.operands[0]);
    }
  }
  return ids;
}

/// Everything that the ids are computed from, through loads of what is stored.
std::set<std::string> computed_from(const std::vector<Instruction>& module,
                                    std::vector<std::string> open) {
  std::multimap<std::string, std::string> from;
  for (const Instruction& each : module) {
    if (each.op == "OpStore") {
      from.emplace(each.operands[0], each.operands[1]);
    } else if (!each.result.empty() && !each.op.starts_with("OpType")) {
      for (std::size_t i = 1; i < each.operands.size(); ++i) {
        from.emplace(each.result, each.operands[i]);
      }
    }
  }
  std::set<std::string> reached;
  while (!open.empty()) {
    const std::string id = open.back();
    open.pop_back();
    if (id.starts_with("%") && reached.insert(id).second) {
      const auto [first, last] = from.equal_range(id);
      for (auto at = first; at != last; ++at) {
        open.push_back(at->second);
      }
    }
  }
  return reached;
}

std::size_t count_relaxed(const std::vector<Instruction>& module, const std::string& op,
                          const std::string& word = "") {
  const std::set<std::string> relaxed = relaxed_ids(module);
  return static_cast<std::size_t>(
      std::count_if(module.begin(), module.end(), [&](const Instruction& each) {
        const auto& has = each.operands;
        return each.op == op && relaxed.contains(each.result) &&
               (word.empty() || std::find(has.begin(), has.end(), word) != has.end());
      }));
}

}  // namespace

TEST_CASE("medium values: what may have medium precision, and what must not") {
  for (const Row& row : rows()) {
    INFO(row.what);
    const Emitted result = emitted(row.outputs);
    INFO(result.text("frag.glsl"));
    CHECK(medium_in_glsl(result) == row.medium);
    CHECK(medium_in_hlsl(result) == row.medium);
  }
}

TEST_CASE("medium values: only operators of that precision read what is rounded for them") {
  const Emitted result = emitted(
      "both = tint * rust; output a = both + float3(1.0) * wear; output b = (both * glow).x;");
  CHECK_THAT(result.text("frag.glsl"), contains("both_medium + wear;"));
  CHECK_THAT(result.text("frag.glsl"), contains("(both * material.glow).x;"));
  CHECK_THAT(result.text("ps.hlsl"), contains("both_medium + wear;"));
  CHECK_THAT(result.text("ps.hlsl"), contains("(both * material_glow).x;"));
}

TEST_CASE("medium values: a call's precision is that of its function") {
  const Emitted result = emitted("output a = pale(tint, wear); output b = pale(tint, size).x;");
  CHECK_THAT(result.text("frag.glsl"),
             contains("mediump vec3 pale_medium(mediump vec3 c, mediump float by)"));
  CHECK_THAT(result.text("frag.glsl"), contains("mediump float gray_of_medium(mediump vec3 c)"));
  CHECK_THAT(result.text("frag.glsl"), contains("\nvec3 pale(vec3 c, float by)"));
  CHECK_THAT(result.text("frag.glsl"), contains("pale(material.tint, material.size)"));
  CHECK_THAT(result.text("ps.hlsl"),
             contains("min16float3 pale_medium(min16float3 c, min16float by)"));
  CHECK_THAT(result.text("ps.hlsl"), contains("pale_medium(tint, wear)"));
  const Emitted halves =
      emitted("output a = pale(tint, wear); output b = pale(tint, size).x;", "halves");
  CHECK_THAT(halves.text("frag.glsl"), contains("f16vec3 pale_medium(f16vec3 c, float16_t by)"));
  CHECK_THAT(halves.text("frag.glsl"), contains("return f16vec3(mix(c, gray, by));"));
  CHECK_THAT(halves.text("frag.glsl"), contains("gray *= 0.5hf;"));
}

TEST_CASE("medium values: the modules relax functions") {
  const Emitted result = emitted("both = tint * rust; output a = pale(both, wear);");
  for (const char* suffix : {"frag.glsl.spv", "ps.hlsl.spv"}) {
    INFO(suffix);
    const std::vector<Instruction> module = instructions_of(result.text(suffix));
    CHECK(count_relaxed(module, "OpFunctionCall") == 2);
    CHECK(count_relaxed(module, "OpFunctionParameter") == 3);
    CHECK(count_relaxed(module, "OpDot") == 1);
    // glslang's HLSL relaxes intrinsics in declarations only.
    CHECK(count_relaxed(module, "OpExtInst", "FMix") == (suffix[0] == 'f' ? 1 : 0));
  }
}

TEST_CASE("medium values: float16 is what GLSL declares them as, and no module of HLSL is made") {
  for (const Row& row : rows()) {
    INFO(row.what);
    const Emitted result = emitted(row.outputs, "halves");
    INFO(result.text("frag.glsl"));
    CHECK(declared(result.text("frag.glsl"), {"float16_t", "f16vec2", "f16vec3", "f16vec4"}) ==
          row.medium);
    CHECK(medium_in_glsl(result).empty());
    CHECK_FALSE(result.text("frag.glsl.spv").empty());
    CHECK(result.text("ps.hlsl.spv").empty());
    const bool requires_it =
        result.text("frag.glsl").find("types_float16 : require") != std::string::npos;
    CHECK(requires_it == !row.medium.empty());
  }
}

TEST_CASE("medium values: the modules relax them, and nothing that coordinates depend on") {
  const Emitted result = emitted(R"(
    at = surface.uv * size;
    paint = sample(map) with (surface.uv: at);
    stripe = fract(at.x * 8.0);
    base = mix(paint.rgb, rust, saturate(stripe + wear));
    shown = plain(base) as {use: reflectance};
    output a = shown * base * rust;
    output c = at.y > 0.1;
  )");
  const std::set<std::string> locals = {"%paint_medium", "%stripe_medium", "%wear", "%rust",
                                        "%base",         "%shown",         "%a",    "%twice"};
  for (const char* suffix : {"frag.glsl.spv", "ps.hlsl.spv"}) {
    INFO(suffix);
    const std::vector<Instruction> module = instructions_of(result.text(suffix));
    const std::set<std::string> relaxed = relaxed_ids(module);
    std::set<std::string> variables;
    std::vector<std::string> sensitive;
    for (const Instruction& each : module) {
      const bool is_argument = each.result.starts_with("%param");  // a copy that glslang makes
      if (each.op == "OpVariable" && relaxed.contains(each.result) && !is_argument) {
        variables.insert(each.result);
      }
      if (each.op == "OpImageSampleImplicitLod") {
        sensitive.push_back(each.operands.back());
      } else if (each.op == "OpFOrdGreaterThan") {
        sensitive.push_back(each.operands[1]);
      }
    }
    CHECK(variables == locals);
    CHECK(count_relaxed(module, "OpExtInst", "FMix") == 1);
    CHECK(count_relaxed(module, "OpExtInst", "FClamp") == 1);
    CHECK(count_relaxed(module, "OpFAdd") == 1);
    CHECK(count_relaxed(module, "OpFMul") + count_relaxed(module, "OpVectorTimesScalar") == 4);
    CHECK(count_relaxed(module, "OpExtInst", "Fract") == 0);
    CHECK(count_relaxed(module, "OpImageSampleImplicitLod") == 0);
    CHECK(sensitive.size() == 2);
    for (const std::string& id : computed_from(module, sensitive)) {
      INFO(id);
      CHECK_FALSE(relaxed.contains(id));
    }
  }
  for (const char* suffix : {"vert.glsl.spv", "vs.hlsl.spv"}) {
    CHECK(relaxed_ids(instructions_of(result.text(suffix))).empty());
  }
}

}  // namespace weft::testing::medium_values_test
