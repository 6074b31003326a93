#include "tools/message_loop.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <poll.h>
#include <unistd.h>

#include "live/service/message_stream.h"
#include "live/service/rpc_message.h"

namespace weft::tools {
namespace {

/// Standard input, read as it arrives.
class InputBytes {
 public:
  /// Waits for bytes and returns them; empty at the end, and after an error, which `trouble` has.
  std::string_view read() {
    ssize_t count = 0;
    do {
      count = ::read(STDIN_FILENO, room_.data(), room_.size());
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
      trouble = std::generic_category().message(errno);
    }
    return {room_.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
  }

  /// Whether read() would not wait, or not longer than this.
  static bool is_ready(int milliseconds = 0) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, milliseconds) > 0;
  }

  std::string trouble;

 private:
  std::vector<char> room_ = std::vector<char>(std::size_t{64} * 1024);
};

bool send(const std::vector<std::string>& replies) {
  bool is_sent = true;
  for (const std::string& reply : replies) {
    const std::string bytes = live::framed(reply);
    is_sent = is_sent && std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
  }
  return is_sent && std::fflush(stdout) == 0;
}

/// Posts all whole messages; false if the bytes are no messages.
bool post_messages(live::MessageStream& stream, live::MessageServer& server) {
  while (true) {
    const auto message = stream.next();
    if (!message) {
      send({live::framing_error(message.error())});
      return false;
    }
    if (!*message) {
      return true;
    }
    server.post(**message);
  }
}

}  // namespace

void serve_streams(live::MessageServer& server, Report& report) {
  live::MessageStream stream;
  InputBytes input;
  bool is_open = true;
  while (!server.has_ended()) {
    const bool has_work = server.has_work();
    const bool is_waiting = !has_work && server.is_waiting();
    // What has arrived is posted before the next request is worked on: it may cancel it.
    if (is_open && (has_work     ? InputBytes::is_ready()
                    : is_waiting ? InputBytes::is_ready(live::waiting_milliseconds)
                                 : true)) {
      const std::string_view bytes = input.read();
      is_open = !bytes.empty();
      stream.add(bytes);
      if (!post_messages(stream, server)) {
        report.raise(ExitCode::InputHasErrors);
        return;
      }
    } else if (has_work) {
      server.step();
    } else if (is_waiting) {
      std::this_thread::sleep_for(std::chrono::milliseconds(is_open ? 0 : 1));
    } else {
      break;
    }
    if (!send(server.take_replies())) {
      report.raise(ExitCode::MachineTrouble);
      return;
    }
  }
  send(server.take_replies());
  if (!input.trouble.empty()) {
    report.add(error(Code::FileUnreadable, "the standard input cannot be read: " + input.trouble));
    report.raise(ExitCode::MachineTrouble);
  }
}

}  // namespace weft::tools
