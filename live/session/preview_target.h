#pragma once

#include <string>
#include <vector>

#include "fragments/model/library.h"
#include "live/session/composed_output.h"
#include "support/result.h"

namespace weft::live {

/// Where a profile shows the color of a preview.
struct PreviewTarget {
  std::string output;             ///< of materials, which the color replaces
  std::string use;                ///< the `use` that it demands, if not a display color
  std::vector<std::string> kept;  ///< outputs that stay: those of the vertex stage
};

/// The color output of the first target, or the one that materials give for a profile which makes
/// its target's value of it. `at`: the port that errors name. Errors: `unsupported` for profiles
/// without a color there, and for those that compute images. O(demands²).
Result<PreviewTarget> find_preview_target(const Library& library, const Profile& profile,
                                          const PreviewPoint& at);

}  // namespace weft::live
