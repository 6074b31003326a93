// What a viewer's state becomes by its events, and the widgets of parameters.

#include "render/viewer_state.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "render/vector_math.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing::viewer_state_test {
namespace {

using namespace weft::render;

constexpr const char* text = R"(import "core";
material m {
    param plain: float = 0.5;
    param paint: float3 {use: reflectance, encoding: srgb} = #804020 [label: "Paint", group: "Coat"];
    /// How far.
    param width: float {unit: metre} = 0.25 [min: 0, max: 1, soft_max: 0.5];
    param glow: float3 {use: radiance, encoding: linear} = float3(1.0, 2.0, 3.0) [group: "Coat"];
    param direction: float3 = float3(0.0);
    static param count: int = 3 [min: 1, max: 8];
    spec param is_on: bool = true;
    param mode: int = 4 [enum: one_of(plain, two_tone: 4)];
    param secret: float = 1.0 [hidden: true];
    param picture: texture2d;
    param turn: float3x3;
    output albedo = plain;
}
)";

Library loaded() {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  LoadedLibrary result = load_text("m.weft", text, DiskReader(), options);
  REQUIRE(result.diagnostics.empty());
  return std::move(result.library);
}

std::vector<ParameterWidget> widgets_of(const Library& library) {
  return parameter_widgets(library, *library.find_material("m"), {});
}

ViewerState first_state(const Library& library) {
  ViewerState state;
  state.first_size = {100, 50};
  state.size = state.first_size;
  return drawn(composed(state, Camera(), widgets_of(library)));
}

std::size_t find(const ViewerState& state, const std::string& name) {
  for (std::size_t i = 0; i < state.widgets.size(); ++i) {
    if (state.widgets[i].name == name) {
      return i;
    }
  }
  FAIL("there is no widget " << name);
  return 0;
}

}  // namespace

TEST_CASE("the widgets of a material are those of its types, traits and metadata") {
  const Library library = loaded();
  const std::vector<ParameterWidget> widgets = widgets_of(library);
  std::vector<std::string> names;
  for (const ParameterWidget& widget : widgets) {
    names.push_back(widget.name);
  }
  // Groups come last; what is hidden, a texture or a matrix has no widget.
  CHECK(names == std::vector<std::string>{"plain", "width", "direction", "count", "is_on", "mode",
                                          "paint", "glow"});
  const ParameterWidget& width = widgets[1];
  CHECK(width.kind == WidgetKind::Number);
  CHECK(width.text.label == "width");
  CHECK(width.text.unit == "metre");
  CHECK(width.text.description == "How far.");
  CHECK(width.range.slider_low == 0.0);
  CHECK(width.range.slider_high == 0.5);
  CHECK(width.range.most == 1.0);
  CHECK(width.value == std::vector<double>{0.25});
  CHECK(widgets[2].kind == WidgetKind::Number);
  CHECK(widgets[3].composes);
  CHECK(widgets[4].kind == WidgetKind::Toggle);
  CHECK_FALSE(widgets[4].composes);
  CHECK(widgets[5].kind == WidgetKind::Choice);
  REQUIRE(widgets[5].choices.size() == 2);
  CHECK(widgets[5].choices[0].label == "Plain");
  CHECK(widgets[5].choices[1].label == "Two tone");
  CHECK(widgets[5].choices[1].value == 4.0);
  CHECK(widgets[5].value == std::vector<double>{4.0});
  CHECK(widgets[6].kind == WidgetKind::Color);
  CHECK(widgets[6].text.label == "Paint");
  CHECK(widgets[6].text.group == "Coat");
  CHECK_FALSE(widgets[6].is_linear);
  CHECK(widgets[7].is_linear);
  for (const ParameterWidget& widget : widgets) {
    CHECK_FALSE(widget.is_changed());
  }
}

