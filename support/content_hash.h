#pragma once

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

/// Two FNV-1a style hashes with different primes and seeds, finished with the SplitMix64 mixer.
/// O(bytes).
class ContentHasher {
 public:
  /// Adds a text with its length first, so that ("ab", "c") and ("a", "bc") differ.
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (const char byte : text) {
      add_byte(static_cast<unsigned char>(byte));
    }
  }
  void add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) {
      add_byte(static_cast<unsigned char>(number >> shift));
    }
  }
  void add(const ContentHash& hash) {
    add(hash.high);
    add(hash.low);
  }

  ContentHash result() const { return {mixed(first_), mixed(second_ ^ (first_ << 1))}; }

 private:
  void add_byte(unsigned char byte) {
    first_ = (first_ ^ byte) * 0x00000100000001B3U;
    second_ = (second_ ^ byte) * 0x9E3779B97F4A7C15U + 1;
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
