#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fragments/load/build_graph.h"
#include "fragments/load/graph_names.h"
#include "fragments/load/load_state.h"
#include "fragments/load/resolve_type.h"
#include "support/inline_vector.h"

/// Lowers bindings and expressions to graph nodes. A binding is lowered where it is first used, so
/// nodes come out in topological order whatever the order of the text. An explicit stack of tasks
/// replaces recursion, so depth of nesting is bounded by memory only. Linear in expressions.
namespace weft::building {

using GraphValue = std::optional<NodeId>;  ///< empty: it has errors, already reported
using GraphOperands = InlineVector<NodeId, 4>;

struct GraphBinding {
  const syntax::ValueBinding* binding;
  GraphNames::Scope scope;
  bool is_stitched;
  enum class Progress { Waiting, Begun, Done } progress = Progress::Waiting;
  GraphValue value = std::nullopt;
};
/// The features that a simulation is about.
struct SimulationFeatures {
  FeatureId place;
  FeatureId size;
  FeatureId nearest;
  FeatureId starts;
};
struct GraphLoop {
  const syntax::LoopExpr* expr;
  GraphNames::Scope scope = GraphNames::outermost;
  GraphValue count = std::nullopt;
  std::vector<GraphValue> initial = {};
  std::vector<NodeId> current = {};
  std::vector<bool> is_changed = {};  ///< per state: whether a binding defines its next value
  /// Of `loop simulation`: what its states read.
  std::optional<SimulationFeatures> simulation = std::nullopt;
};
struct GraphLoops {
  std::vector<GraphLoop> all = {};
  /// The states of simulations so far, which only materials have; else null.
  std::vector<MaterialState>* states = nullptr;
};
struct GraphLambda {
  const syntax::LambdaExpr* expr;
  std::vector<NodeId> parameters;
};
struct GraphPlace {
  GraphNames::Scope scope = GraphNames::outermost;
  bool is_stitched = false;
  bool is_injected = false;  ///< inside the operand of `with`
};
struct GraphTask {
  enum class Step {
    Visit,
    Combine,
    Fail,
    Member,
    FinishBinding,
    EnterLoop,
    LeaveLoop,
    LeaveLambda
  } step;
  syntax::ExprId expr;
  GraphPlace place;
  std::uint32_t index = 0;  ///< of the binding, loop or lambda; or number of failed operands
};

/// The values of the operands lowered so far, of which each task takes its own from the end.
class GraphValues {
 public:
  void push(GraphValue value) { values_.push_back(value); }
  void push_failure() { values_.push_back(std::nullopt); }
  GraphValue& top() { return values_.back(); }
  /// Takes the last `count` values, in order; empty if one of them has errors, which is then
  /// pushed.
  std::optional<GraphOperands> pop(std::size_t count);
  /// Takes the last `count` values, with errors or not.
  std::vector<GraphValue> take(std::size_t count);

 private:
  std::vector<GraphValue> values_;
};

struct GraphBindings {
  std::vector<GraphBinding> all = {};
  std::vector<std::uint32_t> begun = {};  ///< being lowered, outermost first
  /// Of each state of a loop that is bound to a name, that name: hints tell how to read the state.
  std::unordered_map<NameId, NameId> loop_of_state = {};
  int cycles_left = 20;  ///< cycle reports left
};

struct GraphOperators {
  /// Calls without their arguments, by fragment: what those of one operator have in common.
  std::vector<std::pair<std::string_view, CallNode>> calls = {};
  std::unordered_set<std::string_view> missing = {};  ///< reported once each
};

struct GraphPorts {
  const Fragment* fragment = nullptr;  ///< which declares them; null for the values of a profile
  std::vector<NodeId> nodes = {};      ///< the node that reads each
};

/// A graph under construction.
struct GraphBuilder {
  GraphBuilder(LoadState& load_state, const syntax::Module& of, SignatureScope scope);
  GraphBuilder(const GraphBuilder&) = delete;  // `names` points to `types`
  GraphBuilder& operator=(const GraphBuilder&) = delete;

