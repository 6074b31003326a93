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
#include "fragments/types/stage.h"
#include "support/inline_vector.h"

// A Plan is what composing yields: the evaluations needed by the profile's demands, as a DAG in
// topological order. It has no control flow and no text; codegen lowers it to programs.
//
// Functions are part of the DAG. An evaluation inside a function reads BoundEvaluations, the
// function's parameters, numbered by the function's nesting level. The function itself is implicit:
// it is the set of evaluations on paths from its parameters to its result (PlanFunction::body). The
// evaluations that this set reads and that read no parameter are its captures.
//
//   sum(n, (i) => noise(p * float(i)) * gain)
//
//   %0 = feature p      %1 = parameter gain
//   %2 = bound level 1, parameter 0        level {1}
//   %3 = float(%2)                         level {1}
//   %4 = multiply(%0, %3)                  level {1}   captures %0
//   %5 = noise(%4)                         level {1}
//   %6 = multiply(%5, %1)                  level {1}   captures %1
//   %7 = sum(%n, %6)                       level {}    the leaf; %6 is its function argument
//
// So equal functions are one by hash-consing, and loop-invariant code motion comes for free: an
// evaluation without the parameter is outside. PlanFunctions caches this structure.
//
// Rates order values by how often they change (constant … draw, instance, vertex, fragment). The
// natural rate is the join of the inputs' rates. build_plan() yields the naive plan, in which each
// value is computed in the stage that demands it; placement turns it into a PlacedPlan with the
// same outputs.

