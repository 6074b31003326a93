#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "live/session/document_text.h"
#include "live/session/expression_tree.h"
#include "support/result.h"

// The id of a node is made of names: `m/base` is the binding `base` of the material `m`,
// `m/out:color` its output `color`, `m/base/1/0` the first operand of the second operand of `base`.
// So a text that is loaded again has the same ids. Within a session a node keeps its id when it is
// renamed; the session remembers the name that the id has now. Should the old name come up again,
// the new node has the id `m/base~2`.

namespace weft::live {

using NodeId = std::string;

/// The ids that differ from the names in the text. Immutable; versions share it.
class NodeNames {
 public:
  /// The name that the part of an id stands for: of a graph `m`, of a node `m/base`.
  std::string_view name_of(std::string_view id) const;
  /// The id of a graph, given its name; of a node, given `graph id/local name`.
  std::string_view id_of(std::string_view name) const;

  /// With ids standing for other names, one after the other.
  NodeNames renamed(const std::vector<std::pair<std::string, std::string>>& ids_and_names) const;
  /// What holds for a text: ids without a node are dropped, and nodes whose names are taken as ids
  /// get other ids. O(ids that differ from names).
  NodeNames settled(const DocumentText& document) const;

  friend bool operator==(const NodeNames&, const NodeNames&) = default;

 private:
  void add(const std::string& id, const std::string& name);

  std::map<std::string, std::string, std::less<>> names_;  ///< by id
  std::map<std::string, std::string, std::less<>> ids_;    ///< by name
};

/// What an id stands for in a text.
struct NodePlace {
  std::uint32_t graph = 0;
  std::uint32_t node = 0;           ///< in DocumentText::nodes()
  std::vector<std::uint32_t> path;  ///< of operands below the node's value
  /// The expression at the path; nothing for parameters and ports without a default.
  std::optional<Operand> operand;

  bool is_nested() const { return !path.empty(); }
};

/// Errors: `unknown-name`, naming the part that does not exist.
Result<NodePlace> find_node(const DocumentText& document, const NodeNames& names,
                            std::string_view id);
/// The node that an id without operands stands for, in DocumentText::nodes(); nothing if there is
/// none. O(id).
std::optional<std::uint32_t> whole_node(const DocumentText& document, const NodeNames& names,
                                        std::string_view id);
/// Errors: `unknown-name`.
Result<std::uint32_t> find_graph(const DocumentText& document, const NodeNames& names,
                                 std::string_view id);

/// The id of a node, without operands.
NodeId id_of(const DocumentText& document, const NodeNames& names, std::uint32_t node);
/// The id of a graph.
std::string graph_id_of(const DocumentText& document, const NodeNames& names, std::uint32_t graph);
/// The id of the innermost node or operand that contains a place of the text; empty if none does.
/// Operands more than 64 deep go by the one around them: each level makes an id longer, and of an
/// expression of thousands of wrong names every one has an id. O(log nodes + operands passed).
NodeId id_at(const DocumentText& document, const NodeNames& names, Span span);

}  // namespace weft::live
