#pragma once

#include <string>

#include "render/viewer_state.h"

namespace weft::tools {

/// What a panel shows besides the state.
struct ViewerPanel {
  float left = 0.0F;  ///< in the window, in its units; it reaches down to the bottom
  float width = 0.0F;
  float height = 0.0F;
  std::string status;  ///< a line at its end
};

/// Lays out the widgets of a frame with Dear ImGui, and the errors, if any, over the picture to the
/// left; returns the state with what the user did to them.
render::ViewerState show_panel(render::ViewerState state, const ViewerPanel& panel);

}  // namespace weft::tools
