#include "conversions/memo.h"

namespace weft {

std::size_t ConversionMemo::DemandHash::operator()(const Demand& demand) const noexcept {
  std::size_t hash = demand.data.index();
  auto mix = [&hash](std::size_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
  };
  mix(static_cast<std::size_t>(demand.data.kind()));
  mix(static_cast<std::size_t>(demand.data.scalar_kind()));
  mix(static_cast<std::size_t>(demand.data.rows() * 8 + demand.data.columns()));
  for (const DemandEntry& entry : demand.entries) {
    mix(entry.value.index() * std::size_t{2} + (entry.conditional ? 1 : 0));
  }
  return hash;
}

ConversionMemo::DemandId ConversionMemo::intern(const Demand& demand) {
  auto [at, is_new] = demand_ids_.try_emplace(demand, static_cast<std::uint32_t>(demands_.size()));
  if (is_new) {
    demands_.push_back(demand);
  }
  return DemandId(at->second);
}

ConversionMemo::FeaturesId ConversionMemo::intern(const FeatureSet& features) {
  auto [at, is_new] =
      feature_ids_.try_emplace(features, static_cast<std::uint32_t>(feature_sets_.size()));
  if (is_new) {
    feature_sets_.push_back(features);
  }
  return FeaturesId(at->second);
}

const ConversionAnswer& ConversionMemo::find(TypeId source, const TypeInterner& types,
                                             DemandId demand, FeaturesId available) {
  Question question{source.index(), demand.index(), available.index()};
  auto [at, is_new] = known_.try_emplace(question, static_cast<std::uint32_t>(answers_.size()));
  if (is_new) {
    answers_.push_back(find_conversion(table_, lattice_, types[source], demands_[demand.index()],
                                       feature_sets_[available.index()], options_));
  }
  return answers_[at->second];
}

}  // namespace weft
