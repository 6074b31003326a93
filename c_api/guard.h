#pragma once

#include <exception>

namespace weft {

/// Calls `make` and returns its pointer; null if memory runs out. No exception reaches C.
template <typename Make>
auto guarded(const Make& make) noexcept -> decltype(make()) {
  try {
    return make();
  } catch (const std::exception&) {  // bad_alloc and length_error: our own code throws nothing
    return nullptr;
  }
}

}  // namespace weft
