#include "tools/explanation.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "composer/elaborate/available_features.h"
#include "composer/explain/conversion_report.h"
#include "composer/typing/stitch_text.h"
#include "conversions/search/alternatives.h"
#include "conversions/search/search.h"
#include "support/json.h"
#include "support/text_table.h"
#include "tools/links.h"
#include "tools/plan_dump.h"
#include "tools/value_text.h"

namespace weft::tools {
namespace {

class Explainer {
 public:
  Explainer(const Composer& composer, const PlacedPlan& placed,
            const std::optional<std::string>& node)
      : composer_(composer),
        library_(composer.library()),
        placed_(placed),
        plan_(placed.plan),
        node_(node),
        links_(explained_links(library_, plan_)) {
    for (Stage stage : {Stage::Vertex, Stage::Fragment, Stage::Host}) {
      available_[static_cast<int>(stage)] = features_in_stage(library_, plan_.profile, stage);
    }
    links_.erase(std::remove_if(links_.begin(), links_.end(),
                                [this](const ExplainedLink& link) { return !concerns(link); }),
                 links_.end());
  }

  Explanation run() {
    Explanation story;
    story.json["links"] = Json::array();
    for (const ExplainedLink& link : links_) {
      add_link(link, story);
    }
    story.json["stitches"] = Json::array();
    for (const StitchDecision& decision : plan_.stitches) {
      add_stitch(decision, story);
    }
    return story;
  }

 private:
  const Evaluation& evaluation(EvaluationId id) const { return plan_.evaluations[id]; }
  const Fragment& conversion(EvaluationId step) const {
    return library_.fragments[std::get<LeafEvaluation>(evaluation(step).kind).fragment];
  }
  std::string conversion_name(EvaluationId step) const {
    return std::string(library_.text(conversion(step).name));
  }
  std::string type_name(EvaluationId id) const {
    return library_.type_name(plan_.types[evaluation(id).type]);
  }
  std::string type_text_of(EvaluationId id) const {
    return type_text(plan_.types[evaluation(id).type], library_.lattice, library_.data_types,
                     library_.names);
  }
  std::string rate(EvaluationId id) const {
    return std::string(rate_name(placed_.rates[id.index()]));
  }

  bool concerns(const ExplainedLink& link) const {
    return !node_ || link.consumer_name == *node_ || evaluation(link.from).origin.name == *node_ ||
           link.consumer.substr(0, link.consumer.find('.')) == *node_;
  }

  std::string name_of(EvaluationId id) const { return value_words(library_, plan_, id); }

  /// The goal of a chain: the data type and every trait that it changes.
  Demand goal_of(const SemanticType& from, const SemanticType& to) const {
    Demand goal;
    goal.data = to.data();
    for (const TraitEntry& entry : to.entries()) {
      if (from.value(entry.trait, library_.lattice) != entry.value) {
        goal.entries.push_back({entry.trait, entry.value});
      }
    }
    for (const TraitEntry& entry : from.entries()) {
      const std::optional<ValueId> now = to.value(entry.trait, library_.lattice);
      if (!to.stated(entry.trait) && now && *now != entry.value) {  // back to the default
        goal.entries.push_back({entry.trait, *now});
      }
    }
    std::sort(goal.entries.begin(), goal.entries.end());
    return goal;
  }

  /// The alternatives to the chain of a link; nothing if the chain is not one search result,
  /// because two links follow one another.
  std::optional<std::pair<ConversionQuery, ConversionAnswer>> refusals(
      const ExplainedLink& link) const {
    const SemanticType& from = plan_.types[evaluation(link.from).type];
    const EvaluationId last = link.steps.back();
    ConversionQuery query{library_, composer_.conversions(), from,
                          goal_of(from, plan_.types[evaluation(last).type]),
                          traits_by_name(library_)};
    const FeatureSet& available = available_[static_cast<int>(evaluation(last).stage)];
    ConversionAnswer answer =
        find_conversion(query.table, library_.lattice, query.from, query.to, available);
    if (!answer.decided() || answer.chains.front().steps.size() != link.steps.size()) {
      return std::nullopt;
    }
    answer.refused =
        find_alternatives(query.table, library_.lattice, query.from, query.to, available, answer);
    return std::make_pair(std::move(query), std::move(answer));
  }

