#pragma once

#include <cstddef>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "codegen/emit.h"
#include "composer/evaluations/plan.h"

namespace weft::live {

struct PictureRequest {
  const Library& library;
  const PlacedPlan& placed;
  const Emission& emission;  ///< with the modules of its GLSL
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

/// A picture, or why there is none.
using PictureResult = tl::expected<Picture, std::string>;

/// Draws pictures for the service, which knows no renderer. May be asked on several threads at
/// once.
class PictureSource {
 public:
  virtual ~PictureSource() = default;
  /// Why no material can be drawn for a profile; empty if it can.
  virtual std::string why_not_drawable(const Library& library, ProfileId profile) const = 0;
  /// Takes all that it needs from the request before it returns; the drawing may go on. A future
  /// that is dropped waits for nothing.
  virtual std::future<PictureResult> draw(const PictureRequest& request) = 0;
};

/// The future of a picture that needs no drawing, mostly because there is none.
inline std::future<PictureResult> ready_picture(PictureResult result) {
  std::promise<PictureResult> promise;
  promise.set_value(std::move(result));
  return promise.get_future();
}

}  // namespace weft::live
