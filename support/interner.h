#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "support/id.h"
#include "support/index_table.h"

namespace weft {

struct Name;
/// An interned spelling: two ids of one Interner are equal exactly if their texts are. Ids follow
/// the order of first interning, so sort by text wherever the order is visible.
using NameId = Id<Name>;

/// Maps texts to ids and back. Append-only. Texts are packed into blocks, and ids live in an
/// IndexTable, so that interning a million names is not the bottleneck. An interner is a handle of
/// its table: it moves, and share() gives another one.
class Interner {
 public:
  Interner() = default;
  Interner(const Interner&) = delete;
  Interner& operator=(const Interner&) = delete;
  Interner(Interner&&) noexcept = default;
  Interner& operator=(Interner&&) noexcept = default;

  /// Another handle of the same table: what one interns, the other finds. Not thread-safe while
  /// either interns.
  Interner share();
  bool shares_with(const Interner& other) const {
    return table_ != nullptr && table_ == other.table_;
  }

  /// Amortized O(length of the text).
  NameId intern(std::string_view text);
  /// The id of a text that was interned before, or nothing.
  std::optional<NameId> find(std::string_view text) const;
  /// Valid as long as a handle of the table exists.
  std::string_view text(NameId id) const { return table_->texts[id.index()]; }
  std::size_t size() const { return table_ != nullptr ? table_->texts.size() : 0; }

 private:
  struct Table {
    std::string_view stored(std::string_view text);

    std::vector<std::string_view> texts;  // into the blocks
    std::vector<std::unique_ptr<char[]>> blocks;
    std::size_t room = 0;  // bytes left at the end of the last block
    char* end = nullptr;   // start of those bytes
    IndexTable ids;        // into texts
  };

  Table& table();

  std::shared_ptr<Table> table_;  // null: nothing was interned
};

}  // namespace weft
