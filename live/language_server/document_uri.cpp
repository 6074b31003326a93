#include "live/language_server/document_uri.h"

#include <cstddef>
#include <optional>

namespace weft::lsp {
namespace {

constexpr std::string_view file_scheme = "file://";
constexpr std::string_view hex_digits = "0123456789ABCDEF";

std::optional<unsigned> hex_value(char c) {
  if (c >= 'a' && c <= 'f') {
    c = static_cast<char>(c - 'a' + 'A');
  }
  const std::size_t found = hex_digits.find(c);
  return found == std::string_view::npos ? std::nullopt
                                         : std::optional(static_cast<unsigned>(found));
}

/// RFC 3986: what a path may have without escapes.
bool is_plain(char c) {
  constexpr std::string_view others = "-._~/!$&'()*+,;=:@";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         others.find(c) != std::string_view::npos;
}

}  // namespace

std::string path_of_uri(std::string_view uri) {
  if (!uri.starts_with(file_scheme)) {
    return std::string(uri);
  }
  uri.remove_prefix(file_scheme.size());
  uri.remove_prefix(uri.find('/') < uri.size() ? uri.find('/') : 0);  // the host
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const auto high = uri[i] == '%' && i + 2 < uri.size() ? hex_value(uri[i + 1]) : std::nullopt;
    const auto low = high ? hex_value(uri[i + 2]) : std::nullopt;
    if (low) {
      path += static_cast<char>(*high * 16 + *low);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

std::string uri_of_path(std::string_view path) {
  if (!path.starts_with('/')) {
    return std::string(path);
  }
  std::string uri(file_scheme);
  for (const char c : path) {
    if (is_plain(c)) {
      uri += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      uri += '%';
      uri += hex_digits[byte / 16];
      uri += hex_digits[byte % 16];
    }
  }
  return uri;
}

}  // namespace weft::lsp
