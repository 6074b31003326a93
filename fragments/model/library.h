#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "fragments/model/body_instances.h"
#include "fragments/model/constant.h"
#include "fragments/model/graph.h"
#include "fragments/model/specialized_bodies.h"
#include "fragments/solver/relation.h"
#include "fragments/types/lattice.h"
#include "fragments/types/pattern.h"
#include "fragments/types/product_rules.h"
#include "fragments/types/rate.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

struct Feature {
  NameId path;    ///< `view.to_world`
  NameId space;   ///< `view`
  NameId member;  ///< `to_world`: everything after the first dot
  SemanticType type;
  Rate rate = Rate::Constant;
  /// Derived features: used where a profile does not provide the feature.
  std::optional<Graph> definition;
  Span span;
  std::string doc;
  /// The features anchored to this one: where this one is injected they are unavailable, unless
  /// they are injected too, or have a definition that reads the injected value. In order of
  /// declaration.
  std::vector<FeatureId> anchored = {};
};

/// A value of metadata: `min: 0`, `label: "Paint"`, `filter: linear`.
struct MetaValue {
  NameId name;
  std::variant<double, std::string, NameId, Constant> value;
  Span span;
};
using MetaData = std::vector<MetaValue>;

struct FragmentTypeParameter {
  NameId name;
  Bound bound;
  /// `N: int`: the length of arrays.
  bool is_length = false;
  /// Set for a parameter that the source does not list: the type that a port writes as `T[4]` or
  /// `T[N]`, an array of the parameter at position `element`, which comes before it.
  struct ArrayOf {
    std::uint32_t element;
    std::uint32_t size = 0;                    ///< 0: the length determines it
    std::optional<std::uint32_t> length = {};  ///< the parameter N
    friend bool operator==(const ArrayOf&, const ArrayOf&) = default;
  };
  std::optional<ArrayOf> array = {};
  /// Set for a parameter that the source does not list: its only type, such as the element of
  /// `float[N]`.
  std::optional<DataType> fixed = {};
};

enum class PortRestriction { None, Uniform, Constant };

struct FragmentPort {
  NameId name = NameId(0);
  PortRestriction restriction = PortRestriction::None;
  TypePattern type;                      ///< of a function port: its result
  std::vector<FragmentPort> parameters;  ///< fn ports only
  std::vector<FeatureId> injected;       ///< eval ports only
  /// Those of `injected` under whose injection the features anchored to them remain valid, on the
  /// author's word.
  std::vector<FeatureId> keeps_frame = {};
  enum class Kind { Value, Fn, Eval } kind = Kind::Value;
  std::optional<Graph> default_value;  ///< one output; takes the port's type
  bool has_broken_default = false;  ///< an erroneous default was reported; `default_value` is empty
  bool is_implicit = false;         ///< the default mentions a feature: `= surface.normal`
  MetaData meta;
  Span span;
  std::string doc;
  /// Set for a port that the source does not list: the `fn` port at position `port`, as seen by the
  /// leaf that the body passes it on to (fragments/check/adapted_ports.h). It receives the same
  /// function, converted. `span` is where the body passes it on.
  struct Adapts {
    std::uint32_t port = 0;
    FragmentId taker = FragmentId(0);  ///< whose signature this is, and its port
    std::uint32_t taker_port = 0;
  };
  std::optional<Adapts> adapts = {};
  /// For such a port: the signatures on the way to it, nearest to the listed port first, if several
  /// leaves pass the function on.
  std::vector<FragmentPort> through = {};
};

/// Whether an open input may be stitched (connected by meaning): it states a `use`, and has no
/// default (inside `stitch {…}` defaults are ignored).
bool is_stitchable(const FragmentPort& port, bool in_stitch_block, const Lattice& lattice,
                   const Interner& names);

struct FragmentResult {
  NameId name;  ///< `result` if the source names none
  TypePattern type;
  Span span;
};

/// `where broadcast(a, b)`: ports, then results, by position.
struct RelationClause {
  RelationId rule;
  std::vector<std::uint32_t> ports;
  std::vector<std::uint32_t> results;
  Span span;  ///< of the relation's name
};

struct NativeCode {
  NameId language;  ///< glsl or hlsl
  std::string text;
  Span span;
};

enum class FragmentKind { Leaf, Graph, Conversion };

struct Fragment {
  NameId name = NameId(0);
  FragmentKind kind = FragmentKind::Leaf;
  std::vector<FragmentTypeParameter> type_parameters;
  std::vector<NameId> trait_variables;  ///< `?b`, in order of first mention
  std::vector<FragmentPort> ports;
  std::vector<FragmentResult> results;
  bool has_named_results = false;

  /// Some type parameter appears only in results, so consumers may have to decide it.
  bool leaves_types_open = false;

  // Clauses
  std::vector<RelationClause> relations;
  std::vector<TraitId> keeps;
  std::vector<TraitId> drops;
  std::vector<FeatureId> declared_features;  ///< extracts (…), for native bodies
  std::optional<NameId> law;
  std::optional<std::uint64_t> operations;  ///< declared; overrides the count of the body
  std::vector<std::uint32_t> depends_on;    ///< from (…)
  bool is_field = false;
  bool is_flat = false;

