#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace weft::render {

/// Why a picture, mesh or image could not be made. `message` is complete by itself (it quotes the
/// validation messages); `validation` holds the texts of the Vulkan validation layer one by one and
/// is empty when the failure has another cause.
struct RenderError {
  std::string message;
  std::vector<std::string> validation;
};

template <class T>
using Rendered = tl::expected<T, RenderError>;

/// The error value of any `Rendered<T>`.
inline tl::unexpected<RenderError> failure(std::string message) {
  return tl::unexpected<RenderError>(RenderError{std::move(message), {}});
}

}  // namespace weft::render
