#pragma once

#include <cstddef>
#include <memory>
#include <shared_mutex>
#include <unordered_map>

#include "conversions/search/search.h"

namespace weft {

/// The answers found in one table, shared by all compositions and threads that use it. The table
/// and the lattice must outlive it.
class ConversionCache {
 public:
  ConversionCache(const ConversionTable& table, const Lattice& lattice, SearchOptions options = {})
      : table_(table), lattice_(lattice), options_(options) {}

  /// find_conversion, memoized per question. Answers are shared, so they survive eviction: when
  /// there are more than `max_answers`, the cache drops all of them. Thread-safe.
  std::shared_ptr<const ConversionAnswer> find(const SemanticType& source, const Demand& demand,
                                               const FeatureSet& available);
  const ConversionTable& table() const { return table_; }
  /// Number of answers held.
  std::size_t size() const;

  /// A few hundred bytes each. The materials of a library ask for far fewer.
  static constexpr std::size_t max_answers = 100'000;

 private:
  struct Question {
    SemanticType source;
    Demand demand;
    FeatureSet available;

    friend bool operator==(const Question&, const Question&) = default;
  };
  struct QuestionHash {
    std::size_t operator()(const Question& question) const noexcept;
  };

  const ConversionTable& table_;
  const Lattice& lattice_;
  SearchOptions options_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<Question, std::shared_ptr<const ConversionAnswer>, QuestionHash> known_;
};

}  // namespace weft
