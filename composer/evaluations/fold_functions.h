#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/evaluations/typed_graph.h"

namespace weft {

/// What a call that is given functions, or a loop, comes to where nothing below it is known later
/// than when composing. One value per result.
class FunctionFolding {
 public:
  /// Both must outlive it. `graph` may change between calls.
  FunctionFolding(const Library& library, const TypedGraph& graph)
      : library_(library), graph_(graph) {}

  /// Nothing where features, parameters or native code are below it, and where it takes too long:
  /// then it is the GPU's. All calls of one object together do a bounded amount of work.
  std::optional<std::vector<Constant>> value_of(EvaluationId call);

 private:
  /// `call` and what is below it down to constants, the call first; nothing if something there has
  /// no value yet.
  std::optional<Store<Evaluation>> gather(EvaluationId call);
  bool has_value(const Evaluation& evaluation) const;

  const Library& library_;
  const TypedGraph& graph_;
  std::uint64_t gathered_ = 0;
  std::uint64_t steps_left_ = 50'000;
};

}  // namespace weft
