#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "live/service/served_document.h"

namespace weft::live {

/// Where a client gets what others did to a document.
class SharedDocumentClient {
 public:
  virtual ~SharedDocumentClient() = default;
  /// `answer`: as of graph/change, as JSON.
  virtual void document_changed(std::string_view name, std::string_view answer) = 0;
};

/// Documents that several clients of one process have open, by name. A document is there as long as
/// a client has it. Threads: one at a time, that of the clients.
class SharedDocuments {
 public:
  /// Null if nobody has it. The client must leave before it ends.
  std::shared_ptr<ServedDocument> join(const std::string& name, SharedDocumentClient& client);
  /// The name must be free.
  void share(const std::string& name, const std::shared_ptr<ServedDocument>& document,
             SharedDocumentClient& client);
  void leave(const std::string& name, const SharedDocumentClient& client);
  /// Tells all others that have it.
  void tell(const std::string& name, const SharedDocumentClient& from, std::string_view answer);
  bool has(const std::string& name) const { return documents_.contains(name); }

 private:
  struct Shared {
    std::shared_ptr<ServedDocument> document;
    std::vector<SharedDocumentClient*> clients;
  };

  std::map<std::string, Shared> documents_;
};

}  // namespace weft::live
