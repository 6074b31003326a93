#pragma once

#include <unordered_map>
#include <vector>

#include "composer/elaborate/call_reports.h"
#include "composer/elaborate/call_store.h"
#include "composer/elaborate/capture_levels.h"
#include "composer/elaborate/closures.h"
#include "composer/elaborate/environments.h"
#include "composer/elaborate/feature_table.h"
#include "composer/elaborate/free_bounds.h"
#include "composer/elaborate/graph_instances.h"
#include "composer/elaborate/named_functions.h"
#include "composer/elaborate/narrowed_places.h"
#include "support/inline_vector.h"

namespace weft {

/// The answer to a question of elaboration. Nothing: the expansion lacks operands, which it listed
/// in Missing. Once they are known, it is tried again from the start.
using Expanded = std::optional<CallId>;

/// Most nodes have one or two operands.
using NodePlaces = InlineVector<NodePlace, 4>;

/// What an expansion lacks.
struct Missing {
  NodePlaces places = {};  ///< operands
  /// Conditions that decide what is expanded: between functions, or of static parameters.
  struct Condition {
    CallId call;
    Span where;
  };
  std::vector<Condition> conditions = {};
};

/// The tables of one elaboration.
struct ExpansionTables {
  /// `reads`: as for NarrowedPlaces. Both must outlive the tables.
  ExpansionTables(const Composition& composition, FeatureReadsTable* reads)
      : reports(calls),
        environments(composition.library),
        features(composition, environments),
        named_functions(composition.library),
        levels(calls, environments, instances, closures),
        narrowed(composition.library, environments, instances, free_bounds, levels, reads) {}
  ExpansionTables(const ExpansionTables&) = delete;
  ExpansionTables& operator=(const ExpansionTables&) = delete;

  CallStore calls;
  CallReports reports;
  Environments environments;
  GraphInstances instances;
  ClosureStore closures;
  FeatureTable features;
  NamedFunctions named_functions;
  FreeBoundsTable free_bounds;
  CaptureLevels levels;
  NarrowedPlaces narrowed;
};

/// The tables of one elaboration, which its questions share, and what the current question lacks.
/// An expansion is a function of a question that reads these tables, adds to them, and returns the
/// answer. Entries are never changed or removed, so it does not matter who asks first, except for
/// the names and positions that messages show.
struct Expansion {
  const Composition& composition;
  CallStore& calls;
  CallReports& reports;
  Environments& environments;
  GraphInstances& instances;
  ClosureStore& closures;
  FeatureTable& features;
  NamedFunctions& named_functions;
  NarrowedPlaces& narrowed;
  /// Conditions decided so far. Never iterated.
  const std::unordered_map<CallId, FunctionCondition>& conditions;
  Missing& missing;

  const Library& library() const { return composition.library; }
  /// Returns the value of a node if it is expanded; otherwise lists it as missing.
  Expanded need(InstanceId instance, NodeId node) const;
  /// Lists the value of a node as missing, unless its expansion has begun.
  void list_missing(InstanceId instance, NodeId node) const;
  /// Returns the values of nodes, in order, or nothing while one is missing. Lists all that are.
  std::optional<CallIds> need_all(InstanceId instance, const std::vector<NodeId>& nodes) const;
  const CallContext& context_of(InstanceId instance) const { return instances[instance].context; }
};

}  // namespace weft
