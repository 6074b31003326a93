#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// The cost of one operation on a GPU, in scalar multiplications; docs/operations.md has the table.
/// `type`: its result type; `inner`: for products of matrices, the number of terms in each sum.
std::uint64_t operation_count(Operation op, std::uint32_t payload, DataType type,
                              std::uint64_t inner);

/// Counts the operations of leaves, including their callees; a loop counts as one iteration, and a
/// branch as both its sides. Memoized; not thread-safe. `library` must outlive it.
class OperationCounts {
 public:
  explicit OperationCounts(const Library& library) : library_(library) {}

  /// The count for one evaluation of the leaf (`special`: as for find_body). A declared count
  /// (`operations N`) overrides the body. Saturates.
  std::uint64_t count(FragmentId fragment, const std::vector<DataType>& type_arguments,
                      const Specialization& special = {});

  /// The count of a body that is no leaf's, such as one with constants in it. Not kept itself; its
  /// callees are. Saturates.
  std::uint64_t count_body(const Body& body);

 private:
  /// What is known without the bodies of callees: a declared count, native code, or a known body.
  std::optional<std::uint64_t> known_count(const Fragment& leaf, const Body* body) const;
  std::uint64_t own_operations(const Body& body) const;

  const Library& library_;
  std::unordered_map<const Body*, std::uint64_t> known_;  // lookups only
};

}  // namespace weft
