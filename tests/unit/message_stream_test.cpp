// Framing of messages: live/service/message_stream.h.

#include "live/service/message_stream.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "live/service/base64.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::message_stream_test {

using namespace weft::live;

namespace {

/// All messages of a stream, and the error that ends it.
struct Read {
  std::vector<std::string> messages;
  std::string error;
};

void read_all(MessageStream& stream, Read& read) {
  while (true) {
    const auto next = stream.next();
    if (!next) {
      read.error = next.error();
      return;
    }
    if (!*next) {
      return;
    }
    read.messages.push_back(**next);
  }
}

Read read(const std::string& bytes) {
  MessageStream stream;
  stream.add(bytes);
  Read all;
  read_all(stream, all);
  return all;
}

}  // namespace

TEST_CASE("message stream: messages arrive in pieces of any size") {
  const std::vector<std::string> messages = {
      "{}", "", R"({"a":"\r\n\r\n"})", std::string(3000, 'x'), "Content-Length: 7\r\n\r\n", "end"};
  std::string bytes;
  for (const std::string& message : messages) {
    bytes += framed(message);
  }
  for (std::size_t piece = 1; piece < bytes.size(); piece += piece < 40 ? 1 : 97) {
    MessageStream stream;
    Read all;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      stream.add(std::string_view(bytes).substr(at, piece));
      read_all(stream, all);
    }
    REQUIRE(all.messages == messages);
    REQUIRE(all.error.empty());
  }
}

TEST_CASE("message stream: header fields in any case and order, others ignored") {
  CHECK(read("content-length:2\r\nContent-Type: application/json\r\n\r\n{}").messages ==
        std::vector<std::string>{"{}"});
  CHECK(read("X: y\r\nCONTENT-LENGTH: \t2 \r\n\r\n[]").messages == std::vector<std::string>{"[]"});
}

TEST_CASE("message stream: wrong framing ends the stream with a reason") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"\r\n\r\n", "the header states no Content-Length"},
      {"Content-Type: x\r\n\r\n{}", "the header states no Content-Length"},
      {"Content-Length 2\r\n\r\n{}", "a header line has no ':'"},
      {"Content-Length: two\r\n\r\n{}", "Content-Length is not a number of bytes"},
      {"Content-Length: -2\r\n\r\n{}", "Content-Length is not a number of bytes"},
      {"Content-Length: 2x\r\n\r\n{}", "Content-Length is not a number of bytes"},
      {"Content-Length: 99999999999999999999999\r\n\r\n",
       "Content-Length is not a number of bytes"},
      {"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "Content-Length is stated twice"},
      {"Content-Length: 1073741824\r\n\r\n",
       "a message of 1073741824 bytes is longer than 134217728"},
      {"Content-Length: 2\n\n{}", "a header line ends in a line feed without a carriage return"},
      {"Content-Length: 2\r\n\n{}", "a header line ends in a line feed without a carriage return"},
      {"{\"jsonrpc\": \"2.0\"}\n", "a header line ends in a line feed without a carriage return"},
      {"\n", "a header line ends in a line feed without a carriage return"},
      {std::string(9000, 'a'), "a header is longer than 8192 bytes"},
      {std::string(9000, 'a') + "\r\n\r\n", "a header is longer than 8192 bytes"},
  };
  for (const auto& [bytes, reason] : table) {
    INFO(bytes.substr(0, 60));
    CHECK(read(framed("{}") + bytes).messages == std::vector<std::string>{"{}"});
    CHECK(read(framed("{}") + bytes).error == reason);
  }
}

TEST_CASE("message stream: the end of the input inside a message is a fault") {
  const std::vector<std::pair<std::string, std::optional<std::string>>> table = {
      {"", std::nullopt},
      {framed("{}"), std::nullopt},
      {framed("{}") + "C", "the input ends inside a header"},
      {"Content-Length: 2\r\n\r\n", "the input ends after 0 of a message's 2 bytes"},
      {framed("{}") + "Content-Length: 2\r\n\r\n{",
       "the input ends after 1 of a message's 2 bytes"},
      {"x\r\n\r\n", std::nullopt},  // told by next()
  };
  for (const auto& [bytes, fault] : table) {
    INFO(bytes);
    MessageStream stream;
    Read all;
    stream.add(bytes);
    read_all(stream, all);
    CHECK(stream.fault_at_end() == fault);
  }
}

TEST_CASE("message stream: after an error nothing is read") {
  MessageStream stream;
  stream.add("x\r\n\r\n");
  REQUIRE_FALSE(stream.next());
  stream.add(framed("{}"));
  CHECK_FALSE(stream.next());
}

TEST_CASE("message stream: random bytes give messages or an error") {
  Random random(seed());
  const std::vector<std::string> pieces = {
      "Content-Length: ", "3", "0", "\r\n", "\r\n\r\n", ":", "\0", "{}", "a"};
  for (std::size_t i = 0; i < scaled(2'000); ++i) {
    MessageStream stream;
    Read all;
    for (std::size_t k = random.below(30); k > 0 && all.error.empty(); --k) {
      stream.add(pieces[random.below(pieces.size())]);
      read_all(stream, all);
    }
    for (const std::string& message : all.messages) {
      CHECK(message.size() <= 333333);
    }
  }
}

TEST_CASE("base64: the vectors of RFC 4648") {
  const std::vector<std::pair<std::string, std::string>> table = {{"", ""},
                                                                  {"f", "Zg=="},
                                                                  {"fo", "Zm8="},
                                                                  {"foo", "Zm9v"},
                                                                  {"foob", "Zm9vYg=="},
                                                                  {"fooba", "Zm9vYmE="},
                                                                  {"foobar", "Zm9vYmFy"},
                                                                  {"\xff\xfe\xfd", "//79"}};
  for (const auto& [bytes, text] : table) {
    CHECK(base64_of(std::as_bytes(std::span(bytes))) == text);
  }
}

}  // namespace weft::testing::message_stream_test
