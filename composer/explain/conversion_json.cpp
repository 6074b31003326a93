#include "composer/explain/conversion_json.h"

#include <utility>

#include "conversions/search/search.h"
#include "support/json.h"

namespace weft {
namespace {

std::string canonical_text(const ConversionQuery& query, const SemanticType& type) {
  return type_text(query.library, type, query.order);
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
    step["from"] = canonical_text(query, at);
    step["to"] = canonical_text(query, types[i]);
    step["features"] = feature_paths(query.library, rule.features);
    step["lossy"] = rule.lossy;
    steps.push_back(std::move(step));
    at = types[i];
  }
  return steps;
}

}  // namespace

Json difficulty_json(std::int64_t thousandths) { return Json::parse(difficulty_text(thousandths)); }

Json rejected_json(const std::vector<RejectedChain>& rejected) {
  Json json = Json::array();
  for (const RejectedChain& each : rejected) {
    json.push_back({{"steps", each.steps},
                    {"difficulty", difficulty_json(each.difficulty)},
                    {"lossy", each.is_lossy},
                    {"more_lossy_steps", each.more_lossy_steps},
                    {"more_difficulty", difficulty_json(each.more_difficulty)},
                    {"more_meanings_lost", each.more_meanings_lost},
                    {"reason", each.reason}});
  }
  return json;
}

Json conversion_json(const ConversionQuery& query, const ConversionAnswer& answer) {
  const Chain* first = answer.chains.empty() ? nullptr : &answer.chains.front();
  const Chain* chain = answer.decided() ? first : nullptr;
  Json json;
  json["possible"] = answer.hit_limit && !answer.possible ? Json() : Json(answer.possible);
  json["exact"] = answer.exact;
  json["compatibility"] = compatibility_of(query);
  json["difficulty"] = first != nullptr ? difficulty_json(first->difficulty) : Json();
  json["lossy"] = first != nullptr && first->lossy_steps > 0;
  json["result"] = chain != nullptr ? Json(canonical_text(query, chain->result)) : Json();
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
      answer.missing_meaning
          ? Json(query.library.text(query.library.lattice.trait(*answer.missing_meaning).name))
          : Json();
  json["nearest"] = answer.nearest ? Json(canonical_text(query, *answer.nearest)) : Json();
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
  json["refused"] = rejected_json(rejected_chains(query, answer));
  return json;
}

}  // namespace weft
