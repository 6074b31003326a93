#include "support/interner.h"

#include <algorithm>
#include <utility>

#include "support/hash.h"

namespace weft {
namespace {

// Blocks double from the first size to the last, so that small interners stay small.
constexpr std::size_t first_block_bytes = 1024;
constexpr std::size_t last_block_bytes = std::size_t{64} * 1024;

}  // namespace

Interner::Table& Interner::table() {
  if (table_ == nullptr) {
    table_ = std::make_shared<Table>();
  }
  return *table_;
}

Interner Interner::share() {
  table();
  Interner other;
  other.table_ = table_;
  return other;
}

NameId Interner::intern(std::string_view text) {
  Table& known = table();
  const std::uint64_t hash = hash_text(text);
  const auto is_same = [&](std::uint32_t at) { return known.texts[at] == text; };
  if (const auto id = known.ids.find(hash, is_same)) {
    return NameId(*id);
  }
  const auto added = static_cast<std::uint32_t>(known.texts.size());
  known.texts.push_back(known.stored(text));
  known.ids.insert(hash, added);
  return NameId(added);
}

std::optional<NameId> Interner::find(std::string_view text) const {
  if (table_ == nullptr) {
    return std::nullopt;
  }
  const auto id = table_->ids.find(hash_text(text),
                                   [&](std::uint32_t at) { return table_->texts[at] == text; });
  return id ? std::optional(NameId(*id)) : std::nullopt;
}

std::string_view Interner::Table::stored(std::string_view text) {
  if (text.size() > room) {
    const std::size_t doubled = first_block_bytes << std::min<std::size_t>(blocks.size(), 6);
    const std::size_t bytes = std::max(std::min(doubled, last_block_bytes), text.size());
    // NOLINTNEXTLINE(modernize-avoid-c-arrays): the size is known at run time only
    blocks.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    end = blocks.back().get();
    room = bytes;
  }
  std::copy(text.begin(), text.end(), end);
  const std::string_view result(end, text.size());
  end += text.size();
  room -= text.size();
  return result;
}

}  // namespace weft
