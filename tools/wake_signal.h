#pragma once

#include "tools/local_socket.h"

namespace weft::tools {

/// Ends the waiting of a loop from other threads.
class WakeSignal {
 public:
  WakeSignal();

  /// Called on any thread.
  void wake() const;
  /// Readable after wake().
  int descriptor() const { return file_.get(); }
  /// Makes it unreadable again. Called by the loop.
  void clear() const;

 private:
  Descriptor file_;
};

}  // namespace weft::tools
