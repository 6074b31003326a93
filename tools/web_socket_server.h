#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace weft::tools {

struct WebSocketOptions {
  int port = 0;                      ///< 0: a free one
  std::string token;                 ///< that `?token=` of the address has to be
  std::vector<std::string> origins;  ///< of pages that may connect
};

struct WebSocketEvent {
  enum class Kind : std::uint8_t { Opened, Message, Closed };
  Kind kind = Kind::Message;
  std::uint64_t client = 0;
  std::string body;
};

/// WebSocket on the loopback interface. Its own threads read; what arrived waits for the thread
/// that takes it. A client is refused without the token (HTTP status 401), with an `Origin` that is
/// not listed (pages always send theirs) or a `Host` that is not this machine's own name, as after
/// DNS rebinding (403), and while 32 are connected (503).
class WebSocketServer {
 public:
  virtual ~WebSocketServer() = default;

  /// Fails if the port is taken, and in a build without WebSocket.
  static tl::expected<std::unique_ptr<WebSocketServer>, std::string> start(
      const WebSocketOptions& options);

  virtual int port() const = 0;
  /// A file that can be read while events wait.
  virtual int descriptor() const = 0;
  virtual std::vector<WebSocketEvent> take_events() = 0;
  /// How long the thread of a client waits for it to read.
  static constexpr int write_seconds = 5;
  /// Has a text sent by the client's thread; false if the client is gone, or too much waits for it.
  virtual bool send(std::uint64_t client, const std::string& body) = 0;
  virtual void disconnect(std::uint64_t client) = 0;
};

}  // namespace weft::tools
