#pragma once

#include <unordered_map>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// The leaves that take a derivative themselves or in a leaf that they call, and therefore run in
/// the fragment stage only. Memoizes its answers.
class DerivativeLeaves {
 public:
  /// `library` must outlive the object.
  explicit DerivativeLeaves(const Library& library) : library_(library) {}

  /// O(bodies of the leaf and those that it calls), once per leaf.
  bool contains(FragmentId leaf, const std::vector<DataType>& type_arguments,
                const Specialization& special);

 private:
  bool find(FragmentId leaf, const std::vector<DataType>& type_arguments,
            const Specialization& special) const;

  const Library& library_;
  std::unordered_map<FragmentId, bool> known_;  // never iterated
};

}  // namespace weft
