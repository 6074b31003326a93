// Live literals: a number that is dragged is a hidden parameter, with the meaning of the number.

#include "composer/elaborate/live_literals.h"

#include <string>
#include <vector>

#include "codegen/block_values.h"
#include "composer/compose.h"
#include "composer/verification/plan_values.h"
#include "fragments/interpreter/operations.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/scratch_blocks.h"
#include "tests/support/seed.h"

namespace weft::testing::live_literals_test {

namespace {

using namespace weft;

const char* const head = R"(
import "core";
import "profiles";
fragment tinted(base: float3 {use: color, encoding: linear}, by: float3 {use: color, encoding: linear},
                amount: float) -> float3 {use: color, encoding: linear} {
    return mix(base, by, amount);
}
fragment scaled<T: numeric>(x: T, by: T) -> T { return x * by; }
fragment powered(x: float3, constant steps: int) -> float3 {
    float3 r = x;
    for (int i = 0; i < steps; ++i) { r *= x; }
    return r;
}
fragment counted(n: int, x: float3) -> float3 { return x * float(n); }
fragment masked(n: uint, x: float3) -> float3 { return x * float(n & 6u); }
fragment row() -> float3[3] { return float3[3](float3(1.0), float3(2.0), float3(3.0)); }
graph faded(c: float3, amount: float = 0.75) -> float3 { return c * amount + (1.0 - @0.125@); }
profile p: base_mesh { fragment demand color: float3 as target 0; }
)";

/// The text without marks, and what stands between them.
struct Marked {
  std::string text;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
};

/// `number` replaces each marked literal, if it is not empty.
Marked marked(const std::string& material, const std::string& number) {
  Marked result;
  const std::string source =
      head + ("material m {\n    param p: float = 0.5;\n    " + material + "\n}\n");
  std::size_t at = 0;
  for (std::size_t open = source.find('@'); open != std::string::npos;
       open = source.find('@', at)) {
    const std::size_t close = source.find('@', open + 1);
    result.text += source.substr(at, open - at);
    const auto begin = static_cast<std::uint32_t>(result.text.size());
    // The mark in `faded` stays as it is where the material has marks of its own.
    const bool is_of_head = open < std::string(head).size();
    const bool is_alone = material.find('@') == std::string::npos;
    const bool is_meant = is_of_head == is_alone;
    result.text += number.empty() || !is_meant ? source.substr(open + 1, close - open - 1) : number;
    if (is_meant) {
      result.places.emplace_back(begin, static_cast<std::uint32_t>(result.text.size()));
    }
    at = close + 1;
  }
  result.text += source.substr(at);
  return result;
}

struct Document {
  Marked source;
  LoadedLibrary loaded;
  std::vector<std::uint32_t> live;  ///< parameters
  Result<PlacedPlan> plan = failed(Diagnostics{});

