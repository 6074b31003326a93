// Folded and simplified plans against plans with neither: bit-identical values wherever they are
// finite, for random materials with many zeros, ones and operations that cancel.

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "composer/compose.h"
#include "composer/verification/plan_values.h"
#include "fragments/interpreter/operations.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"

namespace weft::testing::simplify_test {

namespace {

using namespace weft;

const char* const head = R"(
import "core";
feature host.tone: float3 at vertex;
feature host.turn: float3x3 at object;
feature host.weight: float at frame;
fragment weighted(a: float3, b: float3, w: float) -> float3 { return a * (1.0 - w) + b * w; }
fragment lobes(a: float3, b: float3, c: float3, wb: float, wc: float) -> float3
{
    float3 sum = a;
    sum += b * wb;
    float3 coat = c * wc;
    if (wc > 0.0) { sum *= 1.0 - wc * length(coat); }
    sum.x += coat.y;
    return sum + coat;
}
fragment branched(a: float3, b: float3, w: float) -> float3
{
    float3 r = a;
    if (w > 0.5) {
        r = b * w;
        if (w > 0.75) { r += a; }
    } else {
        r += cross(b, float3(w));
    }
    return r;
}
fragment early(a: float3, b: float3, w: float) -> float3 { if (w >= 1.0) { return a; } return b * w; }
fragment repeated(a: float3, w: float) -> float3 { float3 s = a; for (int i = 0; i < 3; ++i) { s += a * w; } return s; }
fragment part(a: float3, b: float3, w: float) -> float3 { float3 r = a; r.y = b.z * w; r[2] = b.x * w; return r.xyz; }
fragment crossed(a: float3, b: float3) -> float3 { return cross(a, b); }
fragment two(a: float3, b: float3, w: float) -> (low: float3, high: float3) { low = mix(a, b, w); high = fma(a, float3(w), b); }
fragment seen(a: float3, w: float) -> float3 { return (host.turn * w) * a + a * host.weight; }
fragment both(a: float3, w: float) -> float { return w > 0.5 && a.x > 0.1 || w > 2.0 ? dot(a, float3(w)) : w; }
profile rig {
    provide host.tone as attribute 0;
    provide host.turn, host.weight as uniform;
    fragment demand color: float3 as target 0;
    fragment demand extra: float3 as target 1;
}
)";

class Writer {
 public:
  explicit Writer(Random& random) : random_(random) {}

  std::string run() {
    std::string text = std::string(head) +
                       "material m {\n    param tint: float3 = float3(0.3, 0.6, 0.9);\n"
                       "    param gain: float = 0.75;\n    static param none: float = 0.0;\n";
    vectors_ = {"host.tone", "tint", "float3(0.0)", "float3(1.0)", "float3(0.5, 0.0, 1.0)",
                "-tint"};
    const std::size_t count = 3 + random_.below(14);
    for (std::size_t i = 0; i < count; ++i) {
      text += fmt::format("    v{} = {};\n", i, call(fmt::format("v{}", i)));
    }
    return text + fmt::format("    output color = {};\n    output extra = {};\n}}\n",
                              vectors_.back(), vector());
  }

 private:
  std::string vector() {
    const std::size_t size = vectors_.size();
    return vectors_[random_.chance(2) ? size - 1 - random_.below(std::min<std::size_t>(size, 3))
                                      : random_.below(size)];
  }
  std::string scalar() {
    const std::vector<std::string> scalars = {"0.0",         "1.0",       "none",        "0.5",
                                              "gain",        "-1.0",      "host.weight", "2.0",
                                              "gain * none", "none + 1.0"};
    return scalars[random_.below(scalars.size())];
  }

