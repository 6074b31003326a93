#include "conversions/cache.h"

#include <mutex>
#include <utility>

#include "support/index_table.h"

namespace weft {

std::size_t ConversionCache::QuestionHash::operator()(const Question& question) const noexcept {
  std::uint64_t hash = SemanticType::Hash()(question.source);
  hash = mix_hash(hash, Demand::Hash()(question.demand));
  return mix_hash(hash, FeatureSet::Hash()(question.available));
}

std::shared_ptr<const ConversionAnswer> ConversionCache::find(const SemanticType& source,
                                                              const Demand& demand,
                                                              const FeatureSet& available) {
  Question question{source, demand, available};
  {
    const std::shared_lock lock(mutex_);
    if (auto at = known_.find(question); at != known_.end()) {
      return at->second;
    }
  }
  // Searches without the lock: threads that miss on the same question compute equal answers.
  auto answer = std::make_shared<const ConversionAnswer>(
      find_conversion(table_, lattice_, source, demand, available, options_));
  const std::unique_lock lock(mutex_);
  if (known_.size() >= max_answers) {
    known_.clear();
  }
  return known_.try_emplace(std::move(question), std::move(answer)).first->second;
}

std::size_t ConversionCache::size() const {
  const std::shared_lock lock(mutex_);
  return known_.size();
}

}  // namespace weft
