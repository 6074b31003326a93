#pragma once

#include <utility>

#include "fragments/types/data_type.h"

namespace weft {

/// An order of data types that is independent of the order in which array types were interned.
/// Compares the innermost element types, then the array sizes from the outermost inward. A type
/// precedes its arrays. Pairs compare by type first.
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
