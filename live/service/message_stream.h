#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace weft::live {

/// Splits a stream of bytes into messages, framed as in the Language Server Protocol (3.17, "Base
/// Protocol"): header fields, of which `Content-Length` is required, an empty line, and that many
/// bytes. Lines end in CRLF.
class MessageStream {
 public:
  static constexpr std::size_t most_header_bytes = 8 * 1024;
  static constexpr std::size_t most_body_bytes = std::size_t{128} * 1024 * 1024;

  /// Adds bytes that arrived, in pieces of any size.
  void add(std::string_view bytes);
  /// Takes the next message; nothing while it is incomplete. An error is what is wrong with the
  /// framing: where messages begin is unknown from then on, and every further call gives it again.
  /// Amortized O(bytes). A claimed length costs nothing until its bytes arrive.
  tl::expected<std::optional<std::string>, std::string> next();
  /// What is wrong with a stream that ends here: a part of a message that nobody answers. Nothing
  /// after an error of next(), which told.
  std::optional<std::string> fault_at_end() const;

 private:
  tl::expected<std::optional<std::string>, std::string> broken(std::string reason);

  std::string bytes_;
  std::size_t begin_ = 0;            ///< of what was not taken yet
  std::size_t searched_ = 0;         ///< up to here there is no end of the header
  std::optional<std::size_t> body_;  ///< length, once the header is read
  std::optional<std::string> error_;
};

/// The bytes of a message on the stream.
std::string framed(std::string_view body);

}  // namespace weft::live
