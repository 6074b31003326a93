#pragma once

#include <memory>

#include "live/session/output_state.h"

namespace weft::live {

/// An output that a session composes, and what it has now.
struct WatchedOutput {
  OutputRequest request;
  OutputState state = {};
  std::shared_ptr<const ComposedOutput> whole = {};  ///< the last good one with its modules

  /// Takes what was composed. An output with errors keeps what it had when it last was whole.
  void show(const std::shared_ptr<const ComposedOutput>& composed);
  /// The same; tells how it differs from what the output had.
  OutputAnswer answer(OutputId id, const std::shared_ptr<const ComposedOutput>& composed);
};

}  // namespace weft::live
