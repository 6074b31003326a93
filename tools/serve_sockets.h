#pragma once

#include "tools/client_hub.h"
#include "tools/options.h"
#include "tools/report.h"
#include "tools/wake_signal.h"

namespace weft::tools {

/// Serves the clients of `--socket` and `--port` until SIGINT or SIGTERM. Prints where it listens
/// as a line of JSON: `{"socket": PATH, "port": N, "token": TEXT}`.
/// `wake`: woken when something is made for a client on another thread.
void serve_sockets(const ServeOptions& options, ServiceMaker make, const WakeSignal& wake,
                   Report& report);

}  // namespace weft::tools
