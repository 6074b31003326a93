#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "composer/elaborate/elaborate.h"
#include "composer/evaluations/plan_cost.h"
#include "composer/typing/link_finder.h"
#include "composer/typing/planned_call.h"
#include "composer/typing/shared_answers.h"
#include "composer/typing/type_rules.h"
#include "composer/typing/typed_calls.h"
#include "composer/typing/value_store.h"
#include "fragments/solver/type_solver.h"

namespace weft {

/// The types of calls that their arguments leave open, as their consumers decided them, and reports
/// of consumers that disagree.
struct OpenTypes {
  std::map<CallId, DecidedTypes> decided = {};
  Diagnostics reports = {};
};

/// What the library and the profile say that typing needs to know.
struct TypingFacts {
  TypingFacts(const Library& library, const Profile* profile);

  /// How often a value of that rate is computed per draw, to compare conversions of operands.
  std::int64_t runs(Rate rate) const { return static_cast<std::int64_t>(counts.at(rate)); }

  KnownTraits known;
  RunCounts counts;
  /// Otherwise sRGB textures yield their stored values (`set textures raw_srgb`).
  bool views_decode = true;
};

/// What the functions that type calls read: the inputs of the composition, the calls typed so far,
/// and the memoized queries of elaboration and conversions. Answers do not depend on the order of
/// questions.
struct TypingContext {
  const Library& library() const { return composition.library; }
  const Lattice& lattice() const { return composition.library.lattice; }
  const KnownTraits& known() const { return facts.known; }
  const TypedGraph& graph() const { return values.graph(); }
  const SemanticType& type_of(const TypedValue& value) const { return values.type_of(value); }
  DataType data_of(const TypedValue& value) const { return values.type_of(value).data(); }
  const Call& call(CallId id) const { return elaborator.calls()[id]; }

  const Composition& composition;
  const TypingFacts& facts;
  const SharedAnswers& shared;
  const OpenTypes& open_types;
  const TypedCalls& calls;
  const std::vector<std::size_t>& chain_choices;  ///< see TypeInference
  Elaborator& elaborator;
  ValueStore& values;
  LinkFinder& links;
  TypeSolver& solver;  ///< scratch space, cleared for each signature
  PlannedCalls& planned;
};

}  // namespace weft
