// The acceptance rows about conversions that need neither shipped library nor composer.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/registry.h"

namespace weft::testing::conversion_acceptance_test {

namespace {

using namespace weft;

const std::string registry_r = R"(
trait basis { model, world, view, clip }
trait use { vector { direction { tangent }, normal }, position }
trait unit { metre, centimetre }
conversion model_to_world: float4 {basis: model} -> {basis: world} 1 extracts object.to_world
conversion world_to_view: float4 {basis: world} -> {basis: view} 1 extracts view.to_view
conversion view_to_clip: float4 {basis: view} -> {basis: clip} 1 extracts view.to_clip
conversion world_to_model: float4 {basis: world} -> {basis: model} 3 extracts object.from_world
conversion view_to_world: float4 {basis: view} -> {basis: world} 3 extracts view.from_view
conversion clip_to_view: float4 {basis: clip} -> {basis: view} 3 extracts view.from_clip
)";

std::string with_direct(const std::string& difficulty) {
  return registry_r + "conversion model_to_view: float4 {basis: model} -> {basis: view} " +
         difficulty + " extracts object.to_view\n";
}

const std::string registry_d = R"(
trait use { vector { direction { tangent }, normal }, position }
trait basis { model, world }
guarantee norm { unit }
guarantee w { any { known { one, zero } } }
conversion position_to_float4: float3 {use: position} -> float4 {w: one} 0.25
conversion direction_to_float4: float3 {use: direction} -> float4 {w: zero} 0.25
conversion model_to_world: float4 {basis: model, w: known} -> {basis: world} 1
    extracts object.to_world keeps w
conversion normal_to_world: float3 {use: normal, basis: model} -> {basis: world} 1
    extracts object.normal_to_world
conversion normalize_vector: float3 {use: vector} -> {norm: unit} 0.5
conversion to_float3: float4 {w: known} -> float3 0.05
conversion divide: float4 -> float3 0.5
)";

const char* const model4 = "type:float4,basis:model";
const char* const world4 = "type:float4,basis:world";
const char* const view4 = "type:float4,basis:view";
const char* const clip4 = "type:float4,basis:clip";

}  // namespace

TEST_CASE("A1: model to view goes through world", "[conversions]") {
  const Registry r(registry_r);
  ConversionAnswer answer = r.find(model4, view4);
  CHECK(r.summary(answer) == "2: model_to_world, world_to_view");
  CHECK(r.text(answer.chains.at(0).features) == "object.to_world, view.to_view");
  CHECK_FALSE(answer.exact);
}

TEST_CASE("A2: unmentioned meanings pass through", "[conversions]") {
  const Registry r(registry_r +
                   "conversion normal_clip_to_world: float3 {use: normal, basis: clip} "
                   "-> {basis: world} 2\n");
  ConversionAnswer answer = r.find("type:float3,use:normal,basis:clip", "type:float3,basis:world");
  CHECK(r.summary(answer) == "2: normal_clip_to_world");
  CHECK(r.text(answer.chains.at(0).result) == "type:float3,basis:world,use:normal");
}

TEST_CASE("A3: no chain adds a meaning that the source lacks", "[conversions]") {
  const Registry r(registry_r);
  ConversionAnswer answer = r.find("type:float3", "type:float2,basis:view");
  CHECK_FALSE(answer.possible);
  CHECK(answer.failure == ConversionFailure::MissingMeaning);
  REQUIRE(answer.missing_meaning.has_value());
  CHECK(r.names().text(r.lattice().trait(*answer.missing_meaning).name) == "basis");
}

TEST_CASE("A4: identical types need no conversion", "[conversions]") {
  const Registry r(registry_r);
  ConversionAnswer answer =
      r.find("type:float4,basis:model,use:position", "type:float4,basis:model,use:position");
  CHECK(r.summary(answer) == "0: ");
  CHECK(answer.exact);
}

TEST_CASE("A5: demanding fewer traits succeeds but is not exact, demanding more is impossible",
          "[conversions]") {
  const Registry r(registry_r);
  ConversionAnswer answer = r.find(world4, "type:float4");
  CHECK(r.summary(answer) == "0: ");
  CHECK_FALSE(answer.exact);
  CHECK(r.summary(r.find("type:float4", world4)) == "impossible");
}

