// Which bytes of which blocks a value changes, and which values are rejected.

#include "codegen/block_values.h"

#include <limits>
#include <string>
#include <vector>

#include "composer/evaluations/value_program.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/scratch_blocks.h"

namespace weft::testing::block_values_test {

namespace {

using namespace weft;

const char* const leaves = R"(
struct Knob { float gain; bool on; float3 tint; }
fragment hard(a: float) -> float { return sin(a) * 2.0; }
fragment knob_of(a: float) -> Knob { return Knob(a * 2.0, a > 0.5, float3(a)); }
fragment same_knob(a: float, b: float) -> float {
    Knob k = knob_of(a);
    Knob l = knob_of(b);
    return k == l ? 1.0 : k.gain - (k != l ? l.gain : 4.0);
}
fragment use_knob(k: Knob, p: float3) -> float3 { return k.on ? p * k.gain : k.tint; }
fragment table_of(a: float) -> float[3] { return float[3](a, a * a, a + 1.0); }
fragment pick(t: float[3], p: float3) -> float { return t[int(p.x) & 1] + t[2]; }
fragment halves(a: float) -> (low: float, high: float) { low = a * 0.5; high = a * 2.0; }
fragment written_by_index(a: float) -> float {
    float t[4] = float[4](1.0, 2.0, 3.0, 4.0);
    float4x4 m = float4x4(a);
    for (int i = -1; i < 6; ++i) {
        t[i] *= a + float(i);
        m[i].zx += float2(t[i - 1], 1.0);
        m[1][i] = t[i] * 0.5;
    }
    return t[int(a)] + m[2].z + m[1].y + m[0].x;
}
fragment early(given: float) -> float {
    float a = given;
    if (a < 0.2) { return 1.0; }
    for (int i = 0; i < 8; ++i) {
        if (i == 2) { continue; }
        if (float(i) > a * 4.0) { break; }
        a += 0.125;
        if (a > 1.5) { return a * 3.0; }
    }
    return a;
}
fragment spin(a: float) -> float3 {
    float3 v = float3(a);
    for (float3 w = float3(a, 0.0, 1.0); w.x < 3.0; w.xz += float2(1.0)) {
        v.zx = w.xy + v.xz;
        v.yx *= 0.5;
    }
    return v;
}
fragment endless(a: float) -> float {
    float b = a;
    while (b > 0.5) { b = b * 1.0; }
    return b;
}
fragment twice_of(f: fn(at: float) -> float, a: float) -> float { return f(a) + f(a * 2.0); }
)";

std::string text_of(const std::string& material) {
  return std::string(leaves) +
         "material m {\n    param p: float = 0.25;\n    param q: float = 0.75;\n"
         "    param v: float4;\n    param b: bool = false;\n    param t: texture2d;\n"
         "    spec param k: float = 2.0;\n    spec param idle: int = 3;\n"
         "    static param z: float = 0.5;\n    " +
         material + "\n}\n" +
         "profile bare: base_mesh { fragment demand color: float3 as target 0; }\n";
}

struct Prepared {
  Composed composed;
  Emission emission;
  BlockValues values;

