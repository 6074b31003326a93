#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "composer/evaluations/plan.h"
#include "fragments/model/library.h"

namespace weft {

struct Call;
using CallId = Id<Call>;
struct Environment;
using EnvironmentId = Id<Environment>;

/// The features that enclosing `with`s, and calls of functions, inject. Equal environments are one;
/// the first is empty.
struct Environment {
  /// A feature that does not hold any more, because one that it is anchored to was injected.
  struct Withdrawn {
    FeatureId feature;
    FeatureId anchor;
    CallId value;               ///< what was injected for the anchor
    bool is_written;            ///< by a `with` in a graph, not by a function
    std::optional<Span> where;  ///< the injection, for messages: no part of what the environment is

    friend bool operator==(const Withdrawn& a, const Withdrawn& b) {
      return a.feature == b.feature && a.anchor == b.anchor && a.value == b.value;
    }
  };
  std::vector<std::pair<FeatureId, CallId>> injected;  ///< in order of the features' ids
  std::uint32_t level = 0;             ///< of the innermost function around; 0: none
  std::vector<Withdrawn> withdrawn{};  ///< in order of the features' ids; none is injected

  friend bool operator==(const Environment&, const Environment&) = default;
  const Withdrawn* find_withdrawn(FeatureId feature) const {
    const auto at = std::find_if(withdrawn.begin(), withdrawn.end(),
                                 [&](const Withdrawn& one) { return one.feature == feature; });
    return at != withdrawn.end() ? &*at : nullptr;
  }
};
constexpr EnvironmentId no_environment = EnvironmentId(0);

/// What the surroundings of a call say: whatever is a member tells instances of a graph apart.
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

struct LiteralCall {
  Constant value;
  bool is_color = false;
};
/// A feature that the profile provides, read in the call's stage.
struct FeatureCall {
  FeatureId feature;
};
struct ParameterCall {
  std::uint32_t parameter;
};
/// A parameter of a function, inside it: of a fragment's `fn` port, or a feature that its `eval`
/// port injects.
struct BoundCall {
  std::uint32_t level;
  std::uint32_t parameter;
  SemanticType type;
  Rate rate;
};
/// An argument for a function port: typed where it is called.
struct FunctionCall {
  ClosureId closure;
};
/// inputs[0], of the vertex stage, as the fragment stage sees it.
struct InterpolateCall {
  bool is_flat = false;
};
/// A call by name, whose overload and defaults are settled when types are known. Points into a
/// graph of the library. Inputs: the arguments, then what open ports may be stitched to
/// (CallNode::stitch_sources).
struct InvokeCall {
  const CallNode* node;
  /// Where a graph may be meant: the one result, or member of the value, that is wanted. What only
  /// the others need is not expanded.
  std::optional<NameId> member = std::nullopt;
  /// Set where the call may leave types open: each such call of each instance has types of its own.
  std::optional<InstanceId> instance = std::nullopt;
};
/// What the types are of a call whose arguments do not decide them.
struct DecidedTypes {
  std::optional<FragmentId>
      fragment;  ///< the candidate that is called; nothing: no types fit, which was reported
  std::vector<DataType> type_arguments;
};
/// An open port of a graph: one of the inputs, which are listed before the call, or else a feature,
/// or the default.
struct StitchCall {
  const CallNode* node;
  FragmentId fragment;
  std::uint32_t port;
};
struct MemberCall {
  NameId member;
};
/// Where the name stands in `object.member`: at its end. The whole where the text is not so.
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
/// A function port of a graph whose function is handed on to another function port.
struct HandedOn {
  const FragmentPort* from;
  const FragmentPort* to;
  friend bool operator==(const HandedOn&, const HandedOn&) = default;
};
/// Converts inputs[0] to a declared type. Trait variables demand nothing; a type variable leaves
/// the data type.
struct DeclareCall {
  const TypePattern* pattern;
  /// Where a function is handed on to a port of another signature: then a value crosses from the
  /// one to the other. inputs[1] and on are what the function is called with there: they have to
  /// fit, whether it reads them or not.
  std::optional<HandedOn> handed_on = std::nullopt;
  std::optional<FragmentId> graph = std::nullopt;       ///< set for the ports and results of graphs
  std::optional<std::uint32_t> port = std::nullopt;     ///< which port of it; nothing for results
  PortRestriction restriction = PortRestriction::None;  ///< of that port
};
/// Likewise to a type without variables: a feature's.
struct DeclareFeatureCall {
  FeatureId feature;
  bool is_injected = false;  ///< by a `with`: then it may vary more than the feature does
};
/// The results of a graph with several, one input each, where they are used together. Its members
/// are the results.
struct ResultsCall {
  FragmentId fragment;
};
/// Repeats steps. Inputs: their number, and the first values of the states as declared.
struct LoopCall {
  const LoopNode* node;
  InstanceId instance;  ///< in which the next values are expanded
};
/// Something that could not be elaborated: it was reported, and whatever uses it stays silent.
struct ErroneousCall {
  std::optional<FeatureId> missing = std::nullopt;  ///< a feature that nothing provides
  std::optional<std::uint32_t> report =
      std::nullopt;  ///< the first of its reports, counted through
};

using CallKind = std::variant<LiteralCall, FeatureCall, ParameterCall, BoundCall, FunctionCall,
                              InterpolateCall, InvokeCall, StitchCall, MemberCall, IndexCall,
                              ConstructCall, SelectCall, AscribeCall, DeclareCall,
                              DeclareFeatureCall, ResultsCall, LoopCall, ErroneousCall>;

/// One call per (node, call site, demanding stage): graphs expanded, features resolved, equal calls
/// shared.
struct Call {
  CallKind kind;
  std::vector<CallId> inputs;  ///< smaller ids
  Stage stage;
  Origin origin;
  EnvironmentId environment =
      no_environment;  ///< what conversions and defaults see; kinds that see neither have none
};

/// What is known, while graphs are expanded, of a condition that chooses a function.
struct FunctionCondition {
  std::optional<bool> value = std::nullopt;
  /// Set where there is no value: errors in the condition itself.
  Diagnostics errors = {};
  /// Set where there is neither value nor errors: why it is not known, as in `the condition varies
  /// per frame`. Empty if that was reported already.
  std::string reason = {};
};

class Elaborator;

/// What the elaboration and the typing of one composition share.
struct Composition {
  const Library& library;
  const Material& material;
  const Profile*
      profile;  ///< null: every feature without a definition is provided (checking without a host)
  std::vector<std::optional<Constant>> static_values;  ///< per parameter
  Diagnostics diagnostics;
  std::map<CallId, DecidedTypes> decided_types = {};  ///< see composer/typing/type_open.cpp
  /// Types and folds the condition of a choice between functions: elaboration cannot type. Without
  /// it no condition is known. `where`: the condition, for messages.
  std::function<FunctionCondition(Composition&, Elaborator&, CallId condition, Span where)>
      decide_condition = {};
  std::vector<CallId> tried =
      {};  ///< asked for by candidates that may not be chosen, or injected
           ///< for what may not read it; see composer/typing/type_trials.cpp
};

}  // namespace weft
