// The work that moves from shaders to the CPU, the work that stays, and the host's interface to it.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "fragments/interpreter/operations.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/emit_source.h"
#include "tests/support/generated_programs.h"

namespace weft::testing::uniform_program_test {

namespace {

using namespace weft;

/// Names and rates of the host's results.
std::vector<std::string> results(const Composed& composed) {
  std::vector<std::string> names;
  for (const EvaluationId id : composed.plan->uniform_results) {
    const Evaluation& evaluation = composed.plan->plan.evaluations[id];
    names.push_back(evaluation.origin.name + ": " +
                    std::string(rate_name(evaluation.natural_rate)));
  }
  return names;
}

const char* const leaves = R"(
struct Knob { float gain; bool on; float3 tint; }
fragment hard(a: float) -> float { return sin(a) * 2.0; }
fragment knob_of(a: float) -> Knob { return Knob(a * 2.0, a > 0.5, float3(a)); }
fragment use_knob(k: Knob, p: float3) -> float3 { return k.on ? p * k.gain : k.tint; }
fragment table_of(a: float) -> float[3] { return float[3](a, a * a, a + 1.0); }
fragment pick(t: float[3], p: float3) -> float { return t[int(p.x) & 1] + t[2]; }
fragment halves(a: float) -> (low: float, high: float) { low = a * 0.5; high = a * 2.0; }
fragment spin(a: float) -> float3 {
    float3 v = float3(a);
    float4 unread = float4(a);
    for (float3 w = float3(a, 0.0, 1.0); w.x < 3.0; w.xz += float2(1.0)) {
        v.zx = w.xy + v.xz;
        v.yx *= 0.5;
    }
    for (int i = 0; v.x < 1000.0; v.xyz = v.zxy * 3.0 + 1.0) { v.xy += 1.0; }
    return v;
}
fragment bits_of(a: float) -> float3 {
    uint u = floatBitsToUint(a);
    int i = floatBitsToInt(a);
    uint packed = packHalf2x16(float2(a, -a * 9000.0)) ^ packUnorm2x16(float2(a, 0.3)) ^ packSnorm2x16(float2(-a, a));
    packed = packed ^ packUnorm4x8(float4(a, 0.7, a * 0.5, -1.0)) ^ packSnorm4x8(float4(a, -a, 0.1, -2.0));
    float4 opened = unpackUnorm4x8(packed) + unpackSnorm4x8(u);
    opened.xy += unpackHalf2x16(packed & 0x3bffbbffu) + unpackUnorm2x16(u) + unpackSnorm2x16(packed);
    int3 found = bitCount(int3(i, 7, -i)) + findLSB(int3(i, 0, 8)) + findMSB(int3(i, -i, -1));
    found.xy += bitCount(uint2(u, packed)) + findLSB(uint2(u, 0u)) + findMSB(uint2(packed, 0u));
    found += bitfieldExtract(int3(i, -i, 5), 3, 9) + int3(bitfieldExtract(uint3(u, packed, 1u), 20, 12));
    found = found ^ bitfieldInsert(int3(i, 1, -1), int3(found), 4, 11) ^ bitfieldReverse(int3(i, 2, found.z));
    packed = packed ^ bitfieldInsert(packed, u, 7, 25) ^ bitfieldReverse(u) ^ uint(bitfieldInsert(i, 5, 0, 32) + bitfieldExtract(i, 0, 32));
    float2x3 m = outer_product(float2(a, 2.0), float3(a, 1.5, opened.x));
    return float3(float(packed & 65535u), float(packed >> 16u), float(found.x & 65535)) + m[0].xyx + m[2].yxy + opened.xyz +
        float3(float(found.y & 65535), float(found.z & 65535), opened.w);
}
fragment own(a: float) -> float
native glsl """float own(float a) { return a * 3.0; }"""
native hlsl """float own(float a) { return a * 3.0; }"""
fragment twice_of(f: fn(at: float) -> float, a: float) -> float { return f(a) + f(a * 2.0); }
)";

struct Case {
  const char* what;
  const char* material;  ///< follows `p` and `q`, two parameters, and a texture `t`
  std::vector<std::string> results;
};

const std::vector<Case> cases = {
    {"work of a parameter",
     "c = hard(p); output color = float3(c) * surface.normal;",
     {"c: material"}},
    {"work of several rates",
     "c = hard(p * view.position.x); output color = c * surface.normal;",
     {"c: draw"}},
    {"one value of what is computed, not each step",
     "a = hard(p); b = hard(a); output color = b * surface.normal;",
     {"b: material"}},
    {"parts of parameters stay", "output color = v.xyz * surface.normal * p;", {}},
    {"a choice is work",
     "c = q > 0.5 ? p : q; output color = c * surface.normal;",
     {"c: material"}},
    {"what reads textures stays, what it reads leaves",
     "c = hard(p); s = sample_lod(t, float2(c), 0.0); output color = s.rgb * surface.normal;",
     {"c: material"}},
    {"native code stays, what it reads leaves",
     "c = hard(p); n = own(c); output color = n * surface.normal;",
     {"c: material"}},
    {"specialisation constants stay", "c = hard(k * 1.0); output color = c * surface.normal;", {}},
    {"what they are mixed with stays beside them",
     "c = hard(k * p); output color = c * surface.normal;",
     {}},
    {"static parameters are folded", "c = hard(z); output color = c * surface.normal;", {}},
    {"structs", "c = knob_of(p); output color = use_knob(c, surface.normal);", {"c: material"}},
    {"arrays", "c = table_of(p); output color = float3(pick(c, surface.normal));", {"c: material"}},
    {"several results",
     "c = halves(p); output color = c.low * surface.normal + c.high;",
     {"c_low: material", "c_high: material"}},
    {"frames come before materials",
     "c = hard(p * frame.time); output color = c * surface.normal;",
     {"c: material"}},
    {"functions",
     "c = twice_of((at) => hard(at) * q, p); output color = c * surface.normal;",
     {"c: material"}},
    {"functions in functions, of like parameters",
     "c = twice_of((s) => twice_of((t) => t * 2.0, s) + s, p); output color = c * surface.normal;",
     {"c: material"}},
    {"loops",
     "c = loop 4 with (s: float = p) { s = hard(s); }; output color = c.s * surface.normal;",
     {"s: material"}},
    {"bits", "c = bits_of(p); output color = c * surface.normal;", {"c: material"}},
    {"parts of vectors assigned, in steps of loops too",
     "c = spin(p); output color = c * surface.normal;",
     {"c: material"}},
    {"an output that is one value",
     "c = hard(p); output color = float3(c, q, p);",
     {"c: material"}},
};

std::string text_of(const Case& row) {
  return std::string(leaves) +
         "material m {\n    param p: float = 0.25;\n    param q: float = 0.75;\n"
         "    param v: float4;\n    param t: texture2d;\n    spec param k: float = 2.0;\n"
         "    static param z: float = 0.5;\n    " +
         row.material + "\n}\n" +
         "profile bare: base_mesh { fragment demand color: float3 as target 0; }\n";
}

}  // namespace

