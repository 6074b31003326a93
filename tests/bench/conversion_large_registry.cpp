#include "tests/bench/conversion_large_registry.h"

#include <algorithm>
#include <string>

namespace weft::testing {
namespace {

constexpr std::size_t trait_count = 8;

}  // namespace

LargeRegistry::LargeRegistry(std::size_t conversions, std::uint64_t seed, std::int64_t times)
    : random_(seed) {
  for (std::size_t t = 0; t < trait_count; ++t) {
    NameId name = names_.intern("trait" + std::to_string(t));
    TraitId trait = lattice_.add_trait({name, TraitKind::Meaning, std::nullopt, {}, {}});
    std::size_t count = 20 + random_.below(21);
    values_.emplace_back();
    for (std::size_t v = 0; v < count; ++v) {
      std::optional<ValueId> parent;
      if (v > 0 && random_.chance(4)) {
        parent = values_[t][random_.below(v)];
      }
      NameId value = names_.intern("value" + std::to_string(v));
      values_[t].push_back(lattice_.add_value({value, trait, parent, {}}));
    }
  }
  lattice_.freeze();
  for (std::size_t c = 0; c < conversions; ++c) {
    ConversionRule rule;
    rule.name = "conversion" + std::to_string(c);
    rule.input.data = float3_type;
    rule.difficulty = times * static_cast<std::int64_t>(1 + random_.below(1000));
    std::size_t first = random_.below(trait_count);
    std::vector<std::size_t> changed{first};
    if (random_.chance(2)) {
      changed.push_back((first + 1 + random_.below(trait_count - 1)) % trait_count);
      std::sort(changed.begin(), changed.end());
    }
    for (std::size_t t : changed) {
      ValueId from = any_value(t);
      ValueId to = any_value(t);
      while (lattice_.is_within(to, from)) {
        from = any_value(t);
        to = any_value(t);
      }
      rule.input.entries.push_back({TraitId(t), from, false});
      rule.sets.push_back({TraitId(t), to});
    }
    table_.add(std::move(rule));
  }
  table_.freeze(lattice_);
}

ValueId LargeRegistry::any_value(std::size_t trait) {
  return values_[trait][random_.below(values_[trait].size())];
}

ConversionQuestion LargeRegistry::question(std::size_t demanded) {
  ConversionQuestion made{SemanticType(float3_type), {float3_type, {}}};
  for (std::size_t t = 0; t < trait_count; ++t) {
    made.source.set(TraitId(t), any_value(t), lattice_);
  }
  std::size_t first = random_.below(trait_count);
  for (std::size_t i = 0; i < demanded; ++i) {
    std::size_t t = (first + i) % trait_count;
    made.demand.entries.push_back({TraitId(t), any_value(t), false});
  }
  std::sort(made.demand.entries.begin(), made.demand.entries.end());
  return made;
}

}  // namespace weft::testing
