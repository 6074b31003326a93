// Acceptance cases R and P: the moves of placement, and their costs.

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::placement_acceptance_test {

namespace {

using namespace weft;

/// Rows R use separate conversions, so that no others interfere.
const char* const transforms = R"(
trait role { normal_like, point_like, tint }
trait place { here, there }
trait coded { plain_code, packed_code }
guarantee length { one }
feature mesh.n: float3 {role: normal_like, place: here, length: one} at vertex;
feature mesh.p: float3 {role: point_like, place: here} at vertex;
feature mesh.c: float3 {role: tint, coded: packed_code} at vertex;
feature mesh.clip: float4 {use: position, basis: clip} at vertex;
feature host.turn: float3x3 at object;
conversion turned(n: float3 {role: normal_like, place: here}) -> {place: there} difficulty 1 operations 9
{ return host.turn * n; }
conversion moved(p: float3 {role: point_like, place: here}) -> {place: there} difficulty 1 operations 12
{ return host.turn * p + 1.0; }
conversion of_length_one(n: float3 {role: normal_like}) -> {length: one} difficulty 1 operations 5
{ return normalize(n); }
conversion unpacked(c: float3 {role: tint, coded: packed_code}) -> {coded: plain_code} difficulty 1 operations 8
{ return pow(c, float3(2.2)); }
profile base {
    provide mesh.n as attribute 0;
    provide mesh.p as attribute 1;
    provide mesh.c as attribute 2;
    provide mesh.clip as attribute 3;
    provide host as uniform;
    vertex demand position: float4 {use: position, basis: clip} as clip = mesh.clip;
}
profile unit_normal: base { fragment demand v: float3 {role: normal_like, place: there, length: one} as target 0; }
profile flat_normal: base { fragment demand v: float3 {role: normal_like, place: there, length: one} as target 0 flat; }
profile any_normal: base { fragment demand v: float3 {role: normal_like, place: there} as target 0; }
profile point: base { fragment demand v: float3 {role: point_like, place: there} as target 0; }
profile tinted: base { fragment demand v: float3 {role: tint, coded: plain_code} as target 0; }
)";

/// Rows P: Phong, with the light in world space.
const char* const phong = R"(
feature mesh.clip: float4 {use: position, basis: clip} at vertex;
feature mesh.p: float3 at vertex;
feature mesh.n: float3 at vertex;
feature mesh.bones: float4x4 at vertex;
feature shape.p: float3 at vertex;
feature shape.n: float3 at vertex;
feature host.world: float4x4 at object;
feature host.camera: float4x4 at view;
feature host.turn: float3x3 at object;
feature host.light: float4 at frame;
fragment world_position(p: float3) -> float3 operations 16 { return (host.world * float4(p, 1.0)).xyz; }
fragment camera_position(p: float3) -> float3 operations 16 { return (host.camera * float4(p, 1.0)).xyz; }
fragment world_normal(n: float3) -> float3 operations 9 { return host.turn * n; }
fragment world_light(l: float4) -> float3 operations 16 { return (host.world * l).xyz; }
fragment unit(n: float3) -> float3 operations 5 { return normalize(n); }
fragment light_vector(l: float3, p: float3) -> float3 operations 8 { return normalize(l - p); }
fragment reflection(l: float3, n: float3) -> float3 operations 6 { return reflect(l, n); }
fragment reflection_to_camera(r: float3) -> float3 operations 9 { return float3x3(host.camera) * r; }
fragment shading(r: float3, p: float3) -> float3 operations 10 { return float3(max(dot(r, p), 0.0)); }
fragment skinned_position(p: float3, b: float4x4) -> float3 operations 16 { return (b * float4(p, 1.0)).xyz; }
fragment skinned_normal(n: float3, b: float4x4) -> float3 operations 9 { return float3x3(b) * n; }
profile rigid {
    provide mesh.clip as attribute 0;
    provide mesh.p as attribute 1;
    provide mesh.n as attribute 2;
    provide host as uniform;
    vertex demand position: float4 {use: position, basis: clip} as clip = mesh.clip;
    fragment demand c: float3 as target 0;
}
profile skinned_body: rigid {
    provide mesh.bones as attribute 4;
    provide shape.p = skinned_position(mesh.p, mesh.bones);
    provide shape.n = skinned_normal(mesh.n, mesh.bones);
}
)";
const char* const phong_material = R"(
material m {
    world_p = {};
    world_n = {};
    camera_p = camera_position(world_p);
    lamp = world_light(host.light);
    n = unit(world_n);
    l = light_vector(lamp, world_p);
    r = reflection_to_camera(reflection(l, n));
    output c = shading(r, camera_p);
}
)";

PlacementOptions with_vertices(std::uint64_t vertices, std::optional<std::uint32_t> budget = {}) {
  return {true, vertices, 1'000'000, budget};
}

Composed placed_transform(const std::string& profile, const std::string& value,
                          std::uint64_t vertices) {
  return compose_text(std::string(transforms) + "material m { output v = " + value + "; }", profile,
                      with_vertices(vertices));
}