TEST_CASE("uniform program: values that are constant per draw are computed on the CPU") {
  for (const Case& row : cases) {
    INFO(row.what);
    const Composed composed = compose_text(text_of(row), "bare", PlacementOptions{});
    INFO(composed.errors());
    REQUIRE(composed.plan);
    std::vector<std::string> found;
    for (const std::string& name : results(composed)) {
      // Transforms of positions and of normals have one result each.
      if (name.find("object_") == std::string::npos && name.find("to_clip") == std::string::npos) {
        found.push_back(name);
      }
    }
    CHECK(found == row.results);
    for (const auto& [dialect, suffix] : {std::pair{"glsl", "frag.glsl"}, {"hlsl", "ps.hlsl"}}) {
      EmitOptions options;
      options.glsl = options.hlsl = options.spirv = true;
      const auto emission = emit(composed.library(), *composed.plan, options);
      INFO(dialect);
      REQUIRE(emission);
      CHECK(emission->find(suffix) != nullptr);
    }
  }
}

TEST_CASE("uniform program: it can be turned off") {
  const std::string text = text_of(cases[0]);
  CHECK(compose_text(text, "bare", {.uniform_program = false}).plan->uniform_results.empty());
  CHECK(compose_text(text, "bare", {.is_on = false}).plan->uniform_results.empty());
  std::string off = text;
  off.insert(off.find("fragment demand color"), "set uniform_program off; ");
  CHECK(compose_text(off, "bare", PlacementOptions{}).plan->uniform_results.empty());
  CHECK_FALSE(compose_text(off, "bare", {.uniform_program = true}).plan->uniform_results.empty());
}

