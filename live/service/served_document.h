#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "live/session/document_copy.h"
#include "live/session/session.h"

namespace weft::live {

/// Where questions about a document are answered, one at a time.
struct QuestionDesk {
  DocumentCopy copy;
  bool is_taken = false;
};

/// A document that clients edit: its session, which one request at a time works on, and a copy for
/// questions, which hold up no edits.
class ServedDocument {
 public:
  /// As of Session. `reader` must outlive it.
  ServedDocument(std::string name, const FileReader& reader, LoadOptions options);

  // Called on the service's thread, which schedules the requests.

  bool is_free() const { return !is_taken_; }
  /// Only if it is free.
  void take();
  void give_back() { is_taken_ = false; }
  /// Whether a question may begin: nobody works on the document nor on its copy.
  bool can_answer() const;
  /// Takes the desk. The copy is to show the snapshot, which is the document as it is now. Only if
  /// it can answer.
  std::pair<std::shared_ptr<QuestionDesk>, DocumentSnapshot> take_desk();
  /// The client watches nothing any more: at once, or when nobody works on the document.
  void leave(const void* client);

  // Called by the request that has taken the document, on any thread.

  /// Reads the file of its name if there is no text. Why it cannot be opened, or an empty string.
  /// Does nothing to a document that is open.
  std::string open(std::optional<std::string> text);
  /// Only once it is open.
  Session& session() { return *session_; }
  OutputId watch(const void* client, OutputRequest request);
  /// False if the client does not watch it.
  bool unwatch(const void* client, OutputId output);
  /// Reads all files again, for later questions too.
  EditAnswer reload();

 private:
  void forget_left();

  std::string name_;
  const FileReader& reader_;
  LoadOptions options_;
  std::shared_ptr<ModuleMemo> modules_ = std::make_shared<ModuleMemo>();
  std::optional<Session> session_;
  bool is_taken_ = false;
  std::shared_ptr<QuestionDesk> desk_;
  std::vector<std::pair<OutputId, const void*>> outputs_;  ///< with the client that watches
  std::vector<const void*> left_;                          ///< clients that left while it was taken
};

}  // namespace weft::live
