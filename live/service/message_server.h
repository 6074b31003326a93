#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::live {

/// Answers messages without input or output: whoever has the connection posts what arrives and
/// sends what take_replies() gives.
///
///   server.post(body);
///   while (server.has_work()) {
///     server.step();
///     send(server.take_replies());
///   }
///
/// Threads: one at a time.
class MessageServer {
 public:
  virtual ~MessageServer() = default;

  /// Takes the body of a message. What is no request is answered as JSON-RPC says.
  virtual void post(std::string_view body) = 0;
  /// Whether step() would do something now.
  virtual bool has_work() const = 0;
  /// Whether something is made on another thread: has_work() becomes true without a message, and
  /// what makes it tells when (PictureSource, ModuleCompiler).
  virtual bool is_waiting() const { return false; }
  /// Works on a request that waits, mostly the oldest. More messages may be posted between two
  /// steps.
  virtual void step() = 0;
  /// Bodies to send, in order.
  virtual std::vector<std::string> take_replies() = 0;
  /// Whether the client asked to end.
  virtual bool has_ended() const = 0;
};

}  // namespace weft::live
