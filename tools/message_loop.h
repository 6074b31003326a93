#pragma once

#include "live/service/message_server.h"
#include "tools/report.h"

namespace weft::tools {

/// Connects a server to standard input and output, framed as in the Language Server Protocol, until
/// the client ends it or its input does.
void serve_streams(live::MessageServer& server, Report& report);

}  // namespace weft::tools
