#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "live/session/edit.h"
#include "live/session/edit_rules.h"

namespace weft::live {

/// Renames of nodes of one graph, planned on one text: one rename, or several as one after the
/// other with one look at the graph. Every mention keeps its node, since a name that would catch
/// others is refused; so the nodes' last names are what counts.
///
/// What the rules of a rename ask about the graph is asked of the first text: which names lambdas
/// and loops bind, which ones pass a fragment and which nodes are called stay the same, as renames
/// change none of it. Which names are taken is kept up to date.
class RenamesOfNodes {
 public:
  /// The text of `context` parses. `context` must outlive it.
  explicit RenamesOfNodes(const EditContext& context) : context_(context) {}

  /// Adds the rename of a node. False, and nothing added: it needs a text in which the ones before
  /// are done, as it has another graph or renames a node again. Errors: those of the rename.
  Result<bool> add(const Rename& edit);

  PlannedEdit planned() const;

 private:
  using Name = std::pair<std::string, bool>;  ///< of a node, and whether that is an output

  Diagnostics check(const Rename& edit, std::uint32_t node);
  void look_at_mentions();
  bool is_taken(const Name& name) const;
  Diagnostics check_not_bound(const Rename& edit) const;
  Diagnostics check_calls_follow(const Rename& edit, std::uint32_t node) const;
  std::string_view name_now(std::uint32_t node) const;
  Splice shorthand(std::uint32_t output) const;

  const EditContext& context_;
  std::optional<std::uint32_t> graph_;  ///< once a node was renamed
  bool is_looked_at_ = false;
  std::vector<NodeMention> mentions_;
  std::vector<std::pair<NameId, std::uint32_t>> bound_;  ///< names, and the nodes that bind them
  std::map<std::uint32_t, std::string> names_;           ///< new ones, by node
  std::map<Name, bool> taken_;                           ///< whether, of names that changed hands
  std::vector<std::pair<std::string, std::string>> renamed_;
};

}  // namespace weft::live
