#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "composer/evaluations/plan.h"

namespace weft::live {

struct PictureRequest {
  const Library& library;
  const PlacedPlan& placed;  ///< for a profile that makes shaders with a color
  int size = 256;            ///< of both sides, in pixels
  std::string mesh = {};     ///< sphere, plane or cube
  float time = 0.0F;         ///< in seconds
  bool is_png = true;        ///< otherwise rows of RGBA, 8 bits each, from the top
};

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::byte> bytes;
};

/// Draws pictures for the service, which knows no renderer. Used by one thread at a time.
class PictureSource {
 public:
  virtual ~PictureSource() = default;
  /// Or why there is none.
  virtual tl::expected<Picture, std::string> draw(const PictureRequest& request) = 0;
};

}  // namespace weft::live
