#include <algorithm>
#include <utility>

#include "composer/typing/type_inference.h"

// The parts of TypeInference about anchored values (anchored_values.h), which are converted where
// they were made or not at all.
namespace weft {

TypedValue TypeInference::placed(TypedValue value, const Call& call) {
  value.made_in.reset();
  if (anchors_of(library(), type_of_value(value)).empty()) {
    return value;
  }
  const auto* ascribe = std::get_if<AscribeCall>(&call.kind);
  const bool is_stated = ascribe != nullptr &&
                         std::any_of(ascribe->node->entries.begin(), ascribe->node->entries.end(),
                                     [this](const TraitEntry& entry) {
                                       return library().anchors[entry.value.index()].has_value();
                                     });
  std::optional<EnvironmentId> of_inputs;
  bool has_carrier = false;
  for (CallId id : call.inputs) {
    const TypedValue& input = *values_[id.index()];
    if (!is_stated && !input.is_error && !input.function &&
        !anchors_of(library(), type_of_value(input)).empty()) {
      has_carrier = true;
      of_inputs = of_inputs ? of_inputs : input.made_in;
    }
  }
  // Reading a part of a value, or stating its type, leaves it where it was made. All other calls
  // have their inputs converted to the current environment. Parameters, literals and bound values
  // belong to no environment.
  const bool hands_on = std::holds_alternative<MemberCall>(call.kind) ||
                        std::holds_alternative<IndexCall>(call.kind) ||
                        std::holds_alternative<ConstructCall>(call.kind) ||
                        std::holds_alternative<ResultsCall>(call.kind) ||
                        std::holds_alternative<InterpolateCall>(call.kind) || ascribe != nullptr;
  const bool is_anywhere = std::holds_alternative<ParameterCall>(call.kind) ||
                           std::holds_alternative<LiteralCall>(call.kind) ||
                           std::holds_alternative<BoundCall>(call.kind);
  const bool has_no_place = has_carrier ? !of_inputs : is_anywhere;
  value.made_in = has_no_place              ? std::nullopt
                  : hands_on && has_carrier ? of_inputs
                                            : std::optional(call.environment);
  return value;
}

const std::vector<FeatureId>& TypeInference::parts_of_anchor(FeatureId anchor) {
  auto [parts, is_new] = parts_of_anchor_.try_emplace(anchor);
  if (is_new) {
    parts->second = parts_of_feature(library(), anchor);
  }
  return parts->second;
}

std::optional<Anchor> TypeInference::foreign_anchor(const SemanticType& type,
                                                    std::optional<EnvironmentId> made_in) {
  if (!made_in || *made_in == environment_) {
    return std::nullopt;
  }
  for (const Anchor& anchor : anchors_of(library(), type)) {
    if (!are_same_in(parts_of_anchor(anchor.feature), elaborator_.environment(*made_in),
                     elaborator_.environment(environment_))) {
      return anchor;
    }
  }
  return std::nullopt;
}

std::optional<PlannedLink> TypeInference::find_link(const TypedValue& value, const Demand& demand,
                                                    Stage stage) {
  if (value.is_error || value.function || !foreign_anchor(type_of_value(value), value.made_in)) {
    return find_link_here(value, demand, stage);
  }
  const EnvironmentId here = std::exchange(environment_, *value.made_in);
  std::optional<PlannedLink> link = find_link_here(value, demand, stage);
  environment_ = here;
  if (!link || foreign_anchor(link->result, value.made_in)) {
    return std::nullopt;
  }
  link->environment = value.made_in;
  return link;
}

std::optional<Diagnostic> TypeInference::explain_anchor(const TypedValue& value,
                                                        const Demand* demand,
                                                        std::optional<Span> span) {
  const SemanticType& type = type_of_value(value);
  const std::optional<Anchor> foreign = foreign_anchor(type, value.made_in);
  const Environment& place = elaborator_.environment(value.made_in.value_or(environment_));
  for (const Anchor& anchor : anchors_of(library(), type)) {
    const bool is_demanded =
        demand != nullptr &&
        std::any_of(demand->entries.begin(), demand->entries.end(), [&](const DemandEntry& entry) {
          return entry.trait == anchor.entry.trait &&
                 !lattice().is_within(anchor.entry.value, entry.value);
        });
    const auto* withdrawn = first_withdrawn(library(), parts_of_anchor(anchor.feature), place);
    const bool leaves = foreign && foreign->entry == anchor.entry;
    if ((leaves && !is_demanded) || (withdrawn != nullptr && is_demanded)) {
      return anchored_value(library(), type, anchor, withdrawn, span);
    }
  }
  return std::nullopt;
}

std::optional<TypeInference::Mismatch> TypeInference::leaves_function(const CallSite& site,
                                                                      std::size_t port,
                                                                      const PlannedLink& link) {
  const FragmentPort& declared = site.fragment.ports[port];
  if (declared.kind == FragmentPort::Kind::Value) {
    return std::nullopt;
  }
  const std::optional<Anchor> anchor = foreign_anchor(link.result, site.values[port].made_in);
  const std::vector<Anchor> held = anchors_of(library(), SemanticType(declared.type.data));
  const bool is_taken = !anchor ||
                        std::any_of(declared.type.entries.begin(), declared.type.entries.end(),
                                    [&](const PatternEntry& entry) {
                                      return entry.trait == anchor->entry.trait && entry.value;
                                    }) ||
                        std::any_of(held.begin(), held.end(), [&](const Anchor& member) {
                          return member.entry == anchor->entry;
                        });
  if (is_taken) {
    return std::nullopt;
  }
  if (!explains_) {
    return Mismatch{};
  }
  auto reason = explain_anchor(site.values[port], nullptr, site.spans[port]);
  return reason ? Mismatch{{std::move(*reason)}} : Mismatch{};
}

}  // namespace weft
