#include "composer/explain/explanation.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "composer/elaborate/available_features.h"
#include "composer/evaluations/plan_demands.h"
#include "composer/explain/conversion_report.h"
#include "composer/explain/evaluation_text.h"
#include "composer/explain/explained_links.h"
#include "composer/explain/value_explanation.h"
#include "composer/typing/stitch_text.h"
#include "composer/verification/value_demands.h"
#include "conversions/search/alternatives.h"
#include "conversions/search/search.h"
#include "fragments/model/profile_bindings.h"

namespace weft {
namespace {

/// Explains links and stitches of the plan without placement.
class LinkExplainer {
 public:
  LinkExplainer(const Composer& composer, const PlacedPlan& placed,
                const std::optional<std::string>& node)
      : composer_(composer),
        library_(composer.library()),
        placed_(placed),
        plan_(placed.plan),
        node_(node),
        links_(explained_links(library_, plan_)) {
    for (Stage stage : {Stage::Vertex, Stage::Fragment, Stage::Thread, Stage::Host}) {
      available_[static_cast<std::size_t>(stage)] =
          features_in_stage(library_, plan_.profile, stage);
    }
    links_.erase(std::remove_if(links_.begin(), links_.end(),
                                [this](const ExplainedLink& link) { return !concerns(link); }),
                 links_.end());
  }

  void run(Explanation& story) const {
    for (const ExplainedLink& link : links_) {
      story.links.push_back(explain_link(link));
    }
    for (const StitchDecision& decision : plan_.stitches) {
      if (concerns(decision)) {
        story.stitches.push_back(explain_stitch(decision));
      }
    }
  }

 private:
  const Evaluation& evaluation(EvaluationId id) const { return plan_.evaluations[id]; }
  const Fragment& conversion(EvaluationId step) const {
    return library_.fragments[std::get<LeafEvaluation>(evaluation(step).kind).fragment];
  }
  const SemanticType& type_of(EvaluationId id) const { return plan_.types[evaluation(id).type]; }
  Rate rate(EvaluationId id) const { return placed_.rates[id.index()]; }

  bool concerns(const ExplainedLink& link) const {
    return !node_ || link.consumer_name == *node_ || evaluation(link.from).origin.name == *node_ ||
           link.consumer.substr(0, link.consumer.find('.')) == *node_;
  }

  bool concerns(const StitchDecision& decision) const {
    const auto is_named = [this](const StitchSource& source) {
      return source.binding && library_.text(*source.binding) == *node_;
    };
    return !node_ || is_named(decision.chosen) ||
           library_.text(library_.fragments[decision.consumer].name) == *node_;
  }

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

  /// The goal of a link: what its chain changes, and what the consumer demands besides, which a
  /// chain with a detour may not have.
  Demand goal_of(const ExplainedLink& link, const SemanticType& from) const {
    Demand goal = goal_of(from, type_of(link.steps.back()));
    const std::vector<DemandEntry> demanded =
        link.demand ? decide_conditions(*link.demand, from, library_.lattice).entries
                    : std::vector<DemandEntry>();
    const std::size_t changed = goal.entries.size();
    for (const DemandEntry& entry : demanded) {
      const auto end = goal.entries.begin() + static_cast<std::ptrdiff_t>(changed);
      if (std::none_of(goal.entries.begin(), end,
                       [&](const DemandEntry& own) { return own.trait == entry.trait; })) {
        goal.entries.push_back(entry);
      }
    }
    std::sort(goal.entries.begin(), goal.entries.end());
    return goal;
  }

  ConversionQuery query_of(const ExplainedLink& link, const SemanticType& from) const {
    return {library_, composer_.conversions(), from, goal_of(link, from), traits_by_name(library_)};
  }

  const FeatureSet& available_to(const ExplainedLink& link) const {
    return available_[static_cast<std::size_t>(evaluation(link.steps.back()).stage)];
  }

  struct AnsweredLink {
    ConversionQuery query;
    ConversionAnswer answer;
  };

  /// The search whose answer is the chain of a link: from the type of the value or one that the
  /// author states for it. Nothing if the chain is not one search result, because two links follow
  /// one another.
  std::optional<AnsweredLink> search_of(const ExplainedLink& link) const {
    std::vector<SemanticType> types{type_of(link.from)};
    for (const StatedType& stated : stated_types_of(plan_, link.from)) {
      if (!stated.is_round_trip) {
        types.push_back(plan_.types[stated.type]);
      }
    }
    for (const SemanticType& from : types) {
      ConversionQuery query = query_of(link, from);
      ConversionAnswer answer =
          find_conversion(query.table, library_.lattice, query.from, query.to, available_to(link));
      if (answer.decided() && step_names(query, answer.chains.front()) == names_of(link)) {
        return AnsweredLink{std::move(query), std::move(answer)};
      }
    }
    return std::nullopt;
  }

  std::vector<std::string> names_of(const ExplainedLink& link) const {
    std::vector<std::string> names;
    names.reserve(link.steps.size());
    for (const EvaluationId step : link.steps) {
      names.emplace_back(library_.text(conversion(step).name));
    }
    return names;
  }

