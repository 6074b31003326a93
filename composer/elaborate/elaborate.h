#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "composer/elaborate/call_store.h"
#include "composer/elaborate/free_bounds.h"

namespace weft {

/// A graph under the values of its ports and its surroundings; one per distinct (graph, ports,
/// context, bound). Its nodes are expanded as they are asked for, once each.
struct GraphInstance {
  const Graph* graph;
  std::optional<FragmentId>
      fragment;               ///< whose graph it is; nothing: a material's or an expression's
  std::vector<CallId> ports;  ///< as passed, before conversion to the declared types
  std::vector<std::optional<Span>>
      port_spans;  ///< of the arguments of the first call that made the instance
  CallContext context;
  std::vector<std::uint32_t> values;  ///< by NodeId; see Elaborator
  std::vector<std::pair<NodeId, CallId>> bound =
      {};  ///< what BoundNodes stand for, in order of nodes
  /// The instance in which the first call that made this one is written; for the inside of a
  /// function, in which the graph is called that the function is written in.
  std::optional<InstanceId> parent = std::nullopt;
};

/// An argument for a function port: a node whose value is found anew for every call.
struct Closure {
  InstanceId instance;
  NodeId node;
};

/// How a function is called: the values of an `fn` port's parameters, or of the features that an
/// `eval` port injects.
struct FunctionUse {
  const FragmentPort* port;
  std::vector<CallId> values;
  std::uint32_t level;  ///< of the function that the call stands in, or makes
  Stage stage;
  Span span;  ///< of the call, for messages
  /// Where the function is passed to the port, if that is known.
  std::optional<Span> passed_at = std::nullopt;
  /// Of a port that adapts a listed one of its leaf: that one, and where the leaf is called.
  struct Adapted {
    const FragmentPort* port;
    EnvironmentId called_in;
  };
  std::optional<Adapted> adapted = std::nullopt;
};

/// Expands graphs into calls, on demand. Equal calls are one call and equal instances of a graph
/// one instance, so that the work is linear in the nodes and links of distinct instances, however
/// often their values are used. Nothing recurses: what waits for something else waits on a list.
class Elaborator {
 public:
  explicit Elaborator(Composition& composition);

  const Store<Call>& calls() const { return calls_.calls(); }

  /// The value of a material's output, by position. Only what it needs is expanded.
  CallId expand_output(const Graph& graph, std::uint32_t output, CallContext context);
  /// Every node of a material's graph, whether an output needs it or not; per node.
  std::vector<CallId> expand_all(const Graph& graph, Stage stage);
  /// The value of the one output of an expression, such as a default. `ports`: what its ports stand
  /// for.
  CallId expand_expression(const Graph& graph, CallContext context, std::vector<CallId> ports = {});

