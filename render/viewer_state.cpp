#include "render/viewer_state.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "composer/explain/value_text.h"

namespace weft::render {
namespace {

constexpr float closer = 0.9F;   // of a step of the wheel
constexpr float reach = 100.0F;  // of the first distance

/// Angles that are short to write.
float rounded(float number) { return std::round(number * 100.0F) / 100.0F; }

/// Within half a turn.
float wrapped(float angle) { return angle - 360.0F * std::round(angle / 360.0F); }

ViewerOrbit viewer_orbit_of(const Camera& camera) {
  const Orbit orbit = orbit_of(camera);
  return {rounded(orbit.yaw / degree), rounded(orbit.pitch / degree), orbit.distance};
}

/// Whether options have to say where the camera is: its distance depends on the size.
bool is_moved(const ViewerState& state) {
  return state.orbit != state.first || state.size != state.first_size;
}

}  // namespace

Camera camera_of(const ViewerState& state) {
  Camera camera = state.start;
  if (is_moved(state)) {
    place_on_orbit(camera,
                   {state.orbit.yaw * degree, state.orbit.pitch * degree, state.orbit.distance});
  }
  return camera;
}

ViewerState turned(ViewerState state, float right, float down) {
  const float pixel = 180.0F / static_cast<float>(state.size[1]);
  ViewerOrbit& orbit = state.orbit;
  orbit.yaw = rounded(wrapped(orbit.yaw - right * pixel));
  orbit.pitch = rounded(std::clamp(orbit.pitch + down * pixel, -90.0F, 90.0F));
  state.needs_drawing = true;
  return state;
}

ViewerState moved_closer(ViewerState state, float steps) {
  const float first = state.first.distance;
  state.orbit.distance =
      std::clamp(state.orbit.distance * std::pow(closer, steps), first / reach, first * reach);
  state.needs_drawing = true;
  return state;
}

ViewerState resized(ViewerState state, int width, int height, int longest) {
  const std::array<int, 2> size = {std::clamp(width, 1, longest), std::clamp(height, 1, longest)};
  state.needs_drawing = state.needs_drawing || size != state.size;
  state.size = size;
  return state;
}

ViewerState with_value(ViewerState state, std::size_t widget, std::vector<double> value) {
  ParameterWidget& changed = state.widgets[widget];
  value = limited(changed, std::move(value));
  if (value != changed.value) {
    changed.value = std::move(value);
    state.needs_drawing = true;
    state.needs_composing = state.needs_composing || changed.composes;
  }
  return state;
}

ViewerState reset(ViewerState state) {
  state.orbit = state.first;
  state.needs_drawing = true;
  for (ParameterWidget& widget : state.widgets) {
    state.needs_composing = state.needs_composing || (widget.composes && widget.is_changed());
    widget.value = widget.initial;
  }
  return state;
}

ViewerState out_of_date(ViewerState state) {
  state.needs_composing = true;
  state.needs_drawing = true;
  return state;
}

ViewerState composed(ViewerState state, const Camera& start, std::vector<ParameterWidget> widgets) {
  const bool is_turned = state.orbit != state.first;
  state.start = start;
  state.first = viewer_orbit_of(start);
  state.orbit = is_turned ? state.orbit : state.first;
  for (ParameterWidget& widget : widgets) {
    const auto before =
        std::find_if(state.widgets.begin(), state.widgets.end(),
                     [&](const ParameterWidget& each) { return each.name == widget.name; });
    if (before != state.widgets.end() && before->type == widget.type && before->is_changed()) {
      widget.value = limited(widget, before->value);
      // It was composed with a static value: what the file says is not known here.
      widget.initial = before->composes ? before->initial : widget.initial;
    }
  }
  state.widgets = std::move(widgets);
  state.errors.clear();
  state.is_stale = false;
  state.needs_composing = false;
  state.needs_drawing = true;
  return state;
}

ViewerState failed(ViewerState state, std::string errors) {
  state.errors = std::move(errors);
  state.is_stale = state.is_stale || state.needs_composing;
  state.needs_composing = false;
  state.needs_drawing = false;
  return state;
}

ViewerState drawn(ViewerState state) {
  if (!state.is_stale) {
    state.errors.clear();
  }
  state.needs_drawing = false;
  return state;
}

ViewerState closed(ViewerState state) {
  state.is_closed = true;
  return state;
}

std::vector<std::string> changed_options(const ViewerState& state, const Library& library) {
  std::vector<std::string> words;
  if (state.size != state.first_size) {
    words.push_back(fmt::format("--size={},{}", state.size[0], state.size[1]));
  }
  if (is_moved(state)) {
    words.push_back(fmt::format("--orbit={},{}", state.orbit.yaw, state.orbit.pitch));
    words.push_back(fmt::format("--distance={}", state.orbit.distance));
  }
  for (const ParameterWidget& widget : state.widgets) {
    if (widget.is_changed()) {
      words.emplace_back("-D");
      words.push_back(fmt::format("{}={}", widget.name, value_text(constant_of(widget), library)));
    }
  }
  return words;
}

}  // namespace weft::render
