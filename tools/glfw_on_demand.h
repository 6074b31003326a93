#pragma once

namespace weft::tools {

/// Loads GLFW, which brings X11: only those who open a window wait for that, and need it installed.
/// Its functions may be called once this returned true.
bool load_glfw();

}  // namespace weft::tools
