#pragma once

#include <cstddef>
#include <memory>
#include <shared_mutex>
#include <unordered_map>

#include "conversions/search/search.h"

namespace weft {

/// Remembers what was found in one table, for all compositions that use it, between threads. The
/// table and the lattice must outlive it.
class ConversionCache {
 public:
  ConversionCache(const ConversionTable& table, const Lattice& lattice, SearchOptions options = {})
      : table_(table), lattice_(lattice), options_(options) {}

  /// find_conversion, once per question. An answer lives as long as somebody holds it; the cache
  /// forgets all of them when there are more than `max_answers`. Safe from several threads at once.
  std::shared_ptr<const ConversionAnswer> find(const SemanticType& source, const Demand& demand,
                                               const FeatureSet& available);
  /// How many answers are remembered.
  std::size_t size() const;

  /// Some hundred bytes each. What a library's materials ask for is far less.
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
