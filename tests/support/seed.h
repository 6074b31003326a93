#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::testing {

/// The effort of the tests, from the environment variable WEFT_SCALE. Any other value ends the test
/// run, so that a misspelled CI job cannot pass as an everyday one.
enum class Scale { Everyday, Ci, Soak };

Scale scale();

/// `everyday` cases at the everyday scale, 10 times as many in CI, 100 times as many when soaking.
std::size_t scaled(std::size_t everyday);

/// One of the three, by the scale.
constexpr std::size_t by_scale(Scale at, std::size_t everyday, std::size_t ci, std::size_t soak) {
  return at == Scale::Soak ? soak : at == Scale::Ci ? ci : everyday;
}
inline std::size_t by_scale(std::size_t everyday, std::size_t ci, std::size_t soak) {
  return by_scale(scale(), everyday, ci, soak);
}

/// The seed of this run: WEFT_SEED (decimal) or a fixed one. The first call prints it to stderr, so
/// that a failure can be reproduced.
std::uint64_t seed();

/// SplitMix64 (Steele, Lea, Flood 2014). Unlike the standard distributions, which differ between
/// libraries, it yields the same cases for a seed everywhere.
class Random {
 public:
  explicit Random(std::uint64_t start) : state_(start) {}

  std::uint64_t next();
  /// Uniform in [0, bound); bound must not be 0.
  std::size_t below(std::size_t bound);
  /// True once in `one_in` on average.
  bool chance(std::size_t one_in) { return below(one_in) == 0; }
  /// Uniform in [low, high).
  double between(double low, double high);

 private:
  std::uint64_t state_;
};

}  // namespace weft::testing
