#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "live/session/node_ids.h"
#include "live/session/splices.h"

// What can be done to a document. Each edit names nodes by their ids and comes down to splices of
// the text: what an edit does not name stays as it is, byte for byte. A port is given by its name,
// or by its position among the operands of an expression (`0`); an empty port is the node's own
// expression, for a parameter its default. An edit that would leave the text without a meaning for
// its parts (a name that is taken, a cycle, text that does not parse) is refused; one that leaves
// names without a node (removing a node that others read) is not, as those others can be mended.

namespace weft::live {

/// Adds `name = expression;` to a material or graph, after its last binding that is not an output.
struct AddNode {
  std::string graph;
  std::string name;
  std::string expression;
};
/// Adds `output name = expression;`; without an expression `output name;`.
struct AddOutput {
  std::string graph;
  std::string name;
  std::string expression;
};
/// Adds a whole line to a material, such as `param wear: float = 0.5 [min: 0, max: 1];`.
struct AddParameter {
  std::string graph;
  std::string declaration;
};
/// Adds a declaration to the document: before its first material, a material at the end.
struct AddDeclaration {
  std::string text;
};
/// Removes the lines of a node and the comment at their end. Those that read it keep its name.
struct RemoveNode {
  NodeId node;
};
/// Lets a port read a node, or a result or component of it: `from` `texel`, `member` `rgb`.
struct Connect {
  NodeId node;
  std::string port;
  NodeId from;
  std::string member;
};
/// Removes an argument from a call. The port is open then.
struct Disconnect {
  NodeId node;
  std::string port;
};
/// Puts an expression at a port: numbers (written so that they read back as the same value), or a
/// text. A literal that takes another one's place takes its spelling: one number of a constructor.
///
/// `is_live`: the numbers are being dragged. Then the session makes the literals live, if they can
/// be: from the second such edit on it answers with bytes and composes nothing, until any other
/// edit or Session::bake().
struct SetValue {
  NodeId node;
  std::string port;
  std::variant<std::string, std::vector<double>> value;
  bool is_live = false;
};
/// Sets the default of a parameter; an empty text removes it. `is_live` as in SetValue.
struct SetParameter {
  NodeId node;
  std::variant<std::string, std::vector<double>> value;
  bool is_live = false;
};
/// Renames a binding, parameter or output of a material, or a material or graph, wherever the
/// document mentions it. Its id stays, as long as the session does.
struct Rename {
  NodeId node;
  std::string name;
};
/// Lets a call call another fragment. Its arguments stay.
struct ReplaceFragment {
  NodeId node;
  std::string fragment;
};
/// Puts a call between a port and what it reads: `name = fragment(…);`. `input` names the port of
/// the fragment that takes the value; empty: the first.
struct InsertOnWire {
  NodeId node;
  std::string port;
  std::string fragment;
  std::string name;
  std::string input;
};
/// Gives a nested expression a name of its own.
struct Extract {
  NodeId node;
  std::string name;
};
/// Moves bindings of a material or graph into a new graph fragment and calls it in their place.
/// Values from outside become its ports, values that are read outside its results. Refused if an
/// output of a material would then be computed differently: a value that a binding reads under
/// `with`, say, is one value as a port. Composes the materials with all profiles, before and after.
struct Group {
  std::vector<NodeId> nodes;
  std::string name;
};
/// Puts the bindings of the graph that a node calls in the place of the call. Refused as `Group`
/// is.
struct Ungroup {
  NodeId node;
};
/// What an editor remembers of a node: position, color. One line of text, opaque to Weft, kept as
/// the comment `//@ text` at the end of the node's line; empty: removed.
struct SetEditorData {
  NodeId node;
  std::string data;
};
/// Replaces the whole text, as after typing. Nodes keep the ids of their names. The only edit that
/// may leave a text that does not parse.
struct SetText {
  std::string text;
};

/// Adds copied nodes (clipboard.h) to a material or graph: parameters, values and outputs after
/// those that it has. Those whose names are taken get fresh ones, and so do their mentions in the
/// text.
struct Paste {
  std::string graph;
  std::string text;
};
/// Replaces the whole document by one that is given as JSON (graph_json.h).
struct SetDocument {
  std::string json;
};

using Edit = std::variant<AddNode, AddOutput, AddParameter, AddDeclaration, RemoveNode, Connect,
                          Disconnect, SetValue, SetParameter, Rename, ReplaceFragment, InsertOnWire,
                          Extract, Group, Ungroup, SetEditorData, SetText, Paste, SetDocument>;

/// What edits need to know of the fragments that a document may call. The document's own are read
/// from its text.
class FragmentNames {
 public:
  virtual ~FragmentNames() = default;
  /// The ports of each fragment of that name.
  virtual std::vector<std::vector<std::string>> ports(std::string_view fragment) const = 0;
  /// The data types of these ports, likewise; empty for functions and type parameters.
  virtual std::vector<std::vector<std::string>> port_types(std::string_view fragment) const = 0;
  /// The named results of each fragment of that name; none where its result has no name.
  virtual std::vector<std::vector<std::string>> results(std::string_view fragment) const = 0;
  /// Whether `word.…` is a feature, so that no node may have that name.
  virtual bool is_feature_space(std::string_view word) const = 0;
  /// Whether a data type that the document does not declare itself has that name.
  virtual bool is_type(std::string_view word) const = 0;
  /// Whether a value of an `enum` has that name.
  virtual bool is_choice(std::string_view word) const = 0;
  /// The type of a binding of the document as source text, for the ports of a group; empty if it is
  /// not known.
  virtual std::string type_of(const DocumentText& document, std::string_view graph,
                              std::string_view binding) const = 0;
  /// The first output that a text made of the document computes differently or not at all, in
  /// words: "output 'color' of 'm' would change". Empty if there is none, or if the document does
  /// not compose. Looks at the material of that name; for a graph at all materials.
  virtual std::string changed_output(const DocumentText& document, std::string_view graph,
                                     const std::string& text) const = 0;
  /// A handle of the table for the names of a text that is made of `former`: the library's, so that
  /// it can take the syntax tree as it is, or that of `former`, so that the tree can be kept.
  virtual Interner names_after(const DocumentText& former) const = 0;
};

/// A text with the names of its nodes, which an edit turns into another one.
struct EditContext {
  const DocumentText& document;
  const NodeNames& names;
  const FragmentNames& fragments;
};

struct PlannedEdit {
  Splices splices;                                                ///< sorted
  std::vector<std::pair<std::string, std::string>> renamed = {};  ///< ids and their names now
  std::vector<std::string> added = {};  ///< `graph id/name` of pasted nodes
};

/// The splices of an edit; errors name the node and port: `unknown-name`, `unknown-port`,
/// `duplicate-name`, `hidden-namespace`, `bad-declaration` (a reserved word), `graph-cycle`,
/// `out-of-range` (a number that is not finite), `syntax-error`, `wrong-arguments`. O(text).
Result<PlannedEdit> plan_edit(const EditContext& context, const Edit& edit);

/// The editor's data of a node; empty if it has none.
std::string_view editor_data(const DocumentText& document, const DocumentNode& node);

}  // namespace weft::live