  /// A parameter of a function.
  CallId bound(BoundCall call, Stage stage, Origin origin) {
    return calls_.add(std::move(call), {}, stage, std::move(origin));
  }
  /// The value of a function under the given parameters or injected features, converted to what the
  /// port declares.
  CallId call_function(ClosureId closure, const FunctionUse& use);
  /// The value of the first parameter, converted to what the port declares: what a port that
  /// nothing is passed to does.
  CallId pass_through(const FunctionUse& use);
  /// The next values of a loop's states, converted to their declared types, under the given current
  /// values.
  std::vector<CallId> loop_step(const LoopCall& loop, const std::vector<CallId>& states,
                                std::uint32_t level, Stage stage);
  /// Why what is passed cannot be what the port takes, as far as its form tells: a value for a
  /// function, a lambda of another number of parameters, a function for a value.
  /// `argument`: where it is passed.
  std::optional<Diagnostic> misfit(ClosureId closure, const FragmentPort& port,
                                   std::optional<Span> argument) const;
  /// The argument as a value, where a port wants one.
  CallId evaluate(ClosureId closure);
  /// A graph that is called by a name that others have too: `fragment` of the candidates, under the
  /// inputs of the InvokeCall (composer/typing/type_calls.cpp chooses it).
  InstanceId instance_of_call(CallId invoke, FragmentId fragment);
  /// The graphs that such a call is written in, innermost first: that which contains it, that which
  /// contains the call of that one, …. O(their number).
  std::vector<FragmentId> graphs_around(CallId invoke) const;
  /// A result of such an instance, by position.
  CallId result_of(InstanceId instance, std::uint32_t result);
  /// A port's default, as a function.
  ClosureId default_function(const Graph& graph, CallContext context);
  /// A report of a feature that is missing, or not known in its stage, by position in
  /// Composition::diagnostics, and the call that stands for it.
  struct RefusedFeature {
    std::size_t diagnostic;
    CallId call;
  };
  const std::vector<RefusedFeature>& refused_features() const { return refused_features_; }
  /// What was reported, by position in Composition::diagnostics in ascending order, and the
  /// erroneous call that stands for it. Without what concerns everything, such as the limit.
  struct Reported {
    std::size_t diagnostic;
    CallId call;
  };
  const std::vector<Reported>& reported() const { return reported_; }
  /// Takes back the reports of these calls (by CallId).
  void take_back_reports(const std::vector<bool>& calls);
  const Environment& environment(EnvironmentId id) const { return environments_[id]; }

  /// A feature as seen in a stage: provided (interpolated where it has to be) or by its definition.
  /// Reports `missing-feature` or `rate-too-high` where it is neither; `wanted_at` is where the
  /// message points.
  CallId feature(FeatureId id, CallContext context, std::optional<Span> wanted_at);
  /// Whether feature() would succeed, as far as the features that definitions mention tell.
  bool is_available(FeatureId id, CallContext context);

 private:
  /// A node of an instance.
  struct Place {
    InstanceId instance;
    NodeId node;
  };
  /// Nothing: it waits for the places in waiting_.
  using Expanded = std::optional<CallId>;

  // elaborate.cpp
  InstanceId instance_of(const Graph& graph, std::optional<FragmentId> fragment,
                         std::vector<CallId> ports, std::vector<std::optional<Span>> port_spans,
                         CallContext context, std::vector<std::pair<NodeId, CallId>> bound = {},
                         std::optional<InstanceId> parent = std::nullopt);
  CallId value(Place place);
  void run(std::vector<Place> places);
  /// The value of a node, if it is there; else it is waited for.
  Expanded need(InstanceId instance, NodeId node);
  Expanded expand_node(Place place);
  Expanded expand_construct(InstanceId instance, const ConstructNode& node, Origin origin);
  Expanded expand_select(InstanceId instance, const SelectNode& node, Origin origin);
  Expanded expand_declared(InstanceId instance, const GraphNode& node, const DeclaredNode& declared,
                           Origin origin);
  Expanded expand_invoke(InstanceId instance, const GraphNode& node, const CallNode& call,
                         Origin origin, std::optional<NameId> member = std::nullopt);
  std::optional<bool> known_condition(CallId call) const;

  // expand_graph_call.cpp
  const Fragment* called_graph(const CallNode& call) const;
  /// The instance that a call of a graph makes, once its arguments are there; an erroneous call is
  /// reported.
  struct Callee {
    std::optional<InstanceId> instance;
    bool is_waiting = false;
  };
  Callee find_callee(InstanceId caller, const GraphNode& node, const CallNode& call,
                     const Fragment& fragment);
  std::optional<std::vector<const CallArgument*>> arguments_by_port(const CallNode& call,
                                                                    const Fragment& fragment,
                                                                    Span span);
  Expanded expand_graph_call(InstanceId caller, const GraphNode& node, const CallNode& call,
                             const Fragment& fragment, Origin origin);
  Expanded expand_member(InstanceId instance, const GraphNode& node, const MemberNode& member,
                         Origin origin);
  void report_missing_result(const Fragment& fragment, std::uint32_t result);
  bool count_node(const GraphInstance& instance);
  void report_limit();

