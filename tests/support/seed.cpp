#include "tests/support/seed.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "support/check.h"

namespace weft::testing {
namespace {

std::uint64_t read_seed() {
  std::uint64_t value = 0x57454654;  // "WEFT"
  if (const char* text = std::getenv("WEFT_SEED")) {
    const std::string_view view = text;
    const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), value);
    WEFT_CHECK(error == std::errc() && end == view.data() + view.size(),
               "WEFT_SEED must be a decimal number");
  }
  std::fprintf(stderr, "WEFT_SEED=%llu\n", static_cast<unsigned long long>(value));
  return value;
}

Scale read_scale() {
  const char* text = std::getenv("WEFT_SCALE");
  const std::string_view name = text == nullptr ? "everyday" : text;
  if (name == "ci") {
    return Scale::Ci;
  }
  if (name == "soak") {
    return Scale::Soak;
  }
  WEFT_CHECK(name == "everyday", "WEFT_SCALE must be everyday, ci or soak");
  return Scale::Everyday;
}

}  // namespace

Scale scale() {
  static const Scale value = read_scale();
  return value;
}

std::size_t scaled(std::size_t everyday) {
  switch (scale()) {
    case Scale::Everyday:
      return everyday;
    case Scale::Ci:
      return everyday * 10;
    case Scale::Soak:
      return everyday * 100;
  }
  return everyday;
}

std::uint64_t seed() {
  static const std::uint64_t value = read_seed();
  return value;
}

std::uint64_t Random::next() {
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31);
}

std::size_t Random::below(std::size_t bound) {
  WEFT_CHECK(bound != 0, "a choice needs something to choose from");
  // The modulo bias is below 2^-32 for every bound that a test uses.
  return static_cast<std::size_t>(next() % bound);
}

double Random::between(double low, double high) {
  const double unit = static_cast<double>(next() >> 11) * 0x1.0p-53;
  return low + unit * (high - low);
}

}  // namespace weft::testing
