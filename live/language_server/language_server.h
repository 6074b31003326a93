#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/load/file_reader.h"
#include "fragments/load/load.h"
#include "live/service/message_server.h"

namespace weft::lsp {

/// A server of the Language Server Protocol (3.17) for `.weft` files. It knows of a text what the
/// loader and the composer know: it reads syntax trees, and asks the composer for types and
/// conversions. Requests are answered in order; diagnostics are sent when none waits.
///
/// It does no input or output but through its reader and `list_files`.
class LanguageServer : public live::MessageServer {
 public:
  /// The `.weft` files in a folder and below, sorted, for questions about the whole workspace.
  using ListFiles = std::function<std::vector<std::string>(const std::string& folder)>;

  /// `disk` must outlive the object.
  LanguageServer(const FileReader& disk, LoadOptions options, ListFiles list_files);
  ~LanguageServer() override;
  LanguageServer(const LanguageServer&) = delete;
  LanguageServer& operator=(const LanguageServer&) = delete;

  void post(std::string_view body) override;
  bool has_work() const override;
  void step() override;
  std::vector<std::string> take_replies() override;
  bool has_ended() const override;

  /// Whether the client asked to shut down, as it has to before it ends.
  bool was_shut_down() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::lsp
