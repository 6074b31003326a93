#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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
  std::optional<std::uint32_t> find(NameId name) const {
    const std::uint32_t at = innermost(name);
    return at == none ? std::nullopt : std::optional(entries_[at].local);
  }
  /// The names of all locals in open blocks, outermost first, including shadowed ones.
  std::vector<NameId> names() const;
  /// Closes all blocks and keeps the memory.
  void clear();

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  struct Entry {
    NameId name;
    std::uint32_t local;
    std::size_t depth;
    std::uint32_t shadowed;  ///< the entry of that name that this one hides, or none
  };

  std::uint32_t innermost(NameId name) const {
    return name.index() < innermost_.size() ? innermost_[name.index()] : none;
  }

  std::vector<Entry> entries_;
  std::vector<std::size_t> block_begins_;
  std::vector<std::uint32_t> innermost_;  ///< per name: an index into entries_, or none
};

}  // namespace weft
