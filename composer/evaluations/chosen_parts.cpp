#include "composer/evaluations/chosen_parts.h"

#include <functional>
#include <utility>

#include "support/hash.h"

namespace weft {

std::size_t ChosenParts::Hash::operator()(const SplitQuestion& question) const noexcept {
  std::uint64_t hash = std::hash<const Body*>()(question.body);
  for (const SplitQuestion::Input& input : question.inputs) {
    hash = mix_hash(hash, static_cast<std::uint64_t>(input.time.rate));
    hash = mix_hash(hash, static_cast<std::uint64_t>(input.law));
    hash = mix_hash(hash, std::hash<FunctionLevels>()(input.time.levels));
    hash = mix_hash(hash, input.known ? hash_numbers(input.known->bits) : 0);
  }
  return static_cast<std::size_t>(hash);
}

const SplitChoice* ChosenParts::find(const SplitQuestion& question) const {
  const auto known = known_.find(question);
  return known != known_.end() ? &known->second : nullptr;
}

const SplitChoice& ChosenParts::add(SplitQuestion question, SplitChoice choice) {
  if (known_.size() >= most_choices) {
    known_.clear();
  }
  SplitChoice& added = known_[std::move(question)];
  added = std::move(choice);
  return added;
}

}  // namespace weft
