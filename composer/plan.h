#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fragments/language/body.h"
#include "fragments/language/constant.h"
#include "fragments/library/library.h"
#include "fragments/types/rate.h"
#include "fragments/types/semantic_type.h"

namespace weft {

enum class Stage : std::uint8_t { Vertex, Fragment };

constexpr std::string_view stage_name(Stage stage) { return stage == Stage::Vertex ? "vertex" : "fragment"; }

struct Evaluation;
using EvaluationId = Id<Evaluation>;

struct ConstantEvaluation {
  Constant value;
  friend auto operator<=>(const ConstantEvaluation&, const ConstantEvaluation&) = default;
};
/// Reads a feature that the profile provides, in the evaluation's stage.
struct FeatureEvaluation {
  FeatureId feature;
  friend auto operator<=>(const FeatureEvaluation&, const FeatureEvaluation&) = default;
};
/// Reads a parameter of the material (a texture parameter: names the texture), by position.
struct ParameterEvaluation {
  std::uint32_t parameter;
  friend auto operator<=>(const ParameterEvaluation&, const ParameterEvaluation&) = default;
};
/// Takes inputs[0], an evaluation of the vertex stage, to the fragment stage.
struct InterpolateEvaluation {
  bool is_flat = false;
  friend auto operator<=>(const InterpolateEvaluation&, const InterpolateEvaluation&) = default;
};
/// Calls a leaf or conversion. Inputs: its ports in order, then its body's features in the order of Body::features
/// (native leaves: Fragment::declared_features).
struct LeafEvaluation {
  FragmentId fragment;
  std::vector<DataType> type_arguments;
  friend auto operator<=>(const LeafEvaluation&, const LeafEvaluation&) = default;
};
/// One result of inputs[0], a leaf evaluation with several results.
struct ResultEvaluation {
  std::uint32_t result;
  friend auto operator<=>(const ResultEvaluation&, const ResultEvaluation&) = default;
};
/// Swizzle, Index, Member, Construct or Select of its inputs, with the payload as in BodyExpr.
struct OperationEvaluation {
  Operation op;
  std::uint32_t payload = 0;
  friend auto operator<=>(const OperationEvaluation&, const OperationEvaluation&) = default;
};

using EvaluationKind = std::variant<ConstantEvaluation, FeatureEvaluation, ParameterEvaluation, InterpolateEvaluation,
                                    LeafEvaluation, ResultEvaluation, OperationEvaluation>;

/// Where an evaluation comes from, for names, comments and messages.
struct Origin {
  std::string name;  ///< suggested name in the output: the binding's (`base`), or one made from it (`n_world`); may be empty
  std::optional<Span> span;
};

/// One thing that is computed, once. Its inputs have smaller ids.
struct Evaluation {
  EvaluationKind kind;
  std::vector<EvaluationId> inputs;
  Stage stage = Stage::Fragment;
  Rate natural_rate = Rate::Constant;
  TypeId type;  ///< in Plan::types; of a leaf with several results: the type of the first
  Origin origin;
};

/// What a demand of the profile gets.
struct DemandedOutput {
  std::uint32_t demand;  ///< position in Profile::demands
  EvaluationId value;    ///< already converted to the demanded type
};

/// The result of composing a material for a profile: every evaluation that a demanded output needs, in an order that
/// depends on the profile's demands and the graph alone, not on the order of declarations or on names.
/// Refers to things of the Library it was made from.
struct Plan {
  MaterialId material;
  ProfileId profile;
  Store<Evaluation> evaluations;
  std::vector<DemandedOutput> outputs;  ///< in the order of the profile's demands; vertex demands evaluate in the vertex stage
  TypeInterner types;
  std::vector<std::optional<Constant>> static_values;  ///< per parameter: the value of static ones, else nothing
  std::vector<FeatureSet> needs;                       ///< per evaluation: every feature it depends on
  Diagnostics warnings;
};

/// The plan with the rate at which each evaluation is placed, and the links whose values are interpolated.
struct PlacedPlan {
  Plan plan;
  std::vector<Rate> rates;                ///< per evaluation
  std::vector<EvaluationId> interpolated;  ///< the InterpolateEvaluations, in order of their ids
};

}  // namespace weft
