#pragma once

#include <cstddef>
#include <functional>

namespace weft::tools {

/// As many threads as the machine runs at once, at least 1.
std::size_t machine_threads();

/// Calls `job(0)` … `job(count - 1)` on at most `threads` threads, this one among them; begins with
/// the first ones, and returns when all have ended. Jobs must not throw.
void for_each_parallel(std::size_t count, std::size_t threads,
                       const std::function<void(std::size_t)>& job);

}  // namespace weft::tools