  void add_link(const ExplainedLink& link, Explanation& story) const {
    std::int64_t difficulty = 0;
    TextTable table;
    Json steps = Json::array();
    table.add({name_of(link.from), "", rate(link.from), type_name(link.from)});
    for (EvaluationId step : link.steps) {
      const ConversionEffect& rule = *conversion(step).effect();
      difficulty += rule.difficulty;
      table.add({conversion_name(step) + (rule.is_lossy ? " (lossy)" : ""),
                 difficulty_text(rule.difficulty), rate(step), type_name(step)});
      steps.push_back({{"id", step.index()},
                       {"conversion", conversion_name(step)},
                       {"difficulty", difficulty_json(rule.difficulty)},
                       {"to", type_text_of(step)},
                       {"rate", rate(step)}});
    }
    const auto others = refusals(link);
    std::string refused = others ? refused_lines(others->first, others->second) : "";
    for (std::size_t at = 0; at < refused.size(); at = refused.find('\n', at) + 1) {
      refused.insert(at, "  ");
    }
    story.text += fmt::format("{}: difficulty {}\n{}{}\n", link.consumer,
                              difficulty_text(difficulty), table.text("  "), refused);
    story.json["links"].push_back(
        {{"consumer", link.consumer},
         {"from",
          {{"id", link.from.index()},
           {"name", name_of(link.from)},
           {"type", type_text_of(link.from)}}},
         {"difficulty", difficulty_json(difficulty)},
         {"steps", std::move(steps)},
         {"refused", others ? refused_json(others->first, others->second) : Json::array()}});
  }

  /// Explains how an open input was stitched.
  void add_stitch(const StitchDecision& decision, Explanation& story) const {
    const std::string consumer = stitch_consumer_text(library_, decision);
    const std::string chosen = stitch_source_text(library_, decision.chosen);
    const auto is_named = [this](const StitchSource& source) {
      return source.binding && library_.text(*source.binding) == *node_;
    };
    if (node_ && !is_named(decision.chosen) &&
        library_.text(library_.fragments[decision.consumer].name) != *node_) {
      return;
    }
    constexpr std::size_t most_shown = 6;
    story.text += fmt::format("open input {}: {}, difficulty {}\n", consumer, chosen,
                              difficulty_text(decision.difficulty));
    Json refused = Json::array();
    for (const RefusedStitch& candidate : decision.refused) {
      refused.push_back(refused_stitch_text(library_, plan_.types, decision, candidate));
      if (refused.size() <= most_shown) {
        story.text += fmt::format("{}    {}\n", refused.size() == 1 ? "  not taken:\n" : "",
                                  refused.back().get<std::string>());
      }
    }
    if (refused.size() > most_shown) {
      story.text += fmt::format("    … {} more\n", refused.size() - most_shown);
    }
    story.text += "\n";
    story.json["stitches"].push_back({{"consumer", consumer},
                                      {"chosen", chosen},
                                      {"difficulty", difficulty_json(decision.difficulty)},
                                      {"not_taken", std::move(refused)}});
  }

  const Composer& composer_;
  const Library& library_;
  const PlacedPlan& placed_;
  const Plan& plan_;
  const std::optional<std::string>& node_;
  std::vector<ExplainedLink> links_;
  FeatureSet available_[3];  // per Stage; the host has the features of fragments
};

/// `rock for profile forward: 40 values, 21 of them per fragment; 9 conversions on 6 links`
std::string heading(const Library& library, const Plan& naive, const PlacedPlan& placed) {
  const std::vector<ExplainedLink> links = explained_links(library, naive);
  const auto per_fragment = std::count(placed.rates.begin(), placed.rates.end(), Rate::Fragment);
  std::set<EvaluationId> steps;
  for (const ExplainedLink& link : links) {
    steps.insert(link.steps.begin(), link.steps.end());
  }
  const auto counted = [](std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  return fmt::format("{} for profile {}: {}, {} of them per fragment; {} on {}\n\n",
                     library.text(library.materials[placed.plan.material].name),
                     library.text(library.profiles[placed.plan.profile].name),
                     counted(placed.plan.evaluations.size(), "value"), per_fragment,
                     counted(steps.size(), "conversion"), counted(links.size(), "link"));
}

}  // namespace

Explanation explain(const Composer& composer, const PlacedPlan& naive, const PlacedPlan& placed,
                    const std::optional<std::string>& node) {
  Explanation story = Explainer(composer, naive, node).run();
  const Explanation values = explain_values(composer.library(), naive.plan, placed, node);
  story.text =
      (node ? "" : heading(composer.library(), naive.plan, placed)) + story.text + values.text;
  story.json.update(values.json);
  return story;
}

std::vector<std::string_view> explainable_names(const Library& library, const Plan& plan) {
  std::vector<std::string_view> all;
  for (const Evaluation& each : plan.evaluations) {
    all.push_back(each.origin.name);
  }
  for (const DemandedOutput& output : plan.outputs) {
    all.push_back(library.text(library.profiles[plan.profile].demands[output.demand].name));
  }
  return all;
}

}  // namespace weft::tools
