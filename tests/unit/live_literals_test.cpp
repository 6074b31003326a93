// Live literals: a dragged number becomes a hidden parameter with the meaning of the number.

#include "composer/evaluations/live_literals.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codegen/block_values.h"
#include "composer/compose.h"
#include "composer/evaluations/plan_parameters.h"
#include "composer/verification/plan_values.h"
#include "composer/verification/verify_plan.h"
#include "fragments/interpreter/operations.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/scratch_blocks.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

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
fragment powered(x: float3, steps: constant int) -> float3 {
    float3 r = x;
    for (int i = 0; i < steps; ++i) { r *= x; }
    return r;
}
graph p_of(n: int) -> int { output n + 1; }
fragment counted(n: int, x: float3) -> float3 { return x * float(n); }
fragment masked(n: uint, x: float3) -> float3 { return x * float(n & 6u); }
fragment row() -> float3[3] { return float3[3](float3(1.0), float3(2.0), float3(3.0)); }
fragment total(n: int, f: fn(i: int) -> float) -> float {
    float sum = 0.0;
    for (int i = 0; i < n; ++i) { sum += f(i); }
    return sum;
}
graph faded(c: float3, amount: float = 0.75) -> float3 { output c * amount + (1.0 - @0.125@); }
profile p: base_mesh { fragment demand color: float3 as target 0; }
)";

/// The text without marks, and the ranges between them.
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
    // The mark in `faded` counts only if the material has no marks.
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
  Result<PlacedPlan> plan = failed(Diagnostics{});

  const Library& library() const { return loaded.library; }
  std::string errors() const {
    return render_text(loaded.diagnostics, library().sources) +
           (plan ? "" : render_text(plan.error(), library().sources));
  }
  const LiveLiteral& literal(std::size_t i = 0) const { return plan->plan.live_literals.at(i); }
  std::uint32_t parameter(std::size_t i = 0) const {
    return static_cast<std::uint32_t>(library().materials[plan->plan.material].parameters.size() +
                                      i);
  }
  std::string text(const char* suffix) const {
    EmitOptions options;
    options.glsl = options.hlsl = true;
    const auto emission = emit(library(), *plan, options);
    REQUIRE(emission);
    return *emission->find(suffix);
  }
};

/// `number` replaces the marked literals if it is not empty. Live plans are verified.
Document open(const std::string& material, const std::string& number, bool is_live,
              bool is_placed = false) {
  Document document;
  document.source = marked(material, number);
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  document.loaded = load_text("live.weft", document.source.text, DiskReader(), options);
  const Library& library = document.loaded.library;
  INFO(render_text(document.loaded.diagnostics, library.sources));
  REQUIRE_FALSE(has_errors(document.loaded.diagnostics));
  ComposeRequest request{*library.find_material("m"), *library.find_profile("p"), {}};
  request.placement.is_on = false;
  for (const auto& [begin, end] : document.source.places) {
    if (is_live) {
      request.live_literals.push_back({{library.root_file, begin, end}});
    }
  }
  const Composer composer(library);
  document.plan = compose(composer, request);
  INFO(document.errors());
  REQUIRE(document.plan);
  if (is_placed) {
    const Plan naive = document.plan->plan;
    request.placement.is_on = true;
    document.plan = compose(composer, request);
    REQUIRE(document.plan);
    const auto faults = verify_plan(library, naive, *document.plan);
    INFO((faults.empty() ? std::string() : faults.front().text));
    CHECK(faults.empty());
  }
  return document;
}

