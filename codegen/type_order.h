#pragma once

#include <utility>

#include "fragments/types/data_type.h"

namespace weft {

/// An order of data types that says the same whatever array types were made before: by what they
/// hold behind all sizes, then by their sizes, outer ones first; an array behind what it holds. Of
/// pairs, the types first.
class TypeOrder {
 public:
  /// The table must outlive the order.
  explicit TypeOrder(const DataTypeTable& types) : types_(&types) {}

  bool operator()(DataType a, DataType b) const { return compare(a, b) < 0; }
  template <typename T>
  bool operator()(const std::pair<DataType, T>& a, const std::pair<DataType, T>& b) const {
    const int first = compare(a.first, b.first);
    return first < 0 || (first == 0 && is_less(a.second, b.second));
  }

 private:
  template <typename T>
  bool is_less(const T& a, const T& b) const {
    return a < b;
  }
  bool is_less(DataType a, DataType b) const { return compare(a, b) < 0; }
  int compare(DataType a, DataType b) const;

  const DataTypeTable* types_;
};

}  // namespace weft
