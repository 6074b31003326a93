// The numeric checks of conversions: correct declarations pass, incorrect ones are found, with a
// suggestion.

#include <cstdlib>
#include <string>

#include "composer/checks/defined_features.h"
#include "composer/compose.h"
#include "conversions/checks/check_conversions.h"
#include "conversions/search/search.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing::conversion_checks_test {

namespace {

using namespace weft;

struct Checked {
  LoadedLibrary loaded;
  ConversionChecks checks;

  std::string text() const { return render_text(checks.diagnostics, loaded.library.sources); }
  bool says(const std::string& words) const { return text().find(words) != std::string::npos; }
};

Checked check(const std::string& source, const ConversionCheckOptions& options = {}) {
  LoadOptions how;
  how.shipped_directories = {(repository_root() / "shaders").string()};
  Checked checked{load_text("test.weft", source, DiskReader(), how), {}};
  INFO(render_text(checked.loaded.diagnostics, checked.loaded.library.sources));
  REQUIRE_FALSE(has_errors(checked.loaded.diagnostics));
  const Composer composer(checked.loaded.library);
  DefinedFeatures definitions(composer);
  checked.checks =
      check_conversions(composer.library(), composer.conversion_set(), definitions, options);
  return checked;
}

const std::string spaces = R"(
trait basis { model, world, view }
feature object.to_world: float4x4 at object;
feature view.to_view: float4x4 at view;
conversion model_to_world(p: float4 {basis: model}) -> {basis: world} difficulty 1 { return object.to_world * p; }
conversion world_to_view(p: float4 {basis: world}) -> {basis: view} difficulty 1 { return view.to_view * p; }
conversion model_to_view(p: float4 {basis: model}) -> {basis: view} difficulty 2 { return object.to_view * p; }
model_to_view equals model_to_world then world_to_view;
)";

}  // namespace

TEST_CASE("B6: weft check finds a conversion that depends on an unstated unit", "[checks]") {
  Checked checked = check(R"(
trait basis { model, world }
trait unit { metre, centimetre }
conversion metre_to_centimetre(x: float {unit: metre}) -> {unit: centimetre} difficulty 1 { return x * 100.0; }
conversion model_to_world(x: float {basis: model}) -> {basis: world} difficulty 1 { return x + 5.0; }
)");
  INFO(checked.text());
  CHECK(checked.checks.exchanges == 1);
  REQUIRE(checked.checks.diagnostics.size() == 1);
  CHECK(checked.checks.diagnostics.front().code == Code::OrderMatters);
  CHECK(checked.says(
      "'metre_to_centimetre' and 'model_to_world' do not commute, but neither mentions"));
  CHECK(checked.says("'unit'"));
  // The figures of the row: (2 + 5) m is 700 cm, 2 m is 200 cm and 205 after adding 5.
  CHECK((2.0 + 5.0) * 100.0 == 700.0);
  CHECK(2.0 * 100.0 + 5.0 == 205.0);

  Checked mended = check(R"(
trait basis { model, world }
trait unit { metre, centimetre }
conversion metre_to_centimetre(x: float {unit: metre}) -> {unit: centimetre} difficulty 1 { return x * 100.0; }
conversion model_to_world(x: float {basis: model, unit?: metre}) -> {basis: world} difficulty 1 { return x + 5.0; }
)");
  CHECK(mended.text().empty());
}

TEST_CASE(
    "checks: a declared equality is confirmed, or rejected if the feature is defined differently",
    "[checks]") {
  Checked good = check(
      spaces + "feature object.to_view: float4x4 at draw = view.to_view * object.to_world;\n" +
      "fragment multiply(a: float4x4, b: float4x4) -> float4x4 { return a * b; }");
  CHECK(good.text().empty());
  CHECK(good.checks.declarations == 1);
  Checked bad = check(
      spaces + "feature object.to_view: float4x4 at draw = object.to_world * view.to_view;\n" +
      "fragment multiply(a: float4x4, b: float4x4) -> float4x4 { return a * b; }");
  REQUIRE(bad.checks.diagnostics.size() == 1);
  CHECK(bad.checks.diagnostics.front().code == Code::FalseDeclaration);
  CHECK(bad.says("'model_to_view' does not equal 'model_to_world' then 'world_to_view'"));
}

TEST_CASE("checks: conversions are evaluated with features defined by functions", "[checks]") {
  const std::string there = R"(
trait sort { one, two }
fragment multiply(a: float, b: float) -> float { return a * b; }
fragment applied(f: fn(x: float) -> float, x: float) -> float { return f(x) + 1.0; }
feature told.factor: float at frame;
feature told.total: float at frame = applied((x) => x * 2.0, told.factor);
conversion there(x: float {sort: one}) -> {sort: two} difficulty 1 { return x * told.total; }
)";
  Checked bad = check(there +
                      "conversion back(x: float {sort: two}) -> {sort: one} difficulty 1 { return "
                      "x * told.total; }");
  CHECK(bad.says("'back' and 'there' do not undo each other"));
  Checked good = check(there +
                       "conversion back(x: float {sort: two}) -> {sort: one} difficulty 1 { return "
                       "x / told.total; }");
  CHECK(good.text().empty());
  CHECK(good.checks.round_trips == 1);
}

