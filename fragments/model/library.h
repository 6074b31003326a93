#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fragments/model/feature.h"
#include "fragments/model/fragment.h"
#include "fragments/model/material.h"
#include "fragments/model/profile.h"
#include "fragments/model/specialized_bodies.h"
#include "fragments/model/visible_files.h"
#include "fragments/solver/relation.h"
#include "fragments/types/lattice.h"
#include "fragments/types/product_rules.h"
#include "support/interner.h"
#include "support/source.h"
#include "support/store.h"

namespace weft {

/// `prefer a over b [for {…}]`, `a commutes with b`, `a equals b then c`.
struct PreferenceDecl {
  enum class Kind { Prefer, Commutes, Equals } kind = Kind::Prefer;
  std::vector<FragmentId> fragments;  ///< (preferred, over), (first, second) or (whole, steps…)
  std::vector<TraitEntry> target;
  Span span;
};

/// Everything that a file and its imports declare, resolved and checked. Immutable once loaded
/// except for content-keyed memos; may be shared between threads. Move-only, because the interner
/// is.
struct Library {
  Interner names;
  Sources sources;
  std::vector<std::string> files_read;  ///< every file that was opened, for dependency files
  Lattice lattice;
  /// Per ValueId: the feature whose frame a value with that trait value belongs to: its own anchor,
  /// or that of its nearest ancestor.
  std::vector<std::optional<FeatureId>> anchors;
  ProductRules products;
  DataTypeTable data_types;
  RelationRegistry relations;
  Store<Feature> features;    ///< sorted by path
  Store<Fragment> fragments;  ///< sorted by name, then by the source text of the declaration
  Store<Material> materials;  ///< sorted by name
  Store<Profile> profiles;    ///< sorted by name
  std::vector<PreferenceDecl> preferences;
  FileId root_file = FileId(0);  ///< the requested file
  VisibleFiles visible_files;    ///< by imports
  /// Specialized bodies, made on demand; see find_body.
  std::unique_ptr<SpecializedBodies> specialized = std::make_unique<SpecializedBodies>();

  /// Excludes conversions. Lookups only, never iterated.
  std::unordered_map<NameId, std::vector<FragmentId>> fragments_by_name;
  /// Leaves that do not ship and have the name of an intrinsic, by name: bodies that see one call
  /// it where its ports accept the arguments. Lookups only, never iterated.
  std::unordered_map<NameId, std::vector<FragmentId>> hidden_intrinsics;
  /// A fragment that ships and takes the same ports as one that does not.
  struct Replaced {
    FragmentId shipped;
    FragmentId by;
  };
  std::vector<Replaced>
      replaced_fragments;  ///< calls that see both mean the one that does not ship
  std::unordered_map<NameId, FeatureId> features_by_path;      ///< lookups only, never iterated
  std::unordered_map<NameId, FragmentId> conversions_by_name;  ///< lookups only, never iterated
  std::unordered_set<NameId> feature_spaces;  ///< `view`, `surface`, …; lookups only
  bool has_choices = false;                   ///< some port or parameter has `enum`
  bool has_port_ranges = false;               ///< some port has `min`, `max` or `enum`

  std::string_view text(NameId name) const { return names.text(name); }
  std::optional<FeatureId> find_feature(std::string_view path) const;
  std::optional<MaterialId> find_material(std::string_view name) const;
  std::optional<ProfileId> find_profile(std::string_view name) const;
  /// Leaves and graphs of that name, by id. Conversions are never called by name.
  const std::vector<FragmentId>& find_fragments(NameId name) const;
  std::optional<FragmentId> find_conversion(NameId name) const;

  /// Shorthands for messages.
  std::string type_name(DataType type) const { return data_types.text(type, names); }
  std::string type_name(const SemanticType& type) const {
    return type_source(type, lattice, data_types, names);
  }
  std::string type_name(const Demand& demand) const {
    return demand_source(demand, lattice, data_types, names);
  }
};

}  // namespace weft
