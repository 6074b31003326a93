#include "live/service/served_document.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"

namespace weft::live {

ServedDocument::ServedDocument(std::string name, const FileReader& reader, LoadOptions options)
    : name_(std::move(name)), reader_(reader), options_(std::move(options)) {}

void ServedDocument::take() {
  forget_left();
  is_taken_ = true;
}

bool ServedDocument::can_answer() const {
  return is_free() && (desk_ == nullptr || !desk_->is_taken);
}

std::pair<std::shared_ptr<QuestionDesk>, DocumentSnapshot> ServedDocument::take_desk() {
  if (desk_ == nullptr) {
    desk_ = std::make_shared<QuestionDesk>(
        QuestionDesk{DocumentCopy(name_, reader_, options_, modules_)});
  }
  desk_->is_taken = true;
  return {desk_, snapshot_of(*session_)};
}

void ServedDocument::leave(const void* client) {
  left_.push_back(client);
  if (is_free()) {
    forget_left();
  }
}

void ServedDocument::forget_left() {
  for (const void* const client : std::exchange(left_, {})) {
    std::erase_if(outputs_, [&](const auto& output) {
      if (output.second == client) {
        session_->unwatch(output.first);
      }
      return output.second == client;
    });
  }
}

std::string ServedDocument::open(std::optional<std::string> text) {
  if (session_) {
    return "";
  }
  if (!text) {
    ReadResult read = reader_.read_regular(name_);
    if (read.status != ReadResult::Status::Text) {
      const bool is_missing = read.status == ReadResult::Status::NotFound;
      return fmt::format("cannot read '{}': {}", name_,
                         is_missing ? "it does not exist" : read.reason);
    }
    text = std::move(read.text);
  }
  if (text->size() > longest_source) {
    return fmt::format("cannot open '{}': {}", name_, too_long_reason);
  }
  session_.emplace(name_, std::move(*text), reader_, options_, modules_);
  return "";
}

OutputId ServedDocument::watch(const void* client, OutputRequest request) {
  const OutputId output = session_->watch(std::move(request));
  outputs_.emplace_back(output, client);
  return output;
}

bool ServedDocument::unwatch(const void* client, OutputId output) {
  const auto found = std::find(outputs_.begin(), outputs_.end(), std::pair(output, client));
  if (found == outputs_.end()) {
    return false;
  }
  outputs_.erase(found);
  session_->unwatch(output);
  return true;
}

EditAnswer ServedDocument::reload() {
  desk_.reset();  // a question that is being worked on keeps it
  return session_->reload_library();
}

}  // namespace weft::live
