#pragma once

#include <map>
#include <optional>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/verification/meaning_laws.h"
#include "support/index_table.h"

namespace weft {

/// What the evaluations of a placed plan mean, per evaluation.
struct PlacedMeanings {
  /// In its own stage; of the host's: as if the vertex stage computed it. Nothing for one that
  /// means nothing per fragment (an interpolation of something that the fragment stage cannot
  /// compute).
  std::vector<std::optional<std::uint32_t>> here;
  /// Of the vertex stage: if all was interpolated at once. Of the host's: as if the fragment stage
  /// computed it. Nothing of the fragment stage.
  std::vector<std::optional<std::uint32_t>> at_fragment;
};

/// What evaluations of several plans of one request mean: equal meanings have equal numbers.
///
/// Of the naive plan every evaluation means itself. In a placed plan an interpolation that the
/// naive plan has means that; any other means what would be computed per fragment if all that it
/// interpolates were interpolated at once, as far down as the naive plan has interpolations. An
/// element of what a map gives means what its function makes of the elements there; a parameter
/// that is always an element of one array means that element.
class PlanMeanings {
 public:
  /// `library` must outlive it.
  PlanMeanings(const Library& library, OperationLaw operation)
      : library_(library), laws_(library, entries_, operation) {}
  PlanMeanings(const PlanMeanings&) = delete;
  PlanMeanings& operator=(const PlanMeanings&) = delete;

  /// Per evaluation of the naive plan. Once, before the others.
  std::vector<std::uint32_t> of_naive(const Plan& naive);
  /// Of a placed plan whose inputs stand before their readers.
  PlacedMeanings of_placed(const Plan& placed);

  /// How the naive plan interpolates just this; nothing if it does not.
  std::optional<InterpolateEvaluation> interpolation(std::uint32_t meaning) const {
    const auto* interpolate = std::get_if<InterpolateEvaluation>(&entries_[meaning].kind);
    return interpolate != nullptr ? std::optional(*interpolate) : std::nullopt;
  }
  /// How a meaning of the fragment stage depends on what the naive plan interpolates, all of it
  /// together.
  Law law(std::uint32_t meaning) const { return laws_[meaning]; }

 private:
  /// A parameter that is an element of an array.
  struct Element {
    EvaluationKind array;
    DataType array_type;
    std::vector<std::uint32_t> members;
    std::vector<DataType> member_types;
  };

  std::uint32_t number(Meaning entry, Rate rate);
  void find_elements(const Plan& naive);
  /// What a BoundEvaluation of an element means.
  std::uint32_t number_element(const Element& element, const BoundEvaluation& bound, Stage stage);
  /// The index with which leaves read what they give their functions of that level.
  std::uint32_t number_index(std::uint32_t level, Stage stage);
  /// The element at `index` of what the map gives, in a shader's stage; `of_host` per evaluation:
  /// what the host's means there.
  std::optional<std::uint32_t> number_mapped(
      const Plan& placed, EvaluationId map, std::uint32_t index, Stage stage, Rate rate,
      const std::vector<std::optional<std::uint32_t>>& of_host);
  std::optional<std::uint32_t> find(const Meaning& entry) const;
  static std::uint64_t hash(const Meaning& entry);

  const Library& library_;
  std::vector<Meaning> entries_;
  MeaningLaws laws_;
  IndexTable table_;
  std::map<BoundEvaluation, Element> elements_;
};

}  // namespace weft
