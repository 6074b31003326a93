#include "composer/typing/leaf_facts.h"

namespace weft {

LeafFacts facts_of(const TypingContext& in, FragmentId leaf,
                   const std::vector<DataType>& type_arguments, const UnreadFeatures& unread) {
  return {&extracted_features(in.library(), leaf, type_arguments, unread),
          &in.shared.facts->demands.of(leaf, type_arguments, unread),
          in.shared.facts->derivatives.contains(leaf, type_arguments, unread)};
}

}  // namespace weft
