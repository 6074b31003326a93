#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "composer/typing/settling.h"
#include "composer/typing/type_inference.h"

namespace weft {
namespace {

MeetRule meet_rule_of(const Fragment& fragment) {
  for (const RelationClause& clause : fragment.relations) {
    if (clause.rule == solver_relations::sum) {
      return MeetRule::Sum;
    }
    if (clause.rule == solver_relations::product) {
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

}  // namespace

TypeInference::Matched<PlannedCall> TypeInference::solve(const CallSite& site) {
  const Fragment& fragment = site.fragment;
  Bindings bindings;
  auto data = bind_data(site, bindings);
  if (!data) {
    return tl::unexpected(std::move(data.error()));
  }
  // A trait variable may take any value that one of its operands states.
  std::vector<std::vector<std::optional<ValueId>>> choices(fragment.trait_variables.size());
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    const SemanticType& type = graph_.types[site.values[i].type];
    for (const PatternEntry& entry : fragment.ports[i].type.entries) {
      auto stated = entry.variable && !site.values[i].is_adaptable()
                        ? type.value(entry.trait, lattice())
                        : std::nullopt;
      if (stated) {
        auto& list = choices[*entry.variable];
        if (std::find(list.begin(), list.end(), stated) == list.end()) {
          list.push_back(stated);
        }
      } else if (entry.variable && !entry.conditional && !site.values[i].is_adaptable()) {
        // The meaning is missing and no choice helps. Any value of the trait leads to that report.
        for (std::size_t v = 0; v < lattice().values().size(); ++v) {
          if (lattice().value(ValueId(v)).trait == entry.trait) {
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
      lattice().leave_convertible(lattice().value(values.front()).trait, values);
      list.assign(values.begin(), values.end());
    }
  }
  std::optional<PlannedCall> best;
  std::int64_t best_weight = 0;
  Mismatch first_mismatch;
  bool has_mismatch = false;
  const auto all_choices = combinations(choices);
  if (all_choices.empty()) {
    const std::string name = fmt::format("'{}'", library().text(fragment.name));
    return tl::unexpected(Mismatch{{too_many_choices(site.span, name)}});
  }
  for (const auto& choice : all_choices) {
    bindings.trait_values = choice;
    std::int64_t weight = 0;
    auto plan = plan_ports(site, bindings, *data, weight);
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

/// A color literal adopts the color it meets.
void TypeInference::take_on_uses(std::vector<SemanticType>& operands,
                                 const std::vector<bool>& is_color) const {
  std::optional<ValueId> met;
  for (std::size_t i = 0; i < operands.size() && known_.use && known_.color; ++i) {
    auto use = is_color[i] ? std::nullopt : operands[i].stated(*known_.use);
    met = !met && use && lattice().is_within(*use, *known_.color) ? use : met;
  }
  for (std::size_t i = 0; i < operands.size() && met; ++i) {
    if (is_color[i]) {
      operands[i].set(*known_.use, *met, lattice());
    }
  }
}

TypeInference::Matched<PlannedCall> TypeInference::plan_ports(
    const CallSite& site, Bindings bindings, const std::vector<DataType>& port_data,
    std::int64_t& weighted_difficulty) {
  const Fragment& fragment = site.fragment;
  const MeetRule rule = meet_rule_of(fragment);
  const bool is_product = rule == MeetRule::Product || rule == MeetRule::Quotient;
  std::vector<std::vector<TraitEntry>> agreed(fragment.type_parameters.size());
  std::vector<std::optional<SemanticType>> operand_types(fragment.ports.size());
  std::vector<OpenTrait> open;
  std::vector<LostMeaning> lost;
  for (std::uint32_t variable = 0; variable < fragment.type_parameters.size(); ++variable) {
    std::vector<SemanticType> operands;
    std::vector<bool> is_color;
    std::vector<std::size_t> ports;
    for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
      const TypePattern& pattern = fragment.ports[i].type;
      if (!pattern.type_variable || fragment.type_parameters[variable].fixed ||
          element_parameter(fragment, *pattern.type_variable) != variable) {
        continue;  // what an array states applies to its elements, so it joins in the element's
                   // type
      }
      if (site.values[i].is_adaptable()) {
        if (is_product) {
          // A literal number is a plain factor.
          operands.emplace_back(port_data[i]);
          is_color.push_back(false);
          ports.push_back(i);
        }
        continue;
      }
      // Join the types that values have after their port's own demands (encoding?: linear).
      Bindings only_traits;
      only_traits.types.resize(fragment.type_parameters.size());
      only_traits.trait_values = bindings.trait_values;
      Demand own = substitute(pattern, only_traits, lattice());
      own.data = port_data[i];
      auto link = find_link(site.values[i], own, site.stage);
      if (!link) {
        return tl::unexpected(mismatch_at(site, i, own));
      }
      operands.push_back(std::move(link->result));
      is_color.push_back(site.values[i].is_color);
      ports.push_back(i);
    }
    take_on_uses(operands, is_color);
    Meeting meeting = meet(operands, rule, lattice(), known_, library().products);
    for (std::size_t i = 0; i < ports.size(); ++i) {
      operand_types[ports[i]] = std::move(operands[i]);
    }
    agreed[variable] = std::move(meeting.agreed);
    for (Disagreement& disagreement : meeting.disagreements) {
      open.push_back({variable, ports, std::move(disagreement)});
    }
    lost.insert(lost.end(), meeting.lost.begin(), meeting.lost.end());
  }
  for (std::uint32_t i = 0; i < agreed.size(); ++i) {
    agreed[i] = agreed[element_parameter(fragment, i)];
  }
  std::vector<std::vector<const Settlement*>> ways;
  for (const OpenTrait& trait : open) {
    ways.emplace_back();
    for (const Settlement& way : trait.disagreement.ways) {
      ways.back().push_back(&way);
    }
  }
  std::optional<PlannedCall> best;
  const std::vector<const Settlement*>* best_choice = nullptr;
  std::tuple<int, int, std::int64_t> best_weight;
  std::optional<Mismatch> first_mismatch;
  const auto all_choices = combinations(ways);
  if (all_choices.empty()) {
    const std::string name = fmt::format("'{}'", library().text(fragment.name));
    return tl::unexpected(Mismatch{{too_many_choices(site.span, name)}});
  }
  for (const std::vector<const Settlement*>& choice : all_choices) {
    MetTraits met;
    met.results = agreed;
    met.literals.resize(fragment.type_parameters.size());
    met.ports.resize(fragment.ports.size());
    std::vector<LostMeaning> lost_here = lost;
    int rank = 0;
    for (std::size_t i = 0; i < choice.size(); ++i) {
      const Settlement& way = *choice[i];
      const TraitId trait = open[i].disagreement.trait;
      rank += way.rank;
      if (way.result) {
        met.results[open[i].variable].push_back({trait, *way.result});
      }
      if (way.of_literals) {
        met.literals[open[i].variable].push_back({trait, *way.of_literals});
      }
      for (std::size_t operand = 0; operand < way.demanded.size(); ++operand) {
        if (way.demanded[operand]) {
          met.ports[open[i].ports[operand]].push_back({trait, *way.demanded[operand]});
        }
      }
      if (way.loses) {
        lost_here.push_back({trait, *way.loses});
      }
    }
    for (std::uint32_t i = 0; i < met.results.size(); ++i) {
      met.results[i] = met.results[element_parameter(fragment, i)];
      met.literals[i] = met.literals[element_parameter(fragment, i)];
    }
    for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
      if (!met.ports[i].empty()) {
        demand_agreed(met.ports[i], *operand_types[i],
                      agreed[*fragment.ports[i].type.type_variable], is_product, lattice());
      }
    }
    std::int64_t weight = 0;
    auto plan = plan_with(site, bindings, port_data, met, weight);
    if (!plan) {
      first_mismatch =
          first_mismatch ? first_mismatch : std::optional<Mismatch>(std::move(plan.error()));
      continue;
    }
    const std::tuple<int, int, std::int64_t> weights(rank, plan->lossy_steps, weight);
    if (!best || weights < best_weight) {
      best = std::move(*plan);
      best->lost = std::move(lost_here);
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

TypeInference::Matched<PlannedCall> TypeInference::plan_with(const CallSite& site,
                                                             const Bindings& given,
                                                             const std::vector<DataType>& port_data,
                                                             const MetTraits& met,
                                                             std::int64_t& weighted_difficulty) {
  const Fragment& fragment = site.fragment;
  // An unconverted operand has the agreed traits already, so its demand omits them.
  Bindings demanded = given;
  Bindings bindings = given;
  auto state = [this](std::optional<SemanticType>& type, const std::vector<TraitEntry>& entries) {
    for (const TraitEntry& entry : entries) {
      if (type) {
        type->set(entry.trait, entry.value, lattice());
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
  const EnvironmentId here = environment_;
  for (const auto& type : bindings.types) {
    plan.type_arguments.push_back(type ? type->data() : DataType());
  }
  Mismatch mismatch;
  bool fits = true;
  for (std::size_t i = 0; i < fragment.ports.size() && (fits || explains_); ++i) {
    const TypePattern& pattern = fragment.ports[i].type;
    Demand demand = substitute(pattern, demanded, lattice());
    if (pattern.type_variable) {
      demand.data = port_data[i];
      demand_settled(demand, met.ports[i]);
    }
    environment_ = site.environments.empty() ? here : site.environments[i];
    auto link = find_link(site.values[i], demand, site.stage);
    if (!link) {
      Mismatch wrong = mismatch_at(site, i, demand);
      environment_ = here;
      mismatch.diagnostics.insert(mismatch.diagnostics.end(), wrong.diagnostics.begin(),
                                  wrong.diagnostics.end());
      fits = false;
      continue;
    }
    const EnvironmentId of_port = std::exchange(environment_, here);
    if (auto wrong = leaves_function(site, i, *link)) {
      mismatch.diagnostics.insert(mismatch.diagnostics.end(), wrong->diagnostics.begin(),
                                  wrong->diagnostics.end());
      fits = false;
      continue;
    }
    std::int64_t runs_of_value = runs(graph_.evaluations[site.values[i].evaluation].natural_rate);
    weighted_difficulty += link->difficulty * runs_of_value;
    plan.difficulty += link->difficulty;
    plan.lossy_steps += link->lossy_steps;
    plan.widened +=
        link->takes_demand && type_of_value(site.values[i]).data() != link->result.data() ? 1 : 0;
    std::optional<DataType> spread;
    if (pattern.type_variable &&
        bindings.types[*pattern.type_variable]->data() != link->result.data()) {
      spread = bindings.types[*pattern.type_variable]->data();
    }
    plan.ports.push_back({site.arguments[i], site.values[i], std::move(*link), spread, of_port});
  }
  if (!fits) {
    return tl::unexpected(std::move(mismatch));
  }
  plan.results = results_of(site, bindings, plan.ports);
  return plan;
}

std::vector<SemanticType> TypeInference::results_of(const CallSite& site, const Bindings& bindings,
                                                    const std::vector<PlannedPort>& ports) const {
  const Fragment& fragment = site.fragment;
  // `unit?: ?u`: stated if every operand tied by ?u states it.
  auto is_shared = [&](const TypePattern& result, TraitId trait) {
    for (const PatternEntry& entry : result.entries) {
      for (std::size_t i = 0; i < ports.size() && entry.trait == trait; ++i) {
        const std::vector<PatternEntry>& of_port = fragment.ports[i].type.entries;
        if (std::any_of(of_port.begin(), of_port.end(),
                        [&](const PatternEntry& tied) {
                          return tied.trait == trait && tied.variable == entry.variable;
                        }) &&
            !ports[i].link.result.value(trait, lattice())) {
          return false;
        }
      }
    }
    return true;
  };
  std::vector<SemanticType> results;
  for (const FragmentResult& result : fragment.results) {
    SemanticType type(result.type.data);
    if (result.type.type_variable && bindings.types[*result.type.type_variable]) {
      type = *bindings.types[*result.type.type_variable];
    }
    for (const RelationClause& relation : fragment.relations) {
      if (relation.rule != solver_relations::sampled) {
        continue;
      }
      // The result has the texture's meanings. The view of an sRGB texture decodes it, where there
      // is one.
      for (const TraitEntry& entry : ports[relation.ports.front()].link.result.entries()) {
        bool decoded = views_decode_ && known_.encoding && entry.trait == *known_.encoding &&
                       entry.value == known_.encoding_srgb;
        type.set(entry.trait,
                 decoded && known_.encoding_linear ? *known_.encoding_linear : entry.value,
                 lattice());
      }
    }
    Demand stated =
        substitute({result.type.data, std::nullopt, result.type.entries, result.type.span},
                   bindings, lattice());
    for (const DemandEntry& entry : stated.entries) {
      if (!entry.conditional || is_shared(result.type, entry.trait)) {
        type.set(entry.trait, entry.value, lattice());
      }
    }
    for (TraitId trait : fragment.drops) {
      type.remove(trait);
    }
    // A guarantee survives if every operand of the result's type has it.
    for (TraitId trait : fragment.keeps) {
      std::optional<ValueId> kept;
      bool all = !ports.empty();
      for (std::size_t i = 0; i < ports.size() && all; ++i) {
        const auto& variable = fragment.ports[i].type.type_variable;
        bool carries = result.type.type_variable
                           ? variable && element_parameter(fragment, *variable) ==
                                             element_parameter(fragment, *result.type.type_variable)
                           : i == 0;
        if (carries && !ports[i].link.takes_demand) {
          auto value = ports[i].link.result.stated(trait);
          all = value && (!kept || kept == value);
          kept = value;
        }
      }
      if (all && kept) {
        type.set(trait, *kept, lattice());
      }
    }
    results.push_back(std::move(type));
  }
  return results;
}

}  // namespace weft