namespace weft {

struct Evaluation;
using EvaluationId = Id<Evaluation>;
/// The inputs of an evaluation.
using EvaluationIds = InlineVector<EvaluationId, 4>;

struct ConstantEvaluation {
  Constant value;
  /// While typing, the live literal that each word comes from (live_literals.h); in plans empty.
  std::vector<std::uint32_t> live = {};
  friend auto operator<=>(const ConstantEvaluation&, const ConstantEvaluation&) = default;
};
/// Reads a feature that the profile provides, in the evaluation's stage.
struct FeatureEvaluation {
  FeatureId feature;
  friend auto operator<=>(const FeatureEvaluation&, const FeatureEvaluation&) = default;
};
/// Reads a parameter of the material, by position. A texture parameter names the texture.
struct ParameterEvaluation {
  std::uint32_t parameter;
  friend auto operator<=>(const ParameterEvaluation&, const ParameterEvaluation&) = default;
};
/// Interpolates inputs[0], an evaluation of the vertex stage, for the fragment stage.
struct InterpolateEvaluation {
  bool is_flat = false;
  friend auto operator<=>(const InterpolateEvaluation&, const InterpolateEvaluation&) = default;
};
/// Passes inputs[0], a result of the uniform program (host stage), to a shader.
struct UniformEvaluation {
  friend auto operator<=>(const UniformEvaluation&, const UniformEvaluation&) = default;
};
/// A parameter of a function, as seen inside it. Functions are identified by level: 1 if no
/// function encloses them whose parameters they read, otherwise one more than the deepest such. So
/// equal functions are one evaluation wherever they appear, and an evaluation that reads no
/// parameter is outside every function.
struct BoundEvaluation {
  std::uint32_t level;      ///< 1 … greatest_function_level
  std::uint32_t parameter;  ///< position among the port's parameters or injected features
  TypeId type;
  Rate rate;
  friend auto operator<=>(const BoundEvaluation&, const BoundEvaluation&) = default;
};
constexpr std::uint32_t greatest_function_level = 127;
/// Level of the values of ports while a graph is typed apart from its callers. Not in plans.
constexpr std::uint32_t level_of_given = 0;
/// Value of BoundEvaluation::parameter for the index with which a leaf reads the elements of arrays
/// that it passes to the function (find_element_calls in fragments/model/element_arguments.h).
/// Only in placed plans.
constexpr std::uint32_t index_of_call = 0xffffffffU;
/// A set of function levels.
using FunctionLevels = std::bitset<greatest_function_level + 1>;

/// Calls a leaf or conversion. Inputs: its ports in order (for a function port, the function's
/// result, which reads BoundEvaluations of `function_level`), then the body's features in the order
/// of Body::features (native leaves: Fragment::declared_features). body_of() returns the body,
/// signature_of() the ports.
struct LeafEvaluation {
  FragmentId fragment;
  std::vector<DataType> type_arguments;
  std::uint32_t function_level = 0;  ///< 0: the leaf has no function ports
  /// What it leaves out of the body: the features that its `eval` ports inject and their functions
  /// do not read; once placed, values that the host or an earlier line computes, and results that
  /// the stage does not read.
  Specialization special = {};
  friend auto operator<=>(const LeafEvaluation&, const LeafEvaluation&) = default;
};
/// The ports and results of the call.
inline const Fragment& signature_of(const Library& library, const LeafEvaluation& leaf) {
  return find_signature(library, leaf.fragment, leaf.special);
}
/// The port of the whole leaf that a port of the call is; one that a value is given to stands for
/// itself.
inline std::uint32_t port_of_whole(const LeafEvaluation& leaf, std::uint32_t port) {
  const LeafPart* part = leaf.special.part.get();
  return part != nullptr && port < part->ports.size() ? part->ports[port] : port;
}
/// `metallic_roughness`; of a part `metallic_roughness_alpha`.
inline std::string leaf_name(const Library& library, const LeafEvaluation& leaf) {
  return leaf_name(library, leaf.fragment, leaf.special);
}
/// The part of a leaf's body that the call computes; null for whole leaves and for what a split
/// leaves of them.
inline const LeafPart* value_part(const LeafEvaluation& leaf) {
  const LeafPart* part = leaf.special.part.get();
  return part != nullptr && part->value ? part : nullptr;
}
/// Whether the call leaves out results that its stage does not read.
inline bool lacks_results(const LeafEvaluation& leaf) {
  const LeafPart* part = leaf.special.part.get();
  return part != nullptr && !part->unread_results.empty();
}
/// Null for native leaves.
inline const Body* body_of(const Library& library, const LeafEvaluation& leaf) {
  return find_body(library, leaf.fragment, leaf.type_arguments, leaf.special);
}
inline const std::vector<FeatureId>& features_of(const Library& library,
                                                 const LeafEvaluation& leaf) {
  return extracted_features(library, leaf.fragment, leaf.type_arguments, leaf.special);
}
/// A loop over state variables. Inputs: the number of steps, the initial value of each state, then
/// the next value of each state, which reads BoundEvaluations of `function_level` (parameter: the
/// state). Results: the final states.
struct LoopEvaluation {
  std::uint32_t function_level;
  std::vector<NameId> states;
  friend auto operator<=>(const LoopEvaluation&, const LoopEvaluation&) = default;
};
/// Maps a function over arrays, index by index, into an array of `size` elements. Inputs: the
/// arrays, then the function's result, which reads BoundEvaluations of `function_level` (parameter:
/// the array's position). A shorter array repeats its last element. Host stage only.
struct MapEvaluation {
  std::uint32_t function_level;
  std::uint32_t size;
  friend auto operator<=>(const MapEvaluation&, const MapEvaluation&) = default;
};
/// One result of inputs[0], a loop or a leaf with several results: a position among those in
/// signature_of().
struct ResultEvaluation {
  std::uint32_t result;
  friend auto operator<=>(const ResultEvaluation&, const ResultEvaluation&) = default;
};
/// Reads a state of the material's simulations as the last step left it. Inputs: the place of the
/// element, and how many threads there are; beyond them it is the nearest element.
struct StateEvaluation {
  std::uint32_t state;
  friend auto operator<=>(const StateEvaluation&, const StateEvaluation&) = default;
};
/// A Swizzle, Index, Member, Construct or Select of its inputs, with the payload as in BodyExpr.
struct OperationEvaluation {
  Operation op;
  std::uint32_t payload = 0;
  friend auto operator<=>(const OperationEvaluation&, const OperationEvaluation&) = default;
};

using EvaluationKind =
    std::variant<ConstantEvaluation, FeatureEvaluation, ParameterEvaluation, InterpolateEvaluation,
                 UniformEvaluation, BoundEvaluation, LeafEvaluation, LoopEvaluation, MapEvaluation,
                 ResultEvaluation, OperationEvaluation, StateEvaluation>;

/// The source of an evaluation, for names, comments and messages.
struct Origin {
  std::string name;  ///< suggested name in the output: the binding's (`base`) or one derived from
                     ///< it (`n_world`); may be empty
  std::optional<Span> span;
};

/// A value that is computed once. Its inputs have smaller ids.
struct Evaluation {
  EvaluationKind kind;
  EvaluationIds inputs;
  Stage stage = Stage::Fragment;
  Rate natural_rate = Rate::Constant;
  TypeId type;  ///< in Plan::types; the type of the leaf's first result, if several
  Origin origin;
};

/// A function in a plan: the argument of an `fn` or `eval` port, the step of a loop, or the
/// function of a map.
struct PlanFunction {
  EvaluationId leaf;       ///< the call that takes the function, the loop or the map
  std::uint32_t port = 0;  ///< of the leaf, as in signature_of()
  std::uint32_t level = 0;
  std::vector<EvaluationId> results;  ///< one; for a loop one per state
  std::vector<EvaluationId>
      body;  ///< evaluated for each call of the function; sorted by id, so inputs come first
  std::vector<EvaluationId>
      captures;  ///< evaluations outside that the body or a nested function reads; sorted by id
};
using PlanFunctionId = Id<PlanFunction>;

/// The functions of a plan. Equal functions of one level share their result.
struct PlanFunctions {
  Store<PlanFunction> functions;  ///< inner functions before enclosing ones
  /// Per evaluation: the set of levels n such that it reads a parameter of a function of level n,
  /// and is therefore inside one.
  std::vector<FunctionLevels> levels;
  /// Per evaluation with functions (leaves with function ports, loops, maps): the first of them.
  /// They are consecutive, in port order.
  std::vector<std::optional<PlanFunctionId>> first;

