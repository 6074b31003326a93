#include "conversions/search/chain_preference.h"

#include <algorithm>
#include <utility>

#include "conversions/search/equal_chains.h"

namespace weft {
namespace {

bool is_proper_subset(const FeatureSet& a, const FeatureSet& b) {
  return a != b && a.is_subset_of(b);
}

bool uses(const ConversionTable& table, const Chain& chain, ConversionId named) {
  return std::any_of(chain.steps.begin(), chain.steps.end(),
                     [&](ConversionId step) { return table.family(step) == table.family(named); });
}

bool holds(const TraitEntry& entry, const SemanticType& type, const Lattice& lattice) {
  auto value = type.value(entry.trait, lattice);
  return value && lattice.is_within(*value, entry.value);
}

/// The `prefer` declarations as an order on groups of chains.
class DeclaredOrder {
 public:
  DeclaredOrder(const ConversionTable& table, const Lattice& lattice, const SemanticType& source)
      : table_(table), lattice_(lattice), source_(source) {}

  bool beats(const EqualChains& better, const EqualChains& worse) const {
    for (const Chain& a : better) {
      for (const Chain& b : worse) {
        if (beats(a, b)) {
          return true;
        }
      }
    }
    return false;
  }

 private:
  bool beats(const Chain& a, const Chain& b) const {
    return std::any_of(table_.preferences().begin(), table_.preferences().end(),
                       [&](const ConversionPreference& preference) {
                         return uses(table_, a, preference.better) &&
                                !uses(table_, b, preference.better) &&
                                uses(table_, b, preference.worse) &&
                                !uses(table_, a, preference.worse) &&
                                std::all_of(preference.only_for.begin(), preference.only_for.end(),
                                            [&](const TraitEntry& entry) {
                                              return holds(entry, source_, lattice_) ||
                                                     holds(entry, a.result, lattice_);
                                            });
                       });
  }

  const ConversionTable& table_;
  const Lattice& lattice_;
  const SemanticType& source_;
};

/// Marks each group that is beaten, directly or transitively, by a group that it does not beat in
/// turn.
std::vector<bool> find_beaten(const std::vector<EqualChains>& groups, const DeclaredOrder& order) {
  std::size_t count = groups.size();
  std::vector<std::vector<bool>> beats(count, std::vector<bool>(count, false));
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b) {
      beats[a][b] = a != b && order.beats(groups[a], groups[b]);
    }
  }
  for (std::size_t via = 0; via < count; ++via) {
    for (std::size_t a = 0; a < count; ++a) {
      if (beats[a][via]) {
        for (std::size_t b = 0; b < count; ++b) {
          beats[a][b] = beats[a][b] || beats[via][b];
        }
      }
    }
  }
  std::vector<bool> beaten(count, false);
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b) {
      beaten[b] = beaten[b] || (beats[a][b] && !beats[b][a]);
    }
  }
  return beaten;
}

}  // namespace

bool listed_before(const ConversionTable& table, const Chain& a, const Chain& b) {
  if (a.steps.size() != b.steps.size()) {
    return a.steps.size() < b.steps.size();
  }
  return std::lexicographical_compare(
      a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
      [&](ConversionId x, ConversionId y) { return table.rank(x) < table.rank(y); });
}

bool may_be_settled(const ConversionTable& table, const std::vector<ConversionId>& used) {
  return !table.preferences().empty() || !table.equalities().empty() || table.has_commuting() ||
         std::any_of(used.begin(), used.end(),
                     [&](ConversionId id) { return !table[id].features.empty(); });
}

PreferredChains prefer_chains(const ConversionTable& table, const Lattice& lattice,
                              const SemanticType& source, std::vector<Chain> all) {
  PreferredChains result;
  std::sort(all.begin(), all.end(),
            [&](const Chain& a, const Chain& b) { return listed_before(table, a, b); });
  std::vector<Chain> thrifty;
  for (const Chain& chain : all) {
    bool is_beaten = std::any_of(all.begin(), all.end(), [&](const Chain& other) {
      return is_proper_subset(other.features, chain.features);
    });
    if (is_beaten) {
      result.refused.push_back({chain, Refusal::MoreFeatures, 0, 0, 0});
    } else {
      thrifty.push_back(chain);
    }
  }
  if (thrifty.size() < 2) {
    result.left.push_back(std::move(thrifty));
    return result;
  }

  std::vector<std::size_t> group_of = group_equal_chains(table, lattice, source, thrifty);
  std::vector<EqualChains> groups;
  std::vector<std::size_t> index(thrifty.size(), 0);
  for (std::size_t i = 0; i < thrifty.size(); ++i) {
    if (group_of[i] == i) {
      index[i] = groups.size();
      groups.emplace_back();
    }
    groups[index[group_of[i]]].push_back(thrifty[i]);
  }
  std::vector<bool> beaten(groups.size(), false);
  if (groups.size() > 1 && !table.preferences().empty()) {
    beaten = find_beaten(groups, DeclaredOrder(table, lattice, source));
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (beaten[i]) {
      result.refused.push_back({groups[i].front(), Refusal::Preference, 0, 0, 0});
    } else {
      result.left.push_back(std::move(groups[i]));
    }
  }
  return result;
}

}  // namespace weft
