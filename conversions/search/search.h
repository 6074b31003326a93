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

/// A sequence of conversions and its result.
struct Chain {
  std::vector<ConversionId> steps;
  int lossy_steps = 0;
  std::int64_t difficulty = 0;  ///< thousandths
  int meanings_lost = 0;        ///< that the source states and the result does not have
  SemanticType result;
  FeatureSet features;  ///< what the steps extract, as named in their bodies
};

/// Why a chain that reaches the goal was not chosen.
enum class Refusal {
  MoreFeatures,  ///< equal weight, but needs more than a remaining chain
  Preference,    ///< equal weight, but a `prefer` rules it out
  LossierSteps,
  Dearer,
  LosesMore,  ///< equal weight, but fewer meanings of the source remain
};

/// How much worse it is than the chosen chain; the first nonzero difference decided.
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
  MissingMeaning,   ///< the source lacks a demanded meaning; no conversion adds one
  Unreachable,      ///< no conversions lead there, whatever the features
  MissingFeatures,  ///< `would_succeed_with` says which
  SearchLimit,      ///< unknown: a bound on visited types or chains was exceeded
};

struct SearchOptions {
  std::size_t max_types = 100'000;  ///< visited types, then `search-limit`
  std::size_t max_chains = 1024;    ///< minimal classes passed to preferences
  std::size_t max_listed = 8;       ///< chains listed for an ambiguity
  /// Number of visits after which the search stops to make bounds of pairs, which cost about as
  /// much as a hundred visits. Bounds of triples, which cost more, follow after `triples_after`
  /// times as many, and again later. Answers do not depend on either.
  std::size_t refine_after = 8;
  std::size_t triples_after = 20;
  /// Number of visits after which the search checks whether its problem splits into independent
  /// parts, which costs about as much as a few visits. Affects only which of more than `max_chains`
  /// ambiguous chains are listed.
  std::size_t split_after = 128;
  /// Number of types that a failed search examines for `nearest` and `would_succeed_with`. 0 skips
  /// the advice, for callers that only need to know whether there is a chain; the failure is then
  /// Unreachable even where features would help.
  std::size_t max_advice = 4096;
};

/// The result of find_conversion. Chains that differ only in the order of independent steps appear
/// once, represented by the one whose names come first.
struct ConversionAnswer {
  bool possible = false;  ///< a chain exists; an ambiguity is possible but not decided
  bool exact = false;     ///< satisfied without a step, and the source states no other traits
  /// One: decided. Several: ambiguous, by (number of steps, names), at most `max_listed`.
  std::vector<Chain> chains;
  std::uint64_t ambiguous_count = 0;  ///< number of ambiguous chains if there are several, else 0
  /// Only if decided: the other minimal chains declared equal to the one in `chains`. A composer
  /// may use one of these instead where it shares steps with other links.
  std::vector<Chain> equals;
  /// Minimal chains that lost against those in `chains`, at most `max_listed`.
  std::vector<RefusedChain> refused;

  ConversionFailure failure = ConversionFailure::None;
  std::optional<TraitId> missing_meaning;
  /// Of all reachable types, the one that satisfies most of the demand, ties broken by
  /// compatibility, then least weight. Absent if there is a chain.
  std::optional<SemanticType> nearest;
  /// False: more than `max_advice` types are reachable, and unexamined ones may be nearer.
  bool nearest_is_proven = true;
  /// The smallest sets of unavailable features that would make a chain possible, at most 4.
  std::vector<FeatureSet> would_succeed_with;
  /// False: not all types were examined. The sets are still the smallest, but there may be others
  /// of their size, or some where none is listed.
  bool would_succeed_is_proven = true;
  bool hit_limit = false;
  std::size_t types_visited = 0;

  bool decided() const { return chains.size() == 1; }
};

/// Finds the best chain from a type to a demand.
///
/// The order is lexicographic: fewest lossy steps, then least difficulty, then fewest meanings
/// lost. Ties go to chains that extract a proper subset of the other's features, then to `prefer`
/// declarations; chains declared equal count as one, and what remains is an ambiguity
/// (docs/decisions/0012). Conditional entries of the demand are decided on `source` first. A
/// conversion takes part if all its features are in `available`.
///
/// The algorithm: an A* backwards from the demand finds all chains of least weight
/// (minimal_search.h), they are enumerated up to swaps of independent steps (chain_classes.h), and
/// preferences choose among the classes (chain_preference.h).
///
/// The answer is proven minimal and does not depend on the order of declarations. It never
/// degrades: if minimality cannot be proven within the options' bounds, the answer has `hit_limit`.
/// O(visited types × conversions that match each), with few visits off the minimal chains.
ConversionAnswer find_conversion(const ConversionTable& table, const Lattice& lattice,
                                 const SemanticType& source, const Demand& demand,
                                 const FeatureSet& available, const SearchOptions& options = {});

/// Formats a difficulty in thousandths as a decimal number: `2`, `0.25`.
std::string difficulty_text(std::int64_t thousandths);

}  // namespace weft
