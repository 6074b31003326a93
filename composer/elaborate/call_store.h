#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "composer/evaluations/elaborated.h"
#include "support/check.h"
#include "support/index_table.h"
#include "support/stable_list.h"

namespace weft {

/// An argument of a graph's port that states a range.
struct RangedPort {
  CallId declared;  ///< the argument as converted to the port's type
  FragmentId graph;
  std::uint32_t port = 0;
  Span argument = {};
};

/// A hash-consed store of calls: equal (kind, inputs, context) get one id.
class CallStore {
 public:
  /// Returns the id of an equal existing call, which keeps its origin, or adds the call. O(inputs)
  /// expected.
  CallId add(CallKind kind, CallIds inputs, CallContext context, Origin origin);

  /// Names a call, or the member that is read with it, that has no name yet. `text`: of the name.
  void suggest_name(CallId id, NameId name, std::string_view text);

  /// Records that a value decided what was expanded: any value, or the sign of one.
  void note_deciding(CallId id) { deciding_.push_back(id); }
  void note_deciding_sign(CallId id) { deciding_signs_.push_back(id); }
  const std::vector<CallId>& deciding() const { return deciding_; }
  const std::vector<CallId>& deciding_signs() const { return deciding_signs_; }

  /// Records a port's argument. Ports of equal types share calls, so the call does not tell its
  /// port.
  void note_ranged(RangedPort port) { ranged_.push_back(port); }
  const std::vector<RangedPort>& ranged() const { return ranged_; }

  std::size_t size() const { return calls_.size(); }
  auto begin() const { return calls_.begin(); }
  auto end() const { return calls_.end(); }
  /// References stay valid.
  const Call& operator[](CallId id) const {
    WEFT_CHECK(id.index() < calls_.size(), "a call is of this store");
    return calls_[id.index()];
  }

 private:
  StableList<Call> calls_;  // by CallId
  std::vector<CallId> deciding_;
  std::vector<CallId> deciding_signs_;
  std::vector<RangedPort> ranged_;
  IndexTable table_;
};

}  // namespace weft
