#pragma once

#include <exception>

namespace weft {

/// The pointer that `make` gives; null if there is no memory for it. Nothing is thrown into C.
template <typename Make>
auto guarded(const Make& make) noexcept -> decltype(make()) {
  try {
    return make();
  } catch (const std::exception&) {  // bad_alloc and length_error: nothing of ours throws
    return nullptr;
  }
}

}  // namespace weft
