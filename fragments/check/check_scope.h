#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "support/interner.h"

namespace weft {

/// The locals visible at a point of a body: nested block scopes, in which an inner local shadows an
/// outer one of the same name.
class LocalScopes {
 public:
  void open();
  void close();
  /// The number of open blocks.
  std::size_t depth() const { return block_begins_.size(); }

  /// Makes the local visible until its block closes. If the block already declares that name,
  /// returns that local and changes nothing. O(1) expected.
  std::optional<std::uint32_t> declare(NameId name, std::uint32_t local);
  std::optional<std::uint32_t> find(NameId name) const;
  /// The names of all locals in open blocks, outermost first, including shadowed ones.
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
      by_name_;  ///< indices into entries_, innermost last
};

}  // namespace weft