TEST_CASE("uniform program: values that both stages read are computed once") {
  const Composed composed = compose_text(
      "material m { param p: float = 0.5;\n"
      "    c = sin(p);\n"
      "    output position_offset = float3(c) as {use: direction, basis: model};\n"
      "    output color = float3(c) * surface.normal;\n}\n"
      "profile bare: base_mesh { vertex demand position_offset: float3 {use: direction, basis: "
      "model} = float3(0.0);\n"
      "    fragment demand color: float3 as target 0;\n    vertex demand moved: float = 0.0; }\n",
      "bare", PlacementOptions{});
  INFO(composed.errors());
  REQUIRE(composed.plan);
  const std::vector<std::string> names = results(composed);
  CHECK(std::count(names.begin(), names.end(), "c: material") == 1);
}

TEST_CASE("uniform program: a subset of results reads only its own inputs") {
  const Composed composed =
      compose_text(std::string(leaves) +
                       "material m { param p: float = 0.5; param q: float = 0.25;\n"
                       "    a = hard(p);\n"
                       "    b = twice_of((at) => hard(at) * p, q);\n"
                       "    output color = a * surface.normal + b;\n}\n"
                       "profile bare: base_mesh { fragment demand color: float3 as target 0; }\n",
                   "bare", PlacementOptions{});
  INFO(composed.errors());
  REQUIRE(composed.plan);
  const UniformProgram program(composed.library(), *composed.plan);
  std::vector<std::uint32_t> read;
  const HostInputs inputs{[&](FeatureId id) {
                            return zero_constant(composed.library().data_types,
                                                 composed.library().features[id].type.data());
                          },
                          [&](std::uint32_t parameter) {
                            read.push_back(parameter);
                            return Constant{float_type, {float_bits(parameter == 0 ? 0.5F : 2.0F)}};
                          }};
  const auto all = program.evaluate(inputs);
  REQUIRE(all);
  const std::vector<EvaluationId>& results = program.results();
  for (const auto& [name, parameters] :
       {std::pair{"a", std::vector<std::uint32_t>{0}}, {"b", std::vector<std::uint32_t>{0, 1}}}) {
    INFO(name);
    const auto at = std::find_if(results.begin(), results.end(), [&, text = name](EvaluationId id) {
      return composed.plan->plan.evaluations[id].origin.name == text;
    });
    REQUIRE(at != results.end());
    read.clear();
    const auto some = program.evaluate({*at}, inputs);
    REQUIRE(some);
    CHECK(some->front() == (*all)[static_cast<std::size_t>(at - results.begin())]);
    std::sort(read.begin(), read.end());
    CHECK(read == parameters);
  }
  CHECK(program.evaluate(std::vector<EvaluationId>(), inputs)->empty());
}

