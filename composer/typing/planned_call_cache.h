#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "composer/typing/planned_call.h"
#include "fragments/types/semantic_type.h"

namespace weft {

/// The calls planned in one library, shared by all compositions and threads that use it: an editor
/// composes the same calls again and again. Holds only plans that refer to nothing of their
/// composition (is_shareable).
class PlannedCallCache {
 public:
  /// What determines the plan of a call, besides the library.
  struct Question {
    std::vector<std::uint32_t> words;  ///< as in call_signature, with the profile
    std::vector<SemanticType> types;   ///< of the arguments
    FeatureSet available;              ///< that conversions may read

    friend bool operator==(const Question&, const Question&) = default;
  };

  /// Null if no such call is known. Thread-safe.
  std::shared_ptr<const PlannedCall> find(const Question& question) const;
  /// Returns the plan, or the one that another thread has added. When there are more than
  /// `max_plans`, the cache drops all of them. Thread-safe.
  std::shared_ptr<const PlannedCall> add(Question question, PlannedCall plan);
  /// Number of plans held.
  std::size_t size() const;

  /// About a kilobyte each. The materials of a library ask for far fewer.
  static constexpr std::size_t max_plans = 50'000;

 private:
  struct QuestionHash {
    std::size_t operator()(const Question& question) const noexcept;
  };

  mutable std::shared_mutex mutex_;
  std::unordered_map<Question, std::shared_ptr<const PlannedCall>, QuestionHash> known_;
};

/// Whether a plan refers to nothing of its composition: it takes no functions or stitched values,
/// no candidate asked for further values, and defaults are told by their types alone.
bool is_shareable(const PlannedCall& plan);

}  // namespace weft
