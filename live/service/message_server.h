#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::live {

/// How long those who have the connection may wait for messages, as poll() takes it: not at all
/// while there is work, a moment while something is made elsewhere, otherwise without an end (-1).
constexpr int milliseconds_to_wait(bool has_work, bool is_waiting) {
  return has_work ? 0 : is_waiting ? 2 : -1;
}

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
  /// Whether something is made elsewhere: has_work() becomes true without a message. Whoever waits
  /// for messages asks again every few milliseconds.
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
