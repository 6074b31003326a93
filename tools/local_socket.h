#pragma once

#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "live/service/message_stream.h"

namespace weft::tools {

/// An open file, closed with the object.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int file) : file_(file) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int get() const { return file_; }

 private:
  int file_ = -1;
};

/// A Unix socket that only the user can connect to. Its file goes with the object.
class LocalSocket {
 public:
  /// Replaces the file of a process that has ended; an error if one still listens there, or if it
  /// is no socket.
  static tl::expected<LocalSocket, std::string> listen(const std::string& path);
  LocalSocket(LocalSocket&& other) noexcept;
  LocalSocket& operator=(LocalSocket&&) = delete;
  ~LocalSocket();

  int descriptor() const { return socket_.get(); }
  /// The next client that waits, if there is one.
  std::optional<Descriptor> accept() const;

 private:
  LocalSocket(std::string path, Descriptor socket);

  std::string path_;
  Descriptor socket_;
};

/// A client on a stream. Neither reading nor writing waits for it.
class StreamClient {
 public:
  /// A client that does not read its replies is lost once so many bytes wait.
  static constexpr std::size_t most_waiting_bytes = std::size_t{256} * 1024 * 1024;

  explicit StreamClient(Descriptor stream) : stream_(std::move(stream)) {}

  int descriptor() const { return stream_.get(); }
  /// Takes what has arrived; false if the client is lost.
  bool receive();
  /// Whether nothing more will arrive. The client may still read.
  bool is_at_end() const { return is_at_end_; }
  /// Messages that have arrived.
  live::MessageStream& messages() { return messages_; }
  /// Queues a message and writes what can be written; false if the client is lost.
  bool send(const std::string& body);
  bool flush();
  bool has_waiting_bytes() const { return sent_ < waiting_.size(); }

 private:
  Descriptor stream_;
  live::MessageStream messages_;
  std::string waiting_;
  std::size_t sent_ = 0;  ///< of `waiting_`
  bool is_at_end_ = false;
};

}  // namespace weft::tools
