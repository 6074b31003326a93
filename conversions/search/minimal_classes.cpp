#include "conversions/search/minimal_classes.h"

#include <algorithm>
#include <utility>

#include "conversions/search/chain_classes.h"
#include "conversions/search/independent_parts.h"
#include "conversions/search/minimal_search.h"

namespace weft {
namespace {

using Word = std::vector<std::uint32_t>;

std::uint64_t multiply_saturated(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

MinimalClasses classes_of(const SearchProblem& problem, const MinimalChains& minimal,
                          const SearchOptions& options) {
  MinimalClasses found;
  found.types_visited = minimal.types_visited;
  found.hit_type_limit = minimal.hit_limit;
  found.is_possible = !minimal.hit_limit && !minimal.goals.empty();
  if (!found.is_possible) {
    return found;
  }
  found.weight = minimal.weight;
  for (const ChainEdge& edge : minimal.edges) {
    found.rules.push_back(edge.rule);
  }
  ChainClasses classes =
      enumerate_classes(problem.rules, minimal, options.max_chains, options.max_types);
  found.hit_class_limit = classes.hit_limit;
  found.count = classes.count;
  for (ChainWord& word : classes.chains) {
    found.chains.push_back(std::move(word.rules));
  }
  return found;
}

/// Merges two words in normal form whose steps are pairwise independent into the normal form of
/// both: repeatedly the step whose name comes first.
Word merged(const Word& a, const Word& b) {
  Word word;
  word.reserve(a.size() + b.size());
  for (std::size_t i = 0, k = 0; i < a.size() || k < b.size();) {
    const bool takes_a = k == b.size() || (i < a.size() && a[i] < b[k]);
    word.push_back(takes_a ? a[i++] : b[k++]);
  }
  return word;
}

/// Combines every choice of a chain for each part, at most `most`.
std::vector<Word> combined(const std::vector<Word>& chains, const std::vector<Word>& of_part,
                           std::size_t most) {
  std::vector<Word> all;
  for (const Word& chain : chains) {
    for (const Word& other : of_part) {
      if (all.size() == most) {
        return all;
      }
      all.push_back(merged(chain, other));
    }
  }
  return all;
}

MinimalClasses classes_of_parts(const SearchProblem& problem, const Lattice& lattice,
                                const SemanticType& source, const SearchOptions& options,
                                const std::vector<IndependentPart>& parts) {
  MinimalClasses all;
  all.is_possible = true;
  all.count = 1;
  all.chains.emplace_back();
  for (const IndependentPart& part : parts) {
    SearchProblem own = problem;
    own.goal = part.goal;
    own.only = &part.rules;
    const MinimalChains minimal = find_minimal_chains(own, lattice, source, options);
    MinimalClasses found = classes_of(own, minimal, options);
    all.types_visited += found.types_visited;
    all.hit_type_limit = found.hit_type_limit;
    if (!found.is_possible) {
      all.is_possible = false;
      return all;
    }
    all.hit_class_limit = all.hit_class_limit || found.hit_class_limit;
    all.weight = all.weight + found.weight;
    all.count = multiply_saturated(all.count, found.count);
    all.rules.insert(all.rules.end(), found.rules.begin(), found.rules.end());
    all.chains = combined(all.chains, found.chains, options.max_chains);
  }
  std::sort(all.chains.begin(), all.chains.end());
  return all;
}

}  // namespace

MinimalClasses find_minimal_classes(const SearchProblem& problem, const Lattice& lattice,
                                    const SemanticType& source, const SearchOptions& options) {
  std::vector<IndependentPart> parts;
  const MinimalChains minimal = find_minimal_chains(problem, lattice, source, options, [&] {
    parts = find_independent_parts(problem);
    return parts.size() > 1;
  });
  return minimal.was_given_up ? classes_of_parts(problem, lattice, source, options, parts)
                              : classes_of(problem, minimal, options);
}

}  // namespace weft