  LoadState& state;
  const syntax::Module& module;
  SignatureScope types;  ///< the meaning of type and trait variables in the types of bindings
  GraphNames names;
  Graph graph;
  GraphPorts ports;
  GraphBindings bindings;
  GraphLoops loops;
  std::vector<GraphLambda> lambdas;
  std::vector<GraphTask> tasks;
  GraphValues values;
  GraphOperators operators;
};

template <typename Kind>
NodeId add_node(GraphBuilder& b, Kind&& kind, Span span) {
  return b.graph.nodes.add({std::forward<Kind>(kind), std::nullopt, span});
}
template <typename Kind>
void push_node(GraphBuilder& b, Kind&& kind, Span span) {
  b.values.push(add_node(b, std::forward<Kind>(kind), span));
}
syntax::ExprId without_parentheses(const syntax::Module& module, syntax::ExprId expr);

// --- Graphs (graph_builder.cpp) ---

/// Lowers an expression in the outermost scope; empty on errors. `name` is given to a node without
/// one.
GraphValue lower_expression(GraphBuilder& b, syntax::ExprId expr,
                            std::optional<NameId> name = std::nullopt);
/// Lowers the bindings that no output uses, by name.
void lower_rest(GraphBuilder& b);
GraphValue add_declared(GraphBuilder& b, GraphValue value, TypePattern type,
                        std::optional<NameId> name, Span span);
void visit_each(GraphBuilder& b, const InlineVector<syntax::ExprId, 4>& operands, GraphPlace place);

// --- Names (graph_bindings.cpp) ---

void add_parameters(GraphBuilder& b, const std::vector<MaterialParameter>& parameters);
void add_ports(GraphBuilder& b, const Fragment& fragment);
void add_values(GraphBuilder& b, const std::vector<NamedValue>& values);
void add_binding(GraphBuilder& b, const syntax::ValueBinding& binding, GraphPlace place);
/// Adds the named bindings, including those in `stitch` blocks, and returns the outputs.
std::vector<const syntax::Binding*> add_bindings(GraphBuilder& b,
                                                 const std::vector<syntax::BindingId>& bindings);
void visit_name(GraphBuilder& b, const syntax::NameExpr& name, const GraphTask& task);
void visit_member(GraphBuilder& b, const GraphTask& task);
void visit_binding(GraphBuilder& b, std::uint32_t index);
void finish_binding(GraphBuilder& b, std::uint32_t index);

// --- Calls and injections (graph_calls.cpp) ---

void visit_call(GraphBuilder& b, const syntax::CallExpr& call, const GraphTask& task);
void combine_call(GraphBuilder& b, const syntax::CallExpr& call, const GraphTask& task);
void visit_with(GraphBuilder& b, const syntax::WithExpr& with, const GraphTask& task);
void combine_with(GraphBuilder& b, const syntax::WithExpr& with, const GraphTask& task);

// --- Loops and lambdas (graph_loops.cpp) ---

void visit_loop(GraphBuilder& b, const syntax::LoopExpr& loop, const GraphTask& task);
/// After count and initial values are lowered: binds the states and lowers the values of the next
/// step in their scope.
void enter_loop(GraphBuilder& b, const GraphTask& task);
void leave_loop(GraphBuilder& b, const GraphTask& task);
void visit_lambda(GraphBuilder& b, const syntax::LambdaExpr& lambda, const GraphTask& task);
void leave_lambda(GraphBuilder& b, const GraphTask& task);

// --- Simulations (graph_simulations.cpp) ---

/// Whether the loop is `loop simulation`: no value can have the name of a namespace of features.
bool is_simulation(const GraphBuilder& b, const syntax::LoopExpr& loop, GraphPlace place);
/// The features that a simulation needs; empty, with a report, where there cannot be one.
std::optional<SimulationFeatures> begin_simulation(GraphBuilder& b, const syntax::LoopExpr& loop,
                                                   GraphPlace place);
/// Adds a state to the material, and the node that reads it.
NodeId add_state(GraphBuilder& b, const SimulationFeatures& features,
                 const syntax::LoopState& declared, TypePattern type, NodeId initial);
/// Adds the nodes of the states after a step that have these next values.
SimulationNode add_steps(GraphBuilder& b, const GraphLoop& loop, const std::vector<NodeId>& nexts);
/// Brings the states into the order of their declarations, and reports names that two have.
void order_states(GraphBuilder& b);

// --- Stitches (graph_stitches.cpp) ---

/// Records candidates for stitching the open inputs of calls, once everything is lowered. O(nodes
/// log nodes) if bindings are listed before their readers.
void find_stitches(GraphBuilder& b);

}  // namespace weft::building
