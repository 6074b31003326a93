#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/analysis/laws.h"

namespace weft {

/// A node of the meaning DAG: an operation and its operands. See plan_meaning.h.
struct Meaning {
  EvaluationKind kind;
  std::vector<std::uint32_t> inputs;  ///< meanings, all smaller than its own number
  Stage stage;
  DataType type;
  friend bool operator==(const Meaning&, const Meaning&) = default;
};

/// How meanings depend on everything that the naive plan interpolates. Derived from the meanings
/// alone, not from the planner's evaluation_laws(). A function is the part of the DAG below its
/// result that reads its parameters.
class MeaningLaws {
 public:
  /// Both must outlive the object. `meanings` may grow.
  MeaningLaws(const Library& library, const std::vector<Meaning>& meanings, OperationLaw operation)
      : library_(library), meanings_(meanings), leaves_(library, operation) {}

  /// Derives the law of the next meaning, whose value has that rate.
  void add(Rate rate);
  /// Nonlinear for meanings that read function parameters, which have no law of their own.
  Law operator[](std::uint32_t meaning) const { return laws_[meaning]; }

 private:
  // The same limits as in placement (composer/placement/evaluation_laws.cpp); with smaller ones,
  // correct moves would be reported.
  static constexpr std::uint32_t most_nested = 3;
  static constexpr std::uint32_t most_passes = 8;

  bool is_function(const Meaning& call, std::size_t input) const;
  Law law_of(std::uint32_t meaning);
  std::vector<Law> result_laws(const Meaning& call);
  std::vector<Law> leaf_laws(const Meaning& call, const LeafEvaluation& leaf);
  std::vector<Law> loop_laws(const Meaning& call, const LoopEvaluation& loop);
  /// Returns the results' laws for functions with these results, if their parameters have these
  /// laws. The last law holds for all further parameters.
  std::vector<Law> given(const std::vector<std::uint32_t>& results, std::uint32_t level,
                         std::vector<Law> parameters);

  const Library& library_;
  const std::vector<Meaning>& meanings_;
  LeafLaws leaves_;
  std::vector<Rate> rates_;
  std::vector<FunctionLevels> levels_;  // per meaning: of the parameters that it reads
  std::vector<Law> laws_;
  std::unordered_map<std::uint32_t, std::vector<Law>> results_;     // per call; never iterated
  std::unordered_map<std::uint32_t, std::vector<Law>> parameters_;  // per level; never iterated
  std::uint32_t depth_ = 0;
};

}  // namespace weft
