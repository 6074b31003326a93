#include "tools/local_socket.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace weft::tools {
namespace {

std::string reason() { return std::generic_category().message(errno); }

bool set_non_blocking(int file) {
  const int flags = ::fcntl(file, F_GETFL);
  return flags >= 0 && ::fcntl(file, F_SETFL, flags | O_NONBLOCK) == 0 &&
         ::fcntl(file, F_SETFD, FD_CLOEXEC) == 0;
}

bool would_wait() { return errno == EAGAIN || errno == EWOULDBLOCK; }

tl::unexpected<std::string> refused(const std::string& path, const std::string& why) {
  return tl::unexpected(fmt::format("cannot listen on '{}': {}", path, why));
}

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

Descriptor::~Descriptor() {
  if (file_ >= 0) {
    ::close(file_);
  }
}

LocalSocket::LocalSocket(std::string path, Descriptor socket)
    : path_(std::move(path)), socket_(std::move(socket)) {}

LocalSocket::LocalSocket(LocalSocket&& other) noexcept
    : path_(std::exchange(other.path_, {})), socket_(std::move(other.socket_)) {}

LocalSocket::~LocalSocket() {
  if (!path_.empty()) {
    ::unlink(path_.c_str());
  }
}

tl::expected<LocalSocket, std::string> LocalSocket::listen(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path)) {
    return refused(
        path, fmt::format("the path of a socket has 1 to {} bytes", sizeof(address.sun_path) - 1));
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  const auto* const where = reinterpret_cast<const sockaddr*>(&address);
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0) {
    if (!S_ISSOCK(status.st_mode)) {
      return refused(path, "there is a file that is no socket");
    }
    const Descriptor probe(::socket(AF_UNIX, SOCK_STREAM, 0));
    if (::connect(probe.get(), where, sizeof(address)) == 0) {
      return refused(path, "another process listens there");
    }
    ::unlink(path.c_str());
  }
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  // Nobody can connect before listen(), so the mode is set in time.
  constexpr int most_waiting = 64;
  if (socket.get() < 0 || !set_non_blocking(socket.get()) ||
      ::bind(socket.get(), where, sizeof(address)) != 0) {
    return refused(path, reason());
  }
  LocalSocket made(path, std::move(socket));
  if (::chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0 ||
      ::listen(made.descriptor(), most_waiting) != 0) {
    return refused(path, reason());
  }
  return made;
}

std::optional<Descriptor> LocalSocket::accept() const {
  Descriptor client(::accept(socket_.get(), nullptr, nullptr));
  const bool is_usable = client.get() >= 0 && set_non_blocking(client.get());
  return is_usable ? std::optional(std::move(client)) : std::nullopt;
}

bool StreamClient::receive() {
  std::array<char, std::size_t{64} * 1024> room;  // NOLINT: filled by read()
  const ssize_t count = ::read(stream_.get(), room.data(), room.size());
  if (count > 0) {
    messages_.add({room.data(), static_cast<std::size_t>(count)});
  }
  is_at_end_ = count == 0;
  return count >= 0 || would_wait() || errno == EINTR;
}

bool StreamClient::send(const std::string& body) {
  waiting_ += live::framed(body);
  return flush() && waiting_.size() - sent_ <= most_waiting_bytes;
}

bool StreamClient::flush() {
  while (has_waiting_bytes()) {
    const ssize_t count =
        ::send(stream_.get(), waiting_.data() + sent_, waiting_.size() - sent_, MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR) {
      return would_wait();
    }
    sent_ += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  waiting_.clear();
  sent_ = 0;
  return true;
}

}  // namespace weft::tools
