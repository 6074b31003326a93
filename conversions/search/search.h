#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conversions/table/conversion_table.h"
#include "fragments/types/feature_set.h"
#include "fragments/types/semantic_type.h"

namespace weft {

/// Conversions one after another, and what comes of them.
struct Chain {
  std::vector<ConversionId> steps;
  int lossy_steps = 0;
  std::int64_t difficulty = 0;  ///< thousandths
  int meanings_lost = 0;        ///< that the source states and the result does not have
  SemanticType result;
  FeatureSet features;  ///< what the steps pull, as their bodies name it
};

/// Why a chain that leads to the goal was not taken.
enum class Refusal {
  MoreFeatures,  ///< as good, but it pulls more than one that was left
  Preference,    ///< as good, but a `prefer` speaks against it
  LossierSteps,
  Dearer,
  LosesMore,  ///< as dear, but fewer meanings of the source remain
};

/// By how much it is worse than what was found: the first of these that is not 0 decided.
struct RefusedChain {
  Chain chain;
  Refusal reason = Refusal::Dearer;
  int more_lossy_steps = 0;
  std::int64_t more_difficulty = 0;
  int more_meanings_lost = 0;
};

enum class ConversionFailure {
  None,             ///< there is one chain
  Ambiguous,        ///< there are several
  MissingMeaning,   ///< the source lacks a meaning that is demanded: nothing can help
  Unreachable,      ///< no conversions lead there, whatever features there were
  MissingFeatures,  ///< `would_succeed_with` says which
  SearchLimit,      ///< not known: the bound on visited types or on chains was passed
};

struct SearchOptions {
  std::size_t max_types = 100'000;  ///< visited types, then `search-limit`
  std::size_t max_chains = 1024;    ///< minimal classes that preferences are asked about
  std::size_t max_listed = 8;       ///< chains listed of an ambiguity
  /// After how many visits the search stops to make better bounds, which cost about as much as a
  /// hundred visits; after 20 times as many, and many more, it makes others that cost more. No
  /// answer depends on it.
  std::size_t refine_after = 8;
  /// After how many visits the search looks whether its problem falls into parts that have nothing
  /// to do with one another, which costs about as much as some visits. Of more than `max_chains`
  /// ambiguous chains others may be listed then; nothing else depends on it.
  std::size_t split_after = 128;
  /// How many types a failed search looks at for `nearest` and `would_succeed_with`. With 0 it does
  /// not look for them, which is for who only wants to know whether there is a chain: the failure
  /// is Unreachable then even where features would help.
  std::size_t max_advice = 4096;
};

/// What find_conversion knows. Of chains that differ only in the order of independent steps there
/// is one, that whose names come first.
struct ConversionAnswer {
  bool possible = false;  ///< a chain exists; an ambiguity is possible but not decided
  bool exact = false;     ///< satisfied without a step, and the source states nothing more
  /// One: decided. Several: ambiguous, by (number of steps, names), at most `max_listed`.
  std::vector<Chain> chains;
  std::uint64_t ambiguous_count = 0;  ///< how many there are, if more than one
  /// Decided only: the other minimal chains that are declared the same as the one in `chains`. A
  /// composer may take one of these instead where it shares steps with other links.
  std::vector<Chain> equals;
  /// Minimal chains that lost against those in `chains`, at most `max_listed`.
  std::vector<RefusedChain> refused;

  ConversionFailure failure = ConversionFailure::None;
  std::optional<TraitId> missing_meaning;
  /// Of all types that can be reached, the one that satisfies most of the demand, the most
  /// compatible among these, with least cost. Absent if there is a chain.
  std::optional<SemanticType> nearest;
  /// False: more types can be reached than `max_advice`, and those beyond may be nearer.
  bool nearest_is_proven = true;
  /// The smallest sets of features that are not available and would make a chain possible, at
  /// most 4.
  std::vector<FeatureSet> would_succeed_with;
  /// False: not all types were looked at. Those sets are the smallest all the same, but there may
  /// be others of their size, or some where there is none.
  bool would_succeed_is_proven = true;
  bool hit_limit = false;
  std::size_t types_visited = 0;

  bool decided() const { return chains.size() == 1; }
};

/// The best chain from a type to a demand: fewest lossy steps, then least difficulty, then fewest
/// meanings lost; among equals what section 3 of the design says. Conditional entries of the demand
/// are decided on `source` first. A conversion takes part if all its features are in `available`.
/// The answer is proven minimal and does not depend on the order of declarations. It never
/// degrades: what cannot be proven within the options' bounds ends with `hit_limit`. O(visited
/// types × conversions that match each), with few types visited besides those on the way.
ConversionAnswer find_conversion(const ConversionTable& table, const Lattice& lattice,
                                 const SemanticType& source, const Demand& demand,
                                 const FeatureSet& available, const SearchOptions& options = {});

/// A difficulty, kept in thousandths, as a decimal number: `2`, `0.25`.
std::string difficulty_text(std::int64_t thousandths);

}  // namespace weft
