#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "fragments/model/body.h"

// What an analysis of a body has to look at again after a change, so that a fixed point costs as
// much as there are changes.

namespace weft {

/// Lists by key, of (key, item): the items of a key in the order in which they were given.
class ListsByKey {
 public:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  /// O(keys + pairs). Keys are less than `keys`.
  ListsByKey(std::size_t keys, const std::vector<Pair>& pairs);

  std::span<const std::uint32_t> operator[](std::uint32_t key) const {
    return std::span(items_).subspan(begins_[key], begins_[key + 1] - begins_[key]);
  }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> items_;
};

/// Which expressions and statements of a body read an expression or a local. O(body) to build.
struct BodyReaders {
  explicit BodyReaders(const Body& body);

  ListsByKey exprs_of_local;  ///< that are this local
  ListsByKey exprs_of_expr;   ///< that have it as an operand
  ListsByKey stmts_of_expr;   ///< those of an assignment include the indices in its target
};

/// Indices that wait, each once, the first by `Order` in front.
template <typename Order>
class Worklist {
 public:
  explicit Worklist(std::size_t size) : is_waiting_(size, false) {}

  bool empty() const { return heap_.empty(); }
  std::uint32_t front() const { return heap_.front(); }
  void push(std::uint32_t index) {
    if (!is_waiting_[index]) {
      is_waiting_[index] = true;
      heap_.push_back(index);
      std::push_heap(heap_.begin(), heap_.end(), Order());
    }
  }
  void pop() {
    is_waiting_[heap_.front()] = false;
    std::pop_heap(heap_.begin(), heap_.end(), Order());
    heap_.pop_back();
  }
  void clear() {
    for (const std::uint32_t index : heap_) {
      is_waiting_[index] = false;
    }
    heap_.clear();
  }

 private:
  std::vector<std::uint32_t> heap_;
  std::vector<bool> is_waiting_;
};

using LeastFirst = Worklist<std::greater<>>;
using GreatestFirst = Worklist<std::less<>>;

}  // namespace weft