/// The outputs for fixed features; empty if the interpreter cannot compute one.
std::vector<Constant> known_outputs(const Library& library, const Plan& plan,
                                    const std::function<Constant(std::uint32_t)>& parameter) {
  const auto feature = [&](FeatureId id, int vertex) {
    const DataType type = library.features[id].type.data();
    Constant value = zero_constant(library.data_types, type);
    if (type.is_plain() && type.scalar_kind() != Scalar::Float) {
      return value;
    }
    for (std::size_t i = 0; i < value.bits.size(); ++i) {
      value.bits[i] =
          float_bits(0.3F + 0.11F * static_cast<float>(i) + 0.05F * static_cast<float>(vertex));
    }
    return value;
  };
  const auto values = evaluate_outputs(library, plan, {feature, parameter, {0.25F, 0.25F, 0.5F}});
  std::vector<Constant> results = values ? *values : std::vector<Constant>();
  for (Constant& value : results) {
    for (std::uint32_t& bits : value.bits) {
      bits = bits == 0x80000000U ? 0 : bits;  // folding keeps values, not the sign of zeros
    }
  }
  return results;
}

/// `words` are the value of the live literals.
std::vector<Constant> outputs(const Document& document, const std::vector<std::uint32_t>& words) {
  const Library& library = document.library();
  const Plan& plan = document.plan->plan;
  return known_outputs(library, plan, [&](std::uint32_t position) {
    return live_literal(library, plan, position) != nullptr
               ? Constant{parameter_data(library, plan, position), words}
               : *plan.defaults[position];
  });
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
    {"a step of a loop",
     "path = loop 3 with (a: float = @0.5@) { a = a * surface.normal.x + 0.5; };"
     " output color = surface.normal * path.a;",
     {"0.25", "0.0", "2.0"}},
    {"a step of a loop without other inputs",
     "path = loop 3 with (a: float = @0.5@) { a = a * 0.5 + 0.25; };"
     " output color = surface.normal * path.a;",
     {"0.25", "0.0", "2.0"}},
    {"a number in a step that only a later step sees",
     "path = loop 3 with (a: float = 0.5, b: float = 0.25) { b = a; a = @0.75@; };"
     " output color = surface.normal * path.b;",
     {"0.25", "0.0", "2.0"}},
    {"one of two equal numbers",
     "output color = surface.normal * @0.5@ + float3(0.5) * surface.normal.x + 0.5;",
     {"0.25", "0.0", "2.0"}},
    {"a number that a function captures",
     "output color = surface.normal * total(3, (i) => float(i) * @0.5@);",
     {"0.25", "0.0", "2.0"}},
    {"the number of calls of a function",
     "output color = surface.normal * total(@3@, (i) => float(i));",
     {"0", "5"},
     true},
    {"a color literal's encoding",
     "output color = tinted(surface.normal as {use: color, encoding: linear}, "
     "float3(@0.5@, 0.25, 0.125) as {use: color, encoding: srgb}, 0.5);",
     {"0.25", "0.0", "1.0"}},
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
    REQUIRE(live.plan->plan.live_literals.size() == 1);
    REQUIRE(live.literal().state == LiveLiteral::State::Live);
    for (const char* const number : row.numbers) {
      INFO(number);
      const Document scratch = open(row.material, number, false);
      CHECK(outputs(live, words_of(number, row.is_int)) == outputs(scratch, {}));
      CHECK_FALSE(outputs(scratch, {}).empty());
    }
    const Document touched = open(row.material, row.numbers.front(), true);
    for (const char* const suffix : {"vert.glsl", "frag.glsl", "vs.hlsl", "ps.hlsl"}) {
      CHECK(touched.text(suffix) == live.text(suffix));
    }
    CHECK(live.library().materials[live.plan->plan.material].parameters.size() == 1);
  }
}

TEST_CASE("live literals: the states of a loop change as the numbers that they are computed from") {
  const Document live = open(
      "path = loop 3 with (a: float = @0.5@, b: float = 0.25) { b = a; a = a * 0.5; };"
      " output color = surface.normal * path.b;",
      "", true);
  int states = 0;
  for (const Evaluation& evaluation : live.plan->plan.evaluations) {
    if (const auto* state = std::get_if<BoundEvaluation>(&evaluation.kind)) {
      CHECK(state->rate >= Rate::Material);
      CHECK(evaluation.natural_rate >= Rate::Material);
      ++states;
    }
  }
  CHECK(states >= 1);
}

