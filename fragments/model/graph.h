#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "fragments/model/body.h"
#include "fragments/model/constant.h"
#include "fragments/types/pattern.h"

namespace weft {

struct GraphNode;
using NodeId = Id<GraphNode>;

/// A number, bool or color literal. Takes the traits its consumer demands; a color states {use:
/// color, encoding: srgb} where nothing is demanded.
struct LiteralNode {
  Constant value;
  bool is_color = false;
};
struct FeatureNode {
  FeatureId feature;
  /// The value as the host has it: what ProvidedFeature::adapted is made of.
  bool is_of_host = false;
};
/// A parameter of the material, by position.
struct ParameterNode {
  std::uint32_t parameter;
};
/// A port of the graph itself, by position.
struct GraphPortNode {
  std::uint32_t port;
};
struct CallArgument {
  std::optional<NameId> name;
  NodeId value;
  Span span;                           ///< of the value
  std::optional<Span> name_span = {};  ///< of the name, if given
  /// The name is that of a function's parameter: the argument goes to the port of that name, else
  /// to the first open port without default, else to the first open one.
  bool is_parameter = false;
};
/// The value of a binding.
struct ListedValue {
  NodeId node;
  NameId name;
};
/// The values of a graph's bindings as candidates for stitching one call's open inputs. All calls
/// of a graph share one list; a list per call would take n² entries for n calls.
struct StitchSources {
  std::shared_ptr<const std::vector<ListedValue>> values;  ///< in source order
  NodeId call = NodeId(0);
  std::uint32_t before = 0;  ///< number of values listed before the call
  /// Positions of the values before the call that depend on it, ascending.
  std::vector<std::uint32_t> dependents = {};

