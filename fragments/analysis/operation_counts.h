#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// What one operation costs on a GPU, in multiplications of scalars: docs/operations.md has the
/// table. `type` is what it makes; `inner`: of products of matrices, the number of terms in each
/// sum.
std::uint64_t operation_count(Operation op, std::uint32_t payload, DataType type,
                              std::uint64_t inner);

/// Counts the operations of leaves, those of what they call included; a loop counts as one of its
/// steps, and a branch as both its sides. Remembers what it has counted; not for several threads at
/// once. `library` must outlive it.
class OperationCounts {
 public:
  explicit OperationCounts(const Library& library) : library_(library) {}

  /// Of one run of the leaf (`unread`: as for find_body); what a fragment declares (`operations N`)
  /// holds without counting. Saturates.
  std::uint64_t count(FragmentId fragment, const std::vector<DataType>& type_arguments,
                      const UnreadFeatures& unread = {});

 private:
  using Key = std::tuple<FragmentId, std::vector<DataType>, UnreadFeatures>;
  std::uint64_t own_operations(const Body& body) const;

  const Library& library_;
  std::map<Key, std::uint64_t> known_;
};

}  // namespace weft
