#include "fragments/types/semantic_type.h"

#include <algorithm>
#include <cstdint>

#include "support/hash.h"

namespace weft {
namespace {

auto entry_at(const std::vector<TraitEntry>& entries, TraitId trait) {
  return std::lower_bound(entries.begin(), entries.end(), trait,
                          [](const TraitEntry& entry, TraitId id) { return entry.trait < id; });
}

bool contains(const std::vector<TraitId>& traits, TraitId trait) {
  return std::find(traits.begin(), traits.end(), trait) != traits.end();
}

}  // namespace

std::optional<ValueId> SemanticType::stated(TraitId trait) const {
  auto at = entry_at(entries_, trait);
  return at != entries_.end() && at->trait == trait ? std::optional<ValueId>(at->value)
                                                    : std::nullopt;
}

std::optional<ValueId> SemanticType::value(TraitId trait, const Lattice& lattice) const {
  auto own = stated(trait);
  return own ? own : lattice.trait(trait).default_value;
}

void SemanticType::set(TraitId trait, ValueId value, const Lattice& lattice) {
  if (lattice.trait(trait).default_value == value) {
    remove(trait);
    return;
  }
  auto at = entries_.begin() + (entry_at(entries_, trait) - entries_.begin());
  if (at != entries_.end() && at->trait == trait) {
    at->value = value;
  } else {
    entries_.insert(at, {trait, value});
  }
}

void SemanticType::remove(TraitId trait) {
  auto at = entries_.begin() + (entry_at(entries_, trait) - entries_.begin());
  if (at != entries_.end() && at->trait == trait) {
    entries_.erase(at);
  }
}

void SemanticType::lose_guarantees(const Lattice& lattice, const std::vector<TraitId>& kept) {
  entries_.erase(std::remove_if(entries_.begin(), entries_.end(),
                                [&](const TraitEntry& entry) {
                                  return lattice.trait(entry.trait).kind == TraitKind::Guarantee &&
                                         !contains(kept, entry.trait);
                                }),
                 entries_.end());
}

Demand demand_of(const SemanticType& type) {
  Demand demand;
  demand.data = type.data();
  for (const TraitEntry& entry : type.entries()) {
    demand.entries.push_back({entry.trait, entry.value, false});
  }
  return demand;
}

Demand decide_conditions(const Demand& demand, const SemanticType& source, const Lattice& lattice) {
  Demand decided;
  decided.data = demand.data;
  for (const DemandEntry& entry : demand.entries) {
    if (!entry.conditional || source.value(entry.trait, lattice)) {
      decided.entries.push_back({entry.trait, entry.value, false});
    }
  }
  return decided;
}

std::optional<Shortfall> find_shortfall(const SemanticType& source, const Demand& demand,
                                        const Lattice& lattice) {
  std::optional<Shortfall> first;
  if (source.data() != demand.data) {
    first = Shortfall{true, std::nullopt, false};
  }
  for (const DemandEntry& entry : demand.entries) {
    auto value = source.value(entry.trait, lattice);
    if (!value) {
      if (entry.conditional) {
        continue;
      }
      if (lattice.trait(entry.trait).kind == TraitKind::Meaning) {
        return Shortfall{false, entry.trait, true};
      }
    } else if (lattice.is_within(*value, entry.value)) {
      continue;
    }
    if (!first) {
      first = Shortfall{false, entry.trait, false};
    }
  }
  return first;
}

bool satisfies(const SemanticType& source, const Demand& demand, const Lattice& lattice) {
  if (source.data() != demand.data) {
    return false;
  }
  for (const DemandEntry& entry : demand.entries) {
    auto value = source.value(entry.trait, lattice);
    if (!value ? !entry.conditional : !lattice.is_within(*value, entry.value)) {
      return false;
    }
  }
  return true;
}

int compatibility(const SemanticType& source, const Demand& demand, const Lattice& lattice) {
  int shared = 1;  // the data type: always present on both sides
  for (const DemandEntry& entry : demand.entries) {
    if (source.value(entry.trait, lattice)) {
      ++shared;
    } else if (!entry.conditional && lattice.trait(entry.trait).kind == TraitKind::Meaning) {
      return 0;
    }
  }
  return shared;
}

SemanticType type_of(const Demand& demand, const Lattice& lattice) {
  SemanticType type(demand.data);
  for (const DemandEntry& entry : demand.entries) {
    type.set(entry.trait, entry.value, lattice);
  }
  return type;
}

std::size_t SemanticType::Hash::operator()(const SemanticType& type) const noexcept {
  std::size_t hash = static_cast<std::size_t>(type.data().kind());
  const auto mix = [&hash](std::size_t value) {
    hash = static_cast<std::size_t>(mix_hash(hash, value));
  };
  mix(static_cast<std::size_t>(type.data().scalar_kind()));
  mix(static_cast<std::size_t>(type.data().rows() * 8 + type.data().columns()));
  mix(type.data().index());
  for (const TraitEntry& entry : type.entries()) {
    mix(entry.value.index());
  }
  return hash;
}

std::size_t Demand::Hash::operator()(const Demand& demand) const noexcept {
  std::size_t hash = demand.data.index();
  const auto mix = [&hash](std::size_t value) {
    hash = static_cast<std::size_t>(mix_hash(hash, value));
  };
  mix(static_cast<std::size_t>(demand.data.kind()));
  mix(static_cast<std::size_t>(demand.data.scalar_kind()));
  mix(static_cast<std::size_t>(demand.data.rows() * 8 + demand.data.columns()));
  for (const DemandEntry& entry : demand.entries) {
    mix(entry.value.index() * std::size_t{2} + (entry.conditional ? 1 : 0));
  }
  return hash;
}

TypeId TypeInterner::intern(const SemanticType& type) {
  const std::size_t hash = SemanticType::Hash()(type);
  if (const auto known = table_.find(hash, [&](std::uint32_t i) { return types_[i] == type; })) {
    return TypeId(*known);
  }
  const TypeId added(types_.size());
  types_.emplace_back(type);
  table_.insert(hash, added.index());
  return added;
}

}  // namespace weft
