#pragma once

#include "composer/typing/answer_cache.h"
#include "composer/typing/planned_call.h"

namespace weft {

/// The calls planned in one library. Questions: the words of call_signature, with the profile.
class PlannedCallCache : public AnswerCache<PlannedCall> {
 public:
  /// About a kilobyte each. The materials of a library ask for far fewer.
  static constexpr std::size_t max_plans = 50'000;

  PlannedCallCache() : AnswerCache(max_plans) {}
};

/// Whether a plan refers to nothing of its composition: it takes no functions or stitched values,
/// no candidate asked for further values, and defaults are told by their types alone.
bool is_shareable(const PlannedCall& plan);

}  // namespace weft
