#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/load/file_reader.h"
#include "fragments/load/load.h"
#include "live/service/message_server.h"
#include "live/service/picture_source.h"
#include "live/service/rpc_message.h"
#include "live/service/shared_documents.h"

namespace weft::live {

/// Sessions behind messages, for editors in other processes: JSON-RPC 2.0. The methods are those of
/// docs/service.md; service_schema() is their schema. `$/cancelRequest` answers a request that
/// waits, and of waiting requests with equal params that only ask, only the last is worked on.
/// While a picture is drawn other requests are answered, and edits of values come before pictures
/// that are not begun.
///
/// Several clients have a Service each, over one SharedDocuments.
///
/// Threads: one at a time, for all that share documents.
class Service : public MessageServer {
 public:
  /// One client's. All that is given must outlive the object. Without `pictures` nothing is drawn;
  /// without `shared` the client is alone.
  Service(const FileReader& reader, LoadOptions options, PictureSource* pictures = nullptr,
          SharedDocuments* shared = nullptr);
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
