#include "composer/typing/typed_calls.h"

#include <algorithm>

#include "support/check.h"

namespace weft {
namespace {

void add_once(std::vector<CallId>& calls, CallId call) {
  if (std::find(calls.begin(), calls.end(), call) == calls.end()) {
    calls.push_back(call);
  }
}

}  // namespace

void TypedCalls::add(std::optional<CallId> call, TypedCall typed) {
  for (const ConvertedLink& link : typed.links) {
    links_with_choices_ += link.choices.empty() ? 0 : 1;
  }
  entries_.push_back({call, std::move(typed)});
  if (call) {
    entry_of_.resize(std::max(entry_of_.size(), call->index() + std::size_t{1}), 0);
    WEFT_CHECK(entry_of_[call->index()] == 0, "a call is typed once");
    entry_of_[call->index()] = static_cast<std::uint32_t>(entries_.size());
  }
}

const TypedCall* TypedCalls::find(CallId call) const {
  const bool is_typed = call.index() < entry_of_.size() && entry_of_[call.index()] != 0;
  return is_typed ? &entries_[entry_of_[call.index()] - 1].typed : nullptr;
}

const TypedValue& TypedCalls::value(CallId call) const {
  const TypedValue* found = find_value(call);
  WEFT_CHECK(found != nullptr, "the call is typed");
  return *found;
}

Requests Requests::of_candidate() const {
  Requests candidate(*calls_);
  candidate.has_waited_ = is_waiting();
  return candidate;
}

const TypedValue* Requests::require(CallId call) {
  add_once(requested_, call);
  const TypedValue* value = calls_->find_value(call);
  if (value == nullptr) {
    waits_for_.push_back(call);
  } else {
    meets_open_ = meets_open_ || value->is_open;
  }
  return value;
}

const TypedValue* Requests::look_at(CallId call) {
  add_once(rejected_, call);
  const TypedValue* value = calls_->find_value(call);
  if (value == nullptr) {
    waits_for_.push_back(call);
  }
  return value;
}

void Requests::note_tried(const Requests& candidate) {
  waits_for_.insert(waits_for_.end(), candidate.waits_for_.begin(), candidate.waits_for_.end());
  meets_open_ = meets_open_ || candidate.meets_open_;
}

void Requests::accept(const std::vector<CallId>& of_chosen) {
  for (const CallId call : of_chosen) {
    add_once(requested_, call);
  }
}

void Requests::reject(const std::vector<CallId>& of_others) {
  for (const CallId call : of_others) {
    add_once(rejected_, call);
  }
}

}  // namespace weft