TEST_CASE("given values take the place of defaults in widgets") {
  const Library library = loaded();
  const auto widgets = parameter_widgets(
      library, *library.find_material("m"),
      {{"count", Constant{DataType::scalar(Scalar::Int), {static_cast<std::uint32_t>(5)}}}});
  CHECK(widgets[3].value == std::vector<double>{5.0});
  CHECK_FALSE(widgets[3].is_changed());
}

TEST_CASE("values of widgets are limited, whole for integers, and no NaN") {
  const Library library = loaded();
  const std::vector<ParameterWidget> widgets = widgets_of(library);
  CHECK(limited(widgets[1], {0.75}) == std::vector<double>{0.75});  // beyond the slider
  CHECK(limited(widgets[1], {7.0}) == std::vector<double>{1.0});
  CHECK(limited(widgets[1], {std::nan("")}) == std::vector<double>{0.25});
  CHECK(limited(widgets[3], {2.6}) == std::vector<double>{3.0});
  CHECK(limited(widgets[3], {-4.0}) == std::vector<double>{1.0});
  CHECK(limited(widgets[4], {9.0}) == std::vector<double>{1.0});
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(limited(widgets[0], {infinity}) ==
        std::vector<double>{double{std::numeric_limits<float>::max()}});
  CHECK(limited(widgets[0], {0.1}) == std::vector<double>{double{0.1F}});
}

TEST_CASE("a viewer's camera turns half around over the height, and stops at the poles") {
  ViewerState state = first_state(loaded());
  CHECK(state.first == ViewerOrbit{0.0F, 0.0F, 4.0F});
  CHECK(length(camera_of(state).position - Camera().position) == 0.0F);
  state = turned(state, -25.0F, 0.0F);
  CHECK(state.orbit == ViewerOrbit{90.0F, 0.0F, 4.0F});
  CHECK(state.needs_drawing);
  CHECK_FALSE(state.needs_composing);
  CHECK(length(camera_of(state).position - Float3{4, 0, 0}) < 1e-5F);
  state = turned(state, -50.0F, 0.0F);
  CHECK(state.orbit.yaw == -90.0F);
  state = turned(state, 0.0F, 1000.0F);
  CHECK(state.orbit.pitch == 90.0F);
  state = turned(state, 0.0F, -2000.0F);
  CHECK(state.orbit.pitch == -90.0F);
  CHECK(reset(state).orbit == state.first);
}

TEST_CASE("a viewer's wheel comes closer by a tenth, within bounds") {
  ViewerState state = first_state(loaded());
  CHECK(moved_closer(state, 1.0F).orbit.distance == Approx(3.6));
  CHECK(moved_closer(state, -1.0F).orbit.distance == Approx(4.0 / 0.9));
  CHECK(moved_closer(state, 1000.0F).orbit.distance == Approx(0.04));
  CHECK(moved_closer(state, -1000.0F).orbit.distance == Approx(400.0));
}

TEST_CASE("a viewer draws anew only for what has changed, and composes for static parameters") {
  const ViewerState state = first_state(loaded());
  CHECK_FALSE(state.needs_drawing);
  CHECK_FALSE(resized(state, 100, 50, 8192).needs_drawing);
  const ViewerState small = resized(state, -3, 9000, 8192);
  CHECK(small.size == std::array<int, 2>{1, 8192});
  CHECK(small.needs_drawing);
  CHECK_FALSE(with_value(state, find(state, "width"), {0.25}).needs_drawing);
  const ViewerState dragged = with_value(state, find(state, "width"), {0.5});
  CHECK(dragged.needs_drawing);
  CHECK_FALSE(dragged.needs_composing);
  CHECK(with_value(state, find(state, "count"), {4.0}).needs_composing);
  CHECK_FALSE(with_value(state, find(state, "is_on"), {0.0}).needs_composing);
  CHECK(out_of_date(state).needs_composing);
  CHECK_FALSE(state.is_closed);
  CHECK(closed(state).is_closed);
}

