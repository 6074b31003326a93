#include "composer/typing/answer_cache.h"

namespace weft {

std::size_t AnswerQuestion::Hash::operator()(const AnswerQuestion& question) const noexcept {
  std::uint64_t hash = hash_numbers(question.words);
  for (const SemanticType& type : question.types) {
    hash = mix_hash(hash, SemanticType::Hash()(type));
  }
  return static_cast<std::size_t>(mix_hash(hash, FeatureSet::Hash()(question.available)));
}

}  // namespace weft
