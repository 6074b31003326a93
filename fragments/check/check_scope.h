#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "support/interner.h"

namespace weft {

/// The locals that a place in a body sees: blocks within blocks, where an inner local hides an
/// outer one of its name.
class LocalScopes {
 public:
  void open();
  void close();
  /// How many blocks are open.
  std::size_t depth() const { return block_begins_.size(); }

  /// Makes the local visible until its block closes. Returns the local of that name in the same
  /// block if there is one (and changes nothing then). O(1).
  std::optional<std::uint32_t> declare(NameId name, std::uint32_t local);
  std::optional<std::uint32_t> find(NameId name) const;
  /// The names of all visible locals, outermost first; hidden ones are among them.
  std::vector<NameId> names() const;

 private:
  struct Entry {
    NameId name;
    std::uint32_t local;
    std::size_t depth;
  };
  std::vector<Entry> entries_;
  std::vector<std::size_t> block_begins_;
  std::unordered_map<NameId, std::vector<std::size_t>>
      by_name_;  ///< positions in entries_, innermost last
};

}  // namespace weft
