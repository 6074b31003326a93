#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/model/library.h"
#include "support/inline_vector.h"

namespace weft {

struct Call;
using CallId = Id<Call>;
/// The inputs of a call.
using CallIds = InlineVector<CallId, 4>;
struct Environment;
using EnvironmentId = Id<Environment>;

/// The features injected by the enclosing `with` nodes and function calls. Interned: equal
/// environments have equal ids, and id 0 is the empty one.
struct Environment {
  /// A feature that is invalid here because the feature it is anchored to was replaced by
  /// injection.
  struct Withdrawn {
    FeatureId feature;
    FeatureId anchor;
    CallId value;               ///< the value injected for the anchor
    bool is_written;            ///< by a `with` node, otherwise by a function
    std::optional<Span> where;  ///< the injection, for messages; not part of the identity

    friend bool operator==(const Withdrawn& a, const Withdrawn& b) {
      return a.feature == b.feature && a.anchor == b.anchor && a.value == b.value;
    }
  };
  std::vector<std::pair<FeatureId, CallId>> injected;  ///< sorted by feature
  std::uint32_t level = 0;             ///< of the innermost enclosing function; 0: none
  std::vector<Withdrawn> withdrawn{};  ///< sorted by feature; disjoint from `injected`

  friend bool operator==(const Environment&, const Environment&) = default;
  const Withdrawn* find_withdrawn(FeatureId feature) const {
    const auto at = std::find_if(withdrawn.begin(), withdrawn.end(),
                                 [&](const Withdrawn& one) { return one.feature == feature; });
    return at != withdrawn.end() ? &*at : nullptr;
  }
};
constexpr EnvironmentId no_environment = EnvironmentId(0);

/// The surroundings of a call. All members are part of the identity of a graph's instance.
struct CallContext {
  CallContext(Stage of_stage, EnvironmentId of_environment =
                                  no_environment)  // NOLINT: most calls have no environment
      : stage(of_stage), environment(of_environment) {}

  Stage stage;
  EnvironmentId environment;

  friend bool operator==(const CallContext&, const CallContext&) = default;
};

struct GraphInstance;
using InstanceId = Id<GraphInstance>;
struct Closure;
using ClosureId = Id<Closure>;

constexpr std::uint32_t no_live_literal = 0xffffffffU;
struct LiteralCall {
  Constant value;
  bool is_color = false;
  std::uint32_t live = no_live_literal;  ///< position among the composition's live literals
};
/// Reads a feature that the profile provides, in the call's stage.
struct FeatureCall {
  FeatureId feature;
};
struct ParameterCall {
  std::uint32_t parameter;
};
/// A parameter as seen inside a function: of an `fn` port, or a feature that an `eval` port
/// injects.
struct BoundCall {
  std::uint32_t level;
  std::uint32_t parameter;
  SemanticType type;
  Rate rate;
};
/// A function argument. It is typed where it is called.
struct FunctionCall {
  ClosureId closure;
};
/// Interpolates inputs[0], a value of the vertex stage, for the fragment stage.
struct InterpolateCall {
  bool is_flat = false;
};
/// A call by name. Type inference chooses the overload and fills in defaults. Points into a graph
/// of the library. Inputs: the arguments, then the values that open ports may be stitched to
/// (CallNode::stitch_sources).
struct InvokeCall {
  const CallNode* node;
  /// If the callee may be a graph: the single result, or member of the value, that is read. Other
  /// results are not expanded.
  std::optional<NameId> member = std::nullopt;
  /// Set if the call may leave types open. Such calls are not shared between instances, since each
  /// has its own types.
  std::optional<InstanceId> instance = std::nullopt;
  /// Suggested for the member, as Origin::name is for the call.
  std::optional<NameId> member_name = std::nullopt;
};
/// The types of a call that its arguments leave open (see composer/typing/open_types.h).
struct DecidedTypes {
  std::optional<FragmentId>
      fragment;  ///< the chosen candidate; nothing: no types fit, which was reported
  std::vector<DataType> type_arguments;
};
/// An open port of a graph. Connects to one of the inputs, values listed before the call, or to a
/// feature, or takes the default.
struct StitchCall {
  const CallNode* node;
  FragmentId fragment;
  std::uint32_t port;
};
struct MemberCall {
  NameId member;
};
/// Returns the span of the name in `object.member`: the end of the expression. The whole expression
/// where the text has another form.
inline Span span_of_member(Span expression, std::string_view member) {
  bool fits = expression.end - expression.begin > member.size();
  return fits ? Span{expression.file, expression.end - static_cast<std::uint32_t>(member.size()),
                     expression.end}
              : expression;
}
struct IndexCall {};
struct ConstructCall {
  const ConstructNode* node;
};
struct SelectCall {};
struct AscribeCall {
  const AscribeNode* node;
};
/// The two function ports between which a graph forwards a function.
struct HandedOn {
  const FragmentPort* from;
  const FragmentPort* to;
  friend bool operator==(const HandedOn&, const HandedOn&) = default;
};
/// Converts inputs[0] to a declared type. Trait variables demand nothing.
struct DeclareCall {
  const TypePattern* pattern;
  /// What the pattern's type variable stands for. Nothing: the value keeps its data type.
  std::optional<DataType> variable = std::nullopt;
  /// Set where a function is forwarded to a port with a different signature, and a value crosses
  /// from one signature to the other. inputs[1…] are the function's arguments there: they must fit
  /// even if the function does not read them.
  std::optional<HandedOn> handed_on = std::nullopt;
  std::optional<FragmentId> graph = std::nullopt;  ///< set for ports and results of graphs
  std::optional<std::uint32_t> port =
      std::nullopt;  ///< the port of that graph; nothing for results
  PortRestriction restriction = PortRestriction::None;  ///< of that port
  /// The fragment whose function port declares the type of what its function gives.
  std::optional<FragmentId> function_of = std::nullopt;
  bool is_binding = false;  ///< an author wrote the type down for a value of its own
};
/// As DeclareCall, to the type of a feature, which has no variables.
struct DeclareFeatureCall {
  FeatureId feature;
  bool is_injected = false;  ///< by a `with` node: may then vary more than the feature declares
};
/// All results of a graph with several, one input each, for uses of the call as a whole. Its
/// members are the results.
struct ResultsCall {
  FragmentId fragment;
};
/// A result of a graph that is typed apart from its callers (typing/graph_template.h). Typing takes
/// the values of the instance's ports, and expands the instance only where that does not do.
struct GraphResultCall {
  InstanceId instance;
  std::uint32_t result;
};
/// The value of a port while a graph is typed apart from its callers, as the graph declares it.
struct GivenCall {
  std::uint32_t port;
  SemanticType type;
  Rate rate;
  bool is_made_here = false;  ///< anchored traits refer to the features outside of injections
  std::optional<Constant> value = std::nullopt;  ///< if the value is part of what is known

