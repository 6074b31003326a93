// Bindings: what a profile states has the binding that it states, everything else is placed around
// that, and no two resources have one.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "composer/explain/explanation.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::profile_bindings_test {

namespace {

using namespace weft;
using Places = std::map<std::string, std::string>;

std::string place_text(std::uint32_t set, std::uint32_t binding) {
  return std::to_string(set) + "." + std::to_string(binding);
}

/// The resources at each place, by name.
Places places_of(const Interface& all) {
  Places places;
  const auto add = [&places](const std::string& name, std::uint32_t set, std::uint32_t binding) {
    std::string& there = places[place_text(set, binding)];
    there += (there.empty() ? "" : " and ") + name;
  };
  for (const Block& block : all.blocks) {
    if (block.kind != BlockKind::Push) {
      add(block.name, block.set, block.binding);
    }
  }
  for (const TextureBinding& texture : all.textures) {
    add(texture.name, texture.set, texture.binding);
  }
  for (const SamplerBinding& sampler : all.samplers) {
    add(sampler.name, sampler.set, sampler.binding);
  }
  for (const StorageOutput& storage : all.storage) {
    add(storage.resource, storage.set, storage.binding);
  }
  for (const PreviousState& state : all.states) {
    add(state.resource, state.set, state.binding);
  }
  return places;
}

/// `0.0 Frame, 1.0 Material`
std::string text_of(const Places& places) {
  std::string text;
  for (const auto& [place, names] : places) {
    text += (text.empty() ? "" : ", ") + place + " " + names;
  }
  return text;
}

/// The states' bindings as explanations list them.
std::string explained_states(const Composed& composed) {
  const Explanation story =
      explain(Composer(composed.library()), *composed.plan, *composed.plan, std::nullopt);
  std::string text;
  for (const ExplainedState& state : story.states) {
    text += state.name + " " + std::to_string(state.read_binding) + " " +
            std::to_string(state.written_binding) + "; ";
  }
  return text;
}

std::string emitted_states(const Interface& all) {
  std::string text;
  for (const PreviousState& state : all.states) {
    text += state.name + " " + std::to_string(state.binding) + " " +
            std::to_string(all.storage[state.storage].binding) + "; ";
  }
  return text;
}

std::string places_in(const std::string& profile, const std::string& material) {
  const Composed composed = compose_text(
      "profile host: " + profile + "\nmaterial m { " + material + " }", "host", PlacementOptions{});
  INFO(profile << composed.errors());
  REQUIRE(composed.plan);
  const auto emission = emit(composed.library(), *composed.plan, {.glsl = true, .spirv = true});
  REQUIRE(emission);
  CHECK(explained_states(composed) == emitted_states(emission->programs.interface));
  return text_of(places_of(emission->programs.interface));
}

struct Row {
  const char* profile;
  const char* places;
};

}  // namespace

TEST_CASE("bindings: blocks, textures and samplers are placed around what threads write") {
  const std::string material =
      "param k: float3 {use: reflectance, encoding: srgb} = #808080; output color = (k * "
      "surface.uv.x + sin(frame.time) * surface.uv.y * sample_lod(environment.map, surface.uv, "
      "0.0).r) as {use: display_color, encoding: linear, primaries: rec709};";
  const std::string usual =
      "base_compute { thread demand color: float4 {use: display_color, "
      "encoding: srgb, primaries: rec709} as image 0 rgba8; ";
  for (const Row& row : {
           Row{"",
               "0.0 Frame, 0.1 View, 0.2 FrameResults, 0.4 environment_map, 0.5 linear_repeat, 1.0 "
               "Material, 2.0 Object, 3.0 color_image"},
           Row{"set storage_set 1;",
               "0.0 Frame, 0.1 View, 0.2 FrameResults, 0.4 environment_map, 0.5 linear_repeat, 1.0 "
               "color_image, 1.1 Material, 2.0 Object"},
           Row{"set storage_set 0;",
               "0.0 color_image, 0.1 Frame, 0.2 View, 0.3 FrameResults, 0.5 environment_map, 0.6 "
               "linear_repeat, 1.0 Material, 2.0 Object"},
           Row{"set material_set 3;",
               "0.0 Frame, 0.1 View, 0.2 FrameResults, 0.4 environment_map, 0.5 linear_repeat, 2.0 "
               "Object, 3.0 color_image, 3.1 Material"},
           Row{"set frame_results_set 3;",
               "0.0 Frame, 0.1 View, 0.3 environment_map, 0.4 linear_repeat, 1.0 Material, 2.0 "
               "Object, 3.0 color_image, 3.1 FrameResults"},
           Row{"set frame_set 3; set texture_binding 0; thread demand more: float as buffer 2 = "
               "0.5;",
               "0.0 View, 1.0 Material, 2.0 Object, 3.0 color_image, 3.1 Frame, 3.2 more_values, "
               "3.3 FrameResults, 3.4 environment_map, 3.5 linear_repeat"},
       }) {
    INFO(row.profile);
    CHECK(places_in(usual + row.profile + " }", material) == row.places);
  }
}