TEST_CASE("live literals: components of a color are read in any order") {
  const char* const colors[] = {"float3(c.b, c.g, c.r)", "float3(c.r, c.g, c.b)",
                                "float3(c.r, c.g, 0.25)", "float3(c.g, c.g, c.g)"};
  for (const std::string color : colors) {
    INFO(color);
    const std::string material = "c = @#804020@; output color = surface.normal * " + color + ";";
    const Document live = open(material, "", true);
    REQUIRE(live.literal().state == LiveLiteral::State::Live);
    for (const char* const number : {"#204080", "#ff0011"}) {
      const Document scratch = open(material, number, false);
      const auto channel = [&](std::size_t at) {
        const int byte = std::stoi(std::string(number).substr(1 + 2 * at, 2), nullptr, 16);
        return float_bits(static_cast<float>(byte) / 255.0F);
      };
      CHECK(outputs(live, {channel(0), channel(1), channel(2)}) == outputs(scratch, {}));
      CHECK_FALSE(outputs(scratch, {}).empty());
    }
  }
}

TEST_CASE("live literals: a thousand drags change values only") {
  for (const Case& row : cases) {
    INFO(row.what);
    const Document live = open(row.material, "", true, true);
    const auto emission = emit(live.library(), *live.plan, {});
    REQUIRE(emission);
    auto values = BlockValues::prepare(live.library(), *emission);
    REQUIRE(values);
    InputWords inputs;
    for (int i = 0; i < 1000; ++i) {
      const auto number = static_cast<float>(i) * 0.01F;
      inputs[live.parameter()] = {row.is_int ? static_cast<std::uint32_t>(i % 50)
                                             : float_bits(number)};
      const auto change = values->set(live.parameter(), inputs[live.parameter()]);
      REQUIRE(change);
      REQUIRE(change->constants.empty());
    }
    CHECK(current_blocks(*values) == blocks_from_scratch(live.library(), *emission, inputs));
  }
}

TEST_CASE("live literals: parameters get names, types and defaults") {
  Document live = open(
      "amount = tinted(float3(@0.5@, 0.25, 1.0), float3(0.5), @0.25@);"
      " unread = amount * @0.75@;"
      " output color = amount * counted(@3@, surface.normal);",
      "", true, true);
  const Plan& plan = live.plan->plan;
  REQUIRE(plan.live_literals.size() == 4);
  CHECK(parameter_count(live.library(), plan) == 5);
  CHECK(parameter_name(live.library(), plan, 0) == "p");
  CHECK(parameter_name(live.library(), plan, 1) == "literal");
  CHECK(parameter_name(live.library(), plan, 2) == "literal_2");
  CHECK(live.literal(2).state == LiveLiteral::State::Unread);
  CHECK(live.literal(3).type == int_type);
  CHECK(*plan.defaults[2] == Constant{float_type, {float_bits(0.25F)}});
  CHECK_FALSE(plan.defaults[3]);
  const auto emission = emit(live.library(), *live.plan, {.reflection = true});
  REQUIRE(emission);
  const auto& parameters = emission->reflection.parameters;
  REQUIRE(parameters.size() == 4);
  CHECK(parameters[0].kind == "plain");
  CHECK(parameters[2].kind == "literal");
  CHECK(parameters[2].name == "literal_2");
}

TEST_CASE("live literals: a requested name is used unless it is taken") {
  Document document = open("output color = surface.normal * @2.0@ * @0.5@;", "", false);
  const Library& library = document.library();
  ComposeRequest request{*library.find_material("m"), *library.find_profile("p"), {}};
  for (const auto& [begin, end] : document.source.places) {
    request.live_literals.push_back({{library.root_file, begin, end}, "p"});
  }
  request.live_literals.back().name = "strength";
  const auto plan = compose(Composer(library), request);
  REQUIRE(plan);
  CHECK(plan->plan.live_literals[0].name == "p_2");
  CHECK(plan->plan.live_literals[1].name == "strength");
}

