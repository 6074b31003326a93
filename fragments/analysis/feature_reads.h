#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fragments/model/library.h"
#include "fragments/types/feature_set.h"

namespace weft {

/// Bounds on what the value of a graph's node depends on besides the values of its inputs: a
/// superset of the features that its expansion and its typing read.
struct FeatureReads {
  FeatureSet features;
  bool reads_any = false;  ///< any feature: it may be connected by meaning
  /// Functions are called or steps repeated, which are numbered by nesting.
  bool nests = false;

  void insert(const FeatureReads& other) {
    features.insert(other.features);
    reads_any = reads_any || other.reads_any;
    nests = nests || other.nests;
  }
};

/// The features that the values of a library's graphs may read. Each answer is found once. Not
/// thread-safe.
class FeatureReadsTable {
 public:
  /// The library must outlive the table.
  explicit FeatureReadsTable(const Library& library);

  /// What conversions read, and what the frames of anchored values are made of: every value that is
  /// converted may read these.
  const FeatureSet& of_conversions() const { return of_conversions_; }
  /// The feature, and what its definition reads. References stay valid.
  const FeatureReads& of(FeatureId feature);
  /// What a call of the fragment reads: its body, its graph or the defaults of its ports.
  const FeatureReads& of(FragmentId fragment);
  /// Per node, what its value reads, without of_conversions(). `owner`: the fragment whose graph it
  /// is, if any. O(nodes), besides what is found for the first time.
  std::vector<FeatureReads> of_nodes(const Graph& graph, std::optional<FragmentId> owner);
  /// The same for the graph of a fragment, found once. References stay valid.
  const std::vector<FeatureReads>& of_graph(FragmentId fragment);

 private:
  /// What something reads itself, and what it refers to.
  struct Direct {
    FeatureReads reads;
    std::vector<FragmentId> fragments = {};
    std::vector<FeatureId> features = {};
  };
  Direct direct_of(FragmentId fragment) const;
  void add_graph(Direct& direct, const Graph& graph, std::optional<FragmentId> owner) const;
  const Direct& direct(FragmentId fragment);
  const Direct& direct(FeatureId feature);
  /// With everything that is referred to, transitively.
  FeatureReads closed(const Direct& start);

  const Library& library_;
  FeatureSet of_conversions_;
  std::vector<std::optional<Direct>> direct_fragments_;  // by FragmentId
  std::vector<std::optional<Direct>> direct_features_;   // by FeatureId
  std::unordered_map<std::uint32_t, FeatureReads> of_fragments_;
  std::unordered_map<std::uint32_t, FeatureReads> of_features_;
  std::unordered_map<std::uint32_t, std::vector<FeatureReads>> of_graphs_;
};

}  // namespace weft