TEST_CASE("checks: a declared commutes is confirmed or rejected", "[checks]") {
  const std::string steps = R"(
trait t { one, two }
trait u { one, two }
conversion a(x: float {t: one, u?: one}) -> {t: two} difficulty 1 { return x * 2.0; }
conversion b(x: float {t?: one, u: one}) -> {u: two} difficulty 1 { return x + 1.0; }
a commutes with b;
)";
  Checked bad = check(steps);
  CHECK(bad.says("'a' does not commute with 'b'"));
}

TEST_CASE("checks: inverse conversions must round-trip", "[checks]") {
  const std::string there =
      "trait t { one, two }\nconversion a(x: float {t: one}) -> {t: two} difficulty 1 { return x * "
      "2.0; }\n";
  CHECK(
      check(there + "conversion b(x: float {t: two}) -> {t: one} difficulty 1 { return x * 0.5; }")
          .text()
          .empty());
  Checked bad =
      check(there + "conversion b(x: float {t: two}) -> {t: one} difficulty 1 { return x * 0.4; }");
  CHECK(bad.says("'a' and 'b' do not undo each other"));
  CHECK(check(there +
              "conversion b(x: float {t: two}) -> {t: one} difficulty 1 lossy { return x * 0.4; }")
            .text()
            .empty());
}

TEST_CASE("checks: everything shipped passes", "[checks]") {
  ConversionCheckOptions options;
  options.samples = 8;
  Checked checked = check("import \"core\"; import \"display\";", options);
  INFO(checked.text());
  CHECK(checked.checks.diagnostics.empty());
  CHECK(checked.checks.round_trips > 50);
  CHECK(checked.checks.exchanges > 100);
  CHECK(checked.checks.alike > 20);
}

TEST_CASE("checks: a conversion treats unmentioned traits alike, also without a possible order",
          "[checks]") {
  // `widen` changes the data type, so a conversion of float3 cannot be exchanged with it.
  const std::string warm = R"(
trait heat { cold, warm }
trait side { left, right }
conversion warm3(v: float3 {heat: cold}) -> {heat: warm} difficulty 1 { return v * 2.0; }
conversion warm4(v: float4 {heat: cold}) -> {heat: warm} difficulty 1 { return v * 2.0; }
)";
  Checked wrong = check(warm +
                        "conversion widen(v: float3 {side: left}) -> float4 {side: right} "
                        "difficulty 1 { return float4(v, 1.0); }");
  INFO(wrong.text());
  REQUIRE(wrong.checks.diagnostics.size() == 1);
  CHECK(wrong.checks.diagnostics.front().code == Code::OrderMatters);
  CHECK(wrong.says(
      "'widen' does not mention the traits 'warm3' changes, but its result depends on them"));
  CHECK(wrong.says("name 'heat' in the input of 'widen'"));
  CHECK(wrong.says("'widen' then 'warm4' makes"));
  CHECK(wrong.checks.exchanges == 0);
  // Mentioned, or identical: no message.
  Checked mentioned = check(warm +
                            "conversion widen(v: float3 {side: left, heat: cold}) -> float4 {side: "
                            "right} difficulty 1 { return float4(v, 1.0); }");
  CHECK(mentioned.text().empty());
  Checked alike = check(warm +
                        "conversion widen(v: float3 {side: left}) -> float4 {side: right} "
                        "difficulty 1 { return float4(v, v.x); }");
  CHECK(alike.text().empty());
  CHECK(alike.checks.alike == 1);
  // Through several steps, and through a guarantee that the change drops.
  Checked steps = check(R"(
trait heat { cold, tepid, warm }
guarantee norm { unit }
conversion hotter(v: float3 {heat: cold}) -> {heat: tepid} difficulty 1 { return v + 1.0; }
conversion normal(v: float3) -> {norm: unit} difficulty 1 { return normalize(v); }
)");
  CHECK(steps.says("'normal' does not mention the traits 'hotter' changes"));
}

