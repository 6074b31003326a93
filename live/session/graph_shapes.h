#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/diagnostic.h"
#include "support/json_fwd.h"

namespace weft::live {

constexpr std::size_t most_graph_errors = 100;

/// Whether JSON has the members of the table, of the right kinds. Errors: `wrong-arguments`, with
/// the id of the node and the port they are in, at most 100. O(JSON); no recursion.
Diagnostics check_shapes(const Json& document);

/// Where something is inside a document, as a chain: nodes and the labels of operands.
class GraphPlaces {
 public:
  /// Returns the place of an operand; with `node`, of a node. 0 is the document.
  std::uint32_t add(std::uint32_t inside, std::string label, std::string node = {});
  /// The id of the node around a place.
  const std::string& node(std::uint32_t place) const;
  /// The innermost labels below the node: `mix`, `1/0`; after eight of them `…`.
  std::string port(std::uint32_t place) const;

 private:
  struct Place {
    std::uint32_t inside = 0;
    std::string label;
    std::string node;
  };
  std::vector<Place> places_{1};
};

/// The id of an item of a graph.
std::string item_id(const std::string& graph, const Json& item);

}  // namespace weft::live
