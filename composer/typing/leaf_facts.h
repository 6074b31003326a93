#pragma once

#include <vector>

#include "composer/typing/typing_context.h"

namespace weft {

/// `unread`: as in LeafEvaluation. O(1) expected once asked.
LeafFacts facts_of(const TypingContext& in, FragmentId leaf,
                   const std::vector<DataType>& type_arguments, const UnreadFeatures& unread = {});

}  // namespace weft
