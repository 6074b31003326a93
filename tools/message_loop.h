#pragma once

#include "live/service/message_server.h"
#include "tools/report.h"
#include "tools/wake_signal.h"

namespace weft::tools {

/// Connects a server to standard input and output, framed as in the Language Server Protocol, until
/// the client ends it or its input does. `wake`: woken when something is made on another thread.
void serve_streams(live::MessageServer& server, const WakeSignal& wake, Report& report);

}  // namespace weft::tools