TEST_CASE("uniform program: matrices of hosts with another clip space are read as Vulkan's") {
  const Composed composed = compose_text(
      "profile bare: base_mesh { set clip_y up; set depth minus_one_to_one;\n"
      "    provide view.from_clip as uniform;\n"
      "    fragment demand to: float4 as target 0; fragment demand from: float4 as target 1; }\n"
      "material m { at = float4(3.0, 5.0, 7.0, 2.0);\n"
      "    output to = view.to_clip * at; output from = view.from_clip * at; }\n",
      "bare", PlacementOptions{});
  INFO(composed.errors());
  REQUIRE(composed.plan);
  // No two of the numbers are alike, so the sides of a product matter.
  const auto number = [](FeatureId id, std::size_t at) {
    return static_cast<float>((id.index() * 31 + at * at * 7) % 19);
  };
  const auto host_of = [&](FeatureId id) {
    Constant matrix{DataType::matrix(4, 4), {}};
    for (std::size_t at = 0; at < 16; ++at) {
      matrix.bits.push_back(float_bits(number(id, at)));
    }
    return matrix;
  };
  const auto product = [&](FeatureId id, const std::array<float, 4>& by) {
    std::array<float, 4> sums = {};
    for (std::size_t at = 0; at < 16; ++at) {
      sums[at % 4] += number(id, at) * by[at / 4];
    }
    return sums;
  };
  const FeatureId to_clip = *composed.library().find_feature("view.to_clip");
  const FeatureId from_clip = *composed.library().find_feature("view.from_clip");
  const std::array<float, 4> host = product(to_clip, {3, 5, 7, 2});
  const std::array<float, 4> expected[] = {{host[0], -host[1], (host[2] + host[3]) / 2, host[3]},
                                           product(from_clip, {3, -5, 2 * 7 - 2, 2})};
  const UniformProgram program(composed.library(), *composed.plan);
  const auto all = program.evaluate({host_of, [](std::uint32_t) { return Constant{}; }});
  REQUIRE(all);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::vector<std::string> names = results(composed);
    const auto found = std::find(names.begin(), names.end(), i == 0 ? "to: view" : "from: view");
    REQUIRE(found != names.end());
    const Constant& result = (*all)[static_cast<std::size_t>(found - names.begin())];
    for (std::size_t at = 0; at < 4; ++at) {
      CHECK(float_of_bits(result.bits[at]) == expected[i][at]);
    }
  }
}

TEST_CASE("uniform program: reflection lists the offsets and dependencies of its results") {
  EmitOptions options;
  options.glsl = options.spirv = options.reflection = true;
  const Composed composed = compose_text(
      std::string(leaves) +
          "material m { param p: float = 0.5; param q: float = 0.5; param r: float = 0.5;\n"
          "    c = hard(p) * view.position.x * q;\n"
          "    output color = c * surface.normal * r;\n}\n"
          "profile bare: base_mesh { provide view.position as uniform;\n"
          "    fragment demand color: float3 as target 0; }\n",
      "bare", PlacementOptions{});
  INFO(composed.errors());
  REQUIRE(composed.plan);
  const auto emission = emit(composed.library(), *composed.plan, options);
  REQUIRE(emission);
  const Reflection& reflection = emission->reflection;
  const auto found =
      std::find_if(reflection.uniform_program.begin(), reflection.uniform_program.end(),
                   [](const ReflectedResult& one) { return one.name == "c"; });
  REQUIRE(found != reflection.uniform_program.end());
  CHECK(found->block == "DrawResults");
  CHECK(found->rate == Rate::Draw);
  CHECK(found->features == std::vector<std::string>{"view.position"});
  CHECK(found->parameters == std::vector<std::string>{"p", "q"});
  const auto block =
      std::find_if(reflection.blocks.begin(), reflection.blocks.end(),
                   [](const ReflectedBlock& one) { return one.name == "DrawResults"; });
  REQUIRE(block != reflection.blocks.end());
  const auto member = std::find_if(block->members.begin(), block->members.end(),
                                   [](const ReflectedMember& one) { return one.name == "c"; });
  REQUIRE(member != block->members.end());
  REQUIRE(member->result);
  CHECK(reflection.uniform_program[*member->result].name == "c");
  for (const ReflectedParameter& parameter : reflection.parameters) {
    CHECK(parameter.used);
  }
}

TEST_CASE("uniform program: structs, arrays, functions and loops in C++ and C") {
  Random random(seed());
  GeneratedPrograms programs;
  std::vector<Composed> all;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::string text = text_of(cases[i]);
    text.replace(text.find("material m"), 10, "material m" + std::to_string(i));
    all.push_back(compose_text(text, "bare", PlacementOptions{}));
    REQUIRE(all.back().plan);
    programs.add(all.back().library(), *all.back().plan, random);
  }
  CHECK(programs.run() == "");
}

}  // namespace weft::testing::uniform_program_test
