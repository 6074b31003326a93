#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <vector>

#include "conversions/cache.h"

namespace weft {

/// A memo of answers keyed by interned ids, for one composition or one session; not shared between
/// threads. Misses go to a cache, which may be shared. The cache must outlive it, and every TypeId
/// must come from one TypeInterner.
class ConversionMemo {
 public:
  explicit ConversionMemo(ConversionCache& cache) : cache_(cache) {}

  struct DemandKey;
  using DemandId = Id<DemandKey>;
  struct FeaturesKey;
  using FeaturesId = Id<FeaturesKey>;

  DemandId intern(const Demand& demand);
  FeaturesId intern(const FeatureSet& features);

  /// The cache's answer, looked up once per question; lives as long as the memo. O(1) on a hit.
  const ConversionAnswer& find(TypeId source, const TypeInterner& types, DemandId demand,
                               FeaturesId available);
  const ConversionAnswer& find(TypeId source, const TypeInterner& types, const Demand& demand,
                               const FeatureSet& available) {
    return find(source, types, intern(demand), intern(available));
  }
  std::size_t size() const { return answers_.size(); }

 private:
  struct Question {
    std::uint32_t source = 0;
    std::uint32_t demand = 0;
    std::uint32_t features = 0;

    friend bool operator==(const Question&, const Question&) = default;
  };
  struct QuestionHash {
    std::size_t operator()(const Question& question) const noexcept {
      std::uint64_t hash =
          (std::uint64_t{question.source} << 32 | question.demand) * 0x9e3779b97f4a7c15ULL;
      hash = (hash ^ (hash >> 29) ^ question.features) * 0xbf58476d1ce4e5b9ULL;
      return static_cast<std::size_t>(hash ^ (hash >> 32));
    }
  };
  ConversionCache& cache_;
  std::vector<Demand> demands_;
  std::vector<FeatureSet> feature_sets_;
  std::unordered_map<Demand, std::uint32_t, Demand::Hash> demand_ids_;
  std::unordered_map<FeatureSet, std::uint32_t, FeatureSet::Hash> feature_ids_;
  std::vector<std::shared_ptr<const ConversionAnswer>> answers_;
  std::unordered_map<Question, std::uint32_t, QuestionHash> known_;
};

}  // namespace weft