TEST_CASE("bindings: automatic ones avoid those that the profile states") {
  const std::string material =
      "nn: float3 {use: normal, basis: world, norm: unit} = surface.normal; p: float3 {use: "
      "position, basis: model} = view.position; param k: float = 1.0; output albedo = "
      "float3(saturate(nn.y) * length(p) * (sin(frame.time) + surface.uv.x) * k * "
      "lights.direction[0].x) as {use: reflectance, encoding: linear};";
  for (const Row& row : {
           Row{"",
               "0.0 Frame, 0.1 View, 0.2 Lights, 0.3 FrameResults, 1.0 Material, 2.0 Object, 2.2 "
               "ObjectResults, 2.3 DrawResults"},
           Row{"set object_results_set 1; set object_results_binding 0; set draw_results_binding "
               "1;",
               "0.0 Frame, 0.1 View, 0.2 Lights, 0.3 FrameResults, 1.0 ObjectResults, 1.1 "
               "Material, 2.0 Object, 2.1 DrawResults"},
           Row{"set frame_results_binding 1;",
               "0.0 Frame, 0.1 FrameResults, 0.2 View, 0.3 Lights, 1.0 Material, 2.0 Object, 2.2 "
               "ObjectResults, 2.3 DrawResults"},
           Row{"set frame_results_binding 2; set uniform_program off;",
               "0.0 Frame, 0.1 View, 0.3 Lights, 1.0 Material, 2.0 Object"},
           Row{"set view_results_binding 0; set draw_results_set 0; set draw_results_binding 2;",
               "0.1 Frame, 0.2 DrawResults, 0.3 View, 0.4 Lights, 0.5 FrameResults, 1.0 Material, "
               "2.0 Object, 2.2 ObjectResults"},
           Row{"block Own at set 2 binding 1 { view.position; } set buffer_binding 3;",
               "0.0 Frame, 0.1 View, 0.2 FrameResults, 0.3 Lights, 1.0 Material, 2.0 Object, 2.1 "
               "Own, 2.3 ObjectResults, 2.4 DrawResults"},
       }) {
    INFO(row.profile);
    CHECK(places_in(std::string("unlit { ") + row.profile + " }", material) == row.places);
  }
}

TEST_CASE("bindings: states take pairs of free bindings, and explanations say which") {
  for (const Row& row : {
           Row{"",
               "0.0 Frame, 0.1 View, 0.4 environment_map, 0.5 linear_repeat, 1.0 Material, 2.0 "
               "Object, 3.1 color_image, 3.2 a_before, 3.3 a_after, 3.4 b_before, 3.5 b_after"},
           Row{"set storage_set 1;",
               "0.0 Frame, 0.1 View, 0.4 environment_map, 0.5 linear_repeat, 1.0 Material, 1.1 "
               "color_image, 1.2 a_before, 1.3 a_after, 1.4 b_before, 1.5 b_after, 2.0 Object"},
           Row{"set storage_set 1; set state_binding 2; set view_set 1; set object_set 1;",
               "0.0 Frame, 0.2 environment_map, 0.3 linear_repeat, 1.0 View, 1.1 color_image, 1.2 "
               "a_before, 1.3 a_after, 1.4 Material, 1.5 Object, 1.8 b_before, 1.9 b_after"},
           Row{"block Cam at set 3 binding 4 { frame.time; }",
               "0.0 Frame, 0.1 View, 0.4 environment_map, 0.5 linear_repeat, 1.0 Material, 2.0 "
               "Object, 3.1 color_image, 3.4 Cam, 3.5 a_before, 3.6 a_after, 3.7 b_before, 3.8 "
               "b_after"},
           Row{"set frame_set 3; provide lights as buffer [capacity: 2]; set buffer_binding 6;",
               "0.0 View, 1.0 Material, 2.0 Object, 3.0 Frame, 3.1 color_image, 3.3 a_before, 3.4 "
               "a_after, 3.5 environment_map, 3.6 Lights, 3.7 b_before, 3.8 b_after, 3.9 "
               "linear_repeat"},
           Row{"set frame_set 3; set material_set 3; set object_set 3; set texture_binding 3;",
               "0.0 View, 3.0 Frame, 3.1 color_image, 3.10 environment_map, 3.11 linear_repeat, "
               "3.2 "
               "Material, 3.3 Object, 3.6 a_before, 3.7 a_after, 3.8 b_before, 3.9 b_after"},
       }) {
    INFO(row.profile);
    const std::string profile =
        "base_compute { provide simulation as push; set states images; thread demand color: float4 "
        "{use: display_color, encoding: srgb, primaries: rec709} as image 1 rgba8 = float4(0.0); ";
    const std::string material =
        "param k: float = 0.5; g = loop simulation with (a: float = k, b: float = 1.0) { a = a * "
        "0.9 + frame.exposure; b = a + b * sample_lod(environment.map, surface.uv, 0.0).r; }; "
        "output color = float3(g.a, g.b, 0.0) as {use: display_color, encoding: linear, primaries: "
        "rec709};";
    CHECK(places_in(profile + row.profile + " }", material) == row.places);
  }
}

}  // namespace weft::testing::profile_bindings_test