  /// The alternatives to the chain of a link.
  std::vector<RejectedChain> rejected(const ExplainedLink& link, AnsweredLink search) const {
    const ConversionQuery& query = search.query;
    search.answer.refused = find_alternatives(query.table, library_.lattice, query.from, query.to,
                                              available_to(link), search.answer);
    return rejected_chains(query, search.answer);
  }

  LinkExplanation explain_link(const ExplainedLink& link) const {
    const std::optional<AnsweredLink> search = search_of(link);
    LinkExplanation explained{link.consumer,
                              link.from,
                              value_words(library_, plan_, link.from),
                              search ? search->query.from : type_of(link.from),
                              rate(link.from),
                              0,
                              {},
                              search ? rejected(link, *search) : std::vector<RejectedChain>()};
    for (const EvaluationId step : link.steps) {
      const ConversionEffect& rule = *conversion(step).effect();
      explained.difficulty += rule.difficulty;
      explained.steps.push_back({step, std::string(library_.text(conversion(step).name)),
                                 rule.difficulty, rule.is_lossy, type_of(step), rate(step)});
    }
    return explained;
  }

  StitchExplanation explain_stitch(const StitchDecision& decision) const {
    StitchExplanation explained{stitch_consumer_text(library_, decision),
                                stitch_source_text(library_, decision.chosen),
                                decision.difficulty,
                                {}};
    for (const RefusedStitch& candidate : decision.refused) {
      explained.not_taken.push_back(
          refused_stitch_text(library_, plan_.types, decision, candidate));
    }
    return explained;
  }

  const Composer& composer_;
  const Library& library_;
  const PlacedPlan& placed_;
  const Plan& plan_;
  const std::optional<std::string>& node_;
  std::vector<ExplainedLink> links_;
  // Per Stage; the host has the features of fragments.
  std::array<FeatureSet, shader_stages.size() + 1> available_;
};

/// `rock for profile forward: 40 values, 21 of them per fragment; 9 conversions on 6 links`
std::string summary_of(const Library& library, const Plan& naive, const PlacedPlan& placed) {
  const std::vector<ExplainedLink> links = explained_links(library, naive);
  const Stage last = library.profiles[placed.plan.profile].last_stage();
  const auto per_element = std::count(placed.rates.begin(), placed.rates.end(), element_rate(last));
  std::set<EvaluationId> steps;
  for (const ExplainedLink& link : links) {
    steps.insert(link.steps.begin(), link.steps.end());
  }
  const auto counted = [](std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  return fmt::format("{} for profile {}: {}, {} of them per {}; {} on {}",
                     library.text(library.materials[placed.plan.material].name),
                     library.text(library.profiles[placed.plan.profile].name),
                     counted(placed.plan.evaluations.size(), "value"), per_element,
                     stage_name(last), counted(steps.size(), "conversion"),
                     counted(links.size(), "link"));
}

std::vector<ExplainedState> explain_states(const Library& library, const Plan& plan) {
  const Profile& profile = library.profiles[plan.profile];
  std::vector<ExplainedState> states;
  ProfileBindings bindings(library, profile);
  bindings.take_states(state_count(library, plan));
  for (const DemandedOutput& output : plan.outputs) {
    if (!is_state(library, plan, output)) {
      continue;
    }
    const ProfileDemand& demand = demand_of(library, plan, output);
    const SemanticType& type = plan.types[plan.evaluations[output.value].type];
    const auto format = profile.states->format(type.data());
    const std::uint32_t binding = bindings.state(states.size());
    states.push_back(
        {std::string(library.text(demand.name)), type,
         format ? fmt::format("image {}", format->name)
                : fmt::format("buffer of {}", library.type_name(stored_state(type.data()))),
         binding, binding + 1});
  }
  return states;
}

}  // namespace

Explanation explain(const Composer& composer, const PlacedPlan& naive, const PlacedPlan& placed,
                    const std::optional<std::string>& node, const PlacementOptions& options) {
  const Library& library = composer.library();
  Explanation story;
  story.summary = summary_of(library, naive.plan, placed);
  story.node = node;
  LinkExplainer(composer, naive, node).run(story);
  explain_values(library, naive.plan, placed, options, story);
  story.costs = explain_costs(library, placed);
  if (!node) {
    story.states = explain_states(library, placed.plan);
  }
  return story;
}

std::vector<ExplainedCost> explain_costs(const Library& library, const PlacedPlan& placed) {
  const Plan& plan = placed.plan;
  const Profile& profile = library.profiles[plan.profile];
  const RunCounts runs = placed.placement ? placed.placement->runs : run_counts(library, profile);
  std::vector<ExplainedCost> costs;
  for (OutputCost& cost : output_costs(library, placed, runs)) {
    const ProfileDemand& demand = demand_of(library, plan, plan.outputs[cost.output]);
    costs.push_back({std::string(library.text(demand.name)), demand.stage, std::move(cost)});
  }
  return costs;
}

std::vector<std::string_view> explainable_names(const Library& library, const Plan& plan) {
  std::vector<std::string_view> all;
  for (const Evaluation& each : plan.evaluations) {
    all.push_back(each.origin.name);
  }
  for (const DemandedOutput& output : plan.outputs) {
    all.push_back(library.text(demand_of(library, plan, output).name));
  }
  return all;
}

}  // namespace weft
