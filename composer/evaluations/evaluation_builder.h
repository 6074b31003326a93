#pragma once

#include <cstdint>
#include <string>

#include "composer/evaluations/equal_evaluations.h"
#include "composer/evaluations/plan.h"

// Hash-consing: of equal evaluations only the first exists, so common subexpression elimination is
// implicit. Inputs are unique themselves, so comparing one level compares whole expressions. Every
// pass that creates evaluations does it here:
//
//   type inference, folding   add() by way of TypedGraphBuilder, which fills in rates and levels
//   placement                 add() for parts, add_named() for the vertex stage, the host stage and
//                             reads of maps; merge() and merge_named() for what stays in place
//
// Passes that only compare use EqualEvaluations: merge_equals(), find_vertex_twins(). A pass that
// replaces evaluations records old and new ids in Replacements.

namespace weft {

/// Adds evaluations to a store, equal ones once. Evaluations that others add to the store are not
/// considered unless they are merged.
class EvaluationBuilder {
 public:
  /// Both must outlive the object and may grow.
  EvaluationBuilder(Store<Evaluation>& evaluations, const TypeInterner& types)
      : evaluations_(evaluations), known_(evaluations, types) {}

  /// Returns the equal evaluation, or adds this one. O(inputs) expected.
  EvaluationId add(Evaluation&& evaluation);
  /// The same; an equal evaluation without a name takes this one's.
  EvaluationId add_named(Evaluation&& evaluation);
  /// The same as add() and add_named() for an evaluation that is in the store: if an equal one was
  /// added or merged before, returns that.
  EvaluationId merge(EvaluationId id) { return known_.find_or_insert(id); }
  EvaluationId merge_named(EvaluationId id);

  const Evaluation& operator[](EvaluationId id) const { return evaluations_[id]; }
  /// The join of `least` and the inputs' natural rates.
  Rate rate_of(const EvaluationIds& inputs, Rate least) const;

 private:
  EvaluationId insert(std::uint64_t hash, Evaluation&& evaluation);
  void suggest_name(EvaluationId known, std::string&& name);

  Store<Evaluation>& evaluations_;
  EqualEvaluations known_;
};

}  // namespace weft
