#include "conversions/memo.h"

namespace weft {

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
    answers_.push_back(
        cache_.find(types[source], demands_[demand.index()], feature_sets_[available.index()]));
  }
  return *answers_[at->second];
}

}  // namespace weft