std::uint64_t cost_of(const Composed& composed) {
  INFO(composed.errors());
  REQUIRE(composed.plan);
  REQUIRE(composed.plan->placement);
  CHECK(composed.plan->placement->is_proven);
  return composed.plan->placement->cost;
}

using Names = std::vector<std::string>;

Composed placed_phong(std::uint64_t vertices, std::optional<std::uint32_t> budget = {},
                      bool has_skin = false) {
  const std::string positions = has_skin ? "shape.p" : "world_position(mesh.p)";
  const std::string normals = has_skin ? "shape.n" : "world_normal(mesh.n)";
  std::string material = phong_material;
  material.replace(material.find("{};"), 2, positions);
  material.replace(material.find("{};"), 2, normals);
  return compose_text(phong + material, has_skin ? "skinned_body" : "rigid",
                      with_vertices(vertices, budget));
}

}  // namespace

TEST_CASE("R1: a normal is transformed per vertex and normalized after interpolation") {
  const Composed composed = placed_transform("unit_normal", "mesh.n", 10'000);
  CHECK(cost_of(composed) == 8'090'000);
  CHECK(composed.calls(Stage::Vertex) == Names{"turned"});
  CHECK(composed.calls(Stage::Fragment) == Names{"of_length_one"});
}

TEST_CASE("R2: with more vertices than fragments a normal is transformed per fragment") {
  const Composed composed = placed_transform("unit_normal", "mesh.n", 2'000'000);
  CHECK(cost_of(composed) == 17'000'000);
  CHECK(composed.calls(Stage::Vertex) == Names{});
  CHECK(composed.calls(Stage::Fragment) == Names{"turned", "of_length_one"});
}

TEST_CASE("R3: a normal with no unit demand is not normalized") {
  const Composed composed = placed_transform("any_normal", "mesh.n", 10'000);
  CHECK(cost_of(composed) == 3'090'000);
  CHECK(composed.calls(Stage::Fragment) == Names{});
}

TEST_CASE("R4: a flat demand may be computed at the provoking vertex") {
  const Composed composed = placed_transform("flat_normal", "mesh.n", 10'000);
  CHECK(cost_of(composed) == 3'140'000);
  CHECK(composed.calls(Stage::Vertex) == Names{"turned", "of_length_one"});
  REQUIRE(composed.plan->interpolated.size() == 1);
  const Evaluation& taken = composed.plan->plan.evaluations[composed.plan->interpolated[0]];
  CHECK(std::get<InterpolateEvaluation>(taken.kind).is_flat);
  const Composed without = placed_transform("unit_normal", "mesh.n", 1);
  CHECK(without.calls(Stage::Fragment) == Names{"of_length_one"});
}

TEST_CASE("R5: a position is transformed per vertex") {
  CHECK(cost_of(placed_transform("point", "mesh.p", 10'000)) == 3'120'000);
}

TEST_CASE("R6: an encoded color is decoded after interpolation, however few the vertices") {
  const Composed composed = placed_transform("tinted", "mesh.c", 1);
  CHECK(cost_of(composed) == 11'000'000);
  CHECK(composed.calls(Stage::Vertex) == Names{});
}

TEST_CASE("R7: a per-fragment value cannot be the vertex position") {
  const Composed composed = compose_text(
      "material m { bumped = surface.position + dFdx(surface.uv.x); output position_offset = "
      "bumped as "
      "{use: direction, basis: model}; output color = float3(1.0) as {use: reflectance}; }",
      "forward", {});
  const std::string errors = composed.errors();
  INFO(errors);
  CHECK_FALSE(composed.plan);
  CHECK_THAT(errors, contains("vertex"));
}

TEST_CASE("P1: with few vertices all affine work moves to the vertex stage") {
  const Composed composed = placed_phong(10'000);
  CHECK(cost_of(composed) == 47'410'016);
  CHECK(composed.calls(Stage::Vertex) ==
        Names{"world_position", "world_normal", "camera_position"});
  CHECK(composed.rate_of("world_light") == Rate::Object);
}

TEST_CASE("P2: with many vertices the work stays in the fragment stage") {
  const Composed composed = placed_phong(2'000'000);
  CHECK(cost_of(composed) == 85'000'016);
  CHECK(composed.calls(Stage::Vertex) == Names{});
}

TEST_CASE("P3: with a budget of six components the view vector stays in the fragment stage") {
  const Composed composed = placed_phong(10'000, 6);
  CHECK(cost_of(composed) == 60'250'016);
  CHECK(composed.calls(Stage::Vertex) == Names{"world_position", "world_normal"});
}

TEST_CASE("P4: work with per-vertex matrices stays in the vertex stage") {
  const Composed composed = placed_phong(2'000'000, {}, true);
  CHECK(cost_of(composed) == 110'000'016);
  CHECK(composed.calls(Stage::Vertex) == Names{"skinned_position", "skinned_normal"});
}

}  // namespace weft::testing::placement_acceptance_test
