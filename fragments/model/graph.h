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

/// A number, a bool or a colour as written. Takes the traits its consumer demands; a colour states
/// {use: color, encoding: srgb} where nothing is demanded.
struct LiteralNode {
  Constant value;
  bool is_color = false;
};
struct FeatureNode {
  FeatureId feature;
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
  std::optional<Span> name_span = {};  ///< of the name, where one is given
  /// The name is that of a function's parameter: it goes to the port of that name, else to the
  /// first port without default that is still open, else to the first that is.
  bool is_parameter = false;
};
/// The value of a binding.
struct ListedValue {
  NodeId node;
  NameId name;
};
/// The values of a graph's bindings as one call's open inputs see them. All calls of a graph share
/// one list: of n calls each with its own, there would be n² entries.
struct StitchSources {
  std::shared_ptr<const std::vector<ListedValue>> values;  ///< in the order of the listing
  NodeId call = NodeId(0);
  std::uint32_t before = 0;  ///< so many are listed before the call
  /// Those before it that depend on it, by position, ascending.
  std::vector<std::uint32_t> dependents = {};

  /// What may be taken: what is listed before, nearest first. It may have greater ids than the
  /// call, but none depends on it.
  std::vector<ListedValue> usable() const;
  std::size_t usable_count() const { return before - dependents.size(); }
  /// What was left out, last in the listing first: what is listed after, and what would close a
  /// cycle. Not the call itself.
  std::vector<ListedValue> left_out() const;
};
/// A call by name: the overload is chosen when types are known. Operators are calls of `add`,
/// `multiply`, `less`, ….
struct CallNode {
  NameId callee;
  std::vector<FragmentId> candidates;  ///< all fragments of that name, in order of their ids
  std::vector<CallArgument> arguments;
  bool is_operator = false;
  bool is_stitched = false;  ///< stands inside a `stitch {…}` block
  /// What open inputs may be stitched to, where there are such.
  StitchSources stitch_sources = {};
  /// Whether the type of some candidate's result may be for its consumers to decide: then no two
  /// such calls are one.
  bool may_leave_types_open = false;
};
/// `x.name`: an output of a call, a member of a struct, or a swizzle; decided when types are known.
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
/// A value that is converted to a declared type: a binding `name: type = …`, a graph's port or
/// result.
struct DeclaredNode {
  NodeId value;
  TypePattern type;
};
/// A fragment's name as a value, for an fn port. (A call with the fn's ports left out is a CallNode
/// that lacks them.)
struct FunctionNode {
  NameId name;
  std::vector<FragmentId> candidates;  ///< in order of their ids
};
/// A name that a lambda or a loop binds: a parameter or a state. Whatever depends on it belongs to
/// the inside of the LambdaNode or LoopNode that lists it, and is evaluated anew for every call or
/// step; everything else is captured.
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
/// `value with (surface.uv: …)`: what `value` depends on is evaluated with these features injected.
struct WithNode {
  struct Injection {
    FeatureId feature;
    NodeId value;
    bool keeps_frame = false;  ///< on the author's word
  };
  NodeId value;
  std::vector<Injection> injections;  ///< in order of their features' ids
};
/// A call of a value that is a function: an fn port of the graph itself.
struct ApplyNode {
  NodeId function;
  std::vector<CallArgument> arguments;
};

struct GraphNode {
  std::variant<LiteralNode, FeatureNode, ParameterNode, GraphPortNode, CallNode, MemberNode,
               IndexNode, ConstructNode, SelectNode, AscribeNode, DeclaredNode, FunctionNode,
               BoundNode, LambdaNode, LoopNode, WithNode, ApplyNode>
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
/// default, a derived feature). A value; nodes are in topological order (a node's inputs have
/// smaller ids), acyclic by construction. The order follows the outputs and the operands of
/// expressions, never the order in which bindings are written.
struct Graph {
  Store<GraphNode> nodes;
  /// Of materials: sorted by name; of graph fragments: one per result, in their order; of an
  /// expression: one.
  std::vector<GraphOutput> outputs;
};

}  // namespace weft
