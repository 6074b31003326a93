#pragma once

#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "fragments/language/body.h"
#include "fragments/language/constant.h"
#include "fragments/types/pattern.h"

namespace weft {

struct GraphNode;
using NodeId = Id<GraphNode>;

/// A number, a bool or a colour as written. Takes the traits its consumer demands; a colour states
/// {use: color, encoding: srgb} where nothing is demanded.
struct LiteralNode {
  Constant value;
  bool is_colour = false;
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
  Span span;
};
/// A call by name: the overload is chosen when types are known. Operators are calls of `add`, `multiply`, `less`, ….
struct CallNode {
  NameId callee;
  std::vector<FragmentId> candidates;  ///< all fragments of that name, in order of their ids
  std::vector<CallArgument> arguments;
  bool is_operator = false;
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
/// A value that is converted to a declared type: a binding `name: type = …`, a graph's port or result.
struct DeclaredNode {
  NodeId value;
  TypePattern type;
};
/// `(p, q) => …`, a fragment's name or a partial call, as an argument of an fn port. Not composed yet.
struct FunctionNode {
  std::vector<NameId> parameters;
};

struct GraphNode {
  std::variant<LiteralNode, FeatureNode, ParameterNode, GraphPortNode, CallNode, MemberNode, IndexNode, ConstructNode,
               SelectNode, AscribeNode, DeclaredNode, FunctionNode>
      kind;
  std::optional<NameId> name;  ///< of the binding whose value it is
  Span span;
};

struct GraphOutput {
  NameId name;
  NodeId node;
  Span span;
};

/// Fragments wired together: the inside of a graph fragment, of a material, or of one expression (a default, a derived
/// feature). A value; nodes are in topological order (a node's inputs have smaller ids), acyclic by construction.
struct Graph {
  Store<GraphNode> nodes;
  std::vector<GraphOutput> outputs;  ///< in order of declaration; an expression has one
};

}  // namespace weft
