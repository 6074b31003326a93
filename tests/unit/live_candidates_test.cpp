// What an editor may offer at a port or a wire: live/session/candidates.h.

#include <algorithm>
#include <string>
#include <vector>

#include "composer/elaborate/available_features.h"
#include "conversions/search/search.h"
#include "live/session/candidates.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"

namespace weft::testing::live_candidates_test {
namespace {

using namespace weft::live;

const std::string source = R"(import "core";
import "profiles";

fragment shade(n: float3 {use: normal, basis: world, norm: unit}, gain: float, f: fn(x: float) -> float)
    -> float3 {use: radiance, encoding: linear}
{
    return n * gain * f(0.5);
}
fragment bend(n: float3 {use: normal, basis: world, norm: unit}) -> float3 {use: normal, basis: world, norm: unit}
{
    return n;
}
fragment rough_bend(n: float3 {use: normal, basis: world}) -> float3 {use: normal, basis: world}
{
    return n * 2.0;
}
fragment same<T: floating>(x: T) -> T { return x; }
fragment count(i: int) -> int { return i; }
fragment both(x: float) -> (low: float, tilt: float3 {use: normal, basis: world, norm: unit})
{
    low = x;
    tilt = float3(0.0, 1.0, 0.0);
}
graph inside(x: float) -> float { n = surface.normal; output x * n.x; }

material m {
    param wear: float = 0.5;
    n = surface.normal;
    lit = shade(n, wear, (x) => x);
    deep = inside(wear);
    output color = lit * deep;
}
)";

std::vector<Candidate> candidates(const std::string& node, const std::string& port, bool wire,
                                  const std::string& text = source) {
  LiveDocument document(text);
  const auto found =
      find_candidates(document.session().loaded(), {node, port, wire, "forward", 1000});
  INFO((found ? "" : diagnostics_text(found.error())));
  REQUIRE(found);
  CHECK(std::is_sorted(found->begin(), found->end(), [](const Candidate& a, const Candidate& b) {
    return std::pair(a.lossy_steps, a.difficulty) < std::pair(b.lossy_steps, b.difficulty);
  }));
  return *found;
}

const Candidate* find(const std::vector<Candidate>& all, Candidate::Kind kind,
                      const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Candidate& each) {
    return each.kind == kind && each.name == name;
  });
  return found != all.end() ? &*found : nullptr;
}

constexpr auto fragment = Candidate::Kind::Fragment;
constexpr auto feature = Candidate::Kind::Feature;
constexpr auto conversion = Candidate::Kind::Conversion;

TEST_CASE("live candidates for an input are what gives a value that fits") {
  const std::vector<Candidate> all = candidates("m/lit", "n", false);
  const Candidate* bend = find(all, fragment, "bend");
  REQUIRE(bend != nullptr);
  CHECK(bend->difficulty == 0);
  CHECK(bend->steps.empty());
  CHECK(bend->type == "float3 {use: normal, basis: world, norm: unit}");
  const Candidate* rough = find(all, fragment, "rough_bend");
  REQUIRE(rough != nullptr);
  CHECK(rough->difficulty > 0);
  CHECK(rough->steps.size() == 1);
  const Candidate* both = find(all, fragment, "both");
  REQUIRE(both != nullptr);
  CHECK(both->port == "tilt");
  CHECK(find(all, fragment, "count") == nullptr);
  CHECK(find(all, fragment, "shade") == nullptr);
  const Candidate* any = find(all, fragment, "same");
  REQUIRE(any != nullptr);
  CHECK(any->type.empty());
  CHECK(bend < any);
  const Candidate* normal = find(all, feature, "surface.normal");
  REQUIRE(normal != nullptr);
  CHECK(normal->difficulty > 0);
  CHECK(find(all, feature, "surface.uv") == nullptr);
  CHECK(find(all, conversion, rough->steps.front()) != nullptr);
}

