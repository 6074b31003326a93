#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace weft {

// Hashes for tables that are looked up and never iterated, so that no result depends on them. For a
// hash that is stored or compared between machines see support/content_hash.h.

/// Mixes another value into a hash: one step of a multiply-xorshift chain, as in SplitMix64
/// (Steele, Lea, Flood 2014). The added constant keeps runs of zeros apart; the shift brings the
/// high bits, which depend on all input bits, down to the low bits, which tables use.
constexpr std::uint64_t mix_hash(std::uint64_t hash, std::uint64_t value) {
  hash = ((hash + 0x9e3779b97f4a7c15ULL) ^ value) * 0xbf58476d1ce4e5b9ULL;
  return hash ^ (hash >> 32);
}

/// Up to seven bytes as a number, different for different texts of one length. By loads of fixed
/// sizes, which may overlap: a copy of a varying size is a call.
inline std::uint64_t packed_bytes(std::string_view text) {
  if (text.size() >= 4) {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::memcpy(&first, text.data(), 4);
    std::memcpy(&last, text.data() + text.size() - 4, 4);
    return std::uint64_t{last} << 32 | first;
  }
  std::uint64_t packed = 0;
  for (const char c : text) {
    packed = packed << 8 | static_cast<unsigned char>(c);
  }
  return packed;
}

/// The hash of a text, eight bytes at a time. Depends on the machine's byte order.
inline std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = text.size();
  for (; text.size() >= 8; text.remove_prefix(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    hash = mix_hash(hash, word);
  }
  return mix_hash(mix_hash(hash, packed_bytes(text)), 0);
}

/// Mixes values of a sequence, one after the other, starting with their number.
template <typename Numbers>
std::uint64_t hash_numbers(const Numbers& numbers) {
  std::uint64_t hash = numbers.size();
  for (const auto number : numbers) {
    hash = mix_hash(hash, number);
  }
  return hash;
}

}  // namespace weft
