#include "composer/typing/planned_call_cache.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "support/hash.h"

namespace weft {

std::size_t PlannedCallCache::QuestionHash::operator()(const Question& question) const noexcept {
  std::uint64_t hash = hash_numbers(question.words);
  for (const SemanticType& type : question.types) {
    hash = mix_hash(hash, SemanticType::Hash()(type));
  }
  return static_cast<std::size_t>(mix_hash(hash, FeatureSet::Hash()(question.available)));
}

std::shared_ptr<const PlannedCall> PlannedCallCache::find(const Question& question) const {
  const std::shared_lock lock(mutex_);
  const auto known = known_.find(question);
  return known != known_.end() ? known->second : nullptr;
}

std::shared_ptr<const PlannedCall> PlannedCallCache::add(Question question, PlannedCall plan) {
  auto added = std::make_shared<const PlannedCall>(std::move(plan));
  const std::unique_lock lock(mutex_);
  if (known_.size() >= max_plans) {
    known_.clear();
  }
  return known_.try_emplace(std::move(question), std::move(added)).first->second;
}

std::size_t PlannedCallCache::size() const {
  const std::shared_lock lock(mutex_);
  return known_.size();
}

bool is_shareable(const PlannedCall& plan) {
  const bool is_alone = plan.requested.empty() && plan.rejected.empty() && plan.stitches.empty() &&
                        plan.function_level == 0 && plan.unread.empty();
  const auto open = std::count_if(plan.ports.begin(), plan.ports.end(),
                                  [](const PlannedPort& port) { return !port.argument; });
  return is_alone && static_cast<std::size_t>(open) == plan.defaults.size() &&
         std::none_of(plan.ports.begin(), plan.ports.end(),
                      [](const PlannedPort& port) { return port.link.environment.has_value(); });
}

}  // namespace weft
