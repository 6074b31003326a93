#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fragments/model/body.h"
#include "fragments/model/constant.h"
#include "fragments/model/library.h"
#include "fragments/types/rate.h"
#include "fragments/types/semantic_type.h"

namespace weft {

/// Where an evaluation runs: in one of the shaders, or on the CPU, as part of the uniform program.
enum class Stage : std::uint8_t { Vertex, Fragment, Host };

constexpr std::string_view stage_name(Stage stage) {
  return stage == Stage::Vertex ? "vertex" : stage == Stage::Fragment ? "fragment" : "host";
}

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
/// Takes inputs[0], an evaluation of the host stage, to a shader: a result of the uniform program.
struct UniformEvaluation {
  friend auto operator<=>(const UniformEvaluation&, const UniformEvaluation&) = default;
};
/// A parameter of the function that a leaf is given for an `fn` or `eval` port, inside that
/// function. Functions are told apart by their level: 1 outside all others, one more inside a
/// function whose parameters they read. So equal functions are one, wherever they stand, and what
/// reads no parameter is no part of any function.
struct BoundEvaluation {
  std::uint32_t level;      ///< 1 … greatest_function_level
  std::uint32_t parameter;  ///< position among the port's parameters or injected features
  TypeId type;
  Rate rate;
  friend auto operator<=>(const BoundEvaluation&, const BoundEvaluation&) = default;
};
constexpr std::uint32_t greatest_function_level = 127;
/// As the parameter of a BoundEvaluation: the index with which the leaf reads the elements of
/// arrays that it gives the function (find_element_calls in
/// fragments/model/element_arguments.h). Only placed plans have it.
constexpr std::uint32_t index_of_call = 0xffffffffU;
/// A set of the levels of functions.
using FunctionLevels = std::bitset<greatest_function_level + 1>;

/// Calls a leaf or conversion. Inputs: its ports in order (for a function port: the result of the
/// function, which reads BoundEvaluations of `function_level`), then its body's features in the
/// order of Body::features (native leaves: Fragment::declared_features). The body is that of
/// body_of.
struct LeafEvaluation {
  FragmentId fragment;
  std::vector<DataType> type_arguments;
  std::uint32_t function_level = 0;  ///< 0: the leaf has no function ports
  /// What its `eval` ports inject for nothing: their functions do not read it.
  UnreadFeatures unread = {};
  friend auto operator<=>(const LeafEvaluation&, const LeafEvaluation&) = default;
};
/// Null of native leaves.
inline const Body* body_of(const Library& library, const LeafEvaluation& leaf) {
  return find_body(library, leaf.fragment, leaf.type_arguments, leaf.unread);
}
inline const std::vector<FeatureId>& features_of(const Library& library,
                                                 const LeafEvaluation& leaf) {
  return extracted_features(library, leaf.fragment, leaf.type_arguments, leaf.unread);
}
/// Repeats steps that give states their next values. Inputs: the number of steps, the first value
/// of each state, the next value of each state, which reads BoundEvaluations of `function_level`
/// (parameter: the state). Results: the states.
struct LoopEvaluation {
  std::uint32_t function_level;
  std::vector<NameId> states;
  friend auto operator<=>(const LoopEvaluation&, const LoopEvaluation&) = default;
};
/// Gives an array: for each of `size` indices what a function makes of the elements there. Inputs:
/// the arrays, then the result of the function, which reads BoundEvaluations of `function_level`
/// (parameter: the array's position). An array with fewer elements gives its last for the rest. Of
/// the host's stage alone.
struct MapEvaluation {
  std::uint32_t function_level;
  std::uint32_t size;
  friend auto operator<=>(const MapEvaluation&, const MapEvaluation&) = default;
};
/// One result of inputs[0], a leaf with several results or a loop.
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

using EvaluationKind =
    std::variant<ConstantEvaluation, FeatureEvaluation, ParameterEvaluation, InterpolateEvaluation,
                 UniformEvaluation, BoundEvaluation, LeafEvaluation, LoopEvaluation, MapEvaluation,
                 ResultEvaluation, OperationEvaluation>;

/// Where an evaluation comes from, for names, comments and messages.
struct Origin {
  std::string name;  ///< suggested name in the output: the binding's (`base`), or one made from it
                     ///< (`n_world`); may be empty
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

/// The argument of an `fn` or `eval` port, as a function that the leaf calls, the step of a loop,
/// or what a map does.
struct PlanFunction {
  EvaluationId leaf;       ///< the call that is given the function, the loop or the map
  std::uint32_t port = 0;  ///< of the leaf's fragment
  std::uint32_t level = 0;
  std::vector<EvaluationId> results;  ///< one, but of a loop one per state
  std::vector<EvaluationId>
      body;  ///< what is evaluated anew for each call, inputs first; in order of ids
  std::vector<EvaluationId>
      captures;  ///< what body, or a function inside it, reads of its surroundings; in order of ids
};
using PlanFunctionId = Id<PlanFunction>;

/// Which evaluations of a plan stand in functions. Equal functions of one level have the same
/// result.
struct PlanFunctions {
  Store<PlanFunction> functions;  ///< inner ones before those around them
  /// Per evaluation: holds n if it reads a parameter of a function of level n (and so stands inside
  /// one).
  std::vector<FunctionLevels> levels;
  /// Per evaluation: the first of its functions (they are in port order), for leaves with function
  /// ports, loops and maps.
  std::vector<std::optional<PlanFunctionId>> first;

