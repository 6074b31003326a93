#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <poll.h>
#include <unistd.h>

#include "fragments/load/disk_reader.h"
#include "live/service/message_stream.h"
#include "live/service/rooted_reader.h"
#include "live/service/service.h"
#include "tools/commands.h"
#include "tools/load_input.h"
#include "tools/pictures.h"
#include "tools/serve_sockets.h"

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

  /// Whether read() would not wait.
  static bool is_ready() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, 0) > 0;
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
bool post_messages(live::MessageStream& stream, live::Service& service) {
  while (true) {
    const auto message = stream.next();
    if (!message) {
      send({live::framing_error(message.error())});
      return false;
    }
    if (!*message) {
      return true;
    }
    service.post(**message);
  }
}

void serve(live::Service& service, Report& report) {
  live::MessageStream stream;
  InputBytes input;
  bool is_open = true;
  while (!service.has_ended()) {
    // What has arrived is posted before the next request is worked on: it may cancel it.
    if (is_open && (!service.has_work() || InputBytes::is_ready())) {
      const std::string_view bytes = input.read();
      is_open = !bytes.empty();
      stream.add(bytes);
      if (!post_messages(stream, service)) {
        report.raise(ExitCode::InputHasErrors);
        return;
      }
    } else if (service.has_work()) {
      service.step();
    } else {
      break;
    }
    if (!send(service.take_replies())) {
      report.raise(ExitCode::MachineTrouble);
      return;
    }
  }
  send(service.take_replies());
  if (!input.trouble.empty()) {
    report.add(error(Code::FileUnreadable, "the standard input cannot be read: " + input.trouble));
    report.raise(ExitCode::MachineTrouble);
  }
}

}  // namespace

void run(const ServeOptions& options, Report& report) {
  if (options.schema) {
    report.print(live::service_schema());
    return;
  }
  LoadOptions load = load_options(options.imports);
  std::vector<std::string> folders = options.folders;
  if (folders.empty()) {
    folders.emplace_back(".");
  }
  for (const std::string& shipped : load.shipped_directories) {
    folders.push_back(shipped);
  }
  const DiskReader disk;
  const live::RootedReader reader(disk, folders);
  const auto pictures = make_pictures();
  if (options.socket || options.port) {
    live::SharedDocuments shared;
    serve_sockets(
        options,
        [&] { return std::make_unique<live::Service>(reader, load, pictures.get(), &shared); },
        report);
    return;
  }
  live::Service service(reader, std::move(load), pictures.get());
  serve(service, report);
}

}  // namespace weft::tools
