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

  IdType add(const T& value) {
    values_.push_back(value);
    return IdType(values_.size() - 1);
  }
  IdType add(T&& value) {
    values_.push_back(std::move(value));
    return IdType(values_.size() - 1);
  }
  const T& operator[](IdType id) const {
    WEFT_CHECK(id.index() < values_.size(), "an id was used with a store that did not issue it");
    return values_[id.index()];
  }
  T& operator[](IdType id) {
    WEFT_CHECK(id.index() < values_.size(), "an id was used with a store that did not issue it");
    return values_[id.index()];
  }
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  void reserve(std::size_t count) { values_.reserve(count); }
  /// Removes all values and keeps their memory. The ids issued so far become invalid.
  void clear() { values_.clear(); }
  IdType id_at(std::size_t index) const { return IdType(index); }

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  auto begin() { return values_.begin(); }
  auto end() { return values_.end(); }

  friend bool operator==(const Store&, const Store&) = default;

 private:
  std::vector<T> values_;
};

}  // namespace weft
