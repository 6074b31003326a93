#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "composer/evaluations/chosen_parts.h"
#include "composer/evaluations/derivative_leaves.h"
#include "fragments/analysis/body_demands.h"
#include "fragments/analysis/call_reduction.h"
#include "fragments/analysis/feature_reads.h"
#include "fragments/analysis/laws.h"
#include "fragments/analysis/operation_counts.h"
#include "fragments/model/body_flow.h"
#include "fragments/model/library.h"

namespace weft {

/// The data flow of a library's bodies, each analyzed once.
class BodyFlows {
 public:
  explicit BodyFlows(const Library& library) : library_(library) {}

  /// `body`: of the library, with `ports` ports. References stay valid.
  const BodyFlow& of(const Body& body, std::size_t ports);

 private:
  const Library& library_;
  std::unordered_map<const Body*, BodyFlow> known_;  // lookups only
};

/// Answers about the leaves of a library that depend on nothing else, remembered. Not thread-safe:
/// each composition borrows one.
struct LibraryFacts {
  /// `operation`: the laws to believe.
  explicit LibraryFacts(const Library& library, OperationLaw operation = operation_law)
      : demands(library),
        derivatives(library),
        laws(library, operation),
        flows(library),
        operations(library),
        reductions(library),
        reads(library) {}

  BodyDemands demands;
  DerivativeLeaves derivatives;
  LeafLaws laws;
  BodyFlows flows;
  OperationCounts operations;
  CallReduction reductions;
  FeatureReadsTable reads;
  ChosenParts parts;
};

/// Keeps the facts of a library from one composition to the next, one for each that run at the same
/// time. Answers do not depend on which of them a composition borrows.
class LibraryFactsPool {
 public:
  /// `library` must outlive the pool.
  explicit LibraryFactsPool(const Library& library) : library_(library) {}

  /// Returns facts that nobody else uses. They come back when the last owner is gone, which must be
  /// before the pool is. Thread-safe.
  std::shared_ptr<LibraryFacts> borrow();

 private:
  const Library& library_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<LibraryFacts>> free_;
};

}  // namespace weft