TEST_CASE("A6: compatibility is a degree", "[conversions]") {
  const Registry r(registry_r);
  struct Row {
    std::string source;
    std::string demand;
    int degree;
  };
  const std::vector<Row> rows = {
      {world4, clip4, 2}, {world4, "type:float4", 1}, {"type:float4", world4, 0}};
  for (const Row& row : rows) {
    INFO(row.source << " -> " << row.demand);
    CHECK(compatibility(r.type(row.source), r.demand(row.demand), r.lattice()) == row.degree);
  }
}

TEST_CASE("A7: extra traits are carried along", "[conversions]") {
  const Registry r(registry_r);
  ConversionAnswer answer = r.find("type:float4,basis:model,use:position,unit:metre", view4);
  CHECK(r.text(answer.chains.at(0).result) == "type:float4,basis:view,use:position,unit:metre");
}

TEST_CASE("A8: every query terminates and visits only reachable types", "[conversions]") {
  const Registry r(registry_r);
  const std::vector<std::string> types = {model4, world4,        view4,
                                          clip4,  "type:float4", "type:float3,basis:model"};
  for (const std::string& from : types) {
    for (const std::string& to : types) {
      INFO(from << " -> " << to);
      CHECK(r.find(from, to).types_visited <= 4);
    }
  }
}

TEST_CASE("B1: a direct conversion that costs more is not chosen", "[conversions]") {
  const Registry r(with_direct("2.5"));
  CHECK(r.summary(r.find(model4, view4)) == "2: model_to_world, world_to_view");
}

TEST_CASE("B2: a direct conversion that costs less is chosen", "[conversions]") {
  const Registry r(with_direct("1.5"));
  CHECK(r.summary(r.find(model4, view4)) == "1.5: model_to_view");
}

TEST_CASE("B3: equal difficulty is ambiguous", "[conversions]") {
  const Registry r(with_direct("2"));
  ConversionAnswer answer = r.find(model4, view4);
  CHECK(r.summary(answer) == "2: model_to_view | 2: model_to_world, world_to_view");
  CHECK(answer.ambiguous_count == 2);
  CHECK(answer.failure == ConversionFailure::Ambiguous);
}

TEST_CASE("B3b: chains declared equal count as one", "[conversions]") {
  const Registry r(with_direct("2") + "equals model_to_view model_to_world world_to_view\n");
  ConversionAnswer answer = r.find(model4, view4);
  CHECK(r.summary(answer) == "2: model_to_view");
  REQUIRE(answer.equals.size() == 1);
  CHECK(r.steps(answer.equals.at(0)) == "model_to_world, world_to_view");
}

TEST_CASE("B5: conversions of independent traits form one chain", "[conversions]") {
  std::string text;
  for (const char* trait : {"a", "b", "c"}) {
    std::string name(trait);
    text += "trait " + name + " { one, two, three }\n";
    text += "conversion " + name + "_first: float {" + name + ": one} -> {" + name + ": two} 1\n";
    text += "conversion " + name + "_then: float {" + name + ": two} -> {" + name + ": three} 1\n";
  }
  const Registry r(text + "guarantee range { unit }\n");
  ConversionAnswer answer =
      r.find("type:float,a:one,b:one,c:one", "type:float,a:three,b:three,c:three");
  CHECK(r.summary(answer) == "6: a_first, a_then, b_first, b_then, c_first, c_then");
}

TEST_CASE("C1: the inverse conversion, with all features available", "[conversions]") {
  const Registry r(registry_r);
  CHECK(r.summary(r.find(view4, world4)) == "3: view_to_world");
}

TEST_CASE("C2: a missing feature is named in the hint", "[conversions]") {
  const Registry r(registry_r);
  ConversionAnswer answer = r.find(view4, world4, r.all_features_but("view.from_view"));
  CHECK(r.summary(answer) == "impossible");
  CHECK(answer.failure == ConversionFailure::MissingFeatures);
  REQUIRE(answer.would_succeed_with.size() == 1);
  CHECK(r.text(answer.would_succeed_with[0]) == "view.from_view");
  CHECK(r.text(answer.nearest.value()) == "type:float4,basis:view");
}

