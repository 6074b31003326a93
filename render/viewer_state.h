#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "render/orbit.h"
#include "render/parameter_widgets.h"
#include "render/scene.h"

// What a viewer shows, as a value, and what events make of it. Knows no window and draws nothing.

namespace weft::render {

/// Where the viewer's camera stands on its orbit, in degrees and meters: what options can say.
struct ViewerOrbit {
  float yaw = 0.0F;
  float pitch = 0.0F;
  float distance = 4.0F;

  friend bool operator==(const ViewerOrbit&, const ViewerOrbit&) = default;
};

struct ViewerState {
  Camera start;                                ///< of the description
  ViewerOrbit first;                           ///< of `start`
  ViewerOrbit orbit;                           ///< now
  std::array<int, 2> first_size = {256, 256};  ///< of the description's picture, in pixels
  std::array<int, 2> size = {256, 256};        ///< now
  std::vector<ParameterWidget> widgets;
  std::string errors;     ///< of the last change; empty: the picture shows the present state
  bool is_stale = false;  ///< the errors are of composing: the picture is of an older text
  bool needs_composing = true;
  bool needs_drawing = true;
  bool is_closed = false;
};

/// The camera now: that of the description until it is turned.
Camera camera_of(const ViewerState& state);

/// The pointer was dragged over the picture, by pixels: its height turns by half a turn. Pitches
/// end at the poles.
ViewerState turned(ViewerState state, float right, float down);
/// The wheel was turned, by steps: 10 % closer each. Distances stay within a hundredth and a
/// hundred times the first one.
ViewerState moved_closer(ViewerState state, float steps);
/// The place for the picture has another size, at least 1 and at most `longest` pixels.
ViewerState resized(ViewerState state, int width, int height, int longest);
/// A widget was set, within its limits. One without a change draws nothing anew.
ViewerState with_value(ViewerState state, std::size_t widget, std::vector<double> value);
/// The camera and all values as they were first.
ViewerState reset(ViewerState state);
/// A file was saved.
ViewerState out_of_date(ViewerState state);
/// The material was composed, again perhaps. Values that were changed stay with parameters of the
/// same name and type, also the orbit.
ViewerState composed(ViewerState state, const Camera& start, std::vector<ParameterWidget> widgets);
/// The last change has errors: the picture that is there stays.
ViewerState failed(ViewerState state, std::string errors);
/// The picture shows the state.
ViewerState drawn(ViewerState state);
ViewerState closed(ViewerState state);

/// The options of `weft render` that say what was changed, word by word: `--orbit=30,20`, `-D`,
/// `wear=0.5`.
std::vector<std::string> changed_options(const ViewerState& state, const Library& library);

}  // namespace weft::render
