#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "composer/typing/collect_reports.h"
#include "composer/typing/open_types.h"
#include "composer/typing/shared_answers.h"
#include "composer/typing/typing_context.h"

// Type inference: chooses an overload for every call, binds its type and trait variables, and finds
// a minimum-cost chain of conversions for every link, so that each input satisfies its demand.
//
// Typing runs forward over the hash-consed calls of the Elaborator: a call is typed once all its
// inputs are, and its type depends on them alone. A typed call is a value (typed_calls.h): its
// typed value, the calls it requested, its reports, links and stitches. It is written once. The
// rules that type a kind of call are free functions over an explicit context (call_typing.h).
//
// The driver is an explicit stack, not recursion. An attempt that finds an input (or a feature, or
// the body of a function argument) untyped asks for it and is dropped; the call is tried again when
// the input has a type. So a call may be attempted several times, and chains of defaults or
// features never grow the C++ stack.
//
// For each call by name, resolve_overload() tries every candidate:
//   1. bind_ports() takes arguments to ports, stitches open ports and types functions.
//   2. bind_types() runs the solver over the signature (data types).
//   3. plan_call() plans the conversions. Traits of operands that bind the same type variable are
//      joined by meet() (meeting.h). Where they disagree, every settlement is planned and the
//      cheapest wins (settling.h). LinkFinder finds the chains: a shortest-path search with a memo.
//   4. The candidate with the fewest lossy steps wins, then the least difficulty, then the most
//      specific one. Two equals are an ambiguity error.
//
//   mix(p, q, 0.5)      p: float3 {use: position, basis: world}
//                       q: float3 {use: position, basis: model}
//                       Both operands bind T and disagree in `basis`. Converting q costs 2,
//                       converting p costs 2.5: q's link gets the chain [position_to_world], which
//                       becomes an ordinary evaluation of the typed graph.
//
// Two things break the forward order. A call whose arguments do not determine its result type (a
// parameter that appears only in the result) stays open; decide_open_types() solves all open types
// together from their consumers and the composition is typed again, by a new TypeInference. And
// what is typed for a candidate that then loses must not leave errors behind: its requests are
// recorded as rejected, and collect_reports() leaves out what only they reach.
//
// Identical calls (call_signature) are planned once, so a chain of a thousand sums costs one
// overload resolution.

namespace weft {

struct CallTyping;

/// Types the calls of one composition. Single use.
class TypeInference {
 public:
  /// The references must outlive the object. `open_types` has what earlier rounds decided.
  /// `chain_choices` gives, for each link that has equal chains, in order of creation, the index of
  /// the chain to use (see share_steps.h). Links beyond its end use their first chain.
  TypeInference(const Composition& composition, Elaborator& elaborator, const SharedAnswers& shared,
                const OpenTypes& open_types, std::vector<std::size_t> chain_choices = {});
  TypeInference(const TypeInference&) = delete;
  TypeInference& operator=(const TypeInference&) = delete;

  /// Returns the typed value of a call, typing first what it needs. Iterative. The call counts as
  /// needed by the composition.
  const TypedValue& value(CallId call);
  /// Converts the value of an output to its demand. Erroneous if there is no chain.
  TypedValue convert(const OutputDemand& output, Stage stage);

  const TypingContext& context() const { return context_; }
  /// The evaluations so far. Outputs may be added.
  TypedGraph& graph() { return values_.graph(); }
  /// Moves the evaluations out, with the links and stitches of the typed calls. What only rejected
  /// candidates have is left out or marked. O(calls).
  TypedGraph take_graph();
  /// Returns the reports that concern the user. O(calls) if there are any.
  std::vector<CollectedReport> reports() const;
  /// Names the value, unless it already has a name, is erroneous or is a function.
  void suggest_name(const TypedValue& value, std::string name) {
    values_.suggest_name(value, std::move(name));
  }

 private:
  /// Types a call. Returns the calls that it waits for, if any; nothing is recorded then.
  CallIds attempt(CallId id);
  bool is_waiting(CallId call) const;
  void set_waiting(CallId call, bool waits);
  /// Types a call as erroneous that waits for a call that waits for it.
  void break_cycle(CallId id, CallId waits_for, const std::vector<CallId>& stack);
  std::vector<CallId> needed_roots() const;

  TypingFacts facts_;
  std::vector<std::size_t> chain_choices_;
  TypedCalls calls_;
  ValueStore values_;
  LinkFinder links_;
  SharedAnswers shared_;
  TypeSolver solver_;
  PlannedCalls planned_;
  TypingContext context_;
  std::vector<CallId> roots_;             // requested from outside
  std::vector<std::uint8_t> is_waiting_;  // by CallId: waits for others
  /// The graphs that calls expand to, where typing chose one. Never iterated.
  std::unordered_map<CallId, FragmentId> expands_;
};

}  // namespace weft