TEST_CASE("a viewer resets values, and composes if a static one was changed") {
  const ViewerState state = first_state(loaded());
  const ViewerState plain = reset(drawn(with_value(state, find(state, "plain"), {0.75})));
  CHECK(plain.widgets[find(plain, "plain")].value == std::vector<double>{0.5});
  CHECK(plain.needs_drawing);
  CHECK_FALSE(plain.needs_composing);
  ViewerState counted = with_value(state, find(state, "count"), {4.0});
  counted = composed(counted, Camera(), counted.widgets);
  CHECK(reset(counted).needs_composing);
}

TEST_CASE("a viewer keeps what was changed when its file is saved") {
  const Library library = loaded();
  ViewerState state = first_state(library);
  state = turned(with_value(state, find(state, "plain"), {0.75}), 10.0F, 0.0F);
  state = with_value(state, find(state, "count"), {4.0});
  const ViewerOrbit orbit = state.orbit;
  std::vector<ParameterWidget> saved = widgets_of(library);
  saved[find(state, "plain")].range.most = 0.7;
  saved[find(state, "width")].value = saved[find(state, "width")].initial = {0.125};
  saved[find(state, "count")].value = saved[find(state, "count")].initial = {4.0};
  Camera other;
  other.position = {0.0F, 0.0F, 9.0F};
  state = composed(out_of_date(state), other, saved);
  CHECK(state.orbit == orbit);
  CHECK(state.first.distance == 9.0F);
  CHECK(state.widgets[find(state, "plain")].value == std::vector<double>{double{0.7F}});
  CHECK(state.widgets[find(state, "width")].value == std::vector<double>{0.125});
  CHECK(state.widgets[find(state, "count")].value == std::vector<double>{4.0});
  CHECK(state.widgets[find(state, "count")].initial == std::vector<double>{3.0});
  saved[find(state, "plain")].type = DataType::scalar(Scalar::Int);
  saved[find(state, "plain")].value = saved[find(state, "plain")].initial = {1.0};
  state = composed(state, other, saved);
  CHECK_FALSE(state.widgets[find(state, "plain")].is_changed());
}

TEST_CASE("a viewer's errors stay over the last good picture until the text is good again") {
  ViewerState state = failed(out_of_date(first_state(loaded())), "no such name");
  CHECK(state.errors == "no such name");
  CHECK_FALSE(state.needs_composing);
  CHECK_FALSE(state.needs_drawing);
  // The old material can still be turned.
  state = drawn(turned(state, 5.0F, 0.0F));
  CHECK(state.errors == "no such name");
  state = drawn(composed(out_of_date(state), Camera(), state.widgets));
  CHECK(state.errors.empty());
  // An error of drawing goes with the next picture.
  state = drawn(turned(failed(turned(state, 5.0F, 0.0F), "no memory"), 5.0F, 0.0F));
  CHECK(state.errors.empty());
}

TEST_CASE("the options that a viewer names are what was changed") {
  const Library library = loaded();
  ViewerState state = first_state(library);
  CHECK(changed_options(state, library).empty());
  state = with_value(state, find(state, "count"), {4.0});
  state = with_value(state, find(state, "is_on"), {0.0});
  state = with_value(state, find(state, "glow"), {0.5, 1.0, 0.1});
  CHECK(changed_options(state, library) == std::vector<std::string>{"-D", "count=4", "-D",
                                                                    "is_on=false", "-D",
                                                                    "glow=float3(0.5, 1.0, 0.1)"});
  state = reset(state);
  CHECK(changed_options(turned(state, -10.0F, 5.0F), library) ==
        std::vector<std::string>{"--orbit=36,18", "--distance=4"});
  CHECK(changed_options(resized(state, 80, 90, 8192), library) ==
        std::vector<std::string>{"--size=80,90", "--orbit=0,0", "--distance=4"});
}

}  // namespace weft::testing::viewer_state_test