  /// The candidates: values listed before the call, nearest first. They may have greater ids than
  /// the call, but none depends on it.
  std::vector<ListedValue> usable() const;
  std::size_t usable_count() const { return before - dependents.size(); }
  /// The values that are not candidates, last listed first: those listed after the call, and those
  /// that would close a cycle. Excludes the call itself.
  std::vector<ListedValue> left_out() const;
};
/// The last candidates of a call, which its file does not see. They count only if none of the
/// others fits. None if the file sees all candidates or none of them.
struct Outsiders {
  std::uint32_t count = 0;
  /// Tells apart calls of a name with different outsiders; 0 without outsiders.
  std::uint32_t key = 0;
};
/// A call by name; the overload is chosen during type inference. Operators are calls of `add`,
/// `multiply`, `less`, ….
struct CallNode {
  NameId callee;
  /// All fragments of that name: those that the file of the call sees, by id, then the others.
  std::vector<FragmentId> candidates;
  std::vector<CallArgument> arguments;
  bool is_operator = false;
  bool is_stitched = false;  ///< inside a `stitch {…}` block
  /// Candidates for stitching open inputs, if it has stitchable inputs.
  StitchSources stitch_sources = {};
  /// Whether consumers may decide the result type of some candidate. Such calls are never merged
  /// with equal ones.
  bool may_leave_types_open = false;
  /// Whether some candidate is a graph, and whether some takes functions. True if nobody looked.
  bool may_be_graph = true;
  bool may_take_functions = true;
  Outsiders outsiders = {};
};
/// `x.name`: an output of a call, a member of a struct, or a swizzle; decided during type
/// inference.
struct MemberNode {
  NodeId object;
  NameId member;
};
struct IndexNode {
  NodeId object;
  NodeId index;
};
/// `float3(…)`, `Weights(…)`.
struct ConstructNode {
  DataType type;
  std::vector<NodeId> arguments;
  std::vector<Span> spans = {};  ///< of the arguments
};
struct SelectNode {
  NodeId condition;
  NodeId if_true;
  NodeId if_false;
};
/// `x as {…}`: states meanings and guarantees on the author's word.
struct AscribeNode {
  NodeId value;
  std::vector<TraitEntry> entries;
};
/// A value converted to a declared type: a binding `name: type = …`, a graph's port or result.
struct DeclaredNode {
  NodeId value;
  TypePattern type;
};
/// A fragment's name as a value, for an fn port. (A partial application, a call that leaves the
/// function's parameters open, is a CallNode.)
struct FunctionNode {
  NameId name;
  std::vector<FragmentId> candidates;  ///< as those of a call
  Outsiders outsiders = {};
};
/// A name bound by a lambda or a loop: a parameter or a state. Nodes that depend on it belong to
/// the inside of the LambdaNode or LoopNode that lists it, and are evaluated again for every call
/// or step; everything else is captured.
struct BoundNode {
  NameId name;
  std::optional<TypePattern> type;  ///< of a loop's state, as declared
};
/// `(p, q) => …`, for an fn port.
struct LambdaNode {
  std::vector<NodeId> parameters;  ///< BoundNodes
  NodeId body;
};
/// `loop n with (…) {…}`; `MemberNode`s read its states after the last step.
struct LoopNode {
  struct State {
    NameId name;
    NodeId initial;
    NodeId current;  ///< a BoundNode
    NodeId next;     ///< `current` itself for a state that no binding changes
  };
  NodeId count;
  std::vector<State> states;
};
/// A state of a simulation as the last step left it, at the place of the element that reads it.
struct StateNode {
  std::uint32_t state;  ///< of the material
  NodeId initial;       ///< its meanings are the state's
  NodeId place;         ///< a FeatureNode: `thread.id`
  NodeId size;          ///< a FeatureNode: `thread.size`
};
/// A state of a simulation after this step: the initial value in a step that starts, else what the
/// step makes of the last one.
struct StepNode {
  std::uint32_t state;  ///< of the material
  NodeId nearest;       ///< a FeatureNode: `thread.nearest`, which makes the step
  NodeId starts;        ///< a FeatureNode: `simulation.starts`
  NodeId initial;
  NodeId next;
};
/// `loop simulation with (…) {…}`; `MemberNode`s read its states after this step.
struct SimulationNode {
  std::vector<NameId> names;
  std::vector<NodeId> states;  ///< StepNodes
};
/// `value with (surface.uv: …)`: evaluates `value` and everything it depends on with these features
/// injected.
struct WithNode {
  struct Injection {
    FeatureId feature;
    NodeId value;
    bool keeps_frame = false;  ///< on the author's word
  };
  NodeId value;
  std::vector<Injection> injections;  ///< by feature id
};
/// A call of a function value: an fn port of the graph itself.
struct ApplyNode {
  NodeId function;
  std::vector<CallArgument> arguments;
};

struct GraphNode {
  std::variant<LiteralNode, FeatureNode, ParameterNode, GraphPortNode, CallNode, MemberNode,
               IndexNode, ConstructNode, SelectNode, AscribeNode, DeclaredNode, FunctionNode,
               BoundNode, LambdaNode, LoopNode, StateNode, StepNode, SimulationNode, WithNode,
               ApplyNode>
      kind;
  std::optional<NameId> name;  ///< of the binding whose value it is
  Span span;
};

struct GraphOutput {
  NameId name;
  NodeId node;
  Span span;
};

/// Fragments wired together: the inside of a graph fragment, of a material, or of one expression (a
/// default, a derived feature).
///
/// Nodes are in topological order (a node's inputs have smaller ids), so a graph is acyclic by
/// construction and a pass over it is a loop. The order follows the outputs and the operands of
/// expressions, never the order in which bindings are written, so materials that differ only in
/// that order have equal graphs.
///
/// Example: `color = noise(uv) * b` gives the nodes 0: uv, 1: noise(0), 2: b, 3: multiply(1, 2).
struct Graph {
  Store<GraphNode> nodes;
  /// Of materials: sorted by name; of graph fragments: one per result, in their order; of an
  /// expression: one.
  std::vector<GraphOutput> outputs;
};

}  // namespace weft
