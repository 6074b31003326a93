#include "tools/serve_sockets.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "support/json.h"
#include "tools/local_socket.h"
#include "tools/web_socket_server.h"

namespace weft::tools {
namespace {

/// SIGINT and SIGTERM as a file that can be read. Made before threads start, which inherit that the
/// signals are blocked.
Descriptor ending_signals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGINT);
  ::sigaddset(&signals, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return Descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

/// 128 random bits; empty if the system gives none.
std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return "";
  }
  std::string token;
  for (const unsigned char byte : bytes) {
    token += fmt::format("{:02x}", byte);
  }
  return token;
}

class SocketLoop {
 public:
  SocketLoop(ServiceMaker make, std::optional<LocalSocket> local,
             std::unique_ptr<WebSocketServer> web, Descriptor signals, const WakeSignal& wake)
      : wake_(wake),
        hub_(std::move(make)),
        local_(std::move(local)),
        web_(std::move(web)),
        signals_(std::move(signals)) {}

  /// Until a signal; false if the system cannot wait.
  bool run() {
    for (;;) {
      const std::vector<pollfd> files = wait();
      if (files.empty()) {
        return false;
      }
      if (files.front().revents != 0) {
        return true;
      }
      if (local_) {
        accept();
      }
      if (web_ != nullptr) {
        take_web_events();
      }
      for (const pollfd& file : files) {
        serve(file);
      }
      hub_.step();
      disconnect();
    }
  }

 private:
  /// Waits unless there is work. The signals come first, then all others in any order.
  std::vector<pollfd> wait() {
    std::vector<pollfd> files{{signals_.get(), POLLIN, 0}, {wake_.descriptor(), POLLIN, 0}};
    if (local_) {
      files.push_back({local_->descriptor(), POLLIN, 0});
    }
    if (web_ != nullptr) {
      files.push_back({web_->descriptor(), POLLIN, 0});
    }
    for (const auto& [id, client] : streams_) {
      const short reads = client->is_at_end() ? 0 : POLLIN;
      const short writes = client->has_waiting_bytes() ? POLLOUT : 0;
      files.push_back({client->descriptor(), static_cast<short>(reads | writes), 0});
    }
    int ready = 0;
    do {
      ready = ::poll(files.data(), static_cast<nfds_t>(files.size()), hub_.has_work() ? 0 : -1);
    } while (ready < 0 && errno == EINTR);
    wake_.clear();
    return ready < 0 ? std::vector<pollfd>() : files;
  }

  void accept() {
    while (auto stream = local_->accept()) {
      auto client = std::make_unique<StreamClient>(std::move(*stream));
      StreamClient& to = *client;
      const ClientId id = hub_.add([&to](const std::string& body) { return to.send(body); });
      streams_.emplace(id, std::move(client));
    }
  }

  void take_web_events() {
    for (const WebSocketEvent& event : web_->take_events()) {
      if (event.kind == WebSocketEvent::Kind::Opened) {
        web_clients_[event.client] =
            hub_.add([this, number = event.client](const std::string& body) {
              return web_->send(number, body);
            });
      } else if (event.kind == WebSocketEvent::Kind::Message) {
        hub_.post(web_clients_[event.client], event.body);
      } else {
        hub_.remove(web_clients_[event.client]);
        web_clients_.erase(event.client);
      }
    }
  }

  void serve(const pollfd& file) {
    for (auto at = streams_.begin(); at != streams_.end(); ++at) {
      if (at->second->descriptor() != file.fd || file.revents == 0) {
        continue;
      }
      StreamClient& client = *at->second;
      const bool is_gone = client.is_at_end() && (file.revents & (POLLHUP | POLLERR)) != 0;
      const bool is_there =
          !is_gone && client.flush() && ((file.revents & ~POLLOUT) == 0 || client.receive());
      post_messages(at->first, client);
      if (!is_there) {
        hub_.remove(at->first);
        streams_.erase(at);
      }
      return;
    }
  }

  void post_messages(ClientId id, StreamClient& client) {
    for (;;) {
      const auto message = client.messages().next();
      if (!message) {
        hub_.refuse(id, live::framing_error(message.error()));
        return;
      }
      if (!*message) {
        return;
      }
      hub_.post(id, **message);
    }
  }

  /// Ends clients that are done: they asked for it, are lost, or got all their answers.
  void disconnect() {
    for (auto at = streams_.begin(); at != streams_.end();) {
      const bool is_done =
          at->second->is_at_end() && !hub_.is_busy(at->first) && !at->second->has_waiting_bytes();
      if (is_done) {
        hub_.remove(at->first);
      }
      at = is_done ? streams_.erase(at) : std::next(at);
    }
    for (const ClientId id : hub_.finished()) {
      hub_.remove(id);
      streams_.erase(id);
      for (const auto& [number, client] : web_clients_) {
        if (client == id) {
          web_->disconnect(number);
        }
      }
    }
  }

  const WakeSignal& wake_;
  ClientHub hub_;
  std::optional<LocalSocket> local_;
  std::unique_ptr<WebSocketServer> web_;
  Descriptor signals_;
  std::map<ClientId, std::unique_ptr<StreamClient>> streams_;
  std::map<std::uint64_t, ClientId> web_clients_;  ///< by the server's number
};

void fail(std::string message, Report& report) {
  report.add(error(Code::FileUnreadable, std::move(message)));
  report.raise(ExitCode::MachineTrouble);
}

}  // namespace

void serve_sockets(const ServeOptions& options, ServiceMaker make, const WakeSignal& wake,
                   Report& report) {
  Descriptor signals = ending_signals();
  Json where = Json::object();
  std::optional<LocalSocket> local;
  if (options.socket) {
    auto made = LocalSocket::listen(*options.socket);
    if (!made) {
      return fail(made.error(), report);
    }
    local.emplace(std::move(*made));
    where["socket"] = *options.socket;
  }
  std::unique_ptr<WebSocketServer> web;
  if (options.port) {
    const std::string token = random_token();
    auto made = token.empty() ? tl::unexpected<std::string>("there are no random numbers")
                              : WebSocketServer::start({*options.port, token, options.origins});
    if (!made) {
      return fail(made.error(), report);
    }
    web = std::move(*made);
    where["port"] = web->port();
    where["token"] = token;
  }
  const std::string line = where.dump() + "\n";
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
  SocketLoop loop(std::move(make), std::move(local), std::move(web), std::move(signals), wake);
  if (!loop.run()) {
    fail("the service cannot wait for its clients", report);
  }
}

}  // namespace weft::tools
