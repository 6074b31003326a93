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

namespace weft::live {

/// What the services of a process have in common. Each may be null.
struct ServiceParts {
  PictureSource* pictures = nullptr;  ///< null: nothing is drawn
  SharedDocuments* shared = nullptr;  ///< null: a client is alone
  ModuleCompiler* modules = nullptr;  ///< null: everything waits for modules
};

/// Sessions behind messages, for editors in other processes: JSON-RPC 2.0. The methods are those of
/// docs/service.md; service_schema() is their schema. `$/cancelRequest` answers a request that
/// waits, and of waiting requests with equal params that only ask, only the last is worked on.
/// While a picture is drawn or modules are compiled other requests are answered, and edits of
/// values come before requests that only ask.
///
/// Several clients have a Service each, over one SharedDocuments.
///
/// Threads: one at a time, for all that share documents.
class Service : public MessageServer {
 public:
  /// One client's. All that is given must outlive the object.
  Service(const FileReader& reader, LoadOptions options, ServiceParts parts = {});
  ~Service() override;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  void post(std::string_view body) override;
  bool has_work() const override;
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
