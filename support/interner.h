#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "support/id.h"

namespace weft {

struct Name;
/// An interned spelling: equal exactly if the texts are equal (within one Interner).
/// Ids follow the order of first interning, so sort by text where order shows.
using NameId = Id<Name>;

/// Maps texts to ids and back. Append-only and move-only: the map's keys point into the stored texts.
class Interner {
 public:
  Interner() = default;
  Interner(const Interner&) = delete;
  Interner& operator=(const Interner&) = delete;
  Interner(Interner&&) = default;
  Interner& operator=(Interner&&) = default;

  NameId intern(std::string_view text);
  /// The id of a text that was interned before, else nothing.
  std::optional<NameId> find(std::string_view text) const;
  /// Valid as long as the interner lives, also after a move of it.
  std::string_view text(NameId id) const { return texts_[id.index()]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, NameId> ids_;
};

}  // namespace weft
