#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace weft::render {

/// The reason why an image, mesh or draw failed. `message` is self-contained (it quotes the
/// validation messages); `validation` has the messages of the Vulkan validation layer one by one,
/// and is empty if the failure has another cause. `hint` says what to give instead, and is set
/// where the input is at fault and not the machine.
struct RenderError {
  std::string message;
  std::vector<std::string> validation;
  std::string hint = {};
};

template <class T>
using Rendered = tl::expected<T, RenderError>;

/// Makes an error of any `Rendered<T>`.
inline tl::unexpected<RenderError> failure(std::string message) {
  return tl::unexpected<RenderError>(RenderError{std::move(message), {}});
}

}  // namespace weft::render
