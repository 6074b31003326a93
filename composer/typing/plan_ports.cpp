#include "composer/typing/plan_ports.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "composer/elaborate/anchored_values.h"
#include "composer/typing/bind_types.h"
#include "composer/typing/call_results.h"
#include "composer/typing/explain_clashes.h"
#include "composer/typing/explain_link.h"
#include "composer/typing/settling.h"
#include "fragments/model/signature_types.h"

namespace weft {
namespace {

MeetRule meet_rule_of(const Fragment& fragment) {
  for (const RelationClause& clause : fragment.relations) {
    if (clause.rule == solver_relations::sum) {
      return MeetRule::Sum;
    }
    if (clause.rule == solver_relations::product || clause.rule == solver_relations::factors) {
      return MeetRule::Product;
    }
    if (clause.rule == solver_relations::quotient) {
      return MeetRule::Quotient;
    }
  }
  return MeetRule::Same;
}

/// A trait about which the operands of a type variable disagree.
struct OpenTrait {
  std::uint32_t variable;
  std::vector<std::size_t> ports;  ///< of the operands
  Disagreement disagreement;
};

/// Which operand is converted to the other's value is settled by their order. Between two product
/// rules nothing decides: record the tie.
void note_tied_rules(const std::vector<const Settlement*>& taken,
                     const std::vector<const Settlement*>& other,
                     std::vector<const ProductRule*>& tied) {
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (taken[i]->rule == nullptr || other[i]->rule == nullptr ||
        taken[i]->rule == other[i]->rule) {
      continue;
    }
    for (const ProductRule* rule : {taken[i]->rule, other[i]->rule}) {
      if (std::find(tied.begin(), tied.end(), rule) == tied.end()) {
        tied.push_back(rule);
      }
    }
  }
}

/// A converted operand must keep the agreed traits, since a chain that changes the basis may change
/// the unit as well. In a product each operand keeps its own value.
void demand_agreed(std::vector<TraitEntry>& settled, const SemanticType& operand,
                   const std::vector<TraitEntry>& agreed, bool is_product, const Lattice& lattice) {
  for (const TraitEntry& entry : agreed) {
    if (const std::optional<ValueId> own = operand.value(entry.trait, lattice)) {
      settled.push_back({entry.trait, is_product ? *own : entry.value});
    }
  }
}

/// Returns the values that each trait variable may take: those that its operands state.
std::vector<std::vector<std::optional<ValueId>>> trait_choices(const TypingContext& in,
                                                               const CallSite& site) {
  const Fragment& fragment = site.fragment;
  std::vector<std::vector<std::optional<ValueId>>> choices(fragment.trait_variables.size());
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    const SemanticType& type = in.graph().types[site.values[i].type];
    for (const PatternEntry& entry : fragment.ports[i].type.entries) {
      auto stated = entry.variable && !site.values[i].is_adaptable()
                        ? type.value(entry.trait, in.lattice())
                        : std::nullopt;
      if (stated) {
        auto& list = choices[*entry.variable];
        if (std::find(list.begin(), list.end(), stated) == list.end()) {
          list.push_back(stated);
        }
      } else if (entry.variable && !entry.conditional && !site.values[i].is_adaptable()) {
        // The meaning is missing and no choice helps. Any value of the trait leads to that report.
        for (std::size_t v = 0; v < in.lattice().values().size(); ++v) {
          if (in.lattice().value(ValueId(v)).trait == entry.trait) {
            choices[*entry.variable].push_back(ValueId(v));
            break;
          }
        }
      }
    }
  }
  for (auto& list : choices) {
    if (list.empty()) {
      list.push_back(std::nullopt);
    } else if (list.size() > 1) {
      std::vector<ValueId> values;
      for (const std::optional<ValueId>& value : list) {
        values.push_back(*value);
      }
      in.lattice().leave_convertible(in.lattice().value(values.front()).trait, values);
      list.assign(values.begin(), values.end());
    }
  }
  return choices;
}

