#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "composer/elaborate/call_reports.h"
#include "composer/elaborate/call_store.h"
#include "composer/elaborate/free_bounds.h"

// Elaboration: expands graphs, lazily, into a DAG of calls. It inlines calls of graphs, features'
// definitions, applied functions and `with` nodes. What remains are literals, features, parameters
// and calls by name, whose overloads, defaults and function arguments type inference settles; it
// comes back to the Elaborator for their expansions.
//
// The method is symbolic call-by-need evaluation with memoization at two levels. A GraphInstance is
// a graph under its actual ports, its context and the values bound around it; instances are
// hash-consed, and each expands a node at most once (`values`). The calls themselves are
// hash-consed by CallStore on (kind, inputs, context). So a graph that is called a thousand times
// with equal arguments expands once, and the work is linear in the nodes and links of the distinct
// instances, however often a value is used. A limit on nodes stops graphs that expand exponentially
// with distinct arguments.
//
//   graph twice(x: float) -> float { y = x + x; return y * y; }
//   a = twice(time); b = twice(time);      // one instance, two calls: add(time, time), multiply(…)
//
// The same node yields different calls in different contexts: a stage (a value demanded by both
// stages is expanded once per stage) and an environment, the features that enclosing `with` nodes
// and function calls have injected. A function argument is a Closure (instance, node) that is
// expanded anew for each use with the parameters bound, much like inlining in a partial evaluator.
// Its parameters are BoundCalls numbered by nesting level (as de Bruijn levels), so two functions
// that differ in position only give equal calls.
//
// Nothing recurses on user input. An expand_…() function returns nothing when it lacks an operand,
// after listing the operand in waiting_; run() keeps the pending places on a stack and retries
// them.

namespace weft {

/// A graph under given ports and surroundings, one per distinct (graph, ports, context, bound).
/// Expands each node at most once, on demand.
struct GraphInstance {
  const Graph* graph;
  std::optional<FragmentId>
      fragment;  ///< the owner of the graph; nothing for a material's or an expression's graph
  std::vector<CallId> ports;  ///< as passed, before conversion to the declared types
  std::vector<std::optional<Span>>
      port_spans;  ///< of the arguments in the first call that created the instance
  CallContext context;
  std::vector<std::uint32_t> values;                  ///< by NodeId; see Elaborator
  std::vector<std::pair<NodeId, CallId>> bound = {};  ///< values of BoundNodes, in order of nodes
  /// The instance that contains the first call that created this one. For the body of a function:
  /// the caller of the graph that the function is written in.
  std::optional<InstanceId> parent = std::nullopt;
};

/// An argument for a function port: a node that is expanded anew for every call.
struct Closure {
  InstanceId instance;
  NodeId node;
};

/// One call of a function: the values of an `fn` port's parameters, or of the features that an
/// `eval` port injects.
struct FunctionUse {
  const FragmentPort* port;
  std::vector<CallId> values;
  std::uint32_t level;  ///< of the function that contains, or is created by, the call
  Stage stage;
  Span span;  ///< of the call, for messages
  /// Where the function is passed to the port, if known.
  std::optional<Span> passed_at = std::nullopt;
  /// For a port that adapts a listed port of its leaf: the listed port, and the environment in
  /// which the leaf is called.
  struct Adapted {
    const FragmentPort* port;
    EnvironmentId called_in;
  };
  std::optional<Adapted> adapted = std::nullopt;
};

/// Expands graphs into calls. See the top of this file.
class Elaborator {
 public:
  /// Both must outlive the elaborator. Without a decider, functions are chosen only by conditions
  /// that are literals or static parameters.
  explicit Elaborator(const Composition& composition, ConditionDecider* decider = nullptr);
  Elaborator(const Elaborator&) = delete;
  Elaborator& operator=(const Elaborator&) = delete;

  const Store<Call>& calls() const { return calls_.calls(); }

