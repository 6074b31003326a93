#pragma once

#include <deque>
#include <shared_mutex>
#include <vector>

#include "fragments/model/body.h"

namespace weft {

/// The body of a leaf for one choice of its type variables. Where one of these is of the kind
/// DataKind::Parameter, it is a template: a body that moves such values about without knowing what
/// they are, and that bodies for other types are made of.
struct BodyInstance {
  std::vector<DataType> type_arguments;
  Body body;
};

/// The bodies that were made of a leaf's templates, each once, when a call first needed it. Threads
/// that share a library share them: what is found stays where it is.
class InstancesOnDemand {
 public:
  /// Null if there is none yet.
  const BodyInstance* find(const std::vector<DataType>& type_arguments) const;
  /// Adds one, unless another thread was faster.
  void add(BodyInstance made);

 private:
  const BodyInstance* find_locked(const std::vector<DataType>& type_arguments) const;

  mutable std::shared_mutex mutex_;
  std::deque<BodyInstance> made_;
};

}  // namespace weft
