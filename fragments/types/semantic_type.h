#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fragments/types/data_type.h"
#include "fragments/types/lattice.h"
#include "support/result.h"

namespace weft {

/// A semantic type: a data type and a set of traits. Canonical: entries are sorted by trait id, one
/// per trait, and a meaning that has its default value is left out (not stating it says the same).
class SemanticType {
 public:
  SemanticType() = default;
  explicit SemanticType(DataType data) : data_(data) {}
  /// Of what is read from the member.
  explicit SemanticType(const StructMember& member) : data_(member.type), entries_(member.traits) {}

  DataType data() const { return data_; }
  void set_data(DataType data) { data_ = data; }
  const std::vector<TraitEntry>& entries() const { return entries_; }
  bool has_traits() const { return !entries_.empty(); }

  /// The value of a trait as stated, without defaults.
  std::optional<ValueId> stated(TraitId trait) const;
  /// The value of a trait, a default included.
  std::optional<ValueId> value(TraitId trait, const Lattice& lattice) const;
  /// Sets a trait (leaves it out if that is its default).
  void set(TraitId trait, ValueId value, const Lattice& lattice);
  void remove(TraitId trait);
  /// Removes every guarantee that is not in `kept`.
  void lose_guarantees(const Lattice& lattice, const std::vector<TraitId>& kept = {});

  friend auto operator<=>(const SemanticType&, const SemanticType&) = default;

  struct Hash {
    std::size_t operator()(const SemanticType& type) const noexcept;
  };

 private:
  DataType data_;
  std::vector<TraitEntry> entries_;
};

/// What a demand says of one trait.
struct DemandEntry {
  TraitId trait;
  ValueId value;
  bool conditional =
      false;  ///< `encoding?: linear`: void where the source does not state the trait

  friend auto operator<=>(const DemandEntry&, const DemandEntry&) = default;
};

/// A type that a value must satisfy, without variables. Unlike in a SemanticType, naming a trait's
/// default counts (the source must have it), and not naming a trait demands nothing.
struct Demand {
  DataType data;
  std::vector<DemandEntry> entries;  ///< sorted by trait id

  friend auto operator<=>(const Demand&, const Demand&) = default;

  struct Hash {
    std::size_t operator()(const Demand& demand) const noexcept;
  };
};

/// The demand that exactly repeats a type's statements.
Demand demand_of(const SemanticType& type);
/// Drops conditional entries that `source` does not state and makes the others unconditional.
Demand decide_conditions(const Demand& demand, const SemanticType& source, const Lattice& lattice);

/// Why a value does not satisfy a demand: the first entry that fails in trait order, or the data
/// type.
struct Shortfall {
  bool data_type = false;
  std::optional<TraitId> trait;
  bool missing_meaning =
      false;  ///< the value does not state a meaning that the demand names: nothing can help
};

/// Nothing if `source` satisfies `demand` (conditional entries count only where the source states
/// the trait). A missing meaning is reported in preference to anything else.
std::optional<Shortfall> find_shortfall(const SemanticType& source, const Demand& demand,
                                        const Lattice& lattice);
bool satisfies(const SemanticType& source, const Demand& demand, const Lattice& lattice);

/// The degree of compatibility: 0 if the demand names a meaning that the source lacks, else the
/// number of names they share (the data type included when equal). Ranks candidates and near
/// misses; neither symmetric nor transitive.
int compatibility(const SemanticType& source, const Demand& demand, const Lattice& lattice);

struct InternedType;
using TypeId = Id<InternedType>;

/// Canonical semantic types by id: equal ids exactly for equal types. Append-only, one per
/// composition or search.
class TypeInterner {
 public:
  TypeId intern(const SemanticType& type);
  const SemanticType& operator[](TypeId id) const { return types_[id.index()]; }
  std::size_t size() const { return types_.size(); }

 private:
  std::deque<SemanticType>
      types_;  // never moves what it holds: callers keep references while interning more
  std::unordered_map<SemanticType, TypeId, SemanticType::Hash> ids_;
};

/// Canonical text: `type:float3,use:normal,basis:world`, traits in the order of their declaration.
std::string type_text(const SemanticType& type, const Lattice& lattice, const DataTypeTable& data,
                      const Interner& names);
/// As in source: `float3 {use: normal, basis: world}`.
std::string type_source(const SemanticType& type, const Lattice& lattice, const DataTypeTable& data,
                        const Interner& names);
std::string demand_text(const Demand& demand, const Lattice& lattice, const DataTypeTable& data,
                        const Interner& names);
std::string demand_source(const Demand& demand, const Lattice& lattice, const DataTypeTable& data,
                          const Interner& names);

/// Reads canonical text (any order of traits; blanks around names allowed). Errors: `bad-type`,
/// `unknown-trait`, `unknown-type`, with suggestions. `type` is obligatory.
Result<Demand> parse_type_text(std::string_view text, const Lattice& lattice,
                               const Interner& names);
/// The type that states what a demand names.
SemanticType type_of(const Demand& demand, const Lattice& lattice);

}  // namespace weft