  friend bool operator==(const GivenCall&, const GivenCall&) = default;
};
/// Repeats a step. Inputs: the number of steps, then the initial states as declared.
struct LoopCall {
  const LoopNode* node;
  InstanceId instance;  ///< expands the next states
};
/// Reads a state of a simulation as the last step left it. Inputs: the initial value as declared,
/// which decides the type; the place; how many threads there are.
struct StateCall {
  std::uint32_t state;  ///< of the material
};
/// A state after this step. Inputs: whether the step starts; the initial value as declared; the
/// next value.
struct StepCall {
  std::uint32_t state;  ///< of the material
};
/// All states of a simulation after this step, one input each.
struct SimulationCall {
  const SimulationNode* node;
};
/// A node that failed to elaborate. The error was reported; its users stay silent.
struct ErroneousCall {
  std::optional<FeatureId> missing = std::nullopt;     ///< a feature that nothing provides
  std::optional<std::uint32_t> report = std::nullopt;  ///< number of its first report
};

using CallKind =
    std::variant<LiteralCall, FeatureCall, ParameterCall, BoundCall, FunctionCall, InterpolateCall,
                 InvokeCall, StitchCall, MemberCall, IndexCall, ConstructCall, SelectCall,
                 AscribeCall, DeclareCall, DeclareFeatureCall, ResultsCall, GraphResultCall,
                 GivenCall, LoopCall, StateCall, StepCall, SimulationCall, ErroneousCall>;

/// A call per (node, call site, demanding stage), with graphs expanded and features resolved.
/// Hash-consed.
struct Call {
  CallKind kind;
  CallIds inputs;  ///< have smaller ids
  Stage stage;
  Origin origin;
  EnvironmentId environment =
      no_environment;  ///< seen by conversions and defaults; empty for kinds that have neither
};

/// The known value of a condition that decides during elaboration what is expanded.
struct FunctionCondition {
  std::optional<bool> value = std::nullopt;
  /// Errors in the condition; set only without a value.
  Diagnostics errors = {};
  /// Why the condition is unknown, as in `the condition varies per frame`; set only without value
  /// and errors. Empty if that was reported already.
  std::string reason = {};
};

class Elaborator;

/// Decides the conditions of choices between functions, which elaboration asks for and typing
/// answers.
class ConditionDecider {
 public:
  virtual ~ConditionDecider() = default;
  /// Types and folds a condition, which may expand more of the graph. `where`: the condition, for
  /// messages.
  virtual FunctionCondition decide(Elaborator& elaborator, CallId condition, Span where) = 0;

 protected:
  ConditionDecider() = default;
  ConditionDecider(const ConditionDecider&) = default;
  ConditionDecider& operator=(const ConditionDecider&) = default;
};

/// The inputs of one composition, which elaboration and type inference read.
struct Composition {
  const Library& library;
  const Material& material;
  const Profile*
      profile;  ///< null: checking without a host; every feature without a definition is provided
  std::vector<std::optional<Constant>> static_values;  ///< per parameter
  std::span<const LiveLiteralRequest> live_literals = {};
  /// Whether graphs that a material calls are typed apart from it, once for all calls and
  /// compositions whose arguments have the same types and rates.
  bool types_graphs_apart = false;
};

}  // namespace weft