  bool is_in_function(EvaluationId id) const { return levels[id.index()].any(); }
};

/// A candidate source for an open port, connected by meaning.
struct StitchSource {
  enum class Kind { Binding, Result, Feature, Default };
  Kind kind = Kind::Default;
  std::optional<NameId> binding = std::nullopt;  ///< of a binding, or of the one whose result it is
  std::uint32_t result = 0;                      ///< position, for results
  std::optional<FeatureId> feature = std::nullopt;  ///< for features

  friend bool operator==(const StitchSource&, const StitchSource&) = default;
};

/// A source that was rejected for an open port.
struct RefusedStitch {
  enum class Reason {
    DoesNotFit,  ///< no conversion leads from `type` to the demand, or the source is a literal
    Dearer,      ///< its chain costs `difficulty`, more than the chosen one
    NotUsable,   ///< listed after the call, or depends on it
  };
  StitchSource source;
  Reason reason = Reason::DoesNotFit;
  std::optional<TypeId> type = std::nullopt;  ///< in Plan::types
  std::int64_t difficulty = 0;                ///< in thousandths

  friend bool operator==(const RefusedStitch&, const RefusedStitch&) = default;
};

/// How an open port was connected by meaning, and the rejected sources, for explanations.
struct StitchDecision {
  FragmentId consumer;
  std::uint32_t port = 0;
  StitchSource chosen = {};
  std::int64_t difficulty = 0;  ///< of the conversion from the chosen source, in thousandths
  std::vector<RefusedStitch> refused = {};
  Span span = {};

