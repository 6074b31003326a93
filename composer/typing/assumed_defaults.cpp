#include "composer/typing/assumed_defaults.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "composer/evaluations/stated_defaults.h"

namespace weft {
namespace {

bool mentions(const std::vector<PatternEntry>& entries, TraitId trait) {
  return std::any_of(entries.begin(), entries.end(),
                     [trait](const PatternEntry& entry) { return entry.trait == trait; });
}

bool states_meaning(const Lattice& lattice, TraitId trait) {
  return lattice.trait(trait).kind == TraitKind::Meaning;
}

bool states_meaning(const Lattice& lattice, const std::vector<PatternEntry>& entries) {
  return std::any_of(entries.begin(), entries.end(), [&](const PatternEntry& entry) {
    return states_meaning(lattice, entry.trait);
  });
}

class AssumedDefaults {
 public:
  AssumedDefaults(const Library& library, const TypedGraph& graph)
      : library_(library), lattice_(library.lattice), graph_(graph) {}

  Diagnostics run() {
    if (!find_departing_types()) {
      return {};
    }
    for (const Evaluation& evaluation : graph_.evaluations) {
      const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
      // What a conversion does not mention passes through it.
      if (leaf != nullptr && evaluation.origin.span &&
          !library_.fragments[leaf->fragment].is_conversion()) {
        check(evaluation, library_.fragments[leaf->fragment]);
      }
    }
    normalize(warnings_);
    return std::move(warnings_);
  }

 private:
  bool has_default(TraitId trait) const { return lattice_.trait(trait).default_value.has_value(); }

  /// Finds the types that state a value of a trait with a default: another one, since types omit
  /// defaults.
  bool find_departing_types() {
    bool is_any = false;
    departs_.resize(graph_.types.size(), false);
    for (std::size_t i = 0; i < departs_.size(); ++i) {
      const std::vector<TraitEntry>& entries = graph_.types[TypeId(i)].entries();
      if (std::any_of(entries.begin(), entries.end(),
                      [this](const TraitEntry& entry) { return has_default(entry.trait); })) {
        departs_[i] = is_any = true;
      }
    }
    return is_any;
  }

  void check(const Evaluation& call, const Fragment& fragment) {
    const std::size_t ports = std::min(fragment.ports.size(), call.inputs.size());
    for (std::size_t i = 0; i < ports; ++i) {
      const FragmentPort& port = fragment.ports[i];
      const EvaluationId argument = call.inputs[i];
      const TypeId given = graph_.evaluations[argument].type;
      const bool takes_numbers =
          port.type.type_variable || !states_meaning(lattice_, port.type.entries);
      if (!departs_[given.index()] || takes_numbers || port.kind != FragmentPort::Kind::Value) {
        continue;
      }
      for (const TraitEntry& entry : graph_.types[given].entries()) {
        const bool is_lost =
            has_default(entry.trait) && !mentions(port.type.entries, entry.trait) &&
            std::any_of(
                fragment.results.begin(), fragment.results.end(),
                [&](const FragmentResult& result) { return assumes_default(result, entry.trait); });
        if (is_lost && !says_default(argument, entry.trait)) {
          report(call, fragment, port, entry);
        }
      }
    }
  }

  /// Whether an author states the default for the value: `as {primaries: rec709}`. O(stated types).
  bool says_default(EvaluationId value, TraitId trait) const {
    const SemanticType& own = graph_.types[graph_.evaluations[value].type];
    return std::any_of(graph_.stated_types.begin(), graph_.stated_types.end(),
                       [&](const StatedType& stated) {
                         if (stated.value != value || stated.is_round_trip) {
                           return false;
                         }
                         const std::vector<TraitId> traits =
                             stated_defaults(own, graph_.types[stated.type], lattice_);
                         return std::find(traits.begin(), traits.end(), trait) != traits.end();
                       });
  }

  /// Whether the result has meanings, and by its declaration the default of a trait.
  bool assumes_default(const FragmentResult& result, TraitId trait) const {
    if (result.type.type_variable || mentions(result.type.entries, trait)) {
      return false;
    }
    if (!result.type.data.is_struct()) {
      return states_meaning(lattice_, result.type.entries);
    }
    const std::vector<StructMember>& members =
        library_.data_types.structure(result.type.data).members;
    return std::any_of(members.begin(), members.end(), [&](const StructMember& member) {
      const auto states = [&](TraitId other) {
        return std::any_of(member.traits.begin(), member.traits.end(),
                           [other](const TraitEntry& entry) { return entry.trait == other; });
      };
      return !states(trait) &&
             std::any_of(member.traits.begin(), member.traits.end(), [&](const TraitEntry& entry) {
               return states_meaning(lattice_, entry.trait);
             });
    });
  }

  void report(const Evaluation& call, const Fragment& fragment, const FragmentPort& port,
              const TraitEntry& given) {
    const Trait& trait = lattice_.trait(given.trait);
    const std::string_view name = library_.text(trait.name);
    const std::string_view assumed = library_.text(lattice_.value(*trait.default_value).name);
    Diagnostic warning = error_at(
        Code::AssumedDefault, *call.origin.span,
        fmt::format("'{}' does not mention {}: its result counts as {}, but '{}' is given {}",
                    library_.text(fragment.name), name, assumed, library_.text(port.name),
                    library_.text(lattice_.value(given.value).name)),
        fmt::format(
            "convert the value first, in a binding of a type with {}: {}, or say that it is "
            "(as {{{}: {}}}); in a leaf of yours, let the port ask for it: {}?: {}",
            name, assumed, name, assumed, name, assumed));
    warning.severity = Severity::Warning;
    append(warnings_, std::move(warning));
  }

  const Library& library_;
  const Lattice& lattice_;
  const TypedGraph& graph_;
  std::vector<bool> departs_;  ///< per TypeId
  Diagnostics warnings_;
};

}  // namespace

Diagnostics find_assumed_defaults(const Library& library, const TypedGraph& graph) {
  return AssumedDefaults(library, graph).run();
}

}  // namespace weft
