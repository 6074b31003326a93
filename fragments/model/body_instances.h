#pragma once

#include <deque>
#include <shared_mutex>
#include <vector>

#include "fragments/model/body.h"

namespace weft {

/// The body of a leaf for one choice of its type arguments. If one of them is of
/// DataKind::Parameter it is a template: a body that moves values of that type around without
/// knowing it, from which bodies for concrete types are made.
struct BodyInstance {
  std::vector<DataType> type_arguments;
  Body body;
};

/// Bodies made from a leaf's templates, each once, when a call first needs it. Shared by the
/// threads that share a library: entries are never moved.
class InstancesOnDemand {
 public:
  /// Null if there is none yet.
  const BodyInstance* find(const std::vector<DataType>& type_arguments) const;
  /// Adds an instance, unless another thread has added it already.
  void add(BodyInstance made);

 private:
  const BodyInstance* find_locked(const std::vector<DataType>& type_arguments) const;

  mutable std::shared_mutex mutex_;
  std::deque<BodyInstance> made_;
};

}  // namespace weft
