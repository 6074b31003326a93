#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// Decides which leaves the interpreter and generated C++ can compute from their inputs alone.
/// Excludes native leaves, those that take derivatives, and their callers. The library must outlive
/// the object.
class PortableLeaves {
 public:
  explicit PortableLeaves(const Library& library) : library_(library) {}

  /// O(size of the bodies below) the first time, then O(log leaves).
  bool contains(const LeafEvaluation& leaf);

 private:
  using Leaf = std::tuple<FragmentId, std::vector<DataType>, Specialization>;
  bool is_portable(const Leaf& leaf, std::vector<Leaf>& callees) const;

  const Library& library_;
  std::map<Leaf, bool> known_;
};

}  // namespace weft
