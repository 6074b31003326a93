#include "composer/typing/typed_calls.h"

#include <algorithm>

#include "support/check.h"

namespace weft {
namespace {

void add_once(CallIds& calls, CallId call) {
  if (std::find(calls.begin(), calls.end(), call) == calls.end()) {
    calls.push_back(call);
  }
}

}  // namespace

const CallFindings no_findings = {};

void TypedCalls::add(std::optional<CallId> call, TypedValue&& value, CallFindings&& findings) {
  for (const ConvertedLink& link : findings.links) {
    links_with_choices_ += link.choices.empty() ? 0 : 1;
  }
  const TypedCall& typed = all_.emplace_back(
      call, std::move(value),
      findings.is_empty() ? nullptr : std::make_unique<const CallFindings>(std::move(findings)));
  if (call) {
    if (call->index() >= of_call_.size()) {
      of_call_.resize(std::max<std::size_t>(2 * of_call_.size(), call->index() + std::size_t{64}));
    }
    WEFT_CHECK(of_call_[call->index()] == nullptr, "a call is typed once");
    of_call_[call->index()] = &typed;
  }
}

std::vector<TypedValue> TypedInputs::copied() const {
  std::vector<TypedValue> values;
  values.reserve(size());
  for (const CallId id : ids_) {
    values.push_back(calls_.value(id));
  }
  return values;
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

void Requests::accept(const CallIds& of_chosen) {
  for (const CallId call : of_chosen) {
    add_once(requested_, call);
  }
}

void Requests::reject(const CallIds& of_others) {
  for (const CallId call : of_others) {
    add_once(rejected_, call);
  }
}

}  // namespace weft
