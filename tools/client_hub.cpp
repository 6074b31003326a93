#include "tools/client_hub.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace weft::tools {

ClientId ClientHub::add(ReplySender send) {
  const ClientId id = next_++;
  clients_.emplace(id, Client{make_(), std::move(send)});
  return id;
}

void ClientHub::remove(ClientId id) {
  const auto client = clients_.find(id);
  if (client == clients_.end()) {
    return;
  }
  client->second.is_lost = true;
  if (!client->second.service->is_working()) {
    clients_.erase(client);
  } else {
    client->second.is_disconnected = true;
  }
}

/// Removes disconnected clients once their running requests are done. Nobody receives the answers,
/// but other clients of a shared document are notified of changes.
void ClientHub::remove_disconnected() {
  for (auto client = clients_.begin(); client != clients_.end();) {
    live::Service& service = *client->second.service;
    while (client->second.is_disconnected && service.has_worked()) {
      service.step();
    }
    client = client->second.is_disconnected && !service.is_working() ? clients_.erase(client)
                                                                     : std::next(client);
  }
}

void ClientHub::post(ClientId id, std::string_view body) {
  const auto client = clients_.find(id);
  if (client != clients_.end()) {
    client->second.service->post(body);
  }
}

void ClientHub::refuse(ClientId id, const std::string& reply) {
  const auto client = clients_.find(id);
  if (client != clients_.end()) {
    client->second.send(reply);
    client->second.is_lost = true;
  }
}

bool ClientHub::has_work() const {
  return std::any_of(clients_.begin(), clients_.end(), [](const auto& client) {
    return client.second.is_disconnected
               ? client.second.service->has_worked()
               : !client.second.is_lost && client.second.service->has_work();
  });
}

bool ClientHub::is_waiting() const {
  return std::any_of(clients_.begin(), clients_.end(), [](const auto& client) {
    return !client.second.is_lost && client.second.service->is_waiting();
  });
}

bool ClientHub::is_busy(ClientId id) const {
  const auto client = clients_.find(id);
  return client != clients_.end() && !client->second.is_lost &&
         (client->second.service->has_work() || client->second.service->is_waiting());
}

void ClientHub::step() {
  const auto works = [](const auto& client) {
    return !client.second.is_lost && client.second.service->has_work();
  };
  auto next = std::find_if(clients_.upper_bound(last_worked_), clients_.end(), works);
  next = next != clients_.end() ? next : std::find_if(clients_.begin(), clients_.end(), works);
  if (next != clients_.end()) {
    last_worked_ = next->first;
    next->second.service->step();
  }
  remove_disconnected();
  send_replies();
}

void ClientHub::send_replies() {
  for (auto& [id, client] : clients_) {
    for (const std::string& reply : client.service->take_replies()) {
      client.is_lost = client.is_lost || !client.send(reply);
    }
  }
}

std::vector<ClientId> ClientHub::finished() const {
  std::vector<ClientId> found;
  for (const auto& [id, client] : clients_) {
    if (!client.is_disconnected && (client.is_lost || client.service->has_ended())) {
      found.push_back(id);
    }
  }
  return found;
}

}  // namespace weft::tools
