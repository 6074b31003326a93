// Queries given as two texts: the same answers as by types, and each spelling is parsed once.

#include <string>

#include "conversions/text_queries.h"
#include "tests/support/catch.h"
#include "tests/support/registry.h"

namespace weft::testing::conversion_text_test {

namespace {

using namespace weft;

const char* const declarations = R"(
trait use { vector { direction }, normal }
trait basis { model, world, view }
conversion model_to_world: float3 {basis: model} -> {basis: world} 1 extracts object.to_world
conversion world_to_view: float3 {basis: world} -> {basis: view} 2
)";

struct Asked {
  const char* from;
  const char* to;
  const char* features;
  const char* expected;
};

}  // namespace

TEST_CASE("text queries: answers match the search", "[conversions]") {
  const Registry registry(declarations);
  ConversionCache cache(registry.table(), registry.lattice());
  TextQueries queries(cache, registry.lattice(), registry.names());
  const Asked asked[] = {
      {"type:float3,basis:model", "type:float3,basis:view", "object.to_world",
       "3: model_to_world, world_to_view"},
      {"type:float3,basis:model", "type:float3,basis:view", "", "impossible"},
      {"basis:world, type:float3", "type:float3,basis:view", "", "2: world_to_view"},
      {"type:vec3,use:normal,basis:world", "type:float3,basis:view", "", "2: world_to_view"},
      {"type:float3", "type:float3,basis:view", "", "impossible"},
  };
  for (int time = 0; time < 2; ++time) {  // parsed, then cached
    for (const Asked& one : asked) {
      INFO(one.from << " -> " << one.to << " with " << one.features);
      const auto features = queries.intern(registry.features(one.features));
      const auto answer = queries.find(one.from, one.to, features);
      REQUIRE(answer);
      CHECK(registry.summary(**answer) == one.expected);
      CHECK(registry.summary(registry.find(one.from, one.to, registry.features(one.features))) ==
            one.expected);
    }
  }
  CHECK(cache.size() == 5);
}

TEST_CASE("text queries: errors in both texts are reported every time", "[conversions]") {
  const Registry registry(declarations);
  ConversionCache cache(registry.table(), registry.lattice());
  TextQueries queries(cache, registry.lattice(), registry.names());
  const auto features = queries.intern(FeatureSet{});
  for (int time = 0; time < 2; ++time) {
    const auto answer = queries.find("type:float3,bases:world", "basis:view", features);
    REQUIRE_FALSE(answer);
    REQUIRE(answer.error().size() == 2);
    CHECK(answer.error()[0].message.find("bases") != std::string::npos);
    CHECK(answer.error()[1].message.find("type") != std::string::npos);
  }
  CHECK(cache.size() == 0);
}

TEST_CASE("text queries: more spellings than the cache holds", "[conversions]") {
  const Registry registry(declarations);
  ConversionCache cache(registry.table(), registry.lattice());
  TextQueries queries(cache, registry.lattice(), registry.names());
  const auto features = queries.intern(FeatureSet{});
  std::string blanks;
  for (std::size_t i = 0; i < TextQueries::max_texts + 2; ++i) {
    // Spellings of one type: blanks between names are ignored, so only the texts are numerous.
    const std::string from =
        "type:float3," + std::string(i % 400, ' ') + "basis:world" + std::string(i / 400, ' ');
    const auto answer = queries.find(from, "type:float3,basis:view", features);
    REQUIRE(answer);
    REQUIRE((*answer)->chains.size() == 1);
  }
  CHECK(cache.size() == 1);
}

}  // namespace weft::testing::conversion_text_test
