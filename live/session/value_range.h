#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "fragments/model/library.h"

namespace weft::live {

/// The values that a parameter takes as its default, by its `min`, `max` and `enum`. Refers to no
/// library, as a drag outlives the one that it began with.
class ValueRange {
 public:
  ValueRange(const Library& library, const MaterialParameter& parameter);

  DataType type() const { return type_; }
  /// `words`: of a value of type(). NaN is outside of every range.
  bool contains(const std::vector<std::uint32_t>& words) const;

 private:
  DataType type_;
  std::vector<std::pair<double, double>> limits_;  ///< least and greatest, by component
  std::optional<std::vector<std::int64_t>> choices_;
};

}  // namespace weft::live
