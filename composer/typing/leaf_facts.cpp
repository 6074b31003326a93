#include "composer/typing/leaf_facts.h"

namespace weft {

LeafFacts facts_of(const TypingContext& in, FragmentId leaf,
                   const std::vector<DataType>& type_arguments, const UnreadFeatures& unread) {
  const Specialization special{unread};
  return {&extracted_features(in.library(), leaf, type_arguments, special),
          &in.shared.facts->demands.of(leaf, type_arguments, special),
          in.shared.facts->derivatives.contains(leaf, type_arguments, special)};
}

}  // namespace weft
