#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/analysis/laws.h"

namespace weft {

/// What an evaluation computes, of what.
struct Meaning {
  EvaluationKind kind;
  std::vector<std::uint32_t> inputs;  ///< meanings by number, all smaller than its own
  Stage stage;
  DataType type;
  friend bool operator==(const Meaning&, const Meaning&) = default;
};

/// How meanings depend on what the naive plan interpolates, all of it together. Found from the
/// meanings alone: a function is what its result reads down to what reads no parameter of it.
class MeaningLaws {
 public:
  /// Both must outlive it. `meanings` may grow.
  MeaningLaws(const Library& library, const std::vector<Meaning>& meanings, OperationLaw operation)
      : library_(library), meanings_(meanings), leaves_(library, operation) {}

  /// Finds the law of the next meaning, whose value has that rate.
  void add(Rate rate);
  /// What reads a function's parameters has no law of its own: nonlinear.
  Law operator[](std::uint32_t meaning) const { return laws_[meaning]; }

 private:
  // As deep, and as often, as placement looks (composer/placement/evaluation_laws.h), or it would
  // be told off for moves that are right.
  static constexpr std::uint32_t most_nested = 3;
  static constexpr std::uint32_t most_passes = 8;

  bool is_function(const Meaning& call, std::size_t input) const;
  Law law_of(std::uint32_t meaning);
  std::vector<Law> result_laws(const Meaning& call);
  std::vector<Law> leaf_laws(const Meaning& call, const LeafEvaluation& leaf);
  std::vector<Law> loop_laws(const Meaning& call, const LoopEvaluation& loop);
  /// What functions with these results give for parameters that have these laws; the last holds for
  /// all that follow.
  std::vector<Law> given(const std::vector<std::uint32_t>& results, std::uint32_t level,
                         std::vector<Law> parameters);

  const Library& library_;
  const std::vector<Meaning>& meanings_;
  LeafLaws leaves_;
  std::vector<Rate> rates_;
  std::vector<FunctionLevels> levels_;  // per meaning: of the parameters that it reads
  std::vector<Law> laws_;
  std::unordered_map<std::uint32_t, std::vector<Law>> results_;     // per call; look-ups only
  std::unordered_map<std::uint32_t, std::vector<Law>> parameters_;  // per level; look-ups only
  std::uint32_t depth_ = 0;
};

}  // namespace weft