  /// Expands output `output` of a material's graph and the nodes it needs.
  CallId expand_output(const Graph& graph, std::uint32_t output, CallContext context);
  /// Expands every node of a material's graph, also unused ones. Returns a call per node.
  std::vector<CallId> expand_all(const Graph& graph, Stage stage);
  /// Expands an expression, such as a default, with the given values of its ports. It has one
  /// output.
  CallId expand_expression(const Graph& graph, CallContext context, std::vector<CallId> ports = {});

  /// Adds a parameter of a function.
  CallId bound(BoundCall call, Stage stage, Origin origin) {
    return calls_.add(std::move(call), {}, stage, std::move(origin));
  }
  /// Expands a function for the given parameters or injected features, and converts the result to
  /// the port's declared type.
  CallId call_function(ClosureId closure, const FunctionUse& use);
  /// The default of a function port without argument: returns the first parameter, converted to the
  /// port's declared result.
  CallId pass_through(const FunctionUse& use);
  /// Expands one step of a loop: the next states, converted to their declared types, from the
  /// current ones.
  std::vector<CallId> loop_step(const LoopCall& loop, const std::vector<CallId>& states,
                                std::uint32_t level, Stage stage);
  /// Explains why an argument cannot go to the port, judging by its form alone: a value for a
  /// function, a function for a value, a lambda with the wrong number of parameters. `argument`:
  /// where it is passed.
  std::optional<Diagnostic> misfit(ClosureId closure, const FragmentPort& port,
                                   std::optional<Span> argument) const;
  /// Expands the argument as a value, for a port that takes values.
  CallId evaluate(ClosureId closure);
  /// Instantiates the graph `fragment`, which composer/typing/type_calls.cpp chose among the
  /// overloads of an InvokeCall, with the call's inputs as ports.
  InstanceId instance_of_call(CallId invoke, FragmentId fragment);
  /// The graphs around such a call, innermost first: the one that contains it, the one that
  /// contains that graph's call, and so on. O(depth).
  std::vector<FragmentId> graphs_around(CallId invoke) const;
  /// Returns a result of such an instance, by position.
  CallId result_of(InstanceId instance, std::uint32_t result);
  /// A port's default as a closure.
  ClosureId default_function(const Graph& graph, CallContext context);
  /// The errors found so far.
  const CallReports& reports() const { return reports_; }
  const Store<Environment>& environments() const { return environments_; }
  const Environment& environment(EnvironmentId id) const { return environments_[id]; }

  /// Returns a feature as seen in a stage: provided (and interpolated where needed) or expanded
  /// from its definition. Otherwise reports `missing-feature` or `rate-too-high` at `wanted_at`.
  CallId feature(FeatureId id, CallContext context, std::optional<Span> wanted_at);
  /// Whether feature() would succeed. Follows features mentioned in definitions, nothing else.
  bool is_available(FeatureId id, CallContext context);

 private:
  /// A node of an instance.
  struct Place {
    InstanceId instance;
    NodeId node;
  };
  /// Nothing: the expansion waits for the places in waiting_.
  using Expanded = std::optional<CallId>;

  // elaborate.cpp
  InstanceId instance_of(const Graph& graph, std::optional<FragmentId> fragment,
                         std::vector<CallId> ports, std::vector<std::optional<Span>> port_spans,
                         CallContext context, std::vector<std::pair<NodeId, CallId>> bound = {},
                         std::optional<InstanceId> parent = std::nullopt);
  CallId value(Place place);
  void run(std::vector<Place> places);
  /// Returns the node's value if it is expanded; otherwise adds the node to waiting_.
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
  /// The instance that a call of a graph reads, once its arguments are expanded.
  struct Callee {
    std::optional<InstanceId> instance;
    bool is_waiting = false;
    Diagnostics errors = {};  ///< why there is none; empty if that was reported before
  };
  Callee find_callee(InstanceId caller, const GraphNode& node, const CallNode& call,
                     const Fragment& fragment);
  Result<std::vector<const CallArgument*>> arguments_by_port(const CallNode& call,
                                                             const Fragment& fragment,
                                                             Span span) const;
  Expanded expand_graph_call(InstanceId caller, const GraphNode& node, const CallNode& call,
                             const Fragment& fragment, Origin origin);
  Expanded expand_member(InstanceId instance, const GraphNode& node, const MemberNode& member,
                         Origin origin);
  Diagnostic missing_result(const Fragment& fragment, std::uint32_t result) const;
  bool count_node(const GraphInstance& instance);
  void report_limit();

