#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fragments/types/feature_set.h"
#include "fragments/types/semantic_type.h"
#include "support/store.h"

namespace weft {

struct CompiledTable;

struct ConversionRule;
using ConversionId = Id<ConversionRule>;

/// A conversion as the search sees it: what it matches and what it changes.
struct ConversionRule {
  std::string name;  ///< unique except among the instances of one generic conversion
  Demand input;      ///< fixed values; conditional entries as in satisfies()
  std::optional<DataType> output_data;  ///< set if the data type changes
  std::vector<TraitEntry> sets;
  std::vector<TraitId> drops;  ///< meanings that it removes
  /// Guarantees that survive; all others that it does not set are lost.
  std::vector<TraitId> keeps;
  std::int64_t difficulty = 0;  ///< thousandths, > 0
  bool lossy = false;
  /// Extracted by its body, as named there (derived features included).
  FeatureSet features;
  std::uint32_t fragment = 0;  ///< an index private to the caller, passed through
};

/// `prefer better over worse [for {traits}]`: settles a tie between a chain that uses `better` and
/// one that uses `worse` instead. With traits: only where each of them holds for the link's source
/// or for the result of the preferred chain. Like all declarations about conversions it applies to
/// names: naming one instance of a generic conversion names all.
struct ConversionPreference {
  ConversionId better;
  ConversionId worse;
  std::vector<TraitEntry> only_for;
};

/// `whole equals parts[0] then parts[1] …`.
struct ConversionEquality {
  ConversionId whole;
  std::vector<ConversionId> parts;
};

/// All conversions of one library and the declarations about them. Filled, frozen, then immutable
/// and shareable between threads. Only ids depend on the order of the add calls.
class ConversionTable {
 public:
  ConversionTable();
  ConversionTable(ConversionTable&&) noexcept;
  ConversionTable& operator=(ConversionTable&&) noexcept;
  ~ConversionTable();

  /// Requires difficulty > 0 and a data type other than void. Not after freeze().
  ConversionId add(ConversionRule rule);
  void prefer(ConversionPreference preference);
  void commute(ConversionId a, ConversionId b);
  void equal(ConversionEquality equality);
  /// Declares that a host which provides `reads` has the feature too. Used for advice only; a
  /// search sees just the features in its `available`.
  void define(FeatureId feature, FeatureSet reads);
  /// Builds the indices. `lattice` must be frozen, and the same in every later call. O(rules ×
  /// traits), a few milliseconds for 10,000 rules.
  void freeze(const Lattice& lattice);

  std::size_t size() const { return rules_.size(); }
  const ConversionRule& operator[](ConversionId id) const { return rules_[id]; }
  const Store<ConversionRule>& rules() const { return rules_; }
  const std::vector<ConversionPreference>& preferences() const { return preferences_; }
  const std::vector<ConversionEquality>& equalities() const { return equalities_; }
  /// Whether `a commutes with b` was declared, in either order. O(log declarations). Needs
  /// freeze().
  bool commutes(ConversionId a, ConversionId b) const;
  bool has_commuting() const { return !commuting_.empty(); }

  /// Returns what a host would have to provide to have `wanted`, given what is available: a derived
  /// feature is replaced by the unavailable features without a definition that it reads.
  /// O(definitions).
  FeatureSet to_provide(const FeatureSet& wanted, const FeatureSet& available) const;

  /// The position among all conversions sorted by name. Needs freeze().
  std::uint32_t rank(ConversionId id) const { return ranks_[id.index()]; }
  /// Equal exactly for conversions of one name. Needs freeze().
  std::uint32_t family(ConversionId id) const { return families_[id.index()]; }

  /// Whether two adjacent steps may be swapped: neither sets or drops what the other matches, sets,
  /// keeps or drops (the data type counts as a trait), and neither loses a guarantee that the other
  /// matches or sets. A swap keeps a chain valid, with the same result. Symmetric. O(traits / 64).
  /// Needs freeze().
  bool independent(ConversionId a, ConversionId b) const;

  /// False if no chain leads from values of one data type to values of the other, whatever they
  /// mean. O(log types). Needs freeze().
  bool may_convert(DataType from, DataType to) const;

  /// For the search. Needs freeze().
  const CompiledTable& compiled() const { return *compiled_; }

 private:
  Store<ConversionRule> rules_;
  std::vector<ConversionPreference> preferences_;
  std::vector<ConversionEquality> equalities_;
  std::vector<std::pair<ConversionId, ConversionId>> commuting_;
  std::vector<std::uint64_t> commuting_families_;  // pairs (smaller, larger), sorted
  std::map<FeatureId, FeatureSet> definitions_;
  std::vector<std::uint32_t> ranks_;
  std::vector<std::uint32_t> families_;
  std::unique_ptr<CompiledTable> compiled_;
};

/// Whether a value of type `source` satisfies the conversion's input.
bool applies(const ConversionRule& rule, const SemanticType& source, const Lattice& lattice);

/// Returns the type after the conversion, which must apply. Meanings that the rule does not mention
/// pass through, dropped ones go, guarantees go unless kept or set. A meaning that `source` lacks
/// is not added even if the rule sets it: only the author adds meanings. O(entries).
SemanticType apply(const ConversionRule& rule, const SemanticType& source, const Lattice& lattice);

}  // namespace weft
