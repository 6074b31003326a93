#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "support/id.h"

namespace weft {

struct Name;
/// An interned spelling: two ids of one Interner are equal exactly if their texts are. Ids follow
/// the order of first interning, so sort by text wherever the order is visible.
using NameId = Id<Name>;

/// Maps texts to ids and back. Append-only and move-only. Texts are packed into blocks, and ids
/// live in a flat table with linear probing, so that interning a million names is not the
/// bottleneck.
class Interner {
 public:
  Interner() = default;
  Interner(const Interner&) = delete;
  Interner& operator=(const Interner&) = delete;
  Interner(Interner&& other) noexcept;
  Interner& operator=(Interner&& other) noexcept;

  /// Amortized O(length of the text).
  NameId intern(std::string_view text);
  /// The id of a text that was interned before, or nothing.
  std::optional<NameId> find(std::string_view text) const;
  /// Valid for the interner's lifetime, including after it is moved.
  std::string_view text(NameId id) const { return texts_[id.index()]; }
  std::size_t size() const { return texts_.size(); }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;  ///< index of the text plus 1; 0: empty slot
  };

  /// The slot that holds the text, or the empty slot where it belongs. The table must exist.
  std::size_t slot_of(std::string_view text, std::uint32_t hash) const;
  std::string_view stored(std::string_view text);
  void grow();

  std::vector<std::string_view> texts_;  // into the blocks
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t room_ = 0;     // bytes left at the end of the last block
  char* end_ = nullptr;      // start of those bytes
  std::vector<Slot> slots_;  // size is a power of two, at most half full
};

}  // namespace weft
