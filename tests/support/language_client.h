#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "live/language_server/language_server.h"
#include "support/json.h"

namespace weft::testing {

/// An editor that talks to a language server over the shipped library. Paths are absolute; a text
/// need not be a file.
class LanguageClient {
 public:
  using Texts = std::map<std::string, std::string>;  ///< by path

  /// `files`: what the workspace `/w` has, apart from what is opened.
  explicit LanguageClient(Texts files = {}, bool is_initialized = true);

  ~LanguageClient();
  LanguageClient(const LanguageClient&) = delete;
  LanguageClient& operator=(const LanguageClient&) = delete;

  void post(const Json& message) { server_.post(message.dump()); }
  void notify(const std::string& method, const Json& params);
  /// The reply to a request, after everything that waits is worked on.
  Json call(const std::string& method, const Json& params);
  /// Its result; fails the test if it is an error.
  Json result(const std::string& method, const Json& params);
  /// `code: message` of a refusal; empty if there is none.
  std::string refusal(const std::string& method, const Json& params);

  void open(const std::string& path, const std::string& text);
  /// Replaces the first occurrence of a text, as an edit of its range.
  void replace(const std::string& path, const std::string& before, const std::string& after);
  /// The text as the client has it.
  const std::string& text(const std::string& path) const { return texts_.at(path); }
  /// What was last published for a document, a line each: `line:character code: message`.
  std::string diagnostics(const std::string& path);
  const Json& published(const std::string& path);

  /// Params for a place: the first occurrence of `text`, and the byte `at` in it.
  Json place(const std::string& path, const std::string& text, std::size_t at = 0) const;
  /// The text that a range covers.
  std::string covered(const std::string& path, const Json& range) const;
  /// A text after edits of the protocol.
  std::string edited(const std::string& path, const Json& edits) const;

  /// Works until nothing waits, and takes what the server sends.
  void finish();
  lsp::LanguageServer& server() { return server_; }
  std::vector<Json>& received() { return received_; }

  static std::string uri(const std::string& path) { return "file://" + path; }

 private:
  class Files;

  DiskReader disk_;
  std::unique_ptr<Files> files_;
  lsp::LanguageServer server_;
  std::map<std::string, std::string> texts_;  ///< by path
  std::map<std::string, Json> published_;     ///< by URI
  std::vector<Json> received_;
  int id_ = 0;
};

}  // namespace weft::testing