  std::uint32_t parameter(std::string_view name) const { return *values.find_parameter(name); }
  std::uint32_t block(std::string_view name) const {
    const std::vector<Block>& blocks = emission.programs.interface.blocks;
    const auto at = std::find_if(blocks.begin(), blocks.end(),
                                 [&](const Block& one) { return one.name == name; });
    REQUIRE(at != blocks.end());
    return static_cast<std::uint32_t>(at - blocks.begin());
  }
  const BlockMember& member(std::string_view name) const {
    for (const Block& block : emission.programs.interface.blocks) {
      for (const BlockMember& one : block.members) {
        if (one.name == name) {
          return one;
        }
      }
    }
    FAIL("no member " << name);
    return emission.programs.interface.blocks[0].members[0];
  }
};

Prepared prepare(const std::string& material) {
  Composed composed = compose_text(text_of(material), "bare", PlacementOptions{});
  INFO(composed.errors());
  REQUIRE(composed.plan);
  auto emission = emit(composed.library(), *composed.plan, {});
  REQUIRE(emission);
  auto values = BlockValues::prepare(composed.library(), *emission);
  REQUIRE(values);
  return {std::move(composed), std::move(*emission), std::move(*values)};
}

std::vector<std::uint32_t> words(std::initializer_list<float> numbers) {
  std::vector<std::uint32_t> made;
  for (const float number : numbers) {
    made.push_back(float_bits(number));
  }
  return made;
}

const std::vector<const char*> materials = {
    "c = hard(p); output color = float3(c) * surface.normal;",
    "c = hard(p * view.position.x + frame.time); output color = c * surface.normal;",
    "c = p > 0.5 ? hard(p) : q; output color = c * surface.normal;",
    "c = knob_of(p); output color = use_knob(c, surface.normal);",
    "c = same_knob(p, q); output color = c * surface.normal;",
    "c = table_of(p); output color = float3(pick(c, surface.normal));",
    "c = halves(p); output color = c.low * surface.normal + c.high;",
    "c = written_by_index(p); output color = c * surface.normal;",
    "c = early(p); output color = c * surface.normal;",
    "c = spin(p); output color = c * surface.normal;",
    "c = twice_of((at) => hard(at) * q, p); output color = c * surface.normal;",
    "c = twice_of((s) => twice_of((t) => t * 2.0 + q, s) + s, p); output color = c * "
    "surface.normal;",
    "c = twice_of((s) => s, p); output color = c * surface.normal;",
    "c = loop 4 with (s: float = p) { s = hard(s); }; output color = c.s * surface.normal;",
    "n = int(p * 8.0); c = loop n with (s: float = p, t: float = q) { s = t; t = s * 1.5; };"
    " output color = c.s * surface.normal + c.t;",
    "output color = float3(hard(p), hard(q), p);",
};

}  // namespace

TEST_CASE("block values: every kind of evaluation updates as from scratch") {
  for (const char* const material : materials) {
    INFO(material);
    Prepared one = prepare(material);
    CHECK(ValueProgram::compile(one.emission.uniform_program));
    InputWords inputs;
    for (const float number : {0.125F, 0.5F, 0.75F, 0.75F, -2.0F, 3.0F}) {
      for (const char* const name : {"p", "q"}) {
        const BlockBytes before = current_blocks(one.values);
        inputs[one.parameter(name)] = words({number});
        const auto change = one.values.set(one.parameter(name), inputs[one.parameter(name)]);
        REQUIRE(change);
        const BlockBytes after = current_blocks(one.values);
        CHECK(after == blocks_from_scratch(one.composed.library(), one.emission, inputs));
        CHECK(fault_of(*change, before, after) == "");
        CHECK(change->is_unchanged() == (before == after));
      }
    }
  }
}

TEST_CASE("block values: a change lists the bytes that depend on it") {
  Prepared one = prepare("c = hard(p); output color = c * surface.normal * q * v.x;");
  const std::uint32_t material = one.block("Material");
  const auto p = one.values.set(one.parameter("p"), words({0.5F}));
  REQUIRE(p);
  const BlockMember& result = one.member("c");
  REQUIRE(result.source.result);
  std::vector<ByteRange> expected = {{material, result.offset, 4}};
  CHECK(std::vector<ByteRange>(p->bytes.begin(), p->bytes.end()) == expected);
  const auto q = one.values.set(one.parameter("q"), words({0.5F}));
  REQUIRE(q);
  expected = {{material, one.member("q").offset, 4}};
  CHECK(std::vector<ByteRange>(q->bytes.begin(), q->bytes.end()) == expected);
  const std::vector<std::uint32_t> both = words({1.0F});
  const std::vector<HostValue> batch = {{one.parameter("p"), both}, {one.parameter("q"), both}};
  const auto changed = one.values.set(batch);
  REQUIRE(changed);
  CHECK(changed->bytes.size() == 2);  // more than 16 bytes apart
  const auto again = one.values.set(batch);
  REQUIRE(again);
  CHECK(again->is_unchanged());
}