TEST_CASE("C3: a conversion whose feature is unavailable is not used", "[conversions]") {
  const Registry r(with_direct("1.5"));
  CHECK(r.summary(r.find(model4, view4, r.all_features_but("object.to_view"))) ==
        "2: model_to_world, world_to_view");
}

TEST_CASE("C4: among equal chains the one with fewer features is chosen", "[conversions]") {
  const Registry r(registry_r +
                   "conversion tidy: float4 {basis: model} -> {basis: view} 2 "
                   "extracts object.to_world\n");
  ConversionAnswer answer = r.find(model4, view4);
  CHECK(r.summary(answer) == "2: tidy");
  REQUIRE(answer.refused.size() == 1);
  CHECK(answer.refused[0].reason == Refusal::MoreFeatures);
}

TEST_CASE("C5: prefer breaks a tie", "[conversions]") {
  const std::string prefer = "prefer model_to_view over model_to_world";
  const Registry r(with_direct("2") + prefer + "\n");
  CHECK(r.summary(r.find(model4, view4)) == "2: model_to_view");

  const Registry narrow(with_direct("2") + prefer + " for {use: vector}\n");
  CHECK(narrow.find(model4, view4).ambiguous_count == 2);
  CHECK(narrow.summary(narrow.find("type:float4,basis:model,use:normal", view4)) ==
        "2: model_to_view");
  CHECK(narrow.find("type:float4,basis:model,use:position", view4).ambiguous_count == 2);
}

TEST_CASE("D1: a position is transformed with w = 1", "[conversions]") {
  const Registry d(registry_d);
  CHECK(d.summary(d.find("type:float3,use:position,basis:model", "type:float3,basis:world")) ==
        "1.3: position_to_float4, model_to_world, to_float3");
}

TEST_CASE("D2: a direction is transformed with w = 0", "[conversions]") {
  const Registry d(registry_d);
  CHECK(d.summary(d.find("type:float3,use:direction,basis:model", "type:float3,basis:world")) ==
        "1.3: direction_to_float4, model_to_world, to_float3");
}

TEST_CASE("D3: a normal is transformed by the normal matrix", "[conversions]") {
  const Registry d(registry_d);
  CHECK(d.summary(d.find("type:float3,use:normal,basis:model", "type:float3,basis:world")) ==
        "1: normal_to_world");
}

TEST_CASE("D3b: a normal is never transformed by the model matrix", "[conversions]") {
  const Registry d(registry_d);
  ConversionAnswer answer = d.find("type:float3,use:normal,basis:model", "type:float3,basis:world",
                                   d.all_features_but("object.normal_to_world"));
  CHECK(d.summary(answer) == "impossible");
  REQUIRE(answer.would_succeed_with.size() == 1);
  CHECK(d.text(answer.would_succeed_with[0]) == "object.normal_to_world");
}

TEST_CASE("D4: a lost guarantee is re-established", "[conversions]") {
  const Registry d(registry_d);
  ConversionAnswer answer = d.find("type:float3,use:normal,basis:model,norm:unit",
                                   "type:float3,use:normal,basis:world,norm:unit");
  CHECK(d.summary(answer) == "1.5: normal_to_world, normalize_vector");
}

TEST_CASE("D5: a position never becomes a normal", "[conversions]") {
  const Registry d(registry_d);
  ConversionAnswer answer = d.find("type:float3,use:position", "type:float3,use:normal");
  CHECK(d.summary(answer) == "impossible");
  CHECK(answer.failure == ConversionFailure::Unreachable);
}

TEST_CASE("D7: a guarantee may be established on a value that lacks it", "[conversions]") {
  const Registry d(registry_d);
  CHECK(d.summary(d.find("type:float3,use:normal", "type:float3,norm:unit")) ==
        "0.5: normalize_vector");
}

}  // namespace weft::testing::conversion_acceptance_test
