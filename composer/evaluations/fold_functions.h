#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// Constant folding of loops and of calls that take functions, by interpreting the subgraph below
/// the call. One value per result.
class FunctionFolding {
 public:
  /// Both arguments must outlive the object. `graph` may change between calls.
  FunctionFolding(const Library& library, const TypedGraph& graph)
      : library_(library), graph_(graph) {}

  /// Returns the results, or nothing if the subgraph has features, parameters or native code, or
  /// takes too long. All calls on one object share one bounded budget of work.
  std::optional<std::vector<Constant>> value_of(EvaluationId call);

 private:
  /// Collects `call` and its transitive inputs down to constants, the call first. Nothing if one of
  /// them is not compile-time.
  std::optional<Store<Evaluation>> gather(EvaluationId call);
  bool has_value(const Evaluation& evaluation) const;

  const Library& library_;
  const TypedGraph& graph_;
  std::uint64_t gathered_ = 0;
  std::uint64_t steps_left_ = 50'000;
};

}  // namespace weft
