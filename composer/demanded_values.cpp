#include "composer/demanded_values.h"

#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "composer/evaluations/plan_demands.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// Returns the unconverted value for a demand: the output of the same name, else the demand's
/// default, which may refer to earlier demands by `filled`. Once a demand has no value, there will
/// be no plan, and defaults, which might refer to it, have none either.
std::optional<CallId> demanded_value(const Composition& composition, Elaborator& elaborator,
                                     const ProfileDemand& demand, const std::vector<CallId>& filled,
                                     Diagnostics& diagnostics) {
  const Library& library = composition.library;
  const Stage stage = demand.stage;
  const auto& outputs = composition.material.graph.outputs;
  for (const GraphOutput& output : outputs) {
    if (output.name == demand.name) {
      return elaborator.expand_value(composition.material.graph, output.node, stage);
    }
  }
  if (demand.default_value) {
    return has_errors(diagnostics)
               ? std::nullopt
               : std::optional(elaborator.expand_expression(*demand.default_value, stage, filled));
  }
  std::vector<std::string_view> names;
  names.reserve(outputs.size());
  for (const GraphOutput& output : outputs) {
    names.push_back(library.text(output.name));
  }
  Diagnostic diagnostic =
      error_at(Code::UnfilledDemand, composition.material.span,
               fmt::format("profile '{}' demands output '{}', which material '{}' does not have",
                           library.text(composition.profile->name), library.text(demand.name),
                           library.text(composition.material.name)),
               "add that output to the material, or choose another profile");
  if (auto near = nearest_spelling(library.text(demand.name), names)) {
    diagnostic.hint = fmt::format("is it what the material calls '{}'?", *near);
  }
  diagnostic.notes.push_back(
      {fmt::format("the demand is for {}", library.type_name(demand.type)), demand.span});
  append(diagnostics, std::move(diagnostic));
  return std::nullopt;
}

}  // namespace

std::vector<DemandedCall> demanded_values(const Composition& composition, Elaborator& elaborator,
                                          Diagnostics& diagnostics) {
  const Profile& profile = *composition.profile;
  const Material& material = composition.material;
  std::vector<DemandedCall> outputs;
  std::vector<CallId> filled;  // per demand
  for (std::uint32_t i = 0; i < profile.demands.size(); ++i) {
    auto value = demanded_value(composition, elaborator, profile.demands[i], filled, diagnostics);
    if (value) {
      outputs.emplace_back(i, *value);
    }
    filled.push_back(value.value_or(CallId(0)));
  }
  for (auto i = static_cast<std::uint32_t>(profile.demands.size());
       i < demand_count(profile, material); ++i) {
    const MaterialState& state = material.states[i - profile.demands.size()];
    outputs.emplace_back(i, elaborator.expand_value(material.graph, state.step, Stage::Thread));
  }
  if (profile.states && material.states.empty()) {
    append(diagnostics,
           error_at(Code::UnfilledDemand, material.span,
                    fmt::format("profile '{}' stores the states of simulations, but material '{}' "
                                "has none",
                                composition.library.text(profile.name),
                                composition.library.text(material.name)),
                    "a simulation is written: water = loop simulation with (height: float = 0.0) "
                    "{ height = …; };"));
  }
  return outputs;
}

std::vector<CallId> roots_of(const std::vector<DemandedCall>& outputs) {
  std::vector<CallId> roots;
  roots.reserve(outputs.size());
  for (const auto& [demand, call] : outputs) {
    roots.push_back(call);
  }
  return roots;
}

std::string name_of_demand(const Composition& composition, std::uint32_t position) {
  const ProfileDemand& demand = demand_at(*composition.profile, composition.material, position);
  std::string name = demand.target == TargetKind::State ? "state '" : "output '";
  name += composition.library.text(demand.name);
  name += '\'';
  return name;
}

}  // namespace weft