  bool is_in_function(EvaluationId id) const { return levels[id.index()].any(); }
};

/// Something that an open input can be connected to by meaning.
struct StitchSource {
  enum class Kind { Binding, Result, Feature, Default };
  Kind kind = Kind::Default;
  std::optional<NameId> binding = std::nullopt;  ///< of a binding, or of the one whose result it is
  std::uint32_t result = 0;                      ///< position, of results
  std::optional<FeatureId> feature = std::nullopt;  ///< of features

  friend bool operator==(const StitchSource&, const StitchSource&) = default;
};

/// What an open input was not connected to.
struct RefusedStitch {
  enum class Reason {
    DoesNotFit,  ///< no conversion leads from `type` to the demand, or it is a literal
    Dearer,      ///< the chain costs `difficulty`
    NotUsable,   ///< listed after the call, or depends on it
  };
  StitchSource source;
  Reason reason = Reason::DoesNotFit;
  std::optional<TypeId> type = std::nullopt;  ///< in Plan::types
  std::int64_t difficulty = 0;                ///< thousandths

  friend bool operator==(const RefusedStitch&, const RefusedStitch&) = default;
};

/// How an open input was connected by meaning, and what was not taken, for explanations.
struct StitchDecision {
  FragmentId consumer;
  std::uint32_t port = 0;
  StitchSource chosen = {};
  std::int64_t difficulty = 0;  ///< of the conversion from what was chosen, in thousandths
  std::vector<RefusedStitch> refused = {};
  Span span = {};

  friend bool operator==(const StitchDecision&, const StitchDecision&) = default;
};

/// A type that a value has by the author's word (`as {…}`, or as the definition of a feature),
/// beside that of its evaluation, which other readers see.
struct StatedType {
  EvaluationId value;
  TypeId type;
  friend auto operator<=>(const StatedType&, const StatedType&) = default;
};

/// What a demand of the profile gets.
struct DemandedOutput {
  std::uint32_t demand;  ///< position in Profile::demands
  EvaluationId value;    ///< already converted to the demanded type
};

/// The result of composing a material for a profile: every evaluation that a demanded output needs,
/// in an order that depends on the profile's demands and the graph alone, not on the order of
/// declarations or on names. Refers to things of the Library it was made from.
struct Plan {
  MaterialId material;
  ProfileId profile;
  Store<Evaluation> evaluations;
  std::vector<DemandedOutput> outputs;  ///< in the order of the profile's demands; vertex demands
                                        ///< evaluate in the vertex stage
  TypeInterner types;
  std::vector<std::optional<Constant>>
      static_values;              ///< per parameter: the value of static ones, else nothing
  std::vector<FeatureSet> needs;  ///< per evaluation: every feature it depends on
  PlanFunctions functions;
  std::vector<StitchDecision> stitches;       ///< sorted by place, then consumer
  std::vector<StatedType> stated_types = {};  ///< in order, each once
  Diagnostics warnings;
  std::vector<std::optional<Constant>> defaults =
      {};  ///< per parameter: as requested, else as declared
};

/// One evaluation that the fragment stage of the naive plan has, and the vertex stage of the placed
/// one.
struct MovedEvaluation {
  EvaluationId evaluation;       ///< in the placed plan
  std::uint64_t operations = 0;  ///< of one run
  bool was_there = false;        ///< the vertex stage had to compute it anyway
};

/// How often things run in one draw. An instance counts as one: how many there are is not known.
struct RunCounts {
  std::uint64_t vertices = 10'000;
  std::uint64_t fragments = 1'000'000;

  std::uint64_t at(Rate rate) const;
};

/// What placement assumed, and what it did.
struct Placement {
  RunCounts runs;
  std::optional<std::uint32_t> budget;  ///< interpolated components, if they are limited
  std::uint64_t naive_cost =
      0;  ///< of the naive plan: operations times runs, and interpolated components per fragment
  std::uint64_t cost = 0;              ///< of the placed one
  bool is_proven = true;               ///< no placement within the budget costs less
  std::vector<MovedEvaluation> moved;  ///< in order of ids
};

/// The plan with the rate at which each evaluation is placed, and the links whose values are
/// interpolated. What was moved to the vertex stage is an evaluation of that stage; types and
/// chains are those of the naive plan.
struct PlacedPlan {
  Plan plan;
  std::vector<Rate> rates;                 ///< per evaluation
  std::vector<EvaluationId> interpolated;  ///< the InterpolateEvaluations, in order of their ids
  /// What the uniform program computes for the shaders: evaluations of the host stage, in order.
  std::vector<EvaluationId> uniform_results = {};
  std::optional<Placement> placement = std::nullopt;  ///< nothing: the naive plan
};

}  // namespace weft
