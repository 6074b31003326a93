#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "live/session/loaded_document.h"
#include "live/session/session.h"

namespace weft::live {

/// What questions need to know of a document.
struct DocumentSnapshot {
  std::string text;
  NodeNames names;
  std::uint64_t version = 0;
};

/// O(text).
DocumentSnapshot snapshot_of(const Session& session);

/// A document as it was, with a library of its own, so that questions on one thread and edits on
/// another go on side by side. Threads: one at a time.
class DocumentCopy {
 public:
  /// As of the session that is copied. `reader` must outlive it.
  DocumentCopy(std::string path, const FileReader& reader, LoadOptions options,
               std::shared_ptr<ModuleMemo> modules);

  /// Becomes what the document was then. O(text) if that is something else.
  void show(DocumentSnapshot snapshot);

  // Below: only once something is shown. Valid until something else is.
  const std::string& text() const { return now_.text; }
  const DocumentText& document() const { return *document_; }
  const NodeNames& names() const { return now_.names; }
  std::uint64_t version() const { return now_.version; }
  LoadedDocument loaded();

 private:
  std::string path_;
  SessionLibrary library_;
  DocumentSnapshot now_;
  std::unique_ptr<const DocumentText> document_;  ///< of `now_`
};

}  // namespace weft::live