  std::string call(const std::string& name) {
    const std::string a = vector();
    const std::string b = vector();
    const std::string w = scalar();
    vectors_.push_back(name);
    const std::vector<std::string> calls = {
        fmt::format("{} + {}", a, b),
        fmt::format("{} - {}", a, b),
        fmt::format("{} * {}", a, b),
        fmt::format("{} * {}", a, w),
        fmt::format("{} / {}", a, random_.chance(2) ? "1.0" : "2.0"),
        fmt::format("-({})", a),
        fmt::format("-(-({}))", a),
        fmt::format("mix({}, {}, {})", a, b, w),
        fmt::format("saturate(saturate({}))", a),
        fmt::format("floor(abs({}))", a),
        fmt::format("transpose(transpose(host.turn)) * {}", a),
        fmt::format("crossed({}, {})", a, b),
        fmt::format("max({}, {})", a, b),
        fmt::format("{} > 0.5 ? {} : {}", w, a, b),
        fmt::format("weighted({}, {}, {})", a, b, w),
        fmt::format("lobes({}, {}, {}, {}, {})", a, b, vectors_[0], w, scalar()),
        fmt::format("branched({}, {}, {})", a, b, w),
        fmt::format("early({}, {}, {})", a, b, w),
        fmt::format("repeated({}, {})", a, w),
        fmt::format("part({}, {}, {})", a, b, w),
        fmt::format("two({}, {}, {}).{}", a, b, w, random_.chance(2) ? "low" : "high"),
        fmt::format("seen({}, {})", a, w),
        fmt::format("{} * both({}, {})", a, b, w),
        fmt::format("(seen({}, {}) with (host.weight: {}))", a, w, scalar()),
    };
    return calls[random_.below(calls.size())];
  }

  Random& random_;
  std::vector<std::string> vectors_;
};

PlacedPlan composed(const Library& library, bool folds) {
  const Composer composer(library);
  ComposeRequest request{MaterialId(0), *library.find_profile("rig"), {}, {.is_on = false}};
  request.folds = folds;
  auto plan = compose(composer, request);
  if (!plan) {
    FAIL(render_text(plan.error(), library.sources));
  }
  return std::move(*plan);
}

/// A host with random values, some of them 0, 1 or negative.
Primitive random_primitive(const Library& library, Random& random) {
  auto values = std::make_shared<std::map<std::pair<std::uint32_t, int>, Constant>>();
  const auto value = [&library, &random, values](std::uint32_t key, int vertex, DataType type) {
    auto at = values->find({key, vertex});
    if (at == values->end()) {
      Constant made = zero_constant(library.data_types, type);
      for (std::uint32_t& bits : made.bits) {
        const double plain[] = {0.0, 1.0, -1.0, random.between(-2.0, 2.0),
                                random.between(-2.0, 2.0)};
        bits = float_bits(static_cast<float>(plain[random.below(5)]));
      }
      at = values->emplace(std::pair(key, vertex), std::move(made)).first;
    }
    return at->second;
  };
  Primitive primitive;
  primitive.weights = {0.25F, 0.5F, 0.25F};
  primitive.feature = [&library, value](FeatureId id, int vertex) {
    const Feature& feature = library.features[id];
    return value(static_cast<std::uint32_t>(id.index()), feature.rate == Rate::Vertex ? vertex : 0,
                 feature.type.data());
  };
  primitive.parameter = [&library, value](std::uint32_t parameter) {
    return value(parameter, -1, library.materials[MaterialId(0)].parameters[parameter].type.data());
  };
  return primitive;
}

}  // namespace

TEST_CASE("law: folded and simplified plans compute the same numbers, bit for bit") {
  const std::size_t wanted = by_scale(300, 3'000, 50'000);
  std::size_t before = 0;
  std::size_t after = 0;
  for (std::size_t i = 0; i < wanted; ++i) {
    Random random(seed() + i);
    const std::string text = Writer(random).run();
    CAPTURE(seed(), i, text);
    LoadOptions options;
    options.shipped_directories = {(repository_root() / "shaders").string()};
    const LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), options);
    REQUIRE(render_text(loaded.diagnostics, loaded.library.sources) == "");
    const PlacedPlan plain = composed(loaded.library, false);
    const PlacedPlan folded = composed(loaded.library, true);
    before += plain.plan.evaluations.size();
    after += folded.plan.evaluations.size();
    for (int host = 0; host < 3; ++host) {
      const Primitive primitive = random_primitive(loaded.library, random);
      const auto expected = evaluate_outputs(loaded.library, plain.plan, primitive);
      const auto found = evaluate_outputs(loaded.library, folded.plan, primitive);
      REQUIRE(expected);
      REQUIRE(found);
      for (std::size_t output = 0; output < expected->size(); ++output) {
        for (std::size_t j = 0; j < (*expected)[output].bits.size(); ++j) {
          const float x = float_of_bits((*expected)[output].bits[j]);
          const float y = float_of_bits((*found)[output].bits[j]);
          INFO("output " << output << " component " << j);
          REQUIRE(std::isfinite(x));
          REQUIRE(x == y);  // the sign of zero is ignored
        }
      }
    }
  }
  CHECK(after * 3 < before * 2);  // guards against a test that simplifies little
}

}  // namespace weft::testing::simplify_test
