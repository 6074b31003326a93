#include "tests/bench/allocation_count.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace {

bool is_counting = false;
weft::testing::AllocationCount made;

}  // namespace

void* operator new(std::size_t size) {
  void* const room = std::malloc(size != 0 ? size : 1);
  if (room == nullptr) {
    throw std::bad_alloc();
  }
  if (is_counting) {
    ++made.allocations;
    made.bytes += size;
    made.held += malloc_usable_size(room);
    made.most_held = std::max(made.most_held, made.held);
  }
  return room;
}
void operator delete(void* room) noexcept {
  if (is_counting && room != nullptr) {
    made.held -= std::min(made.held, malloc_usable_size(room));
  }
  std::free(room);
}
void operator delete(void* room, std::size_t /*size*/) noexcept { operator delete(room); }

namespace weft::testing {

void count_allocations() {
  made = {};
  is_counting = true;
}

std::optional<AllocationCount> counted_allocations() {
  is_counting = false;
  return made;
}

}  // namespace weft::testing