/// A color literal adopts the color it meets.
void take_on_uses(const TypingContext& in, std::vector<SemanticType>& operands,
                  const std::vector<bool>& is_color) {
  std::optional<ValueId> met;
  for (std::size_t i = 0; i < operands.size() && in.known().use && in.known().color; ++i) {
    auto use = is_color[i] ? std::nullopt : operands[i].stated(*in.known().use);
    met = !met && use && in.lattice().is_within(*use, *in.known().color) ? use : met;
  }
  for (std::size_t i = 0; i < operands.size() && met; ++i) {
    if (is_color[i]) {
      operands[i].set(*in.known().use, *met, in.lattice());
    }
  }
}

/// One settlement of the traits of operands that bind the same type variable.
struct MetTraits {
  std::vector<std::vector<TraitEntry>> results;   ///< per type variable
  std::vector<std::vector<TraitEntry>> literals;  ///< per type variable: what literals take on
  std::vector<std::vector<TraitEntry>> ports;     ///< per port: what it demands
};

/// How the operands of a candidate meet at its type variables.
struct MetOperands {
  bool is_product;
  std::vector<std::vector<TraitEntry>> agreed;     ///< per type variable
  std::vector<std::optional<SemanticType>> types;  ///< per port: of the operand there, if any
  std::vector<OpenTrait> open;
  std::vector<LostMeaning> lost;
};

/// The operands that bind one type variable.
struct Operands {
  std::vector<SemanticType> types;
  std::vector<bool> is_color;
  std::vector<std::size_t> ports;
};

/// Collects the types that values have after their port's own demands (encoding?: linear).
Matched<Operands> operands_of(const TypingContext& in, const CallSite& site,
                              const Bindings& bindings, const std::vector<DataType>& port_data,
                              std::uint32_t variable, bool is_product) {
  const Fragment& fragment = site.fragment;
  Operands operands;
  const auto add = [&operands](SemanticType type, bool is_color, std::size_t port) {
    operands.types.push_back(std::move(type));
    operands.is_color.push_back(is_color);
    operands.ports.push_back(port);
  };
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    const TypePattern& pattern = fragment.ports[i].type;
    if (!pattern.type_variable || fragment.type_parameters[variable].fixed ||
        element_parameter(fragment, *pattern.type_variable) != variable) {
      continue;  // what an array states applies to its elements, so it joins in the element's type
    }
    if (site.values[i].is_adaptable()) {
      if (is_product) {
        add(SemanticType(port_data[i]), false, i);  // a literal number is a plain factor
      }
      continue;
    }
    Bindings only_traits;
    only_traits.types.resize(fragment.type_parameters.size());
    only_traits.trait_values = bindings.trait_values;
    Demand own = substitute(pattern, only_traits, in.lattice());
    own.data = port_data[i];
    auto link = in.links.find(site.values[i], own, site.at);
    if (!link) {
      return tl::unexpected(mismatch_at(in, site, i, site.at, own));
    }
    add(std::move(link->result), site.values[i].is_color, i);
  }
  return operands;
}

Matched<MetOperands> meet_operands(const TypingContext& in, const CallSite& site,
                                   const Bindings& bindings,
                                   const std::vector<DataType>& port_data) {
  const Fragment& fragment = site.fragment;
  const MeetRule rule = meet_rule_of(fragment);
  MetOperands met{rule == MeetRule::Product || rule == MeetRule::Quotient, {}, {}, {}, {}};
  met.agreed.resize(fragment.type_parameters.size());
  met.types.resize(fragment.ports.size());
  for (std::uint32_t variable = 0; variable < fragment.type_parameters.size(); ++variable) {
    auto operands = operands_of(in, site, bindings, port_data, variable, met.is_product);
    if (!operands) {
      return tl::unexpected(std::move(operands.error()));
    }
    take_on_uses(in, operands->types, operands->is_color);
    Meeting meeting = meet(operands->types, rule, in.lattice(), in.known(), in.library().products);
    for (std::size_t i = 0; i < operands->ports.size(); ++i) {
      met.types[operands->ports[i]] = std::move(operands->types[i]);
    }
    met.agreed[variable] = std::move(meeting.agreed);
    for (Disagreement& disagreement : meeting.disagreements) {
      met.open.push_back({variable, operands->ports, std::move(disagreement)});
    }
    met.lost.insert(met.lost.end(), meeting.lost.begin(), meeting.lost.end());
  }
  for (std::uint32_t i = 0; i < met.agreed.size(); ++i) {
    met.agreed[i] = met.agreed[element_parameter(fragment, i)];
  }
  return met;
}

