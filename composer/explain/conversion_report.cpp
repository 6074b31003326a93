#include "composer/explain/conversion_report.h"

#include <optional>

#include <fmt/format.h>

#include "composer/typing/meaning_hints.h"
#include "conversions/search/advice_limits.h"
#include "conversions/search/search.h"
#include "support/text_table.h"

namespace weft {
namespace {

std::string canonical(const ConversionQuery& query, const SemanticType& type) {
  return type_text(query.library, type, query.order);
}

std::string summary_of(const ConversionQuery& query, const Chain& chain) {
  return fmt::format("difficulty {}{}, compatibility {}", difficulty_text(chain.difficulty),
                     chain.lossy_steps > 0 ? ", lossy" : "", compatibility_of(query));
}

std::string chain_lines(const ConversionQuery& query, const Chain& chain) {
  TextTable table;
  table.add({"", "", canonical(query, query.from)});
  const std::vector<SemanticType> types = types_along(query, chain);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const ConversionRule& rule = query.table[chain.steps[i]];
    const std::vector<std::string> features = feature_paths(query.library, rule.features);
    table.add(
        {rule.name + (rule.lossy ? " (lossy)" : ""), difficulty_text(rule.difficulty),
         canonical(query, types[i]) + (features.empty() ? "" : "  with " + joined(features))});
  }
  return table.text("  ");
}

std::string refusal_text(const RefusedChain& refused) {
  switch (refused.reason) {
    case Refusal::MoreFeatures:
      return "equally good, but needs more features";
    case Refusal::Preference:
      return "equally good, but another is preferred";
    case Refusal::LossierSteps:
      return refused.more_lossy_steps == 1
                 ? "one more lossy step"
                 : fmt::format("{} more lossy steps", refused.more_lossy_steps);
    case Refusal::Dearer:
      return fmt::format("more difficult by {}", difficulty_text(refused.more_difficulty));
    case Refusal::LosesMore:
      return refused.more_meanings_lost == 1
                 ? "equally good, but loses one more meaning"
                 : fmt::format("equally good, but loses {} more meanings",
                               refused.more_meanings_lost);
  }
  return {};
}

std::string trait_name(const Library& library, TraitId trait) {
  return std::string(library.text(library.lattice.trait(trait).name));
}

Code failure_code(ConversionFailure failure) {
  switch (failure) {
    case ConversionFailure::Ambiguous:
      return Code::AmbiguousConversion;
    case ConversionFailure::SearchLimit:
      return Code::SearchLimit;
    case ConversionFailure::None:
    case ConversionFailure::MissingMeaning:
    case ConversionFailure::Unreachable:
    case ConversionFailure::MissingFeatures:
      return Code::NoConversion;
  }
  return Code::NoConversion;
}

std::string quoted(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", word);
  }
  return text;
}

}  // namespace

int compatibility_of(const ConversionQuery& query) {
  return compatibility(query.from, decide_conditions(query.to, query.from, query.library.lattice),
                       query.library.lattice);
}

std::vector<std::string> step_names(const ConversionQuery& query, const Chain& chain) {
  std::vector<std::string> names;
  names.reserve(chain.steps.size());
  for (ConversionId step : chain.steps) {
    names.push_back(query.table[step].name);
  }
  return names;
}

std::vector<SemanticType> types_along(const ConversionQuery& query, const Chain& chain) {
  std::vector<SemanticType> types;
  SemanticType at = query.from;
  for (ConversionId step : chain.steps) {
    at = apply(query.table[step], at, query.library.lattice);
    types.push_back(at);
  }
  return types;
}