  const Library& library() const { return loaded.library; }
  std::string errors() const {
    return render_text(loaded.diagnostics, library().sources) +
           (plan ? "" : render_text(plan.error(), library().sources));
  }
  std::string text(const char* suffix) const {
    EmitOptions options;
    options.glsl = options.hlsl = true;
    const auto emission = emit(library(), *plan, options);
    REQUIRE(emission);
    return *emission->find(suffix);
  }
};

Document open(const std::string& material, const std::string& number, bool is_live,
              bool is_placed = false) {
  Document document;
  document.source = marked(material, number);
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  document.loaded = load_text("live.weft", document.source.text, DiskReader(), options);
  Library& library = document.loaded.library;
  const MaterialId id = *library.find_material("m");
  if (is_live) {
    std::vector<Span> places;
    for (const auto& [begin, end] : document.source.places) {
      places.push_back({library.root_file, begin, end});
    }
    const auto made = make_literals_live(library, library.materials[id], places);
    REQUIRE(made);
    document.live = *made;
  }
  document.plan =
      compose(Composer(library), {id, *library.find_profile("p"), {}, {.is_on = is_placed}});
  return document;
}

/// The outputs for fixed features; `words` are the values of the live literals.
std::vector<Constant> outputs(const Document& document, const std::vector<std::uint32_t>& words) {
  const Library& library = document.library();
  const auto feature = [&](FeatureId id, int vertex) {
    Constant value = zero_constant(library.data_types, library.features[id].type.data());
    for (std::size_t i = 0; i < value.bits.size(); ++i) {
      value.bits[i] =
          float_bits(0.3F + 0.11F * static_cast<float>(i) + 0.05F * static_cast<float>(vertex));
    }
    return value;
  };
  const auto parameter = [&](std::uint32_t position) {
    const MaterialParameter& one =
        library.materials[document.plan->plan.material].parameters[position];
    return live_literal(library, one) ? Constant{one.type.data(), words} : *one.default_value;
  };
  const auto values =
      evaluate_outputs(library, document.plan->plan, {feature, parameter, {0.25F, 0.25F, 0.5F}});
  REQUIRE(values);
  std::vector<Constant> results = *values;
  for (Constant& value : results) {
    for (std::uint32_t& bits : value.bits) {
      bits = bits == 0x80000000U ? 0 : bits;  // folding keeps values, not the sign of zeros
    }
  }
  return results;
}

struct Case {
  const char* what;
  const char* material;
  std::vector<const char*> numbers;
  bool is_int = false;
};

const std::vector<Case> cases = {
    {"a number on a port",
     "output color = tinted(float3(0.5, 0.25, 1.0), surface.normal as {use: color, encoding: "
     "linear}, @0.25@);",
     {"0.5", "0.0", "1.0", "-2.5"}},
    {"a component of a color, which takes the traits of its consumer",
     "output color = tinted(float3(@0.5@, 0.25, 1.0), float3(0.5), 0.25) * surface.normal;",
     {"0.125", "0.0", "1.0"}},
    {"all components",
     "output color = tinted(float3(@0.5@), float3(0.5), 0.25) * surface.normal;",
     {"0.125", "1.0"}},
    {"an operand", "output color = surface.normal * @2.0@;", {"0.0", "1.0", "-0.75"}},
    {"an int that widens to float",
     "output color = surface.normal * @2@ + 1;",
     {"0", "1", "-3"},
     true},
    {"an int for an int", "output color = counted(@2@, surface.normal);", {"0", "7", "-3"}, true},
    {"a binding that two read at two types",
     "k = @2@; output color = counted(k, surface.normal) * k;",
     {"0", "5"},
     true},
    {"a type parameter",
     "output color = scaled(surface.normal.x, @0.5@) * surface.normal;",
     {"0.25", "3.0"}},
    {"a graph that is called twice",
     "output color = faded(surface.normal) + faded(surface.normal * 2.0, 0.5);",
     {"0.0", "1.0", "0.75"}},
    {"host work", "output color = surface.normal * sin(p * @0.5@);", {"0.0", "2.0"}},
    {"a number that is negative", "output color = surface.normal * @-0.5@;", {"0.25", "-1.0"}},
};

std::vector<std::uint32_t> words_of(const char* number, bool is_int) {
  return {is_int ? static_cast<std::uint32_t>(std::stoi(number)) : float_bits(std::stof(number))};
}

}  // namespace

TEST_CASE("live literals: values equal composing from scratch, and texts do not depend on them") {
  for (const Case& row : cases) {
    INFO(row.what);
    const Document live = open(row.material, "", true);
    INFO(live.errors());
    REQUIRE(live.plan);
    REQUIRE(live.live.size() == 1);
    CHECK(live.library().materials[live.plan->plan.material].parameters.size() == 2);
    for (const char* const number : row.numbers) {
      INFO(number);
      const Document scratch = open(row.material, number, false);
      REQUIRE(scratch.plan);
      CHECK(outputs(live, words_of(number, row.is_int)) == outputs(scratch, {}));
      const Document touched = open(row.material, number, true);
      REQUIRE(touched.plan);
      for (const char* const suffix : {"vert.glsl", "frag.glsl", "vs.hlsl", "ps.hlsl"}) {
        CHECK(touched.text(suffix) == live.text(suffix));
      }
    }
  }
}

