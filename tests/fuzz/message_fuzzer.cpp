// libFuzzer: a conversation of any bytes with the service or the language server, without a crash.
// A line is the body of a message; `\n` inside of texts is written so. Every reply is a
// JSON-RPC 2.0 message, and every request has exactly one, whether modules are compiled before the
// next message or after the last one. The same bytes, as they are and framed,
// are the same messages however they are split.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "live/language_server/language_server.h"
#include "live/service/message_stream.h"
#include "live/service/service.h"
#include "support/check.h"
#include "support/json.h"
#include "tests/fuzz/shipped.h"
#include "tests/support/held_compiler.h"

namespace {

using namespace weft;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::unique_ptr<live::MessageServer> make_server(bool is_service, live::ModuleCompiler& compiler) {
  LoadOptions options;
  options.shipped_directories = {fuzz::shipped_folder()};
  if (is_service) {
    return std::make_unique<live::Service>(fuzz::shipped_files(), options,
                                           live::ServiceParts{nullptr, nullptr, &compiler});
  }
  return std::make_unique<lsp::LanguageServer>(
      fuzz::shipped_files(), options,
      [](const std::string&) { return std::vector<std::string>(); });
}

/// The id under which a message is answered, or empty. An object that is no request has one too.
std::string request_id(const std::string& body) {
  const Json message = Json::parse(body, nullptr, false);
  const bool is_reply = message.is_object() && !message.contains("method") &&
                        (message.contains("result") || message.contains("error"));
  const bool is_never_answered =
      message.is_object() && message.value("method", Json()) == "$/cancelRequest";
  if (!message.is_object() || is_reply || !message.contains("id") || is_never_answered) {
    return {};
  }
  const Json& id = message["id"];
  return id.is_string() || id.is_number_integer() ? id.dump(-1, ' ', true) : std::string();
}

/// Replies that requests still have to get, by id.
using OpenRequests = std::map<std::string, int>;

void take_replies(live::MessageServer& server, OpenRequests& open) {
  for (const std::string& reply : server.take_replies()) {
    const Json message = Json::parse(reply, nullptr, false);
    WEFT_CHECK(message.is_object() && message.value("jsonrpc", "") == "2.0",
               "a reply is no JSON-RPC message");
    const bool is_reply = message.contains("result") || message.contains("error");
    WEFT_CHECK(is_reply != message.contains("method"), "a message is neither or both");
    if (is_reply && !message["id"].is_null()) {
      WEFT_CHECK(--open[message["id"].dump(-1, ' ', true)] >= 0, "a reply to no request");
    }
  }
}

/// Answers what can be answered. `compiles`: until all is.
void work(live::MessageServer& server, testing::HeldCompiler& compiler, bool compiles) {
  do {
    while (server.has_work()) {
      server.step();
    }
    if (compiles) {
      compiler.finish();
    }
  } while (compiles && server.has_work());
}

void converse(const std::vector<std::string>& bodies, bool is_service, bool compiles_last) {
  testing::HeldCompiler compiler;
  const auto server = make_server(is_service, compiler);
  OpenRequests open;
  for (const std::string& body : bodies) {
    const std::string id = request_id(body);
    if (!id.empty()) {
      ++open[id];
    }
    server->post(body);
    work(*server, compiler, !compiles_last || &body == &bodies.back());
    take_replies(*server, open);
    WEFT_CHECK(id.empty() || open[id] == 0 || compiles_last || server->has_ended(),
               "a request without a reply");
    if (server->has_ended()) {
      return;
    }
  }
  WEFT_CHECK(!server->is_waiting(), "something is waited for at the end");
  for (const auto& [id, count] : open) {
    WEFT_CHECK(count == 0, "a request without a reply");
  }
}

/// What comes out of a stream of bytes that arrive in pieces of `size`; `!` at an error.
std::string messages_of(std::string_view bytes, std::size_t size) {
  live::MessageStream stream;
  std::string all;
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    stream.add(bytes.substr(at, size));
    while (true) {
      const auto next = stream.next();
      if (!next) {
        return all + "!";
      }
      if (!*next) {
        break;
      }
      all += **next + "\n";
    }
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::string text(reinterpret_cast<const char*>(data), size);
  WEFT_CHECK(messages_of(text, size) == messages_of(text, 1),
             "bytes mean other messages in pieces");
  const std::vector<std::string> bodies = lines_of(text);
  std::string stream;
  for (const std::string& body : bodies) {
    stream += live::framed(body);
  }
  WEFT_CHECK(messages_of(stream, 1 + text.size() % 7) == messages_of(stream, stream.size()),
             "framed messages change in pieces");
  // Conversations of the language server begin with its request.
  converse(bodies, text.find("\"initialize\"") == std::string::npos, text.size() % 2 == 0);
  return 0;
}
