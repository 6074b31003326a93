#pragma once

#include "tools/client_hub.h"
#include "tools/options.h"
#include "tools/report.h"

namespace weft::tools {

/// Serves the clients of `--socket` and `--port` until SIGINT or SIGTERM. Prints where it listens
/// as a line of JSON: `{"socket": PATH, "port": N, "token": TEXT}`.
void serve_sockets(const ServeOptions& options, ServiceMaker make, Report& report);

}  // namespace weft::tools
