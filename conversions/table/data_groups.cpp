#include "conversions/table/data_groups.h"

#include <algorithm>
#include <numeric>

namespace weft {
namespace {

/// The first member of a group, by links from members to earlier ones.
std::uint32_t first_of(std::vector<std::uint32_t>& links, std::uint32_t member) {
  while (links[member] != member) {
    links[member] = links[links[member]];  // keeps the ways short
    member = links[member];
  }
  return member;
}

}  // namespace

DataGroups::DataGroups(const Store<ConversionRule>& rules) {
  for (const ConversionRule& rule : rules) {
    if (rule.output_data) {
      types_.push_back(rule.input.data);
      types_.push_back(*rule.output_data);
    }
  }
  std::sort(types_.begin(), types_.end());
  types_.erase(std::unique(types_.begin(), types_.end()), types_.end());
  groups_.resize(types_.size());
  std::iota(groups_.begin(), groups_.end(), 0U);
  for (const ConversionRule& rule : rules) {
    if (rule.output_data) {
      const std::uint32_t from = first_of(groups_, number_of(rule.input.data));
      const std::uint32_t to = first_of(groups_, number_of(*rule.output_data));
      groups_[std::max(from, to)] = std::min(from, to);
    }
  }
  for (std::uint32_t& group : groups_) {
    group = groups_[group];  // links lead to earlier types, which are done
  }
}

std::uint32_t DataGroups::number_of(DataType type) const {
  const auto at = std::lower_bound(types_.begin(), types_.end(), type);
  return at != types_.end() && *at == type ? static_cast<std::uint32_t>(at - types_.begin())
                                           : static_cast<std::uint32_t>(types_.size());
}

bool DataGroups::may_convert(DataType from, DataType to) const {
  if (from == to) {
    return true;
  }
  const std::uint32_t first = number_of(from);
  const std::uint32_t second = number_of(to);
  return first < types_.size() && second < types_.size() && groups_[first] == groups_[second];
}

}  // namespace weft
