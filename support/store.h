#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "support/check.h"
#include "support/id.h"

namespace weft {

/// An append-only sequence of values, addressed by the ids it issues in order. A value type: copies
/// are independent, and ids stay valid in every copy.
template <typename T>
class Store {
 public:
  using IdType = Id<T>;

  Store() = default;
  Store(const Store&) = default;
  Store& operator=(const Store&) = default;
  Store(Store&& other) noexcept
      : values_(std::move(other.values_)), size_(std::exchange(other.size_, 0)) {}
  Store& operator=(Store&& other) noexcept {
    values_ = std::move(other.values_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~Store() = default;

  IdType add(const T& value) {
    values_.push_back(value);
    return IdType(size_++);
  }
  IdType add(T&& value) {
    values_.push_back(std::move(value));
    return IdType(size_++);
  }
  const T& operator[](IdType id) const {
    WEFT_CHECK(id.index() < size_, "an id was used with a store that did not issue it");
    return values_[id.index()];
  }
  T& operator[](IdType id) {
    WEFT_CHECK(id.index() < size_, "an id was used with a store that did not issue it");
    return values_[id.index()];
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void reserve(std::size_t count) { values_.reserve(count); }
  /// Removes all values and keeps their memory. The ids issued so far become invalid.
  void clear() {
    values_.clear();
    size_ = 0;
  }
  IdType id_at(std::size_t index) const { return IdType(index); }

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  auto begin() { return values_.begin(); }
  auto end() { return values_.end(); }

  friend bool operator==(const Store&, const Store&) = default;

 private:
  std::vector<T> values_;
  std::size_t size_ = 0;  // a vector computes its size by a division, which every access would need
};

}  // namespace weft
