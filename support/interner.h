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
/// An interned spelling: equal exactly if the texts are equal (within one Interner).
/// Ids follow the order of first interning, so sort by text where order shows.
using NameId = Id<Name>;

/// Maps texts to ids and back. Append-only and move-only. Texts lie behind each other in blocks,
/// ids in a flat table with linear probing: files with a million names spend their time elsewhere.
class Interner {
 public:
  Interner() = default;
  Interner(const Interner&) = delete;
  Interner& operator=(const Interner&) = delete;
  Interner(Interner&& other) noexcept;
  Interner& operator=(Interner&& other) noexcept;

  /// O(length of the text), amortised.
  NameId intern(std::string_view text);
  /// The id of a text that was interned before, else nothing.
  std::optional<NameId> find(std::string_view text) const;
  /// Valid as long as the interner lives, also after a move of it.
  std::string_view text(NameId id) const { return texts_[id.index()]; }
  std::size_t size() const { return texts_.size(); }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;  ///< of the text, counted from 1; 0: free
  };

  /// Where the text is, or the free slot where it belongs. There is a table.
  std::size_t slot_of(std::string_view text, std::uint32_t hash) const;
  std::string_view stored(std::string_view text);
  void grow();

  std::vector<std::string_view> texts_;  // into the blocks
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t room_ = 0;     // left at the end of the last block
  char* end_ = nullptr;      // where it begins
  std::vector<Slot> slots_;  // a power of two, at most half of them taken
};

}  // namespace weft