  // expand_functions.cpp
  EnvironmentId add_environment(Environment environment);
  /// What is injected for a feature, and whether what is anchored to the feature holds below.
  struct Injected {
    FeatureId feature;
    CallId value;
    bool keeps_frame = false;
    bool is_written = false;  ///< by a `with`, not by a function
    std::optional<Span> where = std::nullopt;
  };
  EnvironmentId extended(EnvironmentId outer, const std::vector<Injected>& injected,
                         std::uint32_t level);
  void withdraw(Environment& environment, const Injected& by) const;
  /// Whether what is anchored to the feature holds where `value` is injected for it, as far as can
  /// be proven: nothing is anchored to it, or the value is the feature itself, scaled and shifted.
  bool is_same_frame(FeatureId feature, CallId value, CallContext context);
  InstanceId under(InstanceId instance, EnvironmentId environment);
  ClosureId closure_of(InstanceId instance, NodeId node);
  bool takes_function(const CallNode& call, std::size_t argument) const;
  Expanded expand_function(ClosureId closure, const FunctionUse& use);
  Expanded expand_fn(ClosureId closure, const FunctionUse& use);
  void keep_what_is_read(const Graph& graph, bool is_outermost, const std::vector<NodeId>& results,
                         std::vector<std::pair<NodeId, CallId>>& bound);
  Expanded expand_named_function(InstanceId instance, NodeId node, const FunctionUse& use);
  Expanded expand_port(InstanceId instance, const GraphNode& node, const GraphPortNode& port);
  Expanded expand_apply(InstanceId instance, const GraphNode& node, const ApplyNode& apply,
                        Origin origin);
  /// Runs what may have to wait to its end.
  template <typename Expand>
  CallId finish(Expand expand) {
    for (;;) {
      waiting_.clear();
      if (Expanded expanded = expand()) {
        return *expanded;
      }
      decide_conditions();
      run(std::move(waiting_));
    }
  }

  // expand_loops.cpp
  Expanded expand_loop(InstanceId instance, const LoopNode& loop, Origin origin);
  Expanded expand_with(InstanceId instance, const WithNode& with);

  // hand_on_functions.cpp
  /// A function that a graph was given, and the port that says what it is inside.
  struct Handed {
    ClosureId closure;
    const FragmentPort* port;
    std::optional<Span> passed_at;
  };
  std::optional<Handed> handed_on(InstanceId instance, NodeId node) const;
  std::optional<Handed> handed_on(ClosureId closure) const;
  std::optional<ClosureId> passed_function(InstanceId instance, NodeId node) const;
  Expanded function_argument(InstanceId instance, NodeId node, Stage stage,
                             const std::vector<const FragmentPort*>& takers);
  /// What a function gives, as its port declares it.
  struct DeclaredResult {
    const FragmentPort* port;
    CallContext context;
    Span span;
  };
  CallId declared_result(const DeclaredResult& at, std::vector<CallId> inputs,
                         std::optional<HandedOn> boundary = std::nullopt);
  /// A port that a function is handed on through: what it is called with there, and what its result
  /// becomes.
  struct Crossing {
    DeclaredResult result;
    HandedOn ports;
    std::vector<CallId> parameters;
  };
  Crossing cross(FunctionUse& at, const FragmentPort& into, CallContext here);
  std::vector<Crossing> cross_into_leaf(FunctionUse& at);
  CallId result_outside(CallId result, std::vector<Crossing>& crossed);
  Expanded expand_handed_on(ClosureId closure, const FunctionUse& use);

  // choose_functions.cpp
  /// The argument that is meant, or an erroneous call; neither if it waits.
  struct Chosen {
    std::optional<NodeId> node = std::nullopt;
    Expanded error = std::nullopt;
  };
  /// A condition that functions are chosen by.
  struct Undecided {
    CallId condition;
    Span where;
  };
  bool may_be_function(InstanceId instance, NodeId node,
                       const std::vector<const FragmentPort*>& takers) const;
  bool chooses_function(InstanceId instance, NodeId node,
                        const std::vector<const FragmentPort*>& takers) const;
  Chosen choose_function(InstanceId instance, NodeId node, Stage stage,
                         const std::vector<const FragmentPort*>& takers);
  void report_choice(const FunctionCondition& condition, Span choice, Span where,
                     const std::vector<const FragmentPort*>& takers);
  void decide_conditions();