TEST_CASE("live literals: a number needed at compose time stays constant") {
  struct Row {
    const char* what;
    const char* material;
  };
  const std::vector<Row> rows = {
      {"a constant port", "output color = powered(surface.normal, @3@);"},
      {"what a constant port is computed from", "output color = powered(surface.normal, @3@ - 1);"},
      {"an index of an array", "r = row(); output color = r[@1@] * surface.normal;"},
      {"an index of a vector", "output color = surface.normal * surface.normal[@1@];"},
      {"an int for a uint", "output color = masked(@3@, surface.normal);"},
      {"a condition", "output color = @true@ ? surface.normal : float3(0.5);"},
      {"the choice of a function",
       "output color = surface.normal * total(3, p_of(@1@) > 2 ? (i) => 1.0 : (i) => 2.0);"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const Document scratch = open(row.material, "", false, true);
    const Document live = open(row.material, "", true, true);
    CHECK(live.literal().state == LiveLiteral::State::Fixed);
    CHECK(live.text("frag.glsl") == scratch.text("frag.glsl"));
  }
}

TEST_CASE("live literals: the plan records where a number's sign matters") {
  const std::string scaled =
      "output color = (surface.normal * surface.tangent.xyz) with (surface.uv: surface.uv * "
      "@2.0@);";
  CHECK(open(scaled, "", true).literal().sign_decides);
  CHECK(open("output color = counted(@2@, surface.normal);", "", true).literal().sign_decides);
  CHECK_FALSE(open("output color = surface.normal * @2.0@;", "", true).literal().sign_decides);
}

TEST_CASE(
    "live literals: every number of a shipped material gives the same values, live or constant") {
  Random random(seed());
  std::size_t compared = 0;
  for (const char* const name :
       {"clay", "marbled", "rubber", "latticework", "skittle", "glazed", "beads"}) {
    const std::string path = fmt::format("materials/{}.weft", name);
    const std::string text =
        "import \"profiles\";\n" + read_file(repository_root() / "shaders" / path);
    LoadOptions options;
    options.shipped_directories = {(repository_root() / "shaders").string()};
    const LoadedLibrary loaded = load_text(path, text, DiskReader(), options);
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Library& library = loaded.library;
    ComposeRequest request{MaterialId(0), *library.find_profile("forward"), {}, {.is_on = false}};
    std::vector<std::string> numbers;
    for (const GraphNode& node : library.materials[MaterialId(0)].graph.nodes) {
      const auto* literal = std::get_if<LiteralNode>(&node.kind);
      if (literal != nullptr && literal->value.type == float_type && !random.chance(4) &&
          node.span.file == library.root_file) {
        request.live_literals.push_back({node.span, {}});
      }
    }
    std::sort(request.live_literals.begin(), request.live_literals.end(),
              [](const auto& a, const auto& b) { return a.place.begin < b.place.begin; });
    std::string changed = text;
    for (std::size_t i = request.live_literals.size(); i-- > 0;) {
      const Span place = request.live_literals[i].place;
      numbers.insert(numbers.begin(), fmt::format("{:.3f}", random.between(0.1, 2.0)));
      changed.replace(place.begin, place.end - place.begin, numbers.front());
    }
    const auto live = compose(Composer(library), request);
    REQUIRE(live);
    const LoadedLibrary other = load_text(path, changed, DiskReader(), options);
    INFO(render_text(other.diagnostics, other.library.sources));
    REQUIRE_FALSE(has_errors(other.diagnostics));
    request.live_literals.clear();
    const auto scratch = compose(Composer(other.library), request);
    REQUIRE(scratch);
    const std::size_t declared = library.materials[MaterialId(0)].parameters.size();
    const auto value_of = [&](std::uint32_t position) {
      return position < declared
                 ? live->plan.defaults[position].value_or(Constant{float_type, {0}})
                 : Constant{float_type, {float_bits(std::stof(numbers[position - declared]))}};
    };
    INFO(name);
    const auto a = known_outputs(library, live->plan, value_of);
    const auto b = known_outputs(other.library, scratch->plan, value_of);
    CHECK(a == b);
    compared += a.empty() ? 0 : numbers.size();
  }
  CHECK(compared > 5);
}

}  // namespace weft::testing::live_literals_test