/// One way to settle each disagreement.
using Settlements = std::vector<const Settlement*>;

/// Returns the traits that follow from settling the disagreements in these ways.
MetTraits settle(const TypingContext& in, const Fragment& fragment, const MetOperands& operands,
                 const Settlements& choice) {
  MetTraits met;
  met.results = operands.agreed;
  met.literals.resize(fragment.type_parameters.size());
  met.ports.resize(fragment.ports.size());
  for (std::size_t i = 0; i < choice.size(); ++i) {
    const Settlement& way = *choice[i];
    const OpenTrait& open = operands.open[i];
    const TraitId trait = open.disagreement.trait;
    if (way.result) {
      met.results[open.variable].push_back({trait, *way.result});
    }
    if (way.of_literals) {
      met.literals[open.variable].push_back({trait, *way.of_literals});
    }
    for (std::size_t operand = 0; operand < way.demanded.size(); ++operand) {
      if (way.demanded[operand]) {
        met.ports[open.ports[operand]].push_back({trait, *way.demanded[operand]});
      }
    }
  }
  for (std::uint32_t i = 0; i < met.results.size(); ++i) {
    met.results[i] = met.results[element_parameter(fragment, i)];
    met.literals[i] = met.literals[element_parameter(fragment, i)];
  }
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    if (!met.ports[i].empty()) {
      demand_agreed(met.ports[i], *operands.types[i],
                    operands.agreed[*fragment.ports[i].type.type_variable], operands.is_product,
                    in.lattice());
    }
  }
  return met;
}

/// Refuses a function result that is anchored to a frame which differs outside the function,
/// unless the port declares that it takes such values.
std::optional<Mismatch> leaves_function(const TypingContext& in, const CallSite& site,
                                        std::size_t port, const PlannedLink& link) {
  const FragmentPort& declared = site.fragment.ports[port];
  if (declared.kind == FragmentPort::Kind::Value) {
    return std::nullopt;
  }
  const std::optional<Anchor> anchor =
      in.links.foreign_anchor(link.result, site.values[port].made_in, site.at.environment);
  const std::vector<Anchor> held = anchors_of(in.library(), SemanticType(declared.type.data));
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
  if (!site.explains) {
    return Mismatch{};
  }
  auto reason = explain_anchor(in, site.at.environment, site.values[port], nullptr,
                               written_at(in, site, port).span);
  return reason ? Mismatch{{std::move(*reason)}} : Mismatch{};
}

/// Whether the port shares a meaning with others, which decide what the value is converted to.
bool meets_others(const TypePattern& pattern, const std::vector<TraitEntry>& settled) {
  return !settled.empty() ||
         std::any_of(pattern.entries.begin(), pattern.entries.end(),
                     [](const PatternEntry& entry) { return entry.variable.has_value(); });
}

