#include "live/service/message_stream.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace weft::live {
namespace {

constexpr std::string_view line_end = "\r\n";
constexpr std::string_view header_end = "\r\n\r\n";

bool is_same_field(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos
             ? std::string_view()
             : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The content length that the lines of a header state, or what is wrong with them.
tl::expected<std::size_t, std::string> content_length(std::string_view header) {
  std::optional<std::size_t> length;
  while (!header.empty()) {
    const std::size_t end = std::min(header.find(line_end), header.size());
    const std::string_view line = header.substr(0, end);
    header.remove_prefix(std::min(end + line_end.size(), header.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
      return tl::unexpected(std::string("a header line has no ':'"));
    }
    if (!is_same_field(line.substr(0, colon), "Content-Length")) {
      continue;
    }
    const std::string_view digits = trimmed(line.substr(colon + 1));
    std::size_t value = 0;
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || last != digits.data() + digits.size()) {
      return tl::unexpected(std::string("Content-Length is not a number of bytes"));
    }
    if (length) {
      return tl::unexpected(std::string("Content-Length is stated twice"));
    }
    length = value;
  }
  if (!length) {
    return tl::unexpected(std::string("the header states no Content-Length"));
  }
  return *length;
}

/// Whether a line feed in [from, end) follows no carriage return of a header that starts at
/// `begin`.
bool has_bare_line_feed(std::string_view bytes, std::size_t begin, std::size_t from,
                        std::size_t end) {
  for (std::size_t at = bytes.find('\n', from); at < end; at = bytes.find('\n', at + 1)) {
    if (at == begin || bytes[at - 1] != '\r') {
      return true;
    }
  }
  return false;
}

}  // namespace

void MessageStream::add(std::string_view bytes) {
  if (!error_) {
    bytes_ += bytes;
  }
}

tl::expected<std::optional<std::string>, std::string> MessageStream::broken(std::string reason) {
  error_ = std::move(reason);
  bytes_ = {};
  return tl::unexpected(*error_);
}

tl::expected<std::optional<std::string>, std::string> MessageStream::next() {
  if (error_) {
    return tl::unexpected(*error_);
  }
  if (!body_) {
    const std::size_t from = std::max(begin_, searched_);
    const std::size_t end = bytes_.find(header_end, from);
    const std::size_t header_bytes = std::min(end, bytes_.size()) - begin_;
    if (header_bytes > most_header_bytes) {
      return broken(fmt::format("a header is longer than {} bytes", most_header_bytes));
    }
    if (has_bare_line_feed(bytes_, begin_, from, begin_ + header_bytes)) {
      return broken("a header line ends in a line feed without a carriage return");
    }
    if (end == std::string::npos) {
      searched_ = bytes_.size() - std::min(bytes_.size() - begin_, header_end.size() - 1);
      return std::nullopt;
    }
    const auto length = content_length(std::string_view(bytes_).substr(begin_, end - begin_));
    if (!length) {
      return broken(length.error());
    }
    if (*length > most_body_bytes) {
      return broken(
          fmt::format("a message of {} bytes is longer than {}", *length, most_body_bytes));
    }
    begin_ = end + header_end.size();
    body_ = *length;
  }
  if (bytes_.size() - begin_ < *body_) {
    return std::nullopt;
  }
  std::string body = bytes_.substr(begin_, *body_);
  begin_ += *body_;
  body_.reset();
  if (begin_ > bytes_.size() / 2) {
    bytes_.erase(0, begin_);
    begin_ = 0;
  }
  searched_ = begin_;
  return body;
}

std::optional<std::string> MessageStream::fault_at_end() const {
  if (error_ || (!body_ && begin_ == bytes_.size())) {
    return std::nullopt;
  }
  return body_ ? fmt::format("the input ends after {} of a message's {} bytes",
                             bytes_.size() - begin_, *body_)
               : std::string("the input ends inside a header");
}

std::string framed(std::string_view body) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

}  // namespace weft::live
