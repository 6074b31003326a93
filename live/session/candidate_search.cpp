#include "live/session/candidate_search.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "conversions/cache.h"
#include "conversions/table/conversion_table.h"
#include "fragments/types/type_set.h"

namespace weft::live {
namespace {

/// Whether the document may call it.
bool is_visible(const CandidateContext& context, const Fragment& fragment) {
  const auto name = context.own.names.find(context.composer.library().text(fragment.name));
  return name && !context.own.find_fragments(*name).empty();
}

/// The data type of a pattern where one argument is of type `given`; nothing if that is not
/// possible or not known.
std::optional<DataType> data_with(const Library& library, const Fragment& fragment,
                                  const TypePattern& pattern, DataType given) {
  if (!pattern.type_variable) {
    return pattern.data.is_open() ? std::nullopt : std::optional(pattern.data);
  }
  const FragmentTypeParameter& parameter = fragment.type_parameters[*pattern.type_variable];
  if (parameter.fixed) {
    return parameter.fixed;
  }
  const bool is_plain = !parameter.is_length && !parameter.array;
  return is_plain && TypeSet::within(parameter.bound, library.data_types).contains(given)
             ? std::optional(given)
             : std::nullopt;
}

/// Adds the chain between the two types, if there is one.
bool connect(const CandidateContext& context, const SemanticType& from, const Demand& to,
             Candidate& candidate) {
  const auto answer = context.composer.conversion_cache().find(from, to, context.available);
  if (!answer->possible || answer->chains.empty()) {
    return false;
  }
  const Chain& chain = answer->chains.front();
  candidate.lossy_steps = chain.lossy_steps;
  candidate.difficulty = chain.difficulty;
  candidate.agreement = compatibility(from, to, context.composer.library().lattice);
  candidate.steps.reserve(chain.steps.size());
  for (const ConversionId step : chain.steps) {
    candidate.steps.push_back(context.composer.conversions()[step].name);
  }
  return true;
}

/// What a fragment gives at best: where its arguments decide a trait, what is demanded.
std::optional<SemanticType> best_result(const Library& library, const Fragment& fragment,
                                        const FragmentResult& result, const Demand& demand) {
  const auto data = data_with(library, fragment, result.type, demand.data);
  if (!data) {
    return std::nullopt;
  }
  SemanticType type(*data);
  const auto set_demanded = [&](std::optional<TraitId> only) {
    for (const DemandEntry& entry : demand.entries) {
      if (!only || entry.trait == *only) {
        type.set(entry.trait, entry.value, library.lattice);
      }
    }
  };
  if (result.type.type_variable) {
    set_demanded(std::nullopt);
  }
  for (const PatternEntry& entry : result.type.entries) {
    if (entry.value) {
      type.set(entry.trait, *entry.value, library.lattice);
    } else {
      set_demanded(entry.trait);
    }
  }
  return type;
}

bool is_stated(const TypePattern& pattern) {
  return !pattern.type_variable &&
         std::all_of(pattern.entries.begin(), pattern.entries.end(),
                     [](const PatternEntry& entry) { return entry.value.has_value(); });
}

void add_conversion(const CandidateContext& context, const ConversionRule& rule,
                    const SemanticType& gives, std::vector<Candidate>& found) {
  Candidate candidate;
  candidate.kind = Candidate::Kind::Conversion;
  candidate.name = rule.name;
  candidate.type = context.composer.library().type_name(gives);
  candidate.lossy_steps = rule.lossy ? 1 : 0;
  candidate.difficulty = rule.difficulty;
  found.push_back(std::move(candidate));
}

/// What is demanded but for what the rule sets, and what the rule takes.
SemanticType least_input(const ConversionRule& rule, const Demand& demand, const Lattice& lattice) {
  SemanticType type = type_of(demand, lattice);
  for (const TraitEntry& set : rule.sets) {
    type.remove(set.trait);
  }
  type.set_data(rule.input.data);
  for (const DemandEntry& entry : rule.input.entries) {
    const auto value = type.value(entry.trait, lattice);
    if (!value || !lattice.is_within(*value, entry.value)) {
      type.set(entry.trait, entry.value, lattice);
    }
  }
  return type;
}

bool is_usable(const CandidateContext& context, const ConversionRule& rule) {
  const auto name = context.own.names.find(rule.name);
  return name && context.own.find_conversion(*name) &&
         rule.features.is_subset_of(context.available);
}

}  // namespace

std::vector<Candidate> givers_of(const CandidateContext& context, const Demand& demand) {
  const Library& library = context.composer.library();
  std::vector<Candidate> found;
  for (const Fragment& fragment : library.fragments) {
    if (fragment.is_conversion() || !is_visible(context, fragment)) {
      continue;
    }
    for (const FragmentResult& result : fragment.results) {
      const auto gives = best_result(library, fragment, result, demand);
      Candidate candidate;
      candidate.name = library.text(fragment.name);
      candidate.port = fragment.has_named_results ? library.text(result.name) : "";
      if (gives && connect(context, *gives, demand, candidate)) {
        candidate.type = is_stated(result.type) ? library.type_name(*gives) : "";
        found.push_back(std::move(candidate));
      }
    }
  }
  for (const FeatureId id : context.available.ids()) {
    const Feature& feature = library.features[id];
    Candidate candidate;
    candidate.kind = Candidate::Kind::Feature;
    candidate.name = library.text(feature.path);
    candidate.type = library.type_name(feature.type);
    if (context.own.find_feature(candidate.name) &&
        connect(context, feature.type, demand, candidate)) {
      found.push_back(std::move(candidate));
    }
  }
  for (const ConversionRule& rule : context.composer.conversions().rules()) {
    const SemanticType from = least_input(rule, demand, library.lattice);
    if (!is_usable(context, rule) || !applies(rule, from, library.lattice) ||
        satisfies(from, demand, library.lattice)) {
      continue;
    }
    const SemanticType gives = apply(rule, from, library.lattice);
    if (satisfies(gives, demand, library.lattice)) {
      add_conversion(context, rule, gives, found);
    }
  }
  return found;
}

std::vector<Candidate> takers_of(const CandidateContext& context, const SemanticType& type) {
  const Library& library = context.composer.library();
  std::vector<Candidate> found;
  for (const Fragment& fragment : library.fragments) {
    if (fragment.is_conversion() || !is_visible(context, fragment)) {
      continue;
    }
    for (std::size_t i = 0; i < fragment.listed_port_count(); ++i) {
      const FragmentPort& port = fragment.ports[i];
      const auto data = data_with(library, fragment, port.type, type.data());
      if (port.kind != FragmentPort::Kind::Value || !data) {
        continue;
      }
      Demand demand{*data, {}};
      for (const PatternEntry& entry : port.type.entries) {
        if (entry.value) {
          demand.entries.push_back({entry.trait, *entry.value, entry.conditional});
        }
      }
      Candidate candidate;
      candidate.name = library.text(fragment.name);
      candidate.port = library.text(port.name);
      if (connect(context, type, demand, candidate)) {
        const TypePattern& gives = fragment.results.front().type;
        if (is_stated(gives) && !gives.data.is_open()) {
          candidate.type =
              library.type_name(*best_result(library, fragment, fragment.results.front(), demand));
        }
        found.push_back(std::move(candidate));
      }
    }
  }
  for (const ConversionRule& rule : context.composer.conversions().rules()) {
    if (is_usable(context, rule) && applies(rule, type, library.lattice)) {
      add_conversion(context, rule, apply(rule, type, library.lattice), found);
    }
  }
  return found;
}

std::vector<Candidate> best_candidates(std::vector<Candidate> all, std::size_t most) {
  const auto weight = [](const Candidate& each) {
    return std::make_tuple(each.lossy_steps, each.difficulty, each.type.empty(), -each.agreement,
                           each.kind, std::string_view(each.name));
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Candidate& a, const Candidate& b) { return weight(a) < weight(b); });
  std::vector<Candidate> kept;
  std::set<std::pair<Candidate::Kind, std::string>> seen;
  for (Candidate& each : all) {
    if (kept.size() < most && seen.emplace(each.kind, each.name).second) {
      kept.push_back(std::move(each));
    }
  }
  return kept;
}

std::optional<Demand> stated_demand(const FragmentPort& port) {
  if (!is_stated(port.type) || port.type.data.is_open()) {
    return std::nullopt;
  }
  Demand demand{port.type.data, {}};
  for (const PatternEntry& entry : port.type.entries) {
    demand.entries.push_back({entry.trait, *entry.value, entry.conditional});
  }
  return demand;
}

}  // namespace weft::live
