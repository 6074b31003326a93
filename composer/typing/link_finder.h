#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "composer/elaborate/anchored_values.h"
#include "composer/elaborate/elaborate.h"
#include "composer/typing/planned_call.h"
#include "composer/typing/value_store.h"
#include "conversions/memo.h"

namespace weft {

/// Finds the conversions between a value and a demand on it. The answer depends on the value's type
/// and the features available at the link, and is remembered.
class LinkFinder {
 public:
  /// The references must outlive the object. `behind_conversions`: what conversions read, and what
  /// the definitions of that read.
  LinkFinder(Elaborator& elaborator, const Library& library, const KnownTraits& known,
             ValueStore& values, const FeatureSet& read_by_conversions,
             const FeatureSet& behind_conversions, ConversionCache& cache)
      : elaborator_(elaborator),
        library_(library),
        known_(known),
        values_(values),
        read_by_conversions_(read_by_conversions),
        behind_conversions_(behind_conversions),
        table_(cache.table()),
        memo_(cache) {}

  /// Returns the least difficult chain, or nothing if there is none or several are equally good. A
  /// value whose anchored meaning refers to features that differ here is converted in the
  /// environment where it was made.
  std::optional<PlannedLink> find(const TypedValue& value, const Demand& demand, CallContext at);
  /// False if no demand of that data type is met, whatever else it demands: then find() has
  /// nothing, and this takes far less time.
  bool may_meet(const TypedValue& value, DataType demanded) const;
  /// The features that conversions read and that are available there.
  const FeatureSet& available(CallContext at);
  /// The first anchor of the type whose features differ in `here` from `made_in`.
  std::optional<Anchor> foreign_anchor(const SemanticType& type,
                                       std::optional<EnvironmentId> made_in, EnvironmentId here);
  /// The features that determine the frame of an anchor.
  const std::vector<FeatureId>& parts_of_anchor(FeatureId anchor);
  /// The type that conversions start from: for a color literal, the color type that is demanded;
  /// else the value's own.
  SemanticType source_type(const TypedValue& value, const Demand& demand) const;

 private:
  std::optional<PlannedLink> find_here(const TypedValue& value, const Demand& demand,
                                       CallContext at);
  /// Whether an injection may change which features conversions find.
  bool changes_conversions(const Environment& environment) const;

  Elaborator& elaborator_;
  const Library& library_;
  const KnownTraits& known_;
  ValueStore& values_;
  const FeatureSet& read_by_conversions_;
  const FeatureSet& behind_conversions_;
  const ConversionTable& table_;
  ConversionMemo memo_;
  std::vector<std::array<std::optional<FeatureSet>, shader_stages.size()>>
      available_;  // by EnvironmentId, per stage
  std::unordered_map<FeatureId, std::vector<FeatureId>> parts_of_anchor_;  // never iterated
};

}  // namespace weft
