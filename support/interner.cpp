#include "support/interner.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace weft {
namespace {

constexpr std::size_t first_slots = 1024;
constexpr std::size_t block_bytes = 64 * 1024;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  a = (a ^ b) * 0x9E3779B97F4A7C15U;
  return a ^ (a >> 29);
}

/// Hashes eight bytes at a time. The hash depends on the machine's byte order, which no result
/// exposes.
std::uint32_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size();
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left >= 8; left -= 8, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    hash = mixed(hash, word);
  }
  std::uint64_t rest = 0;
  if (left > 0) {
    std::memcpy(&rest, at, left);
  }
  hash = mixed(hash, rest);
  hash = mixed(hash, hash >> 32);
  return static_cast<std::uint32_t>(hash >> 32);
}

}  // namespace

Interner::Interner(Interner&& other) noexcept { *this = std::move(other); }

Interner& Interner::operator=(Interner&& other) noexcept {
  texts_ = std::exchange(other.texts_, {});
  blocks_ = std::exchange(other.blocks_, {});
  room_ = std::exchange(other.room_, 0);
  end_ = std::exchange(other.end_, nullptr);
  slots_ = std::exchange(other.slots_, {});
  return *this;
}

NameId Interner::intern(std::string_view text) {
  if (slots_.size() <= 2 * texts_.size()) {
    grow();
  }
  const std::uint32_t hash = hash_of(text);
  Slot& slot = slots_[slot_of(text, hash)];
  if (slot.number == 0) {
    texts_.push_back(stored(text));
    slot = {hash, static_cast<std::uint32_t>(texts_.size())};
  }
  return NameId(slot.number - 1);
}

std::optional<NameId> Interner::find(std::string_view text) const {
  if (slots_.empty()) {
    return std::nullopt;
  }
  const Slot& slot = slots_[slot_of(text, hash_of(text))];
  return slot.number != 0 ? std::optional(NameId(slot.number - 1)) : std::nullopt;
}

std::size_t Interner::slot_of(std::string_view text, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].number != 0 &&
         (slots_[at].hash != hash || texts_[slots_[at].number - 1] != text)) {
    at = (at + 1) & mask;
  }
  return at;
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

void Interner::grow() {
  std::vector<Slot> old = std::exchange(slots_, {});
  slots_.resize(std::max(first_slots, old.size() * 2));
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.number != 0) {
      std::size_t at = slot.hash & mask;
      while (slots_[at].number != 0) {
        at = (at + 1) & mask;
      }
      slots_[at] = slot;
    }
  }
}

}  // namespace weft
