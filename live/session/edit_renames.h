#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "live/session/edit.h"

namespace weft::live {

/// Several renames of nodes of one graph, planned on one text: as one after the other, with one
/// look at the graph instead of one each. Every mention keeps its node, since a name that would
/// catch others is refused; so the nodes' last names are what counts.
///
/// What the rules of a rename ask about the graph is asked once, of the first text: which names
/// lambdas and loops bind, which ones pass a fragment and which nodes are called stay the same, as
/// renames change none of it. Which names are taken is kept up to date.
class RenamesOfNodes {
 public:
  /// `context` must outlive it.
  explicit RenamesOfNodes(const EditContext& context) : context_(context) {}

  /// Adds a rename. Returns false, having added nothing, if it has to be planned on its own: it is
  /// refused, has another graph, renames a graph, changes nothing, or renames a node again.
  bool add(const Rename& edit);

  PlannedEdit planned() const;

 private:
  using Name = std::pair<std::string, bool>;  ///< of a node, and whether that is an output

  void look_at(std::uint32_t graph);
  bool is_free(const Name& name) const;
  bool may_be_named(std::uint32_t node, std::string_view name) const;
  std::string_view name_now(std::uint32_t node) const;
  void replace_mentions(std::uint32_t node, Splices& splices) const;

  const EditContext& context_;
  std::optional<std::uint32_t> graph_;             ///< once a node was renamed
  std::set<std::string, std::less<>> bound_;       ///< names that lambdas and loops bind
  std::set<std::string, std::less<>> unresolved_;  ///< names of arguments that are no nodes
  std::set<std::uint32_t> called_;                 ///< nodes that are called as functions
  std::map<std::uint32_t, std::string> names_;     ///< new ones, by node
  std::map<Name, bool> taken_;                     ///< whether, of names that changed hands
  std::vector<std::pair<std::string, std::string>> renamed_;
};

}  // namespace weft::live
