#pragma once

#include <cstddef>
#include <deque>
#include <shared_mutex>
#include <vector>

#include "fragments/model/body.h"
#include "support/index_table.h"

namespace weft {

/// The body of a leaf for one choice of its type arguments. If one of them is of
/// DataKind::Parameter it is a template: a body that moves values of that type around without
/// knowing it, from which bodies for concrete types are made.
struct BodyInstance {
  std::vector<DataType> type_arguments;
  Body body;
};

/// The instances of a leaf, found by their type arguments: every pass over a plan asks for the
/// bodies of its calls, and an operator has one for each data type that it takes.
class BodyInstances {
 public:
  /// No two may have the same type arguments.
  void set(std::vector<BodyInstance> instances);

  const std::vector<BodyInstance>& all() const { return all_; }
  Body& body(std::size_t index) { return all_[index].body; }
  /// Null if there is none. O(type arguments) expected.
  const BodyInstance* find(const std::vector<DataType>& type_arguments) const;

 private:
  std::vector<BodyInstance> all_;
  IndexTable by_types_;  // into all_; empty if there is only one
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