TEST_CASE("live candidates for a dropped wire take its value") {
  const std::vector<Candidate> all = candidates("m/n", "", true);
  const Candidate* shade = find(all, fragment, "shade");
  REQUIRE(shade != nullptr);
  CHECK(shade->port == "n");
  CHECK(shade->type == "float3 {use: radiance, encoding: linear}");
  CHECK(shade->difficulty > 0);
  const Candidate* same = find(all, fragment, "same");
  REQUIRE(same != nullptr);
  CHECK(same->difficulty == 0);
  CHECK(find(all, fragment, "count") == nullptr);
  const bool has_conversion = std::any_of(all.begin(), all.end(), [](const Candidate& each) {
    return each.kind == conversion && each.difficulty > 0 && !each.type.empty();
  });
  CHECK(has_conversion);
  CHECK(find(all, feature, "surface.normal") == nullptr);
  CHECK(find(all, fragment, "preview_vector") == nullptr);
  // The port decides where there are several.
  const std::vector<Candidate> numbers = candidates("m/wear", "", true);
  const Candidate* gain = find(numbers, fragment, "shade");
  REQUIRE(gain != nullptr);
  CHECK(gain->port == "gain");
}

TEST_CASE("live candidates have the difficulty that the search finds") {
  LiveDocument document(source);
  const auto all = candidates("m/lit", "n", false);
  const Library& library = document.session().loaded().library.library();
  const ConversionTable& table = document.session().loaded().library.composer().conversions();
  const FeatureSet available =
      features_in_stage(library, *library.find_profile("forward"), Stage::Fragment);
  int compared = 0;
  for (const Candidate& each : all) {
    if (each.kind != feature) {
      continue;
    }
    const FeatureId id = *library.find_feature(each.name);
    Demand demand{float3_type, {}};
    const Fragment& shade =
        library.fragments[library.find_fragments(*library.names.find("shade")).front()];
    for (const PatternEntry& entry : shade.ports.front().type.entries) {
      demand.entries.push_back({entry.trait, *entry.value, false});
    }
    const ConversionAnswer answer =
        find_conversion(table, library.lattice, library.features[id].type, demand, available);
    REQUIRE(answer.possible);
    CHECK(each.difficulty == answer.chains.front().difficulty);
    ++compared;
  }
  CHECK(compared > 0);
}

TEST_CASE("features of a stage: the host has those of the vertices") {
  LiveDocument document(source);
  const Library& library = document.session().loaded().library.library();
  for (const char* const name : {"forward", "gbuffer", "unlit"}) {
    const ProfileId profile = *library.find_profile(name);
    const FeatureSet of_vertex = features_in_stage(library, profile, Stage::Vertex);
    const FeatureSet of_fragment = features_in_stage(library, profile, Stage::Fragment);
    CHECK(features_in_stage(library, profile, Stage::Host) == of_vertex);
    CHECK(of_vertex.contains(*library.find_feature("surface.position")));
    CHECK(of_vertex.is_subset_of(of_fragment));
    CHECK_FALSE(of_vertex == of_fragment);
  }
}

TEST_CASE("live candidates inside graphs, for outputs, and where there are none") {
  CHECK(find(candidates("m/deep/n", "", true), fragment, "bend") != nullptr);
  CHECK(find(candidates("m/out:color", "", false), fragment, "shade") != nullptr);
  CHECK(find(candidates("m/lit", "gain", false), fragment, "inside") != nullptr);

  const auto refusal = [](const std::string& node, const std::string& port,
                          const std::string& text = source) {
    LiveDocument document(text);
    const auto found = find_candidates(document.session().loaded(), {node, port});
    return found ? std::string("found") : diagnostics_text(found.error());
  };
  const auto contains = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  contains(refusal("m/lit", "f"), "the port takes a function");
  contains(refusal("m/lit", "x"), "'shade' has no port 'x'");
  contains(refusal("m/none", ""), "'m' has no binding 'none'");
  contains(refusal("m/lit", "n", source + "fragment broken(x: nothing) -> float { return 1.0; }\n"),
           "nothing");
  // An input that is open or wrong can be asked for.
  std::string open = source;
  open.replace(open.find("shade(n, wear"), 8, "shade(gone, ");
  CHECK(find(candidates("m/lit", "n", false, open), fragment, "bend") != nullptr);
}

}  // namespace
}  // namespace weft::testing::live_candidates_test
