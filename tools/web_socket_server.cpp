#include "tools/web_socket_server.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>

#include <civetweb.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "live/service/message_stream.h"
#include "support/worker_threads.h"
#include "tools/local_socket.h"

namespace weft::tools {
namespace {

constexpr std::size_t most_clients = 32;  // each has a thread
constexpr std::size_t spare_threads = 8;  // that refuse further ones
constexpr int final_frame = 0x80;
constexpr int opcode_bits = 0x0f;

/// Whether two texts are equal, in a time that does not tell where they differ.
bool is_equal(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

class CivetServer final : public WebSocketServer {
 public:
  explicit CivetServer(WebSocketOptions options) : options_(std::move(options)) {}
  CivetServer(const CivetServer&) = delete;
  CivetServer& operator=(const CivetServer&) = delete;
  ~CivetServer() override {
    if (context_ != nullptr) {
      mg_stop(context_);  // ends the threads that use the members
      mg_exit_library();
    }
  }

  /// Empty if it runs.
  std::string run() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
      return "no pipe can be made";
    }
    readable_ = Descriptor(ends[0]);
    writable_ = Descriptor(ends[1]);
    for (const int end : ends) {
      ::fcntl(end, F_SETFL, O_NONBLOCK);
      ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    const std::string address = fmt::format("127.0.0.1:{}", options_.port);
    const std::string wait = std::to_string(write_seconds * 1000);
    const std::string threads = std::to_string(most_clients + spare_threads);
    const std::vector<const char*> settings = {"listening_ports",
                                               address.c_str(),
                                               "request_timeout_ms",
                                               wait.c_str(),
                                               "websocket_timeout_ms",
                                               "30000",
                                               "tcp_nodelay",
                                               "1",
                                               "enable_websocket_ping_pong",
                                               "yes",
                                               "num_threads",
                                               threads.c_str(),
                                               nullptr};
    mg_init_library(MG_FEATURES_DEFAULT);
    mg_callbacks callbacks{};
    callbacks.begin_request = begun;
    context_ = mg_start(&callbacks, this, const_cast<const char**>(settings.data()));
    if (context_ == nullptr) {
      mg_exit_library();
      return "the port is in use, or may not be used";
    }
    mg_server_port listening{};
    port_ = mg_get_server_ports(context_, 1, &listening) == 1 ? listening.port : 0;
    mg_set_websocket_handler(context_, "/", nullptr, opened, received, closed, this);
    return "";
  }

  int port() const override { return port_; }
  int descriptor() const override { return readable_.get(); }

  std::vector<WebSocketEvent> take_events() override {
    std::array<char, 256> room{};
    while (::read(readable_.get(), room.data(), room.size()) > 0) {
    }
    const std::lock_guard lock(mutex_);
    return std::exchange(events_, {});
  }

  bool send(std::uint64_t client, const std::string& body) override {
    return write(client, MG_WEBSOCKET_OPCODE_TEXT, body);
  }

  void disconnect(std::uint64_t client) override {
    constexpr std::string_view normal_closure("\x03\xe8", 2);  // 1000
    write(client, MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE, normal_closure);
  }

 private:
  /// A client. It has a thread that writes, so that one which reads slowly holds up no other.
  struct Link {
    std::uint64_t id = 0;
    std::mutex mutex = {};
    mg_connection* connection = nullptr;             ///< null once closed; needs `mutex`
    std::string partial = {};                        ///< of the thread that reads
    std::atomic<std::size_t> waiting_bytes = 0;      ///< to be written
    std::atomic<bool> is_lost = false;               ///< nothing can be written any more
    WorkerThreads writer = WorkerThreads(1, [] {});  // declared last: it uses the members above
  };

  static CivetServer& self(void* data) { return *static_cast<CivetServer*>(data); }

  /// Answers a request that is refused; 0 for others.
  static int begun(mg_connection* connection) {
    const Refusal refusal = self(mg_get_user_context_data(connection)).refusal_of(connection);
    if (refusal.status != 0) {
      // By hand: the library's own errors have no head where the protocol is to change.
      const std::string answer = fmt::format(
          "HTTP/1.1 {}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n"
          "Connection: close\r\n\r\n{}\n",
          refusal.head, refusal.why.size() + 1, refusal.why);
      mg_write(connection, answer.data(), answer.size());
    }
    return refusal.status;
  }

  static void opened(mg_connection* connection, void* data) {
    CivetServer& server = self(data);
    const auto link = std::make_shared<Link>();
    link->connection = connection;
    const std::lock_guard lock(server.mutex_);
    link->id = server.next_++;
    server.links_.emplace(connection, link);
    server.add({WebSocketEvent::Kind::Opened, link->id, {}});
  }

  static int received(mg_connection* connection, int bits, char* bytes, std::size_t size,
                      void* data) {
    CivetServer& server = self(data);
    const int opcode = bits & opcode_bits;
    if (opcode == MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE) {
      return 0;
    }
    if (opcode == MG_WEBSOCKET_OPCODE_PING || opcode == MG_WEBSOCKET_OPCODE_PONG) {
      return 1;
    }
    std::shared_ptr<Link> link;
    {
      const std::lock_guard lock(server.mutex_);
      const auto found = server.links_.find(connection);
      link = found != server.links_.end() ? found->second : nullptr;
    }
    if (link == nullptr || link->partial.size() + size > live::MessageStream::most_body_bytes) {
      return 0;
    }
    link->partial.append(bytes, size);
    if ((bits & final_frame) != 0) {
      const std::lock_guard lock(server.mutex_);
      server.add({WebSocketEvent::Kind::Message, link->id, std::exchange(link->partial, {})});
    }
    return 1;
  }

  static void closed(const mg_connection* connection, void* data) {
    CivetServer& server = self(data);
    std::shared_ptr<Link> link;
    {
      const std::lock_guard lock(server.mutex_);
      const auto found = server.links_.find(connection);
      if (found == server.links_.end()) {
        return;
      }
      link = found->second;
      server.links_.erase(found);
      server.add({WebSocketEvent::Kind::Closed, link->id, {}});
    }
    const std::lock_guard lock(link->mutex);
    link->connection = nullptr;
  }

  /// An HTTP status, 0 for none.
  struct Refusal {
    int status = 0;
    std::string_view head = {};  ///< what follows the protocol: the status, and further lines
    std::string_view why = {};
  };

  Refusal refusal_of(const mg_connection* connection) {
    constexpr Refusal foreign{403, "403 Forbidden",
                              "the Host is not this machine's, or the Origin is not listed"};
    constexpr Refusal unknown{401, "401 Unauthorized\r\nWWW-Authenticate: Token",
                              "the address needs ?token= and the service's token"};
    constexpr Refusal full{503, "503 Service Unavailable",
                           "as many clients as possible are connected"};
    const char* const host = mg_get_header(connection, "Host");
    const char* const origin = mg_get_header(connection, "Origin");
    const int port = port_;
    const std::vector<std::string> own = {fmt::format("127.0.0.1:{}", port),
                                          fmt::format("localhost:{}", port)};
    const bool is_own = host != nullptr && std::find(own.begin(), own.end(), host) != own.end();
    const bool is_listed =
        origin == nullptr || std::find(options_.origins.begin(), options_.origins.end(), origin) !=
                                 options_.origins.end();
    if (!is_own || !is_listed) {
      return foreign;
    }
    const char* const query = mg_get_request_info(connection)->query_string;
    constexpr std::string_view name = "token=";
    const std::string_view words = query != nullptr ? query : "";
    if (!words.starts_with(name) || !is_equal(words.substr(name.size()), options_.token)) {
      return unknown;
    }
    const std::lock_guard lock(mutex_);
    return links_.size() < most_clients ? Refusal{} : full;
  }

  /// Needs `mutex_`.
  void add(WebSocketEvent event) {
    events_.push_back(std::move(event));
    const char byte = 0;
    // A full pipe wakes the reader too.
    [[maybe_unused]] const auto written = ::write(writable_.get(), &byte, 1);
  }

  bool write(std::uint64_t client, int opcode, std::string_view body) {
    std::shared_ptr<Link> link;
    {
      const std::lock_guard lock(mutex_);
      const auto found = std::find_if(links_.begin(), links_.end(),
                                      [&](const auto& each) { return each.second->id == client; });
      link = found != links_.end() ? found->second : nullptr;
    }
    if (link == nullptr) {
      return false;
    }
    if (link->is_lost || link->waiting_bytes + body.size() > StreamClient::most_waiting_bytes) {
      return false;
    }
    link->waiting_bytes += body.size();
    // The link ends its thread before it ends.
    link->writer.run<void>([to = link.get(), opcode, bytes = std::string(body)] {
      const std::lock_guard lock(to->mutex);
      if (to->connection == nullptr ||
          mg_websocket_write(to->connection, opcode, bytes.data(), bytes.size()) <= 0) {
        to->is_lost = true;
      }
      to->waiting_bytes -= bytes.size();
    });
    return true;
  }

  const WebSocketOptions options_;
  Descriptor readable_;
  Descriptor writable_;
  mg_context* context_ = nullptr;
  std::atomic<int> port_ = 0;  ///< 0 while it starts: then all are refused
  std::mutex mutex_;           ///< of the members below
  std::vector<WebSocketEvent> events_;
  std::map<const mg_connection*, std::shared_ptr<Link>> links_;
  std::uint64_t next_ = 1;
};

}  // namespace

tl::expected<std::unique_ptr<WebSocketServer>, std::string> WebSocketServer::start(
    const WebSocketOptions& options) {
  auto server = std::make_unique<CivetServer>(options);
  if (std::string trouble = server->run(); !trouble.empty()) {
    return tl::unexpected(fmt::format("cannot listen on port {} of the loopback interface: {}",
                                      options.port, trouble));
  }
  return server;
}

}  // namespace weft::tools
