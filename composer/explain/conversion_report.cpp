#include "composer/explain/conversion_report.h"

#include <optional>

#include <fmt/format.h>

#include "composer/typing/meaning_hints.h"
#include "conversions/search/advice_limits.h"
#include "conversions/search/search.h"
#include "support/json.h"
#include "support/text_table.h"

namespace weft {
namespace {

std::string canonical(const ConversionQuery& query, const SemanticType& type) {
  return type_text(query.library, type, query.order);
}

std::vector<std::string> step_names(const ConversionQuery& query, const Chain& chain) {
  std::vector<std::string> names;
  names.reserve(chain.steps.size());
  for (ConversionId step : chain.steps) {
    names.push_back(query.table[step].name);
  }
  return names;
}

/// Returns the type after each step.
std::vector<SemanticType> types_along(const ConversionQuery& query, const Chain& chain) {
  std::vector<SemanticType> types;
  SemanticType at = query.from;
  for (ConversionId step : chain.steps) {
    at = apply(query.table[step], at, query.library.lattice);
    types.push_back(at);
  }
  return types;
}

Json steps_json(const ConversionQuery& query, const Chain& chain) {
  Json steps = Json::array();
  SemanticType at = query.from;
  const std::vector<SemanticType> types = types_along(query, chain);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const ConversionRule& rule = query.table[chain.steps[i]];
    Json step;
    step["conversion"] = rule.name;
    step["difficulty"] = difficulty_json(rule.difficulty);
    step["from"] = canonical(query, at);
    step["to"] = canonical(query, types[i]);
    step["features"] = feature_paths(query.library, rule.features);
    step["lossy"] = rule.lossy;
    steps.push_back(std::move(step));
    at = types[i];
  }
  return steps;
}

int degree(const ConversionQuery& query) {
  return compatibility(query.from, decide_conditions(query.to, query.from, query.library.lattice),
                       query.library.lattice);
}

std::string summary_of(const ConversionQuery& query, const Chain& chain) {
  return fmt::format("difficulty {}{}, compatibility {}", difficulty_text(chain.difficulty),
                     chain.lossy_steps > 0 ? ", lossy" : "", degree(query));
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

Json difficulty_json(std::int64_t thousandths) { return Json::parse(difficulty_text(thousandths)); }

std::vector<std::string> feature_paths(const Library& library, const FeatureSet& features) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < library.features.size(); ++i) {
    if (const FeatureId id(i); features.contains(id)) {
      paths.emplace_back(library.text(library.features[id].path));
    }
  }
  return paths;
}

std::string refused_lines(const ConversionQuery& query, const ConversionAnswer& answer) {
  if (answer.refused.empty()) {
    return {};
  }
  TextTable table;
  for (const RefusedChain& refused : answer.refused) {
    table.add({joined(step_names(query, refused.chain), " then "), refusal_text(refused)});
  }
  return "refused:\n" + table.text("  ");
}

Json refused_json(const ConversionQuery& query, const ConversionAnswer& answer) {
  Json refused = Json::array();
  for (const RefusedChain& each : answer.refused) {
    refused.push_back({{"steps", step_names(query, each.chain)},
                       {"difficulty", difficulty_json(each.chain.difficulty)},
                       {"lossy", each.chain.lossy_steps > 0},
                       {"more_lossy_steps", each.more_lossy_steps},
                       {"more_difficulty", difficulty_json(each.more_difficulty)},
                       {"more_meanings_lost", each.more_meanings_lost},
                       {"reason", refusal_text(each)}});
  }
  return refused;
}

Json conversion_json(const ConversionQuery& query, const ConversionAnswer& answer) {
  const Chain* first = answer.chains.empty() ? nullptr : &answer.chains.front();
  const Chain* chain = answer.decided() ? first : nullptr;
  Json json;
  json["possible"] = answer.hit_limit && !answer.possible ? Json() : Json(answer.possible);
  json["exact"] = answer.exact;
  json["compatibility"] = degree(query);
  json["difficulty"] = first != nullptr ? difficulty_json(first->difficulty) : Json();
  json["lossy"] = first != nullptr && first->lossy_steps > 0;
  json["result"] = chain != nullptr ? Json(canonical(query, chain->result)) : Json();
  json["steps"] = chain != nullptr ? steps_json(query, *chain) : Json::array();
  json["features"] =
      chain != nullptr ? Json(feature_paths(query.library, chain->features)) : Json::array();
  json["ambiguous"] = Json::array();
  if (answer.chains.size() > 1) {
    for (const Chain& other : answer.chains) {
      json["ambiguous"].push_back(step_names(query, other));
    }
  }
  json["ambiguous_count"] = answer.ambiguous_count;
  json["reason"] =
      answer.failure == ConversionFailure::None ? Json() : Json(failure_message(query, answer));
  json["missing_meaning"] =
      answer.missing_meaning ? Json(trait_name(query.library, *answer.missing_meaning)) : Json();
  json["nearest"] = answer.nearest ? Json(canonical(query, *answer.nearest)) : Json();
  json["nearest_is_proven"] = answer.nearest_is_proven;
  json["would_succeed_with"] = Json::array();
  json["would_succeed_with_any"] = Json::array();
  for (const FeatureSet& missing : answer.would_succeed_with) {
    json["would_succeed_with_any"].push_back(feature_paths(query.library, missing));
  }
  if (!answer.would_succeed_with.empty()) {
    json["would_succeed_with"] = json["would_succeed_with_any"].front();
  }
  json["would_succeed_is_proven"] = answer.would_succeed_is_proven;
  json["refused"] = refused_json(query, answer);
  return json;
}

std::string conversion_text(const ConversionQuery& query, const ConversionAnswer& answer) {
  if (answer.decided()) {
    const Chain& chain = answer.chains.front();
    if (chain.steps.empty()) {
      return fmt::format("no conversion needed: {}, compatibility {}\n",
                         answer.exact ? "the types are equal" : "the demand is satisfied",
                         degree(query));
    }
    return summary_of(query, chain) + "\n" + chain_lines(query, chain) +
           refused_lines(query, answer);
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
    diagnostic.hint = ambiguity_hint(query.table, answer,
                                     "settle it by `prefer a over b;` in a file that takes part");
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
