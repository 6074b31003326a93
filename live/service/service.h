#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/load/file_reader.h"
#include "fragments/load/load.h"
#include "live/service/picture_source.h"
#include "live/service/shared_documents.h"

namespace weft::live {

/// Sessions behind messages, for editors in other processes: JSON-RPC 2.0. The methods are those of
/// docs/service.md; service_schema() is their schema. It does no input or output: whoever has the
/// connection posts what arrives and sends what take_replies() gives.
///
///   service.post(body);
///   while (service.has_work()) {
///     service.step();
///     send(service.take_replies());
///   }
///
/// Between two steps more messages may be posted: `$/cancelRequest` answers a request that waits,
/// and of waiting requests with equal params that only ask, only the last is worked on.
///
/// Several clients have a Service each, over one SharedDocuments.
///
/// Threads: one at a time, for all that share documents.
class Service {
 public:
  /// One client's. All that is given must outlive the object. Without `pictures` nothing is drawn;
  /// without `shared` the client is alone.
  Service(const FileReader& reader, LoadOptions options, PictureSource* pictures = nullptr,
          SharedDocuments* shared = nullptr);
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  /// Takes the body of a message. What is no request is answered as JSON-RPC says.
  void post(std::string_view body);
  bool has_work() const;
  /// Works on the oldest request that waits, or on a part of it.
  void step();
  /// Bodies to send, in order. Also what other clients did to shared documents.
  std::vector<std::string> take_replies();
  /// Whether the client asked to end.
  bool has_ended() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A reply for bytes that are not messages, after which the connection ends.
std::string framing_error(std::string_view reason);

/// The JSON schema of all messages, by method.
std::string service_schema();

}  // namespace weft::live