TEST_CASE("checks: declarations must hold for every instance of a generic conversion", "[checks]") {
  // The first instance takes a float, which offers no comparison.
  const std::string warm = R"(
trait heat { cold, warm }
trait side { left, right }
conversion warm<T: floating>(v: T {heat: cold}) -> {heat: warm} difficulty 1 { return v * 2.0; }
)";
  Checked bad = check(warm + R"(
conversion widen(v: float3 {side: left}) -> float4 {side: right} difficulty 1 { return float4(v, 1.0); }
warm commutes with widen;
)");
  INFO(bad.text());
  REQUIRE(bad.checks.diagnostics.size() == 1);
  CHECK(bad.checks.diagnostics.front().code == Code::FalseDeclaration);
  CHECK(bad.says("'warm' does not commute with 'widen' for float3"));
  CHECK(bad.says("'warm' then 'widen' makes"));
  Checked good = check(warm + R"(
conversion widen(v: float3 {side: left}) -> float4 {side: right} difficulty 1 { return float4(v, v.x); }
conversion double<T: floating>(v: T {heat: cold}) -> {heat: warm} difficulty 1 { return v + v; }
warm commutes with widen;
warm equals double;
)");
  CHECK(good.text().empty());
  CHECK(good.checks.declarations == 5);  // warm equals double of 4 types, and widen of one
  Checked unequal = check(R"(
trait heat { cold, warm }
conversion warm<T: floating>(v: T {heat: cold}) -> {heat: warm} difficulty 1 { return v * 2.0; }
conversion odd(v: float3 {heat: cold}) -> {heat: warm} difficulty 1 { return v * 3.0; }
warm equals odd;
)");
  CHECK(unequal.says("'warm' does not equal 'odd' for float3"));
}

TEST_CASE("checks: chains that differ by a declared commutes of generics are one in the search",
          "[checks]") {
  const std::string text = R"(
trait heat { cold, warm }
trait side { left, right }
conversion warm<T: floating>(v: T {heat: cold}) -> {heat: warm} difficulty 1 { return v * 2.0; }
conversion widen(v: float3 {side: left}) -> float4 {side: right} difficulty 1 { return float4(v, v.x); }
)";
  const auto chains = [&](const std::string& declared) {
    Checked checked = check(text + declared);
    CHECK(checked.text().empty());
    const Library& library = checked.loaded.library;
    const Composer composer(library);
    const auto type = [&](const char* words) {
      return *parse_type_text(words, library.lattice, library.names);
    };
    const ConversionAnswer answer =
        find_conversion(composer.conversions(), library.lattice,
                        type_of(type("type:float3,heat:cold,side:left"), library.lattice),
                        type("type:float4,heat:warm,side:right"), FeatureSet{});
    return answer.chains.size();
  };
  CHECK(chains("") == 2);
  CHECK(chains("warm commutes with widen;") == 1);
}

TEST_CASE("checks: two steps possible in either order are left to the search, which reports them",
          "[checks]") {
  // Each matches a value that the other sets, so either order needs a message.
  Checked checked = check(R"(
trait use { color { light, shown } }
trait heat { cold, warm }
conversion show(v: float3 {use: light}) -> {use: shown} difficulty 1 { return v / (v + 1.0); }
conversion warm(v: float3 {use: color, heat: cold}) -> {heat: warm} difficulty 1 { return v * 2.0; }
)");
  CHECK(checked.text().empty());
  CHECK(checked.checks.alike == 1);
  const Library& library = checked.loaded.library;
  const Composer composer(library);
  const auto type = [&](const char* words) {
    return *parse_type_text(words, library.lattice, library.names);
  };
  const ConversionAnswer answer =
      find_conversion(composer.conversions(), library.lattice,
                      type_of(type("type:float3,use:light,heat:cold"), library.lattice),
                      type("type:float3,use:shown,heat:warm"), FeatureSet{});
  CHECK(answer.failure == ConversionFailure::Ambiguous);
  CHECK(answer.chains.size() == 2);
}

TEST_CASE("checks: findings name the checked file, never its imports", "[checks]") {
  ConversionCheckOptions options;
  options.only = FileId(0);
  const std::string ways[] = {
      // 'encode_srgb' and others of the same file precede it by name.
      "conversion glow(c: float3 {use: color, heat: cold}) -> {heat: warm} difficulty 1 { return c "
      "+ 0.1; }",
      // 'opaque' is shipped, and does not commute with these changes.
      "conversion glow(c: float3 {use: color, heat: cold}) -> {heat: warm} difficulty 1 { return c "
      "* 2.0; }\n"
      "conversion glow_all(c: float4 {use: color, heat: cold}) -> {heat: warm} difficulty 1 { "
      "return c * 2.0; }",
      // The inverse of a shipped one, and incorrect.
      "extend encoding { gamma26 }\n"
      "conversion odd(c: float3 {use: color, encoding: linear}) -> {encoding: srgb} difficulty 3 "
      "{ return c; }",
  };
  for (const std::string& own : ways) {
    Checked checked =
        check("import \"core\"; import \"display\";\ntrait heat { cold, warm }\n" + own, options);
    INFO(checked.text());
    REQUIRE_FALSE(checked.checks.diagnostics.empty());
    for (const Diagnostic& diagnostic : checked.checks.diagnostics) {
      REQUIRE(diagnostic.span);
      CHECK(diagnostic.span->file == FileId(0));
    }
  }
}

}  // namespace weft::testing::conversion_checks_test
