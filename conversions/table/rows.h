#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft {

/// Lists in one array, one after another (compressed sparse rows): a list per rule, per coordinate
/// or per fact costs one number and no allocation of its own.
template <typename T>
class Rows {
 public:
  Rows() = default;
  explicit Rows(const std::vector<std::vector<T>>& lists) {
    for (const std::vector<T>& list : lists) {
      add(list);
    }
  }

  /// Sorts items into rows: `for_each(visit)` calls visit(row, item) for every item, in the order
  /// that the rows keep. It is called twice. O(items + rows).
  template <typename ForEach>
  static Rows sorted(std::size_t rows, ForEach for_each) {
    Rows made;
    made.begins_.assign(rows + 1, 0);
    for_each([&made](std::size_t row, const T&) { ++made.begins_[row + 1]; });
    for (std::size_t row = 0; row < rows; ++row) {
      made.begins_[row + 1] += made.begins_[row];
    }
    made.items_.resize(made.begins_.back());
    std::vector<std::uint32_t> next(made.begins_.begin(), made.begins_.end() - 1);
    for_each([&](std::size_t row, const T& item) { made.items_[next[row]++] = item; });
    return made;
  }

  /// Appends a row.
  void add(std::span<const T> row) {
    items_.insert(items_.end(), row.begin(), row.end());
    begins_.push_back(static_cast<std::uint32_t>(items_.size()));
  }
  std::size_t size() const { return begins_.size() - 1; }
  std::span<const T> operator[](std::size_t row) const {
    return {items_.data() + begins_[row], items_.data() + begins_[row + 1]};
  }

 private:
  std::vector<std::uint32_t> begins_{0};  // per row, and the end
  std::vector<T> items_;
};

}  // namespace weft
