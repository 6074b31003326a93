#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace weft::testing {

// A small random registry as plain numbers, so that brute force does not use the types under test,
// and the same as text for tests/support/registry.h.

inline constexpr int absent = -1;
inline constexpr std::array<const char*, 3> data_names = {"float", "float3", "float4"};

struct RandomTrait {
  bool is_guarantee = false;
  int default_value = absent;
  std::vector<int> parents;  // per value: a smaller index, or absent
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

/// The last number is the data type; the others are the traits' values, including defaults.
using State = std::vector<int>;

struct RandomRegistry {
  std::vector<RandomTrait> traits;
  std::vector<RandomRule> rules;
  State source;  // as stated: absent for a default
  int demand_data = 0;
  std::vector<RandomEntry> demand;
  std::set<int> available;
};

/// Traits with trees, defaults and guarantees; conversions with conditions, features, drops and
/// keeps. Three in four registries are tidy: their conversions change one trait at a time, like
/// real ones, which yields long chains and independent steps; the others are arbitrary.
RandomRegistry make_random_registry(std::uint64_t seed);

/// One line per declaration, valid in any order.
std::vector<std::string> declarations(const RandomRegistry& registry);
std::string source_text(const RandomRegistry& registry);
std::string demand_text(const RandomRegistry& registry);
std::string features_text(const std::set<int>& features);

}  // namespace weft::testing
