// WebSocket in a build without it.

#include "tools/web_socket_server.h"

namespace weft::tools {

tl::expected<std::unique_ptr<WebSocketServer>, std::string> WebSocketServer::start(
    const WebSocketOptions& /*options*/) {
  return tl::unexpected<std::string>(
      "this weft was built without WebSocket (WEFT_WITH_WEBSOCKET=OFF)");
}

}  // namespace weft::tools
