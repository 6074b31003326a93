#pragma once

#include <cstddef>
#include <functional>

namespace weft::tools {

/// The number of hardware threads, at least 1.
std::size_t machine_threads();

/// Calls `job(0)` … `job(count - 1)` on at most `threads` threads, including the calling one;
/// starts jobs in index order, and returns when all have finished. Jobs must not throw.
void for_each_parallel(std::size_t count, std::size_t threads,
                       const std::function<void(std::size_t)>& job);

}  // namespace weft::tools
