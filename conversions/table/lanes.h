#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace weft {

/// Eight 16-bit numbers processed together. With GNU vector extensions (g++, clang, Emscripten)
/// each operator compiles to one SIMD instruction where the target has one.
struct Lanes {
  static constexpr std::size_t count = 8;
  using Vector [[gnu::vector_size(16)]] = std::int16_t;

  static Lanes load(const std::int16_t* from) {
    Lanes loaded;
    std::memcpy(&loaded.vector, from, sizeof(Vector));
    return loaded;
  }
  static Lanes all(std::int16_t value) { return {Vector{} + value}; }
  void store(std::int16_t* to) const { std::memcpy(to, &vector, sizeof(Vector)); }

  friend Lanes min(Lanes a, Lanes b) { return {a.vector < b.vector ? a.vector : b.vector}; }
  friend Lanes max(Lanes a, Lanes b) { return {a.vector < b.vector ? b.vector : a.vector}; }
  friend Lanes operator+(Lanes a, Lanes b) { return {a.vector + b.vector}; }
  friend bool any_less(Lanes a, Lanes b) { return any(a.vector < b.vector); }
  /// Whether in some lane a <= limit < b.
  friend bool any_parted(Lanes a, Lanes b, Lanes limit) {
    return any((a.vector <= limit.vector) & (limit.vector < b.vector));
  }

  Vector vector = {};

 private:
  template <typename Mask>
  static bool any(const Mask& mask) {
    std::array<std::uint64_t, 2> bits = {};
    std::memcpy(bits.data(), &mask, sizeof(Vector));
    return (bits[0] | bits[1]) != 0;
  }
};

}  // namespace weft
