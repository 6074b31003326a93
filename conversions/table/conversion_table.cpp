#include "conversions/table/conversion_table.h"

#include <algorithm>
#include <utility>

#include "conversions/table/compiled_table.h"

namespace weft {
namespace {

std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) {
  return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

/// By name; instances of a generic conversion, which share a name, by their inputs.
bool ranks_before(const ConversionRule& a, const ConversionRule& b) {
  if (a.name != b.name) {
    return a.name < b.name;
  }
  if (a.input.data != b.input.data) {
    return a.input.data < b.input.data;
  }
  if (a.output_data != b.output_data) {
    return a.output_data < b.output_data;
  }
  return a.difficulty < b.difficulty;
}

}  // namespace

ConversionTable::ConversionTable() = default;
ConversionTable::ConversionTable(ConversionTable&&) noexcept = default;
ConversionTable& ConversionTable::operator=(ConversionTable&&) noexcept = default;
ConversionTable::~ConversionTable() = default;

ConversionId ConversionTable::add(ConversionRule rule) {
  WEFT_CHECK(!compiled_, "a conversion was added to a frozen table");
  WEFT_CHECK(rule.difficulty > 0, "the difficulty of a conversion must be positive");
  return rules_.add(std::move(rule));
}

void ConversionTable::prefer(ConversionPreference preference) {
  preferences_.push_back(std::move(preference));
}

void ConversionTable::commute(ConversionId a, ConversionId b) { commuting_.emplace_back(a, b); }

void ConversionTable::equal(ConversionEquality equality) {
  equalities_.push_back(std::move(equality));
}

void ConversionTable::define(FeatureId feature, FeatureSet reads) {
  definitions_[feature] = std::move(reads);
}

FeatureSet ConversionTable::to_provide(const FeatureSet& wanted,
                                       const FeatureSet& available) const {
  FeatureSet provided;
  for (FeatureId root : wanted.ids()) {
    FeatureSet own;
    FeatureSet seen;
    std::vector<FeatureId> open{root};
    while (!open.empty()) {
      const FeatureId feature = open.back();
      open.pop_back();
      if (available.contains(feature) || seen.contains(feature)) {
        continue;
      }
      seen.insert(feature);
      const auto definition = definitions_.find(feature);
      if (definition == definitions_.end()) {
        own.insert(feature);
        continue;
      }
      for (FeatureId read : definition->second.ids()) {
        open.push_back(read);
      }
    }
    // Everything it reads is available but the feature itself is not: its rate is too high to be
    // read here.
    if (own.empty() && !available.contains(root)) {
      own.insert(root);
    }
    provided.insert(own);
  }
  return provided;
}

void ConversionTable::freeze(const Lattice& lattice) {
  std::vector<std::uint32_t> order(rules_.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = static_cast<std::uint32_t>(i);
  }
  std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    return ranks_before(rules_[ConversionId(a)], rules_[ConversionId(b)]);
  });
  ranks_.assign(rules_.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    ranks_[order[i]] = static_cast<std::uint32_t>(i);
  }
  families_.assign(rules_.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    bool same_name =
        i > 0 && rules_[ConversionId(order[i])].name == rules_[ConversionId(order[i - 1])].name;
    families_[order[i]] = same_name ? families_[order[i - 1]] : static_cast<std::uint32_t>(i);
  }
  commuting_families_.clear();
  for (const auto& [a, b] : commuting_) {
    commuting_families_.push_back(pair_key(family(a), family(b)));
  }
  std::sort(commuting_families_.begin(), commuting_families_.end());
  compiled_ = std::make_unique<CompiledTable>(rules_, order, lattice);
}

bool ConversionTable::commutes(ConversionId a, ConversionId b) const {
  return std::binary_search(commuting_families_.begin(), commuting_families_.end(),
                            pair_key(family(a), family(b)));
}

bool ConversionTable::independent(ConversionId a, ConversionId b) const {
  return compiled_->rules.independent(ranks_[a.index()], ranks_[b.index()]);
}

bool ConversionTable::may_convert(DataType from, DataType to) const {
  return compiled_->groups.may_convert(from, to);
}

bool applies(const ConversionRule& rule, const SemanticType& source, const Lattice& lattice) {
  return satisfies(source, rule.input, lattice);
}

SemanticType apply(const ConversionRule& rule, const SemanticType& source, const Lattice& lattice) {
  SemanticType result = source;
  if (rule.output_data) {
    result.set_data(*rule.output_data);
  }
  result.lose_guarantees(lattice, rule.keeps);
  for (TraitId trait : rule.drops) {
    result.remove(trait);
  }
  for (const TraitEntry& entry : rule.sets) {
    if (lattice.trait(entry.trait).kind == TraitKind::Guarantee ||
        source.value(entry.trait, lattice)) {
      result.set(entry.trait, entry.value, lattice);
    }
  }
  return result;
}

}  // namespace weft
