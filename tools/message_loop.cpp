#include "tools/message_loop.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <poll.h>
#include <unistd.h>

#include "live/service/message_server.h"
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
    is_open_ = count > 0;
    return {room_.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
  }

  /// Waits for bytes or to be woken, unless there is work; whether read() has something to return.
  bool wait(bool has_work, const WakeSignal& wake) const {
    std::array<pollfd, 2> files{{
        {is_open_ ? STDIN_FILENO : -1, POLLIN, 0},
        {wake.descriptor(), POLLIN, 0},
    }};
    int ready = 0;
    do {
      ready = ::poll(files.data(), files.size(), has_work ? 0 : -1);
    } while (ready < 0 && errno == EINTR);
    wake.clear();
    return is_open_ && (ready < 0 || files[0].revents != 0);
  }

  bool is_open() const { return is_open_; }

  std::string trouble;

 private:
  std::vector<char> room_ = std::vector<char>(std::size_t{64} * 1024);
  bool is_open_ = true;
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

void serve_streams(live::MessageServer& server, const WakeSignal& wake, Report& report) {
  live::MessageStream stream;
  InputBytes input;
  while (!server.has_ended()) {
    const bool has_work = server.has_work();
    if (!input.is_open() && !has_work && !server.is_waiting()) {
      break;
    }
    // What has arrived is posted before the next request is worked on: it may cancel it.
    if (input.wait(has_work, wake)) {
      stream.add(input.read());
      if (!post_messages(stream, server)) {
        report.raise(ExitCode::InputHasErrors);
        return;
      }
      const auto fault = input.is_open() ? std::nullopt : stream.fault_at_end();
      if (fault) {
        send({live::framing_error(*fault)});
        report.raise(ExitCode::InputHasErrors);
      }
    } else {
      server.step();
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
