#include "live/service/shared_documents.h"

#include <algorithm>

namespace weft::live {

std::shared_ptr<ServedDocument> SharedDocuments::join(const std::string& name,
                                                      SharedDocumentClient& client) {
  const auto found = documents_.find(name);
  if (found == documents_.end()) {
    return nullptr;
  }
  found->second.clients.push_back(&client);
  return found->second.document;
}

void SharedDocuments::share(const std::string& name,
                            const std::shared_ptr<ServedDocument>& document,
                            SharedDocumentClient& client) {
  documents_[name] = {document, {&client}};
}

void SharedDocuments::leave(const std::string& name, const SharedDocumentClient& client) {
  const auto found = documents_.find(name);
  if (found == documents_.end()) {
    return;
  }
  std::vector<SharedDocumentClient*>& clients = found->second.clients;
  clients.erase(std::remove(clients.begin(), clients.end(), &client), clients.end());
  if (clients.empty()) {
    documents_.erase(found);
  }
}

void SharedDocuments::tell(const std::string& name, const SharedDocumentClient& from,
                           std::string_view answer) {
  const auto found = documents_.find(name);
  if (found == documents_.end()) {
    return;
  }
  for (SharedDocumentClient* client : found->second.clients) {
    if (client != &from) {
      client->document_changed(name, answer);
    }
  }
}

}  // namespace weft::live
