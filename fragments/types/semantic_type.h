#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fragments/types/data_type.h"
#include "fragments/types/lattice.h"
#include "support/index_table.h"
#include "support/result.h"
#include "support/stable_list.h"

namespace weft {

/// A semantic type: a data type and a set of traits, such as `float3 {use: normal, basis: world}`.
///
/// Kept canonical, so that equal types are equal values and intern to equal ids: entries are sorted
/// by trait id, with one per trait, and a meaning with its default value is omitted (omitting it
/// states the same).
class SemanticType {
 public:
  SemanticType() = default;
  explicit SemanticType(DataType data) : data_(data) {}
  /// The type of a value read from the member.
  explicit SemanticType(const StructMember& member) : data_(member.type), entries_(member.traits) {}

  DataType data() const { return data_; }
  void set_data(DataType data) { data_ = data; }
  const std::vector<TraitEntry>& entries() const { return entries_; }
  bool has_traits() const { return !entries_.empty(); }

  /// The value of a trait as stated, ignoring defaults.
  std::optional<ValueId> stated(TraitId trait) const;
  /// The value of a trait, falling back to its default.
  std::optional<ValueId> value(TraitId trait, const Lattice& lattice) const;
  /// Sets a trait, or omits it if the value is the default.
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

/// The demand on one trait.
struct DemandEntry {
  TraitId trait;
  ValueId value;
  bool conditional =
      false;  ///< `encoding?: linear`: ignored if the source does not state the trait

  friend auto operator<=>(const DemandEntry&, const DemandEntry&) = default;
};

/// A type without variables that a value must satisfy. A value satisfies it if the data types are
/// equal and, for every entry, the value of that trait is the demanded one or a descendant. Unlike
/// in a SemanticType, an entry with a trait's default is significant (the source must have it), and
/// a trait without an entry is unconstrained.
struct Demand {
  DataType data;
  std::vector<DemandEntry> entries;  ///< sorted by trait id

  friend auto operator<=>(const Demand&, const Demand&) = default;

  struct Hash {
    std::size_t operator()(const Demand& demand) const noexcept;
  };
};

/// The demand whose entries are exactly the type's statements.
Demand demand_of(const SemanticType& type);
/// Drops conditional entries whose trait `source` does not state and makes the rest unconditional.
Demand decide_conditions(const Demand& demand, const SemanticType& source, const Lattice& lattice);

/// The reason why a value does not satisfy a demand: the data type, or the first failing entry in
/// trait order.
struct Shortfall {
  bool data_type = false;
  std::optional<TraitId> trait;
  bool missing_meaning =
      false;  ///< the value lacks a meaning that the demand names; no conversion can add one
};

/// Returns nothing if `source` satisfies `demand`. A missing meaning takes precedence over any
/// other shortfall.
std::optional<Shortfall> find_shortfall(const SemanticType& source, const Demand& demand,
                                        const Lattice& lattice);
bool satisfies(const SemanticType& source, const Demand& demand, const Lattice& lattice);

/// Ranks candidates and near misses: 0 if the demand names a meaning that the source lacks, else
/// the number of traits that both name, plus 1 for the data type (which need not be equal). Neither
/// symmetric nor transitive.
int compatibility(const SemanticType& source, const Demand& demand, const Lattice& lattice);

struct InternedType;
using TypeId = Id<InternedType>;

/// Assigns ids to canonical semantic types: ids are equal exactly if the types are. Append-only;
/// one per composition or search.
class TypeInterner {
 public:
  TypeId intern(const SemanticType& type);
  const SemanticType& operator[](TypeId id) const { return types_[id.index()]; }
  std::size_t size() const { return types_.size(); }

 private:
  StableList<SemanticType> types_;  // callers hold references while interning more
  IndexTable table_;                // into types_
};

/// Canonical text, `type:float3,use:normal,basis:world`, with traits in declaration order.
std::string type_text(const SemanticType& type, const Lattice& lattice, const DataTypeTable& data,
                      const Interner& names);
/// Source syntax: `float3 {use: normal, basis: world}`.
std::string type_source(const SemanticType& type, const Lattice& lattice, const DataTypeTable& data,
                        const Interner& names);
std::string demand_text(const Demand& demand, const Lattice& lattice, const DataTypeTable& data,
                        const Interner& names);
std::string demand_source(const Demand& demand, const Lattice& lattice, const DataTypeTable& data,
                          const Interner& names);

/// Parses canonical text, with traits in any order and optional blanks around names. `type` is
/// mandatory. Errors, with suggestions: `bad-type`, `unknown-trait`, `unknown-type`.
Result<Demand> parse_type_text(std::string_view text, const Lattice& lattice,
                               const Interner& names);
/// The type whose traits are those that the demand names.
SemanticType type_of(const Demand& demand, const Lattice& lattice);

}  // namespace weft