std::string failure_message(const ConversionQuery& query, const ConversionAnswer& answer) {
  const Library& library = query.library;
  const std::string from = type_source(library, query.from, query.order);
  const std::string to = demand_source(library, query.to, query.order);
  switch (answer.failure) {
    case ConversionFailure::None:
      return {};
    case ConversionFailure::Ambiguous:
      return fmt::format("{} chains of conversions from {} to {} are equally good",
                         answer.ambiguous_count, from, to);
    case ConversionFailure::MissingMeaning:
      return fmt::format("{} does not state the meaning '{}', which {} demands", from,
                         trait_name(library, *answer.missing_meaning), to);
    case ConversionFailure::Unreachable:
      return fmt::format("no conversions lead from {} to {}", from, to);
    case ConversionFailure::MissingFeatures:
      return fmt::format("no conversions lead from {} to {} with the available features", from, to);
    case ConversionFailure::SearchLimit:
      return fmt::format("the search from {} to {} exceeded its limit of {}", from, to,
                         limit_text(answer));
  }
  return {};
}

std::vector<std::string> feature_paths(const Library& library, const FeatureSet& features) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < library.features.size(); ++i) {
    if (const FeatureId id(i); features.contains(id)) {
      paths.emplace_back(library.text(library.features[id].path));
    }
  }
  return paths;
}

std::vector<RejectedChain> rejected_chains(const ConversionQuery& query,
                                           const ConversionAnswer& answer) {
  std::vector<RejectedChain> rejected;
  for (const RefusedChain& each : answer.refused) {
    rejected.push_back({step_names(query, each.chain), each.chain.difficulty,
                        each.chain.lossy_steps > 0, each.more_lossy_steps, each.more_difficulty,
                        each.more_meanings_lost, refusal_text(each)});
  }
  return rejected;
}

std::string rejected_lines(const std::vector<RejectedChain>& rejected) {
  if (rejected.empty()) {
    return {};
  }
  TextTable table;
  for (const RejectedChain& each : rejected) {
    table.add({joined(each.steps, " then "), each.reason});
  }
  return "refused:\n" + table.text("  ");
}

std::string conversion_text(const ConversionQuery& query, const ConversionAnswer& answer) {
  if (answer.decided()) {
    const Chain& chain = answer.chains.front();
    if (chain.steps.empty()) {
      return fmt::format("no conversion needed: {}, compatibility {}\n",
                         answer.exact ? "the types are equal" : "the demand is satisfied",
                         compatibility_of(query));
    }
    return summary_of(query, chain) + "\n" + chain_lines(query, chain) +
           rejected_lines(rejected_chains(query, answer));
  }
  std::string text;
  for (const Chain& chain : answer.chains) {
    text += summary_of(query, chain) + "\n" + chain_lines(query, chain);
  }
  return text;
}

Diagnostics conversion_failure(const ConversionQuery& query, const ConversionAnswer& answer,
                               const FeatureSet& available) {
  if (answer.failure == ConversionFailure::None) {
    return {};
  }
  const Library& library = query.library;
  Diagnostic diagnostic = error(failure_code(answer.failure), failure_message(query, answer));
  if (answer.failure == ConversionFailure::Ambiguous) {
    for (const Chain& chain : answer.chains) {
      diagnostic.notes.push_back({joined(step_names(query, chain), " then ")});
    }
    diagnostic.hint = ambiguity_hint(query.table, answer, ", in a file that takes part");
  }
  if (answer.missing_meaning) {
    diagnostic.notes.push_back({"no conversion can add a meaning"});
    diagnostic.hint = unstated_meaning_hint(
        library, query.table, query.from, decide_conditions(query.to, query.from, library.lattice),
        available, *answer.missing_meaning);
  }
  if (answer.nearest) {
    const std::string nearest = type_source(library, *answer.nearest, query.order);
    diagnostic.notes.push_back(
        {*answer.nearest == query.from
             ? (answer.nearest_is_proven ? "no conversion brings it nearer"
                                         : "no searched conversion brings it nearer")
             : fmt::format("the nearest reachable type is {}", nearest)});
  }
  for (std::string& limit : advice_limits(answer)) {
    diagnostic.notes.push_back({std::move(limit)});
  }
  for (const FeatureSet& missing : answer.would_succeed_with) {
    diagnostic.notes.push_back(
        {fmt::format("it would succeed with {}", quoted(feature_paths(library, missing)))});
  }
  return {diagnostic};
}

}  // namespace weft