/// An operand that is converted to meet others keeps its guarantees, if a chain restores them: a
/// unit vector has length 1 in the other basis too. Returns that chain, else `link`.
PlannedLink keep_guarantees(const TypingContext& in, const TypedValue& value, Demand demand,
                            CallContext at, PlannedLink link) {
  if (link.steps.empty()) {
    return link;
  }
  std::vector<TraitEntry> lost;
  for (const TraitEntry& entry : in.values.type_of(value).entries()) {
    if (in.lattice().trait(entry.trait).kind == TraitKind::Guarantee &&
        link.result.stated(entry.trait) != entry.value) {
      lost.push_back(entry);
    }
  }
  if (lost.empty()) {
    return link;
  }
  demand_settled(demand, lost);
  for (DemandEntry& entry : demand.entries) {
    const bool is_lost = std::any_of(lost.begin(), lost.end(), [&](const TraitEntry& each) {
      return each.trait == entry.trait && each.value == entry.value;
    });
    entry.conditional = entry.conditional && !is_lost;
  }
  auto keeping = in.links.find(value, demand, at);
  return keeping && keeping->lossy_steps == link.lossy_steps ? std::move(*keeping)
                                                             : std::move(link);
}

/// Plans every port under one settlement.
Matched<PlannedCall> plan_with(const TypingContext& in, const CallSite& site, const Bindings& given,
                               const std::vector<DataType>& port_data, const MetTraits& met,
                               std::int64_t& weighted_difficulty) {
  const Fragment& fragment = site.fragment;
  // An unconverted operand has the agreed traits already, so its demand omits them.
  Bindings demanded = given;
  Bindings bindings = given;
  auto state = [&in](std::optional<SemanticType>& type, const std::vector<TraitEntry>& entries) {
    for (const TraitEntry& entry : entries) {
      if (type) {
        type->set(entry.trait, entry.value, in.lattice());
      }
    }
  };
  for (std::size_t variable = 0; variable < met.results.size(); ++variable) {
    state(bindings.types[variable], met.results[variable]);
    state(demanded.types[variable], met.literals[variable]);
  }
  PlannedCall plan{
      site.id,     {},           {}, {}, site.lossy_steps, site.difficulty, {}, site.function_level,
      site.unread, site.stitches};
  plan.widened = site.widened;
  plan.type_arguments.reserve(bindings.types.size());
  plan.ports.reserve(fragment.ports.size());
  for (const auto& type : bindings.types) {
    plan.type_arguments.push_back(type ? type->data() : DataType());
  }
  Mismatch mismatch;
  bool fits = true;
  for (std::size_t i = 0; i < fragment.ports.size() && (fits || site.explains); ++i) {
    const TypePattern& pattern = fragment.ports[i].type;
    Demand demand = substitute(pattern, demanded, in.lattice());
    demand_of_samples(in, fragment, pattern, demand);
    if (pattern.type_variable) {
      demand.data = port_data[i];
      demand_settled(demand, met.ports[i]);
    }
    const CallContext at = context_of_port(site, i);
    auto link = in.links.find(site.values[i], demand, at);
    if (link && meets_others(pattern, met.ports[i])) {
      link = keep_guarantees(in, site.values[i], demand, at, std::move(*link));
    }
    std::optional<Mismatch> wrong =
        link ? leaves_function(in, site, i, *link) : mismatch_at(in, site, i, at, demand);
    if (wrong) {
      mismatch.diagnostics.insert(mismatch.diagnostics.end(), wrong->diagnostics.begin(),
                                  wrong->diagnostics.end());
      fits = false;
      continue;
    }
    std::int64_t runs_of_value = in.facts.runs(in.values.rate_of(site.values[i]));
    weighted_difficulty += link->difficulty * runs_of_value;
    plan.difficulty += link->difficulty;
    plan.lossy_steps += link->lossy_steps;
    plan.widened += link->takes_demand && in.data_of(site.values[i]) != link->result.data() ? 1 : 0;
    std::optional<DataType> spread;
    if (pattern.type_variable &&
        bindings.types[*pattern.type_variable]->data() != link->result.data()) {
      spread = bindings.types[*pattern.type_variable]->data();
    }
    plan.ports.push_back(
        {site.arguments[i], site.values[i], std::move(*link), spread, at.environment});
  }
  if (!fits) {
    return tl::unexpected(std::move(mismatch));
  }
  plan.results = results_of(in, fragment, bindings, plan.ports);
  if (site.function_level != 0) {
    plan.bindings = std::move(bindings);
  }
  return plan;
}

