#include "support/interner.h"

#include <algorithm>
#include <utility>

#include "support/hash.h"

namespace weft {
namespace {

constexpr std::size_t block_bytes = 64 * 1024;

}  // namespace

Interner::Interner(Interner&& other) noexcept { *this = std::move(other); }

Interner& Interner::operator=(Interner&& other) noexcept {
  texts_ = std::exchange(other.texts_, {});
  blocks_ = std::exchange(other.blocks_, {});
  room_ = std::exchange(other.room_, 0);
  end_ = std::exchange(other.end_, nullptr);
  table_ = std::exchange(other.table_, {});
  return *this;
}

NameId Interner::intern(std::string_view text) {
  const std::uint64_t hash = hash_text(text);
  const auto is_same = [&](std::uint32_t at) { return texts_[at] == text; };
  if (const auto known = table_.find(hash, is_same)) {
    return NameId(*known);
  }
  const auto added = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back(stored(text));
  table_.insert(hash, added);
  return NameId(added);
}

std::optional<NameId> Interner::find(std::string_view text) const {
  const auto known =
      table_.find(hash_text(text), [&](std::uint32_t at) { return texts_[at] == text; });
  return known ? std::optional(NameId(*known)) : std::nullopt;
}

std::string_view Interner::stored(std::string_view text) {
  if (text.size() > room_) {
    const std::size_t bytes = std::max(block_bytes, text.size());
    blocks_.push_back(std::make_unique<char[]>(bytes));
    end_ = blocks_.back().get();
    room_ = bytes;
  }
  std::copy(text.begin(), text.end(), end_);
  const std::string_view result(end_, text.size());
  end_ += text.size();
  room_ -= text.size();
  return result;
}

}  // namespace weft
