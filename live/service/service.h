#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/load/file_reader.h"
#include "fragments/load/load.h"
#include "live/service/message_server.h"
#include "live/service/module_compiler.h"
#include "live/service/picture_source.h"
#include "live/service/rpc_message.h"
#include "live/service/shared_documents.h"
#include "support/worker_threads.h"

namespace weft::live {

/// What the services of a process have in common. Each may be null.
struct ServiceParts {
  PictureSource* pictures = nullptr;  ///< null: nothing is drawn
  SharedDocuments* shared = nullptr;  ///< null: a client is alone
  ModuleCompiler* modules = nullptr;  ///< null: everything waits for modules
  /// On which documents are worked on; its `done` wakes who calls step(). Null: each request is
  /// answered before step() returns.
  WorkerThreads* threads = nullptr;
};

/// Sessions behind messages, for editors in other processes: JSON-RPC 2.0. The methods are those of
/// docs/service.md; service_schema() is their schema. `$/cancelRequest` answers a request that
/// waits, and of waiting requests with equal params that only ask, only the last is worked on.
/// A document is edited by one request at a time; questions are about a copy. So edits of values
/// wait for earlier edits of the same document and for nothing else: not for questions, other
/// documents, pictures or modules.
///
/// Several clients have a Service each, over one SharedDocuments.
///
/// Threads: one at a time, for all that share documents.
class Service : public MessageServer {
 public:
  /// One client's. All that is given must outlive the object, which waits at its end for what
  /// threads do for it.
  Service(const FileReader& reader, LoadOptions options, ServiceParts parts = {});
  ~Service() override;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  void post(std::string_view body) override;
  bool has_work() const override;
  /// Whether a thread works on a request, or has worked on one and step() tells of it.
  bool is_working() const;
  /// Whether some of that is done: the next step() tells of it.
  bool has_worked() const;
  bool is_waiting() const override;
  /// Works on a request that waits, or on a part of it.
  void step() override;
  /// Also what other clients did to shared documents.
  std::vector<std::string> take_replies() override;
  bool has_ended() const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The JSON schema of all messages, by method.
std::string service_schema();

}  // namespace weft::live