  friend bool operator==(const StitchDecision&, const StitchDecision&) = default;
};

/// A type that the author states for a value (`as {…}`, or a feature's definition) besides the type
/// of its evaluation, which other readers see.
struct StatedType {
  EvaluationId value;
  TypeId type;
  /// Not stated: the value was to be converted to the type and back, which is the identity. Readers
  /// do not see it.
  bool is_round_trip = false;
  friend auto operator<=>(const StatedType&, const StatedType&) = default;
};

/// A literal in the source that the composition keeps as a parameter, if it can.
struct LiveLiteralRequest {
  Span place;             ///< a sign included
  std::string name = {};  ///< of the parameter, made unlike those of others; empty: `literal`
};

/// A number, bool or color in the source that a composition was asked to keep as a parameter, so
/// that its value can change without a new text.
struct LiveLiteral {
  enum class State : std::uint8_t {
    Unread,  ///< nothing that the profile demands reads it
    Live,    ///< a parameter
    Fixed,   ///< a constant: its value decides something while composing
  };
  Span place;
  std::string name = {};  ///< unlike that of any parameter
  State state = State::Unread;
  DataType type = {};  ///< of the parameter
  /// Composing again may give another text for a value of another sign.
  bool sign_decides = false;

  friend bool operator==(const LiveLiteral&, const LiveLiteral&) = default;
};

/// The value for a demand of the profile.
struct DemandedOutput {
  /// Position among the demands of the composition: the profile's, then those of the material's
  /// states (plan_demands.h).
  std::uint32_t demand;
  EvaluationId value;  ///< already converted to the demanded type
};

/// The composition of a material for a profile: all evaluations that the demanded outputs need, in
/// an order that depends on the profile's demands and the graph only, not on the order of
/// declarations or on names. Refers to the Library.
struct Plan {
  MaterialId material;
  ProfileId profile;
  Store<Evaluation> evaluations;
  std::vector<DemandedOutput> outputs;  ///< in the order of the profile's demands; vertex demands
                                        ///< are evaluated in the vertex stage
  TypeInterner types;
  std::vector<std::optional<Constant>>
      static_values;              ///< per parameter: the value of static ones, else nothing
  std::vector<FeatureSet> needs;  ///< per evaluation: all features it depends on; once placed
  PlanFunctions functions;
  std::vector<StitchDecision> stitches;       ///< sorted by place, then consumer
  std::vector<StatedType> stated_types = {};  ///< sorted, without duplicates
  Diagnostics warnings;
  std::vector<std::optional<Constant>> defaults =
      {};  ///< per parameter: the requested default, else the declared one
  /// As requested. They are parameters too, after those of the material (plan_parameters.h).
  std::vector<LiveLiteral> live_literals = {};
};

/// An evaluation that the naive plan has in the fragment stage and the placed one in the vertex
/// stage.
struct MovedEvaluation {
  EvaluationId evaluation;       ///< in the placed plan
  std::uint64_t operations = 0;  ///< of one run
  bool was_there = false;        ///< the vertex stage computes it in the naive plan too
};

/// Runs per draw. Constants never run; instances count as vertices, which compute them.
struct RunCounts {
  std::uint64_t vertices = 10'000;
  std::uint64_t fragments = 1'000'000;  ///< of a compute profile: the threads of a dispatch

  std::uint64_t at(Rate rate) const;
};

/// The assumptions and results of placement.
struct Placement {
  RunCounts runs;
  std::optional<std::uint32_t> budget;  ///< maximum number of interpolated components, if limited
  std::uint64_t naive_cost =
      0;  ///< of the naive plan: operations × runs, plus interpolated components per fragment
  std::uint64_t cost = 0;  ///< of the placed plan
  /// No placement within the budget costs less. False, too, if the cut weighed calls whole of which
  /// stages compute some results (placement/drop_unread_results.h).
  bool is_proven = true;
  std::vector<MovedEvaluation> moved;  ///< in order of ids
};

/// A plan with the rate at which each evaluation runs, and the interpolated links. A moved
/// evaluation is one of the vertex stage; types and conversion chains are those of the naive plan.
struct PlacedPlan {
  Plan plan;
  std::vector<Rate> rates;                 ///< per evaluation
  std::vector<EvaluationId> interpolated;  ///< the InterpolateEvaluations, in order of ids
  /// The results of the uniform program: evaluations of the host stage, in order.
  std::vector<EvaluationId> uniform_results = {};
  std::optional<Placement> placement = std::nullopt;  ///< nothing: the naive plan
};

}  // namespace weft