  // Conversions: the effect of a step (its one port is the input)
  std::int64_t difficulty = 0;  ///< thousandths, > 0
  bool is_lossy = false;
  std::optional<DataType> output_data;  ///< if the result states a data type
  std::vector<TraitEntry> sets;
  std::optional<NameId> inverse;

  // Exactly one of these defines the fragment
  /// Leaves and conversions: one entry with no arguments unless generic, else one per choice of
  /// types. The types of an unbounded type parameter cannot be enumerated: it stays open in these
  /// entries (templates), from which bodies are made on demand (make_instances.h).
  std::vector<BodyInstance> instances;
  std::shared_ptr<InstancesOnDemand> on_demand;  ///< null unless some of `instances` are templates
  std::vector<NativeCode> natives;
  std::optional<Graph> graph;

  Span span;       ///< of the declaration's name
  Span full_span;  ///< of the whole declaration
  std::string doc;

  /// Number of ports that the source lists. They come first; adapting ports follow. O(adapting
  /// ports).
  std::size_t listed_port_count() const;
  /// The instance for these type arguments, whether listed or made on demand, or null.
  const BodyInstance* find_instance(const std::vector<DataType>& type_arguments) const;
  /// The entry of `instances` for these type arguments, or the template that their body is made
  /// from.
  const BodyInstance* find_declared(const std::vector<DataType>& type_arguments) const;
};

enum class ParameterKind { Plain, Static, Spec };

struct MaterialParameter {
  NameId name = NameId(0);
  ParameterKind kind = ParameterKind::Plain;
  SemanticType type;
  /// In the parameter's own type and encoding; textures have none.
  std::optional<Constant> default_value;
  MetaData meta;
  Span span;
  std::string doc;
};

struct Material;
using MaterialId = Id<Material>;
struct Material {
  NameId name = NameId(0);
  std::vector<MaterialParameter> parameters;  ///< in order of declaration
  Graph graph;  ///< includes bindings that no output uses: they are checked too
  Span span;
  std::string doc;
};

enum class Provision { Attribute, Uniform, Push, Buffer, Builtin, Definition };

struct ProvidedFeature {
  FeatureId feature;
  Provision provision = Provision::Uniform;
  std::uint32_t location = 0;  ///< attributes
  bool per_instance = false;   ///< attributes
  std::uint32_t capacity = 0;  ///< elements of array features; 0: not stated
  Span span;
  /// Position within its block: counts all provisions of the profile, the base's first, in order of
  /// declaration.
  std::uint32_t order = 0;
  std::optional<std::uint32_t> block = {};  ///< index into Profile::blocks, if a block lists it
  /// Provision::Definition: its definition in terms of other features. If it is known per vertex or
  /// instance it is computed there, and the fragment stage sees it interpolated, like an attribute.
  std::optional<Graph> definition = {};
};

enum class TargetKind { None, Color, Depth, Clip, Discard };

struct ProfileDemand {
  bool vertex_stage = false;
  NameId name = NameId(0);
  Demand type;
  TargetKind target = TargetKind::None;
  std::uint32_t target_index = 0;
  bool is_invariant = false;
  bool is_flat = false;
  /// `set targets srgb_views`: the render target's view encodes, and `type` demands linear values.
  bool srgb_view = false;
  /// Its ports are the profile's preceding demands, by position, with the values bound to them.
  std::optional<Graph> default_value;
  Span span;
  std::string doc;
};

/// `block Camera at set 0 binding 0 { view.from_world; frame.time; }`: a block that the host fills,
/// laid out as the profile's author asks. Its members are the features that refer to it
/// (ProvidedFeature).
struct ProfileBlock {
  NameId name = NameId(0);
  bool is_push = false;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  Span span;
};

/// `set NAME value;`
struct ProfileSetting {
  NameId name;
  std::variant<double, NameId> value;
  Span span;
};

struct Profile;
using ProfileId = Id<Profile>;
/// A profile with its bases merged in; on conflicts the derived profile wins.
struct Profile {
  NameId name = NameId(0);
  /// Sorted by feature path; whole namespaces are expanded to their features without a definition.
  std::vector<ProvidedFeature> provided;
  std::optional<Provision> parameters_as;  ///< `provide material as uniform`
  std::vector<ProfileBlock> blocks;        ///< in order of declaration, bases first
  std::vector<ProfileDemand> demands;      ///< in order of declaration, bases first
  std::vector<ProfileSetting> settings;    ///< sorted by name
  /// Emit functions to include in other shaders instead of whole stages.
  bool as_functions = false;
  Span span;
  std::string doc;

  const ProvidedFeature* find(FeatureId feature) const;
};

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
  /// Specialized bodies, made on demand; see find_body.
  std::unique_ptr<SpecializedBodies> specialized = std::make_unique<SpecializedBodies>();

  /// Excludes conversions. Lookups only, never iterated.
  std::unordered_map<NameId, std::vector<FragmentId>> fragments_by_name;
  std::unordered_map<NameId, FeatureId> features_by_path;      ///< lookups only, never iterated
  std::unordered_map<NameId, FragmentId> conversions_by_name;  ///< lookups only, never iterated
  std::unordered_set<NameId> feature_spaces;  ///< `view`, `surface`, …; lookups only

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