  // elaborate_features.cpp
  Expanded expand_feature(FeatureId id, CallContext context, std::optional<Span> wanted_at);
  CallId provided_feature(FeatureId id, Stage stage, std::optional<Span> wanted_at);
  CallId withdrawn_feature(const Environment::Withdrawn& withdrawn, Stage stage,
                           std::optional<Span> wanted_at);
  Expanded defined_by_profile(FeatureId id, Stage stage, std::optional<Span> wanted_at);
  bool is_provided(FeatureId id) const;
  template <typename Predicate>
  bool reads_feature(FeatureId root, Predicate is_wanted) const;
  bool is_injected_into(FeatureId root, EnvironmentId environment) const;
  bool is_made_at_vertices(FeatureId id) const;
  /// What the profile computes for a feature that it provides, or null.
  const Graph* profile_definition(FeatureId id) const;

  /// Stands for what was reported since the last one.
  CallId erroneous(CallContext stage, Origin origin);
  /// Whether it is new.
  bool report(Diagnostic diagnostic);
  void own_reports(CallId call);
  const Library& library() const { return composition_.library; }

  Composition& composition_;
  CallStore calls_;
  Store<GraphInstance> instances_;
  IndexTable instance_table_;
  std::vector<RefusedFeature> refused_features_;
  std::vector<Reported> reported_;
  std::vector<std::size_t>
      without_call_;  ///< of Composition::diagnostics: reported, and no call stands for it yet
  /// What was reported, by place and words, and the call that stands for it: what is tried again
  /// fails as the same call.
  using ReportKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>;
  std::map<ReportKey, CallId> known_reports_;
  std::vector<ReportKey> new_reports_;  ///< no call stands for them yet
  std::optional<CallId> reported_before_;
  /// Calls that stand for what was reported before, after the calls that stood for it first.
  std::vector<std::pair<CallId, CallId>> also_reported_;
  std::vector<bool> may_be_graph_;  ///< by NameId: names that graphs share with others
  std::unordered_map<CallId, InstanceId> written_in_;  ///< look-ups only: calls by such names
  std::vector<Place> waiting_;  ///< what the node that is being expanded lacks

  std::vector<Undecided> undecided_;  ///< conditions that the node waits for
  std::unordered_map<CallId, FunctionCondition> function_conditions_;  ///< look-ups only

  /// Nodes that were expanded of graphs that are called, per fragment and in all.
  struct Share {
    std::size_t instances = 0;
    std::size_t nodes = 0;
  };
  std::unordered_map<FragmentId, Share> shares_;
  std::size_t expanded_nodes_ = 0;
  bool is_over_limit_ = false;

  std::unordered_map<const Graph*, std::optional<FreeBounds>> free_bounds_;  ///< look-ups only
  Store<Environment> environments_;
  IndexTable environment_table_;
  Store<Closure> closures_;
  IndexTable closure_table_;
  /// Calls of named functions and of partial applications, written out as graphs with the
  /// parameters bound.
  std::deque<Graph> call_graphs_;
  std::map<std::pair<const GraphNode*, const FragmentPort*>, const Graph*>
      call_graph_of_;  // look-ups only

  // Per environment, stage and feature, filled as asked for.
  enum class Availability : std::uint8_t { Unknown, Begun, No, Yes };
  struct KnownFeatures {
    std::vector<Availability> available[2];
    std::vector<std::optional<CallId>> values[2];
  };
  KnownFeatures& known_features(EnvironmentId environment);
  std::deque<KnownFeatures> known_features_;
};

}  // namespace weft
