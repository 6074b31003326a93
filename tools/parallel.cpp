#include "tools/parallel.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace weft::tools {

std::size_t machine_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

void for_each_parallel(std::size_t count, std::size_t threads,
                       const std::function<void(std::size_t)>& job) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      job(i);
    }
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < std::min(threads, count); ++i) {
    try {
      others.emplace_back(work);
    } catch (const std::system_error&) {
      break;  // no more threads available: the existing ones do the work
    }
  }
  work();
  for (std::thread& other : others) {
    other.join();
  }
}

}  // namespace weft::tools
