#include "live/session/document_copy.h"

#include <utility>

namespace weft::live {

DocumentSnapshot snapshot_of(const Session& session) {
  return {session.text(), session.names(), session.version()};
}

DocumentCopy::DocumentCopy(std::string path, const FileReader& reader, LoadOptions options,
                           std::shared_ptr<ModuleMemo> modules)
    : path_(std::move(path)), library_(path_, reader, std::move(options), std::move(modules)) {}

void DocumentCopy::show(DocumentSnapshot snapshot) {
  if (document_ == nullptr || snapshot.text != now_.text) {
    document_ = std::make_unique<const DocumentText>(path_, snapshot.text, library_.names());
  }
  now_ = std::move(snapshot);
}

LoadedDocument DocumentCopy::loaded() {
  library_.load(*document_);
  return {library_, now_.text, *document_, now_.names, now_.version};
}

}  // namespace weft::live
