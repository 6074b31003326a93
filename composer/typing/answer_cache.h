#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fragments/types/feature_set.h"
#include "fragments/types/semantic_type.h"
#include "support/hash.h"

namespace weft {

/// What determines an answer about a library.
struct AnswerQuestion {
  std::vector<std::uint32_t> words;
  std::vector<SemanticType> types;  ///< of the arguments
  FeatureSet available;             ///< that conversions may read

  friend bool operator==(const AnswerQuestion&, const AnswerQuestion&) = default;

  struct Hash {
    std::size_t operator()(const AnswerQuestion& question) const noexcept;
  };
};

/// Answers about one library, shared by all compositions and threads that use it: an editor
/// composes the same calls again and again. They must refer to nothing of their composition.
template <typename Answer>
class AnswerCache {
 public:
  using Question = AnswerQuestion;

  /// Drops all answers when there are `most` of them.
  explicit AnswerCache(std::size_t most) : most_(most) {}

  /// Null if the answer is not known. Thread-safe.
  std::shared_ptr<const Answer> find(const Question& question) const {
    const std::shared_lock lock(mutex_);
    const auto known = known_.find(question);
    return known != known_.end() ? known->second : nullptr;
  }
  /// Returns the answer, or the one that another thread has added. Thread-safe.
  std::shared_ptr<const Answer> add(Question question, Answer answer) {
    auto added = std::make_shared<const Answer>(std::move(answer));
    const std::unique_lock lock(mutex_);
    if (known_.size() >= most_) {
      known_.clear();
    }
    return known_.try_emplace(std::move(question), std::move(added)).first->second;
  }
  /// Number of answers held.
  std::size_t size() const {
    const std::shared_lock lock(mutex_);
    return known_.size();
  }
  /// All answers, in no order.
  std::vector<std::shared_ptr<const Answer>> answers() const {
    const std::shared_lock lock(mutex_);
    std::vector<std::shared_ptr<const Answer>> all;
    for (const auto& [question, answer] : known_) {
      all.push_back(answer);
    }
    return all;
  }

 private:
  std::size_t most_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<Question, std::shared_ptr<const Answer>, Question::Hash> known_;
};

}  // namespace weft