Mismatch too_many_ways(const TypingContext& in, const CallSite& site) {
  const std::string name = fmt::format("'{}'", in.library().text(site.fragment.name));
  return {{too_many_choices(site.span, name)}};
}

/// Settles the traits of type variables for fixed trait variables, then plans every port.
Matched<PlannedCall> plan_ports(const TypingContext& in, const CallSite& site,
                                const Bindings& bindings, const std::vector<DataType>& port_data,
                                std::int64_t& weighted_difficulty) {
  const auto operands = meet_operands(in, site, bindings, port_data);
  if (!operands) {
    return tl::unexpected(operands.error());
  }
  std::vector<Settlements> ways;
  for (const OpenTrait& trait : operands->open) {
    ways.emplace_back();
    for (const Settlement& way : trait.disagreement.ways) {
      ways.back().push_back(&way);
    }
  }
  const std::vector<Settlements> all_choices = combinations(ways);
  if (all_choices.empty()) {
    return tl::unexpected(too_many_ways(in, site));
  }
  std::optional<PlannedCall> best;
  const Settlements* best_choice = nullptr;
  std::tuple<int, int, std::int64_t> best_weight;
  std::optional<Mismatch> first_mismatch;
  for (const Settlements& choice : all_choices) {
    const MetTraits met = settle(in, site.fragment, *operands, choice);
    std::int64_t weight = 0;
    auto plan = plan_with(in, site, bindings, port_data, met, weight);
    if (!plan) {
      first_mismatch =
          first_mismatch ? first_mismatch : std::optional<Mismatch>(std::move(plan.error()));
      continue;
    }
    int rank = 0;
    for (const Settlement* way : choice) {
      rank += way->rank;
    }
    const std::tuple<int, int, std::int64_t> weights(rank, plan->lossy_steps, weight);
    if (!best || weights < best_weight) {
      best = std::move(*plan);
      best->lost = operands->lost;
      for (std::size_t i = 0; i < choice.size(); ++i) {
        if (choice[i]->loses) {
          best->lost.push_back({operands->open[i].disagreement.trait, *choice[i]->loses});
        }
      }
      best_choice = &choice;
      best_weight = weights;
    } else if (weights == best_weight) {
      note_tied_rules(*best_choice, choice, best->tied);
    }
  }
  if (!best) {
    return tl::unexpected(std::move(*first_mismatch));
  }
  weighted_difficulty = std::get<2>(best_weight);
  return std::move(*best);
}

}  // namespace

Matched<PlannedCall> plan_call(const TypingContext& in, const CallSite& site) {
  Bindings bindings;
  auto data = bind_types(in, site, bindings);
  if (!data) {
    return tl::unexpected(std::move(data.error()));
  }
  const auto all_choices = combinations(trait_choices(in, site));
  std::optional<PlannedCall> best;
  std::int64_t best_weight = 0;
  Mismatch first_mismatch;
  bool has_mismatch = false;
  if (all_choices.empty()) {
    return tl::unexpected(too_many_ways(in, site));
  }
  for (const auto& choice : all_choices) {
    bindings.trait_values = choice;
    std::int64_t weight = 0;
    auto plan = plan_ports(in, site, bindings, *data, weight);
    if (!plan) {
      if (!has_mismatch) {
        first_mismatch = std::move(plan.error());
        has_mismatch = true;
      }
      continue;
    }
    // Strictly less: ties keep the first port's value.
    if (!best || std::make_pair(plan->lossy_steps, weight) <
                     std::make_pair(best->lossy_steps, best_weight)) {
      best = std::move(*plan);
      best_weight = weight;
    }
  }
  if (!best) {
    return tl::unexpected(std::move(first_mismatch));
  }
  return std::move(*best);
}

}  // namespace weft