  // expand_functions.cpp
  EnvironmentId add_environment(Environment environment);
  /// A value injected for a feature. `keeps_frame`: values anchored to the feature stay valid
  /// below.
  struct Injected {
    FeatureId feature;
    CallId value;
    bool keeps_frame = false;
    bool is_written = false;  ///< by a `with` node, otherwise by a function
    std::optional<Span> where = std::nullopt;
  };
  EnvironmentId extended(EnvironmentId outer, const std::vector<Injected>& injected,
                         std::uint32_t level);
  void withdraw(Environment& environment, const Injected& by) const;
  /// Whether injecting `value` keeps the frame of values anchored to the feature. Conservative:
  /// true if nothing is anchored to it, or if `value` is provably the feature itself, scaled and
  /// shifted.
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
  /// Calls `expand` until it has a result, expanding what it waits for in between.
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
  /// A function passed to a graph, with the port that declares its signature inside.
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
  /// The declared result of a function port.
  struct DeclaredResult {
    const FragmentPort* port;
    CallContext context;
    Span span;
  };
  CallId declared_result(const DeclaredResult& at, std::vector<CallId> inputs,
                         std::optional<HandedOn> boundary = std::nullopt);
  /// A port that a forwarded function passes through: the parameters it is called with there, and
  /// the conversion of its result.
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
  /// The chosen argument, or an erroneous call. Neither while it waits.
  struct Chosen {
    std::optional<NodeId> node = std::nullopt;
    Expanded error = std::nullopt;
  };
  /// A condition that selects between functions.
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
  Diagnostics refused_choice(const FunctionCondition& condition, Span choice, Span where,
                             const std::vector<const FragmentPort*>& takers) const;
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
  /// The profile's definition of a feature that it provides, or null.
  const Graph* profile_definition(FeatureId id) const;

  const Library& library() const { return composition_.library; }

  const Composition& composition_;
  ConditionDecider* decider_;
  CallStore calls_;
  CallReports reports_{calls_};
  Store<GraphInstance> instances_;
  IndexTable instance_table_;
  std::vector<bool> may_be_graph_;  ///< by NameId: names that graphs share with other fragments
  std::unordered_map<CallId, InstanceId> written_in_;  ///< calls by such names; never iterated
  std::vector<Place> waiting_;                         ///< operands that the current node lacks

  std::vector<Undecided> undecided_;  ///< conditions that the current node waits for
  std::unordered_map<CallId, FunctionCondition> function_conditions_;  ///< never iterated

  /// Number of instances and expanded nodes, per called graph.
  struct Share {
    std::size_t instances = 0;
    std::size_t nodes = 0;
  };
  std::unordered_map<FragmentId, Share> shares_;
  std::size_t expanded_nodes_ = 0;
  bool is_over_limit_ = false;

  std::unordered_map<const Graph*, std::optional<FreeBounds>> free_bounds_;  ///< never iterated
  Store<Environment> environments_;
  IndexTable environment_table_;
  Store<Closure> closures_;
  IndexTable closure_table_;
  /// Graphs that spell out calls of named functions and partial applications, with the parameters
  /// bound.
  std::deque<Graph> call_graphs_;
  std::map<std::pair<const GraphNode*, const FragmentPort*>, const Graph*>
      call_graph_of_;  // never iterated

  // Per environment, stage and feature; computed lazily.
  enum class Availability : std::uint8_t { Unknown, Begun, No, Yes };
  struct KnownFeatures {
    std::vector<Availability> available[2];
    std::vector<std::optional<CallId>> values[2];
  };
  KnownFeatures& known_features(EnvironmentId environment);
  std::deque<KnownFeatures> known_features_;
};

}  // namespace weft
