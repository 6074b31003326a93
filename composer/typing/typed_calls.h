#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "composer/elaborate/elaborate.h"
#include "composer/evaluations/typed_graph.h"
#include "support/diagnostic.h"
#include "support/stable_list.h"

namespace weft {

/// What typing a call found besides its value. Most calls have nothing of it.
struct CallFindings {
  CallIds requested = {};  ///< calls whose values it takes besides its inputs
  /// Calls that were typed for it and that its value does not depend on: candidates that lost
  /// overload resolution asked for them.
  CallIds rejected = {};
  Diagnostics reports = {};
  bool shows_path = false;  ///< the reports show the shortest path from an output to the call
  std::vector<ConvertedLink> links = {};
  std::vector<StitchDecision> stitches = {};
  /// Of a graph that was typed apart: the arguments inside of it.
  std::vector<RangedArgument> ranged = {};
  /// The overload chosen for a call whose arguments leave types open. Its value is open then.
  std::optional<FragmentId> open_overload = std::nullopt;

  bool is_empty() const {
    return requested.empty() && rejected.empty() && reports.empty() && !shows_path &&
           links.empty() && stitches.empty() && ranged.empty() && !open_overload;
  }
};

/// Nothing was found.
extern const CallFindings no_findings;

/// A call once it is typed. Written once.
struct TypedCall {
  std::optional<CallId> call;  ///< nothing: the conversion of an output to its demand
  TypedValue value;
  std::unique_ptr<const CallFindings> found;  ///< null: nothing

  const CallFindings& findings() const { return found != nullptr ? *found : no_findings; }
};

/// The typed calls of one round of typing, in the order in which they were typed.
class TypedCalls {
 public:
  /// `call`: nothing for the conversion of an output to its demand.
  void add(std::optional<CallId> call, TypedValue&& value, CallFindings&& findings);

  /// Returns a call with what typing it found, or null if it is not typed yet. References stay
  /// valid.
  const TypedCall* find(CallId call) const {
    return call.index() < of_call_.size() ? of_call_[call.index()] : nullptr;
  }
  const TypedValue* find_value(CallId call) const {
    const TypedCall* typed = find(call);
    return typed != nullptr ? &typed->value : nullptr;
  }
  /// Of a typed call.
  const TypedValue& value(CallId call) const {
    const TypedCall* typed = find(call);
    WEFT_CHECK(typed != nullptr, "the call is typed");
    return typed->value;
  }
  const StableList<TypedCall>& all() const { return all_; }
  /// Number of links so far that have equal chains.
  std::size_t links_with_choices() const { return links_with_choices_; }

 private:
  StableList<TypedCall> all_;
  std::vector<const TypedCall*> of_call_;  // by CallId; null: not typed
  std::size_t links_with_choices_ = 0;
};

/// The values of a call's inputs, all of them typed.
class TypedInputs {
 public:
  /// Both must outlive the object.
  TypedInputs(const TypedCalls& calls, const CallIds& ids) : calls_(calls), ids_(ids) {}

  std::size_t size() const { return ids_.size(); }
  const TypedValue& operator[](std::size_t at) const { return calls_.value(ids_[at]); }
  std::vector<TypedValue> copied() const;

 private:
  const TypedCalls& calls_;
  const CallIds& ids_;
};

/// The calls that one attempt to type something asked for. An attempt that finds a value missing
/// goes on as far as it can without it, to ask for more, and is repeated when all are typed.
class Requests {
 public:
  explicit Requests(const TypedCalls& calls) : calls_(&calls) {}
  /// The requests of one of several candidates, to be accepted or rejected as a whole.
  Requests of_candidate() const;

  /// Returns the value of a call, or null if it is not typed yet.
  const TypedValue* require(CallId call);
  /// The same for a call that may turn out not to be needed: its errors do not count then.
  const TypedValue* look_at(CallId call);
  /// Notes that the result depends on a value whose type its consumers must determine.
  void meet_open() { meets_open_ = true; }

  bool is_waiting() const { return has_waited_ || !waits_for_.empty(); }
  bool meets_open() const { return meets_open_; }
  const CallIds& waits_for() const { return waits_for_; }
  const CallIds& requested() const { return requested_; }
  const CallIds& rejected() const { return rejected_; }

  /// Waits for what a candidate waits for. Whether the calls that it asked for count is decided
  /// when one is chosen.
  void note_tried(const Requests& candidate);
  void accept(const CallIds& of_chosen);
  void reject(const CallIds& of_others);

 private:
  const TypedCalls* calls_;
  CallIds requested_;
  CallIds rejected_;
  CallIds waits_for_;
  bool has_waited_ = false;  // before the candidate was tried
  bool meets_open_ = false;
};

}  // namespace weft
