#pragma once

#include <map>
#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/verification/meaning_laws.h"
#include "fragments/model/body_flow.h"
#include "support/index_table.h"

// Meanings: value numbering across plans. To check that a placed plan computes what the naive plan
// does, every evaluation gets a number such that equal numbers imply equal values. In the naive
// plan, numbers are those of hash-consing: (operation, numbers of the inputs, stage, type). In the
// placed plan, an interpolation introduced by placement is looked through: it gets the number that
// its source would have if it were computed per fragment, from the interpolated inputs of the
// source:
//
//   naive     f(interpolate(x))                    number 3 = f(2), 2 = interpolate(1), 1 = x
//   placed    interpolate(f'(x))                   f' at the fragment: f(interpolate(x)) = 3
//
// A call of a leaf that leaves out results is looked through, too: it means the call of the whole
// leaf, or its only result. A result does not depend on all inputs, which such a call lacks:
// results of calls that differ in other inputs have one number.
//
// Each vertex-stage evaluation therefore has two numbers: `here` and `at_fragment`. Then the
// outputs must have equal numbers, and each introduced interpolation must be of a meaning whose law
// commutes with interpolation. Work moved to the host is looked through likewise, and elements of
// maps are numbered by substituting the element into the map's function.

namespace weft {

/// The meanings of a placed plan's evaluations.
struct PlacedMeanings {
  /// Per evaluation, in its own stage; for the host, as if computed in the vertex stage. Nothing if
  /// it has no meaning per fragment (an interpolation of a value that the fragment stage cannot
  /// compute).
  std::vector<std::optional<std::uint32_t>> here;
  /// Per evaluation of the vertex stage: its meaning if all its inputs were interpolated. For the
  /// host: as if computed in the fragment stage. Nothing for the fragment stage.
  std::vector<std::optional<std::uint32_t>> at_fragment;
};

/// Numbers the meanings of evaluations of several plans of one request; equal meanings have equal
/// numbers.
///
/// In the naive plan every evaluation is its own meaning. In a placed plan an interpolation that
/// the naive plan has keeps that meaning; another means its source computed per fragment, down to
/// the naive plan's interpolations. An element of a map's result means the map's function applied
/// to the elements at that index; a parameter that is always an element of one array means that
/// element.
class PlanMeanings {
 public:
  /// `library` must outlive the object.
  PlanMeanings(const Library& library, OperationLaw operation)
      : library_(library), laws_(library, entries_, operation) {}
  PlanMeanings(const PlanMeanings&) = delete;
  PlanMeanings& operator=(const PlanMeanings&) = delete;

  /// Numbers the naive plan, per evaluation. Call once, first.
  std::vector<std::uint32_t> of_naive(const Plan& naive);
  /// Numbers a placed plan, whose inputs must precede their readers.
  PlacedMeanings of_placed(const Plan& placed);

  /// Returns the naive plan's interpolation with this meaning, if any.
  std::optional<InterpolateEvaluation> interpolation(std::uint32_t meaning) const {
    const auto* interpolate = std::get_if<InterpolateEvaluation>(&entries_[meaning].kind);
    return interpolate != nullptr ? std::optional(*interpolate) : std::nullopt;
  }
  /// Returns how a fragment-stage meaning depends on everything that the naive plan interpolates.
  Law law(std::uint32_t meaning) const { return laws_[meaning]; }

 private:
  /// A parameter that is an array element.
  struct Element {
    EvaluationKind array;
    DataType array_type;
    std::vector<std::uint32_t> members;
    std::vector<DataType> member_types;
  };

  /// The meanings of one placed evaluation; see PlacedMeanings.
  struct Numbers {
    std::optional<std::uint32_t> here;
    std::optional<std::uint32_t> at_fragment;
  };
  /// The terms that these meanings number. Nothing if an input has no such meaning.
  struct Terms {
    std::optional<MeaningTerm> here;
    std::optional<MeaningTerm> at_fragment;
  };

  /// `meanings`: of the evaluations before.
  Numbers of_evaluation(const Plan& placed, const PlacedMeanings& meanings,
                        const Evaluation& evaluation);
  /// Of an index of elements, or of a parameter that is an element.
  Numbers of_parameter(const BoundEvaluation& bound, Stage stage);
  /// Of a shader's read of an element of a map's result.
  Numbers of_map_element(const Plan& placed, const PlacedMeanings& meanings, const Evaluation& read,
                         EvaluationId map);
  /// Of all other evaluations.
  Numbers of_computed(const Plan& placed, const Evaluation& evaluation,
                      const PlacedMeanings& meanings);
  Terms terms_of(const Plan& placed, const Evaluation& evaluation,
                 const PlacedMeanings& meanings) const;
  std::uint32_t number(MeaningTerm entry, Rate rate);
  void find_elements(const Plan& naive);
  /// Numbers a BoundEvaluation that is an element.
  std::uint32_t number_element(const Element& element, const BoundEvaluation& bound, Stage stage);
  /// Numbers the index with which leaves read the elements they pass to functions of that level.
  std::uint32_t number_index(std::uint32_t level, Stage stage);
  /// Numbers the element at `index` of a map's result, as seen in a shader stage. `of_host`: per
  /// evaluation, the meaning of host values in that stage.
  std::optional<std::uint32_t> number_mapped(
      const Plan& placed, EvaluationId map, std::uint32_t index, Stage stage, Rate rate,
      const std::vector<std::optional<std::uint32_t>>& of_host);
  std::optional<std::uint32_t> find(const MeaningTerm& entry) const;
  /// Returns the naive plan's call that a call means whose leaf was split or leaves out results:
  /// one with the inputs that it and the parts that it is given read.
  std::optional<std::uint32_t> find_whole(const MeaningTerm& rest) const;
  /// Returns the first call that is the same as far as a result depends on its inputs, for a call
  /// of a whole leaf with several results; others mean themselves.
  std::uint32_t first_call(std::uint32_t call, std::uint32_t result);
  /// What reads a result of a call: a result of the whole leaf if the call means one of that.
  /// `meaning`: of the call.
  EvaluationKind kind_in_whole(const Plan& placed, const Evaluation& evaluation,
                               std::uint32_t meaning) const;
  /// Adds what a part of a split leaf reads: its inputs to `inputs`, per port and feature of the
  /// whole leaf, and the parts that it is given to `open`. False if it is no part of that leaf.
  bool add_inputs(const MeaningTerm& part, const LeafEvaluation& whole,
                  std::vector<std::optional<std::uint32_t>>& inputs,
                  std::vector<std::uint32_t>& open) const;
  static std::uint64_t hash(const MeaningTerm& entry);

  const Library& library_;
  Stage last_ = Stage::Fragment;  ///< the last stage of the plans, here called the fragments
  std::vector<MeaningTerm> entries_;
  MeaningLaws laws_;
  IndexTable table_;
  std::map<BoundEvaluation, Element> elements_;
  std::map<FragmentId, std::vector<std::uint32_t>> calls_;  ///< the numbers of whole leaves' calls
  std::map<LeafEvaluation, std::vector<FlowSet>> flows_;    ///< per result: its dependencies
};

}  // namespace weft
