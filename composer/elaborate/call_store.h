#pragma once

#include <string_view>
#include <vector>

#include "composer/evaluations/elaborated.h"
#include "support/index_table.h"

namespace weft {

/// Calls, hash-consed: equal calls (kind, inputs, context) get one id.
class CallStore {
 public:
  /// The id of the equal call that is there already, which keeps its origin, else of a new one.
  /// O(inputs) expected.
  CallId add(CallKind kind, std::vector<CallId> inputs, CallContext context, Origin origin);

  /// Names what its call has no name for yet.
  void suggest_name(CallId id, std::string_view name);

  const Store<Call>& calls() const { return calls_; }
  const Call& operator[](CallId id) const { return calls_[id]; }

 private:
  Store<Call> calls_;
  IndexTable table_;
};

}  // namespace weft
