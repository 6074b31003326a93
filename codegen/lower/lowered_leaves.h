#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "codegen/ir/program.h"

namespace weft {

/// The functions of leaves that depend on the library alone: they read parameters and nothing else,
/// and their names are free wherever they are used. An editor lowers the same leaves again and
/// again. Thread-safe.
class LoweredLeaves {
 public:
  /// The function of a leaf's body, or null. In it, calls count the functions that the body calls,
  /// in the order of their first calls there.
  std::shared_ptr<const Function> find(const Body& body);
  void add(const Body& body, Function function);

 private:
  std::mutex mutex_;
  std::unordered_map<const Body*, std::shared_ptr<const Function>> known_;  // lookups only
};

}  // namespace weft
