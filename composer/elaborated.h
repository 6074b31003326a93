#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <variant>
#include <vector>

#include "composer/plan.h"
#include "fragments/library/library.h"

namespace weft {

struct Call;
using CallId = Id<Call>;

struct LiteralCall {
  Constant value;
  bool is_colour = false;
};
/// A feature that the profile provides, read in the call's stage.
struct FeatureCall {
  FeatureId feature;
};
struct ParameterCall {
  std::uint32_t parameter;
};
/// inputs[0], of the vertex stage, as the fragment stage sees it.
struct InterpolateCall {
  bool is_flat = false;
};
/// A call by name, whose overload and defaults are settled when types are known. Points into a graph of the library.
struct InvokeCall {
  const CallNode* node;
};
struct MemberCall {
  NameId member;
};
struct IndexCall {};
struct ConstructCall {
  DataType type;
};
struct SelectCall {};
struct AscribeCall {
  const AscribeNode* node;
};
/// Converts inputs[0] to a declared type. Trait variables demand nothing; a type variable leaves the data type.
struct DeclareCall {
  const TypePattern* pattern;
};
/// Likewise to a type without variables: a feature's.
struct DeclareFeatureCall {
  FeatureId feature;
};
/// The results of a graph with several, one input each; only members of it are used.
struct ResultsCall {
  FragmentId fragment;
};
/// Something that could not be elaborated: it was reported, and whatever uses it stays silent.
struct ErroneousCall {};

using CallKind = std::variant<LiteralCall, FeatureCall, ParameterCall, InterpolateCall, InvokeCall, MemberCall, IndexCall,
                              ConstructCall, SelectCall, AscribeCall, DeclareCall, DeclareFeatureCall, ResultsCall, ErroneousCall>;

/// One call per (node, call site, demanding stage): graphs expanded, features resolved, equal calls shared.
struct Call {
  CallKind kind;
  std::vector<CallId> inputs;  ///< smaller ids
  Stage stage;
  Origin origin;
};

/// What expanding a material's graph for a profile's demands gives. Points into the library.
/// An edit of a graph invalidates the calls made of its nodes and all that depend on them.
struct Elaborated {
  Store<Call> calls;
  std::vector<std::pair<std::uint32_t, CallId>> outputs;  ///< position of the profile's demand, its value before conversion
};

/// What the elaboration and the typing of one composition share.
struct Composition {
  const Library& library;
  const Material& material;
  const Profile* profile;  ///< null: every feature without a definition is provided (checking without a host)
  std::vector<std::optional<Constant>> static_values;  ///< per parameter
  Diagnostics diagnostics;
};

/// Expands graphs into calls. Appends to one store; equal calls (kind, inputs, stage) get one id.
class Elaborator {
 public:
  explicit Elaborator(Composition& composition) : composition_(composition) {}

  const Store<Call>& calls() const { return calls_; }
  Store<Call> take_calls() { return std::move(calls_); }

  /// The values of the graph's outputs at these positions. Only nodes that they need are expanded.
  /// O(nodes + links) of what is expanded.
  std::vector<CallId> expand(const Graph& graph, const std::vector<std::uint32_t>& outputs,
                             const std::vector<CallId>& ports, Stage stage);
  /// Every node of a graph, whether an output needs it or not; per node.
  std::vector<CallId> expand_all(const Graph& graph, Stage stage);
  /// The value of the one output of an expression, such as a default.
  CallId expand_expression(const Graph& graph, Stage stage);

  /// A feature as seen in a stage: provided (interpolated where it has to be) or by its definition.
  /// Reports `missing-feature` or `rate-too-high` where it is neither; `wanted_at` is where the message points.
  CallId feature(FeatureId id, Stage stage, std::optional<Span> wanted_at);
  /// Whether feature() would succeed, as far as the features that definitions mention tell.
  bool is_available(FeatureId id, Stage stage);

 private:
  struct Key;
  CallId add(CallKind kind, std::vector<CallId> inputs, Stage stage, Origin origin);
  std::vector<CallId> expand_nodes(const Graph& graph, const std::vector<bool>& wanted, const std::vector<CallId>& ports,
                                   Stage stage);
  CallId expand_node(const Graph& graph, NodeId node, const std::vector<CallId>& values, const std::vector<CallId>& ports,
                     Stage stage);
  CallId expand_invoke(const GraphNode& node, const CallNode& call, const std::vector<CallId>& values, Stage stage,
                       Origin origin);
  CallId expand_graph_call(const Fragment& fragment, const CallNode& call, const std::vector<CallId>& values, Stage stage,
                           Origin origin);
  CallId expand_member(const MemberNode& node, CallId object, Stage stage, Origin origin);
  std::optional<bool> known_condition(CallId call) const;
  bool is_provided(FeatureId id, Stage stage) const;
  CallId erroneous(Stage stage, Origin origin) { return add(ErroneousCall{}, {}, stage, std::move(origin)); }
  void report(Diagnostic diagnostic) { composition_.diagnostics.push_back(std::move(diagnostic)); }

  Composition& composition_;
  Store<Call> calls_;
  std::unordered_multimap<std::uint64_t, CallId> by_hash_;  // look-ups only
  int depth_ = 0;
  // Per stage and feature, filled as asked for.
  std::vector<std::optional<bool>> available_[2];
  std::vector<std::optional<CallId>> features_[2];
};

}  // namespace weft
