#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "composer/evaluations/elaborated.h"

namespace weft {

/// One call of a function: the values of an `fn` port's parameters, or of the features that an
/// `eval` port injects.
struct FunctionUse {
  const FragmentPort* port;
  std::vector<CallId> values;
  std::uint32_t level;  ///< of the function that contains, or is created by, the call
  Stage stage;
  Span span;  ///< of the call, for messages
  /// Where the function is passed to the port, if known.
  std::optional<Span> passed_at = std::nullopt;
  /// For a port that adapts a listed port of its leaf: the listed port, and the environment in
  /// which the leaf is called.
  struct Adapted {
    const FragmentPort* port;
    EnvironmentId called_in;
  };
  std::optional<Adapted> adapted = std::nullopt;
};

}  // namespace weft