TEST_CASE("block values: unread parameters change only their own bytes") {
  Prepared one = prepare("output color = q * surface.normal;");
  CHECK(one.values.find_parameter("p"));
  const auto idle = one.values.set(one.parameter("idle"), std::vector<std::uint32_t>{7});
  REQUIRE(idle);
  CHECK(idle->is_unchanged());
  const auto unread = one.values.find_feature("surface.position");
  REQUIRE(unread);
  const auto attribute = one.values.set(*unread, words({1.0F, 2.0F, 3.0F}));
  REQUIRE(attribute);
  CHECK(attribute->is_unchanged());
  const auto fixed = one.values.set(one.parameter("z"), words({0.5F}));
  REQUIRE(fixed);
  CHECK(fixed->is_unchanged());
  CHECK_FALSE(one.values.find_parameter("nothing"));
  CHECK_FALSE(one.values.find_feature("frame.nothing"));
}

TEST_CASE("block values: a specialization constant is answered as a constant") {
  Prepared one = prepare("output color = k * surface.normal;");
  const auto change = one.values.set(one.parameter("k"), words({3.0F}));
  REQUIRE(change);
  CHECK(change->bytes.empty());
  REQUIRE(change->constants.size() == 1);
  const SpecConstant& constant = one.emission.programs.interface.spec_constants.at(0);
  CHECK(change->constants[0] ==
        ChangedConstant{constant.constant_id, one.parameter("k"), float_bits(3.0F)});
  const auto again = one.values.set(one.parameter("k"), words({3.0F}));
  REQUIRE(again);
  CHECK(again->is_unchanged());
}

TEST_CASE("block values: bad values are rejected by name without any change") {
  Prepared one = prepare("c = endless(p); output color = c * surface.normal * v.x;");
  const float infinite = std::numeric_limits<float>::infinity();
  struct Case {
    std::uint32_t input;
    std::vector<std::uint32_t> words;
    const char* message;
  };
  const std::vector<Case> cases = {
      {one.parameter("p"), {}, "parameter 'p' has the type float: 1 words, not 0"},
      {one.parameter("v"), words({1.0F}), "parameter 'v' has the type float4: 4 words, not 1"},
      {one.parameter("p"), {0x7fc00000U}, "word 0 of parameter 'p' is NaN or infinite"},
      {one.parameter("v"), words({0.0F, 0.0F, -infinite, 0.0F}),
       "word 2 of parameter 'v' is NaN or infinite"},
      {one.parameter("b"), {2}, "word 0 of parameter 'b' is a bool: 0 or 1, not 2"},
      {one.parameter("t"), {0}, "parameter 't' is a texture2d, which has no value in a block"},
      {one.parameter("z"), words({0.75F}),
       "parameter 'z' is static: its value is part of the text"},
      {*one.values.find_feature("frame.time"),
       {},
       "feature 'frame.time' has the type float: 1 words, not 0"},
      {100000, {0}, "there is no parameter or feature with the number 100000"},
      {one.parameter("p"), words({1.0F}),
       "the uniform program has no result for the value of parameter 'p': the evaluation did not "
       "end within 1000000 steps"},
  };
  const BlockBytes before = current_blocks(one.values);
  for (const Case& row : cases) {
    // A good value in the same batch as a bad one is rejected with it.
    const std::vector<std::uint32_t> good = words({0.375F});
    const std::vector<HostValue> batch = {{one.parameter("q"), good}, {row.input, row.words}};
    const auto alone = one.values.set(row.input, row.words);
    REQUIRE_FALSE(alone);
    CHECK(alone.error().front().message == row.message);
    CHECK_FALSE(one.values.set(batch));
    CHECK(current_blocks(one.values) == before);
  }
  const auto fine = one.values.set(one.parameter("p"), words({0.375F}));
  REQUIRE(fine);
  CHECK_FALSE(fine->is_unchanged());
}

}  // namespace weft::testing::block_values_test
