#pragma once

#include <string_view>
#include <vector>

#include "composer/evaluations/elaborated.h"
#include "support/index_table.h"

namespace weft {

/// A hash-consed store of calls: equal (kind, inputs, context) get one id.
class CallStore {
 public:
  /// Returns the id of an equal existing call, which keeps its origin, or adds the call. O(inputs)
  /// expected.
  CallId add(CallKind kind, std::vector<CallId> inputs, CallContext context, Origin origin);

  /// Names a call that has no name yet.
  void suggest_name(CallId id, std::string_view name);

  const Store<Call>& calls() const { return calls_; }
  const Call& operator[](CallId id) const { return calls_[id]; }

 private:
  Store<Call> calls_;
  IndexTable table_;
};

}  // namespace weft
