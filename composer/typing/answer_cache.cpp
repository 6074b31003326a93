#include "composer/typing/answer_cache.h"

#include <algorithm>

namespace weft {

AnswerQuestion AnswerQuestionView::owned() const {
  AnswerQuestion question{{words.begin(), words.end()}, {}, *available};
  question.types.reserve(types.size());
  for (const SemanticType* type : types) {
    question.types.push_back(*type);
  }
  return question;
}

std::size_t AnswerQuestionHash::operator()(const AnswerQuestion& question) const noexcept {
  std::uint64_t hash = hash_numbers(question.words);
  for (const SemanticType& type : question.types) {
    hash = mix_hash(hash, SemanticType::Hash()(type));
  }
  return static_cast<std::size_t>(mix_hash(hash, FeatureSet::Hash()(question.available)));
}

std::size_t AnswerQuestionHash::operator()(const AnswerQuestionView& question) const noexcept {
  std::uint64_t hash = hash_numbers(question.words);
  for (const SemanticType* type : question.types) {
    hash = mix_hash(hash, SemanticType::Hash()(*type));
  }
  return static_cast<std::size_t>(mix_hash(hash, FeatureSet::Hash()(*question.available)));
}

bool AnswerQuestionEqual::operator()(const AnswerQuestionView& a, const AnswerQuestion& b) const {
  return std::equal(a.words.begin(), a.words.end(), b.words.begin(), b.words.end()) &&
         std::equal(a.types.begin(), a.types.end(), b.types.begin(), b.types.end(),
                    [](const SemanticType* x, const SemanticType& y) { return *x == y; }) &&
         *a.available == b.available;
}

}  // namespace weft
