#pragma once

#include <cstdint>
#include <vector>

#include "conversions/table/conversion_table.h"

namespace weft {

/// Data types that conversions change into one another, whatever the values mean. No chain leads
/// from one group to another, which tells without a search that most overloads of a call do not
/// fit.
///
/// Example: with conversions from float3 to float4 and from float4 to float3, these two are a
/// group. Every other data type is one of its own. Immutable.
class DataGroups {
 public:
  /// O(rules × log rules).
  explicit DataGroups(const Store<ConversionRule>& rules);

  /// False if there is no chain from values of one data type to values of the other. O(log types).
  bool may_convert(DataType from, DataType to) const;

 private:
  std::uint32_t number_of(DataType type) const;

  std::vector<DataType> types_;        // sorted: those that a conversion changes or results in
  std::vector<std::uint32_t> groups_;  // per type
};

}  // namespace weft
