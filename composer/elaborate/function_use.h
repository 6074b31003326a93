#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/elaborate/graph_instances.h"
#include "composer/evaluations/elaborated.h"

namespace weft {

/// One call of a function: the values of an `fn` port's parameters, or of the features that an
/// `eval` port injects.
struct FunctionUse {
  const FragmentPort* port;
  std::vector<CallId> values;
  std::uint32_t level;  ///< of the function that contains, or is created by, the call
  Stage stage;
  Span span;  ///< where the function was written, else of the call: for messages
  /// The argument that passes the function to the port, if known.
  std::optional<PassedArgument> passed = std::nullopt;
  /// The fragment that declares the port. Nothing for ports that adapt others.
  std::optional<FragmentId> fragment = std::nullopt;
  /// For a port that adapts a listed port of its leaf: the leaf and the listed port, and the
  /// environment in which the leaf is called.
  struct Adapted {
    FragmentId fragment;
    const FragmentPort* port;
    EnvironmentId called_in;
  };
  std::optional<Adapted> adapted = std::nullopt;
};

}  // namespace weft
