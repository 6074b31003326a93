#pragma once

#include <compare>
#include <memory>
#include <utility>

#include "fragments/model/leaf_part.h"
#include "fragments/model/live_body.h"

namespace weft {

/// What a call leaves out of a leaf's body: injections that nothing reads, and values that the call
/// is given as inputs or, for a part, all but one value; and results that nobody reads.
struct Specialization {
  UnreadFeatures unread = {};
  std::shared_ptr<const LeafPart> part = nullptr;  ///< null: the whole body

  bool is_whole() const { return unread.empty() && part == nullptr; }

  /// Compare specializations of one leaf, by content.
  friend bool operator==(const Specialization& a, const Specialization& b) {
    return a.unread == b.unread &&
           (a.part == b.part || (a.part != nullptr && b.part != nullptr && *a.part == *b.part));
  }
  friend std::strong_ordering operator<=>(const Specialization& a, const Specialization& b) {
    if (const auto order = a.unread <=> b.unread; order != 0 || a.part == b.part) {
      return order;
    }
    return a.part == nullptr || b.part == nullptr ? (a.part != nullptr) <=> (b.part != nullptr)
                                                  : *a.part <=> *b.part;
  }
};

}  // namespace weft
