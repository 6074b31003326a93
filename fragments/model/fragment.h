#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fragments/model/body_instances.h"
#include "fragments/model/graph.h"
#include "fragments/model/metadata.h"
#include "fragments/solver/relation.h"
#include "fragments/types/pattern.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

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

/// The code of a leaf or a conversion: a body per choice of types, or native text.
struct LeafCode {
  /// One entry with no arguments unless generic, else one per choice of types. The types of an
  /// unbounded type parameter cannot be enumerated: it stays open in these entries (templates),
  /// from which bodies are made on demand (make_instances.h).
  BodyInstances instances;
  std::shared_ptr<InstancesOnDemand> on_demand;  ///< null unless some of `instances` are templates
  std::vector<NativeCode> natives;               ///< `instances` is empty then
};

/// The effect of a conversion step on the type of its input, the fragment's one port.
struct ConversionEffect {
  std::int64_t difficulty = 0;  ///< thousandths, > 0
  bool is_lossy = false;
  std::optional<DataType> output_data;  ///< if the result states a data type
  std::vector<TraitEntry> sets;
  std::optional<NameId> inverse;
};

/// A fragment with a body, called by name.
struct LeafFragment {
  LeafCode code;
};
/// A fragment with a body that the search inserts; never called by name.
struct ConversionFragment {
  LeafCode code;
  ConversionEffect effect;
};
/// A fragment composed from other fragments. The graph is absent while a library is being loaded,
/// and if it has errors.
struct GraphFragment {
  std::optional<Graph> graph;
};

/// A named piece of code with typed ports: the signature and clauses that all kinds share, and the
/// definition, which is one of three.
struct Fragment {
  NameId name = NameId(0);
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
  /// A call stands for its second argument if the first one varies within a draw.
  bool is_uniform_choice = false;

  std::variant<LeafFragment, ConversionFragment, GraphFragment> definition;

  Span span;       ///< of the declaration's name
  Span full_span;  ///< of the whole declaration
  std::string doc;

  bool is_conversion() const { return std::holds_alternative<ConversionFragment>(definition); }
  bool is_graph() const { return std::holds_alternative<GraphFragment>(definition); }
  /// The code of a leaf or a conversion; null for graphs.
  const LeafCode* code() const;
  LeafCode* code();
  /// Null for all but conversions.
  const ConversionEffect* effect() const;
  ConversionEffect* effect();
  /// Null for all but graphs, and for graphs that have none yet.
  const Graph* graph() const;
  /// The bodies and native texts of leaves and conversions; empty for graphs.
  const std::vector<BodyInstance>& instances() const;
  const std::vector<NativeCode>& natives() const;

  /// Number of ports that the source lists. They come first; adapting ports follow. O(adapting
  /// ports).
  std::size_t listed_port_count() const;
  /// The instance for these type arguments, whether listed or made on demand, or null.
  const BodyInstance* find_instance(const std::vector<DataType>& type_arguments) const;
  /// The entry of instances() for these type arguments, or the template that their body is made
  /// from.
  const BodyInstance* find_declared(const std::vector<DataType>& type_arguments) const;
};

}  // namespace weft
