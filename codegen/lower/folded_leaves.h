#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "codegen/lower/called_bodies.h"
#include "codegen/lower/fold_arguments.h"
#include "fragments/analysis/operation_counts.h"

// Which calls of a leaf share a function into which their arguments are written. What all calls
// pass, a constant or one value for two ports, is written into the function of all of them. Other
// calls get a function of their own only where that saves much of what the function computes
// (docs/decisions/0130, 0134). All calls in bodies share one function. Two ports are one parameter
// there if every call, in bodies and in the plan, passes one value for both; constants stay
// arguments. If only bodies call the leaf, members of its struct that none of them reads are left
// out (0135).

namespace weft {

/// The bodies of a stage's leaves with what is known of the arguments that their calls pass.
/// References must outlive the object.
class FoldedLeaves {
 public:
  FoldedLeaves(const Library& library, const Plan& plan, Stage stage)
      : library_(library), plan_(plan), stage_(stage), counts_(library) {}

  /// The body of a call of the stage, whose leaf has a body; null if nothing folds. Calls with one
  /// answer share a function; its address is stable.
  /// O(evaluations) the first time, then O(calls of the leaf + size of its body) for each body.
  const FoldedBody* find(EvaluationId call);

  /// The same for the calls of a leaf's body in the bodies of these functions.
  const FoldedBody* find_called(const Body& body) const;

 private:
  /// Calls of one body of whose arguments the same is known, or of which only that matters.
  struct Calls {
    KnownArguments arguments;
    std::vector<EvaluationId> ids;
  };
  /// A function that some calls may have for their own.
  struct Candidate {
    KnownArguments arguments;  ///< what is written into the body
    FoldedBody folded;
    std::uint64_t saved = 0;  ///< operations, compared with the function of all calls
    std::vector<EvaluationId> ids;
  };
  /// A call of the stage that has a function: it is not written in place.
  struct FunctionCall {
    const Body* body = nullptr;        ///< null: no such call
    std::optional<EvaluationId> next;  ///< call of the same fragment
    const FoldedBody* folded = nullptr;
  };
  /// A leaf that functions of the stage call.
  struct CalledLeaf {
    KnownArguments passed;  ///< by all calls in bodies
    MemberSet members = 0;  ///< what any of them reads of the struct that it returns
    const FoldedBody* folded = nullptr;
  };

  void find_calls();
  std::vector<LeafBody> list_calls();
  void find_calls_of(const Body& function);
  std::optional<FoldedBody> fold_called(const Body& body, const CalledLeaf& called) const;
  std::vector<const Body*> fold_calls(const LeafBody& leaf);
  std::vector<Calls> group_calls(FragmentId fragment, const Body& body) const;
  std::vector<Candidate> find_candidates(const Body& body, const std::vector<Calls>& groups,
                                         const KnownArguments& common);
  KnownArguments without_idle_equality(const Body& body, const KnownArguments& arguments,
                                       const KnownArguments& common);
  std::uint64_t cost(Body body);
  std::string name_suffix(FragmentId fragment, const Candidate& calls,
                          const KnownArguments& common) const;
  const FoldedBody& share(FoldedBody folded, const std::vector<EvaluationId>& ids);

  const Library& library_;
  const Plan& plan_;
  Stage stage_;
  OperationCounts counts_;
  std::vector<std::optional<EvaluationId>> first_;      // per fragment: its first call in the stage
  std::unordered_map<const Body*, CalledLeaf> called_;  // lookups only
  std::unordered_set<const Body*> known_;  // bodies whose calls have answers; lookups only
  std::vector<std::unique_ptr<const FoldedBody>> bodies_;
  std::vector<FunctionCall> calls_;  // per evaluation; empty before the first question
};

}  // namespace weft
