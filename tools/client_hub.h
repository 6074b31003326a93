#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "live/service/service.h"

namespace weft::tools {

using ClientId = std::uint64_t;

/// Makes the service of a client.
using ServiceMaker = std::function<std::unique_ptr<live::Service>()>;
/// Sends the body of a message; false if that is not possible any more.
using ReplySender = std::function<bool(const std::string& body)>;

/// The clients of a process, which take turns: one request each.
class ClientHub {
 public:
  explicit ClientHub(ServiceMaker make) : make_(std::move(make)) {}

  ClientId add(ReplySender send);
  /// Disconnects a client, and closes its documents once its running requests are done. Does
  /// nothing for an unknown client.
  void remove(ClientId id);
  void post(ClientId id, std::string_view body);
  /// Sends a reply that is no answer, for bytes that are no messages.
  void refuse(ClientId id, const std::string& reply);
  bool has_work() const;
  /// Whether something is made elsewhere for a client (MessageServer::is_waiting).
  bool is_waiting() const;
  /// Whether a client still gets answers.
  bool is_busy(ClientId id) const;
  /// Works on a request of the next client that has one, and sends what there is to send.
  void step();
  /// The clients that are to be disconnected: they asked for it, or cannot be reached.
  std::vector<ClientId> finished() const;

 private:
  struct Client {
    std::unique_ptr<live::Service> service;
    ReplySender send;
    bool is_lost = false;
    bool is_disconnected = false;  ///< it waits for its running requests
  };

  void remove_disconnected();
  void send_replies();

  ServiceMaker make_;
  std::map<ClientId, Client> clients_;
  ClientId next_ = 1;
  ClientId last_worked_ = 0;
};

}  // namespace weft::tools
