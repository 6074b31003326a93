#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weft {

/// A 128-bit hash of content, the same on every machine and in every run. Not cryptographic: it
/// does not resist deliberate collisions. Among 10^6 distinct inputs the chance of any collision is
/// below 1 in 10^26.
struct ContentHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend auto operator<=>(const ContentHash&, const ContentHash&) = default;
};

/// Two multiply-xorshift chains with different seeds and factors, eight bytes at a time; each step
/// is a bijection of the state. Finished with the SplitMix64 mixer. O(bytes).
class ContentHasher {
 public:
  /// Adds a text with its length first, so that ("ab", "c") and ("a", "bc") differ.
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (; text.size() >= 8; text.remove_prefix(8)) {
      add(word_of(text.data()));
    }
    if (!text.empty()) {
      std::array<char, 8> rest{};
      std::copy(text.begin(), text.end(), rest.begin());
      add(word_of(rest.data()));
    }
  }
  void add(std::uint64_t number) {
    first_ = stepped(first_ ^ number, 0x9E3779B97F4A7C15U);
    second_ = stepped(second_ ^ number, 0xD6E8FEB86659FD93U);
  }
  void add(const ContentHash& hash) {
    add(hash.high);
    add(hash.low);
  }

  ContentHash result() const { return {mixed(first_), mixed(second_ ^ (first_ << 1))}; }

 private:
  /// Eight bytes, the first one lowest on every machine.
  static std::uint64_t word_of(const char* bytes) {
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i) {
      word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    return word;
  }
  static std::uint64_t stepped(std::uint64_t value, std::uint64_t factor) {
    value *= factor;
    return value ^ (value >> 32);
  }
  static std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
    return value ^ (value >> 31);
  }

  std::uint64_t first_ = 0xCBF29CE484222325U;
  std::uint64_t second_ = 0x6C62272E07BB0142U;
};

/// For unordered containers used for lookup only.
struct ContentHashHash {
  std::size_t operator()(const ContentHash& hash) const {
    return static_cast<std::size_t>(hash.low);
  }
};

}  // namespace weft
