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
#include "support/inline_vector.h"

namespace weft {

/// What determines an answer about a library.
struct AnswerQuestion {
  std::vector<std::uint32_t> words;
  std::vector<SemanticType> types;  ///< of the arguments
  FeatureSet available;             ///< that conversions may read

  friend bool operator==(const AnswerQuestion&, const AnswerQuestion&) = default;
};

/// A question whose types belong to a composition: most questions have an answer, and are asked
/// without copying anything.
struct AnswerQuestionView {
  InlineVector<std::uint32_t, 24> words;
  InlineVector<const SemanticType*, 8> types;
  const FeatureSet* available = nullptr;

  AnswerQuestion owned() const;
};

struct AnswerQuestionHash {
  using is_transparent = void;
  std::size_t operator()(const AnswerQuestion& question) const noexcept;
  std::size_t operator()(const AnswerQuestionView& question) const noexcept;
};

struct AnswerQuestionEqual {
  using is_transparent = void;
  bool operator()(const AnswerQuestion& a, const AnswerQuestion& b) const { return a == b; }
  bool operator()(const AnswerQuestionView& a, const AnswerQuestion& b) const;
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
  std::shared_ptr<const Answer> find(const Question& question) const { return look_up(question); }
  std::shared_ptr<const Answer> find(const AnswerQuestionView& question) const {
    return look_up(question);
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
  template <typename AnyQuestion>
  std::shared_ptr<const Answer> look_up(const AnyQuestion& question) const {
    const std::shared_lock lock(mutex_);
    const auto known = known_.find(question);
    return known != known_.end() ? known->second : nullptr;
  }

  std::size_t most_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<Question, std::shared_ptr<const Answer>, AnswerQuestionHash,
                     AnswerQuestionEqual>
      known_;
};

}  // namespace weft
