#pragma once

#include <functional>
#include <map>
#include <string>

#include <tl/expected.hpp>

#include "render/draw_input.h"
#include "support/json.h"
#include "tests/render/materialx_setup.h"

namespace weft::testing {

/// What MaterialX's own generator writes for an element.
struct PeerShader {
  std::string vertex;    ///< GLSL for Vulkan
  std::string fragment;  ///< GLSL for Vulkan
  /// Of its uniforms, as GLSL: `vec3(1.0, 0.5, 0.2)`.
  std::map<std::string, std::string, std::less<>> values;
  /// The files that its uniforms sample; an empty name stands for a texel of the stated default.
  std::map<std::string, std::string, std::less<>> images;
};

std::string text_of_file(const std::string& path);

/// What a line of tests/bench/peers/materialx.mjs says of an element; the fragment stage has
/// uniforms.
PeerShader peer_shader(const Json& line);

/// Draws the sphere of the handed pictures with it, into `size`² floats. The error is the
/// compiler's log, or names what the set-up has no value of.
tl::expected<render::DrawInput, std::string> peer_draw(const PeerShader& shader,
                                                       const MaterialxLight& light, int size);

}  // namespace weft::testing
