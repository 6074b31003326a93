#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace weft::testing {

// A random small registry as plain numbers, so that a brute force can work on it without any of the
// types that it tests, and the same as text for tests/support/registry.h.

inline constexpr int absent = -1;
inline constexpr std::array<const char*, 3> data_names = {"float", "float3", "float4"};

struct RandomTrait {
  bool is_guarantee = false;
  int default_value = absent;
  std::vector<int> parents;  // per value, a smaller number or absent
};

struct RandomEntry {
  int trait = 0;
  int value = 0;
  bool conditional = false;
};

struct RandomRule {
  int from_data = 0;
  int to_data = 0;
  std::vector<RandomEntry> input;
  std::vector<RandomEntry> sets;
  std::set<int> drops;
  std::set<int> keeps;
  std::set<int> features;
  int difficulty = 1;
  bool lossy = false;
};

/// The last number is the data type; the others are the traits' values, defaults included.
using State = std::vector<int>;

struct RandomRegistry {
  std::vector<RandomTrait> traits;
  std::vector<RandomRule> rules;
  State source;  // as stated: absent where a default is meant
  int demand_data = 0;
  std::vector<RandomEntry> demand;
  std::set<int> available;
};

/// Traits with trees, defaults and guarantees, conversions with conditions, features, drops and
/// keeps. Three in four are tidy: their conversions are about one trait at a time, as real ones
/// are, which makes long chains and independent steps; the others are anything that can be written
/// down.
RandomRegistry make_random_registry(std::uint64_t seed);

/// One line per declaration, in any order as good.
std::vector<std::string> declarations(const RandomRegistry& registry);
std::string source_text(const RandomRegistry& registry);
std::string demand_text(const RandomRegistry& registry);
std::string features_text(const std::set<int>& features);

}  // namespace weft::testing