TEST_CASE(
    "live literals: a thousand drags change values only, and baking gives the text of scratch") {
  for (const Case& row : cases) {
    INFO(row.what);
    const Document live = open(row.material, "", true, true);
    REQUIRE(live.plan);
    const auto emission = emit(live.library(), *live.plan, {});
    REQUIRE(emission);
    auto values = BlockValues::prepare(live.library(), *emission);
    REQUIRE(values);
    InputWords inputs;
    for (int i = 0; i < 1000; ++i) {
      const auto number = static_cast<float>(i) * 0.01F;
      inputs[live.live[0]] = {row.is_int ? static_cast<std::uint32_t>(i) : float_bits(number)};
      const auto change = values->set(live.live[0], inputs[live.live[0]]);
      REQUIRE(change);
      REQUIRE(change->constants.empty());
    }
    CHECK(current_blocks(*values) == blocks_from_scratch(live.library(), *emission, inputs));
    const char* const last = row.numbers.back();
    const Document baked = open(row.material, last, false, true);
    const Document scratch = open(row.material, last, false, true);
    REQUIRE((baked.plan && scratch.plan));
    CHECK(baked.text("frag.glsl") == scratch.text("frag.glsl"));
  }
}

TEST_CASE("live literals: names, places and defaults of the parameters") {
  const Document live = open(
      "amount = tinted(float3(@0.5@, 0.25, 1.0), float3(0.5), @0.25@);"
      " output color = amount * scaled(@3@, 2) + surface.normal;",
      "", true, true);
  INFO(live.errors());
  REQUIRE(live.plan);
  const Material& material = live.library().materials[live.plan->plan.material];
  REQUIRE(material.parameters.size() == 4);
  CHECK(live.library().text(material.parameters[1].name) == "literal");
  CHECK(live.library().text(material.parameters[2].name) == "amount_amount");
  CHECK(live.library().text(material.parameters[3].name) == "scaled_x");
  CHECK(*material.parameters[2].default_value == Constant{float_type, {float_bits(0.25F)}});
  CHECK(live.plan->plan.defaults[2] == material.parameters[2].default_value);
  const auto emission = emit(live.library(), *live.plan, {.reflection = true});
  REQUIRE(emission);
  CHECK(emission->reflection.parameters[0].kind == "plain");
  CHECK(emission->reflection.parameters[2].kind == "literal");
}

TEST_CASE("live literals: making one live twice is one parameter, and other places are refused") {
  Document live = open("output color = surface.normal * @2.0@;", "", true);
  Library& library = live.loaded.library;
  Material& material = library.materials[*library.find_material("m")];
  const auto& [begin, end] = live.source.places.front();
  const Span place = {library.root_file, begin, end};
  const auto again = make_literals_live(library, material, {place, place});
  REQUIRE(again);
  CHECK(*again == std::vector<std::uint32_t>{1, 1});
  const auto wrong =
      make_literals_live(library, material, {place, {library.root_file, begin, end + 1}});
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().size() == 1);
  CHECK(wrong.error().front().message == "material 'm' reads no literal here");
  CHECK(material.parameters.size() == 2);
}

TEST_CASE("live literals: where a number has to be known, composing fails") {
  struct Refused {
    const char* what;
    const char* material;
    const char* message;
  };
  const std::vector<Refused> refused = {
      {"a constant port", "output color = powered(surface.normal, @3@);", "constant"},
      {"an index", "r = row(); output color = r[@1@] * surface.normal;", "cannot be an index"},
      {"an int for a uint", "output color = masked(@3@, surface.normal);", "cannot be a uint"},
  };
  for (const Refused& row : refused) {
    INFO(row.what);
    const Document scratch = open(row.material, "", false);
    INFO(scratch.errors());
    CHECK(scratch.plan);
    const Document live = open(row.material, "", true);
    REQUIRE_FALSE(live.plan);
    CHECK(live.errors().find(row.message) != std::string::npos);
  }
}

}  // namespace weft::testing::live_literals_test
