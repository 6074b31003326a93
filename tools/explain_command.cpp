#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "composer/compose.h"
#include "support/spelling.h"
#include "tools/choice.h"
#include "tools/commands.h"
#include "tools/conversion_report.h"
#include "tools/links.h"
#include "tools/plan_dump.h"
#include "tools/text_table.h"
#include "tools/value_text.h"

namespace weft::tools {
namespace {

class Explanation {
 public:
  Explanation(const Library& library, const PlacedPlan& placed)
      : library_(library), placed_(placed), links_(explained_links(library, placed.plan)) {}

  /// Keeps what concerns the values and outputs of that name.
  void narrow_to(const std::string& name) {
    node_ = name;
    links_.erase(std::remove_if(links_.begin(), links_.end(),
                                [&](const ExplainedLink& link) {
                                  return link.consumer_name != name &&
                                         evaluation(link.from).origin.name != name &&
                                         link.consumer.substr(0, link.consumer.find('.')) != name;
                                }),
                 links_.end());
  }

  std::vector<std::string_view> names() const {
    std::vector<std::string_view> all;
    for (const Evaluation& each : placed_.plan.evaluations) {
      all.push_back(each.origin.name);
    }
    for (const DemandedOutput& output : placed_.plan.outputs) {
      all.push_back(library_.text(profile().demands[output.demand].name));
    }
    return all;
  }

  std::string text() const {
    std::string out;
    for (const ExplainedLink& link : links_) {
      out += link_text(link);
    }
    TextTable table;
    for (std::size_t i = 0; i < placed_.plan.evaluations.size(); ++i) {
      const Evaluation& each = evaluation(EvaluationId(i));
      if (!each.origin.name.empty() && (node_.empty() || each.origin.name == node_)) {
        table.add({each.origin.name, std::string(rate_name(placed_.rates[i])),
                   std::string(stage_name(each.stage)),
                   library_.type_name(placed_.plan.types[each.type]),
                   joined(feature_paths(library_, placed_.plan.needs[i]))});
      }
    }
    return out +
           (table.empty() ? "" : "values: name, rate, stage, type, features that it needs\n") +
           table.text("  ");
  }

  Json json() const {
    Json json;
    json["links"] = Json::array();
    for (const ExplainedLink& link : links_) {
      Json entry;
      entry["consumer"] = link.consumer;
      entry["from"] = {{"id", link.from.index()},
                       {"name", name_of(link.from)},
                       {"type", type_text_of(link.from)}};
      entry["difficulty"] = difficulty_json(difficulty(link));
      entry["steps"] = Json::array();
      for (EvaluationId step : link.steps) {
        entry["steps"].push_back({{"id", step.index()},
                                  {"conversion", conversion_name(step)},
                                  {"difficulty", difficulty_json(conversion(step).difficulty)},
                                  {"to", type_text_of(step)},
                                  {"rate", rate_name(placed_.rates[step.index()])}});
      }
      json["links"].push_back(std::move(entry));
    }
    return json;
  }

 private:
  const Evaluation& evaluation(EvaluationId id) const { return placed_.plan.evaluations[id]; }
  const Profile& profile() const { return library_.profiles[placed_.plan.profile]; }
  const Fragment& conversion(EvaluationId step) const {
    return library_.fragments[std::get<LeafEvaluation>(evaluation(step).kind).fragment];
  }
  std::string conversion_name(EvaluationId step) const {
    return std::string(library_.text(conversion(step).name));
  }
  std::string type_text_of(EvaluationId id) const {
    return type_text(placed_.plan.types[evaluation(id).type], library_.lattice, library_.data_types,
                     library_.names);
  }
  std::int64_t difficulty(const ExplainedLink& link) const {
    std::int64_t sum = 0;
    for (EvaluationId step : link.steps) {
      sum += conversion(step).difficulty;
    }
    return sum;
  }

  /// Features by their path, everything else by its own name or by what it does.
  std::string name_of(EvaluationId id) const {
    const Evaluation* source = &evaluation(id);
    if (std::holds_alternative<InterpolateEvaluation>(source->kind)) {
      source = &evaluation(source->inputs.front());
    }
    const bool is_feature = std::holds_alternative<FeatureEvaluation>(source->kind);
    return is_feature || source->origin.name.empty()
               ? evaluation_text(library_, placed_.plan, *source)
               : source->origin.name;
  }

  std::string link_text(const ExplainedLink& link) const {
    TextTable table;
    const auto add = [&](const std::string& what, const std::string& hardness, EvaluationId id) {
      table.add({what, hardness, std::string(rate_name(placed_.rates[id.index()])),
                 library_.type_name(placed_.plan.types[evaluation(id).type])});
    };
    add(name_of(link.from), "", link.from);
    for (EvaluationId step : link.steps) {
      add(conversion_name(step), difficulty_text(conversion(step).difficulty), step);
    }
    return fmt::format("{}: difficulty {}\n{}\n", link.consumer, difficulty_text(difficulty(link)),
                       table.text("  "));
  }

  const Library& library_;
  const PlacedPlan& placed_;
  std::vector<ExplainedLink> links_;
  std::string node_;
};

}  // namespace

void run(const ExplainOptions& options, Report& report) {
  const std::optional<Choice> choice = choose(options.input, options.choice, report);
  if (!choice) {
    return;
  }
  const Library& library = choice->library;
  const Composer composer(library);
  const Result<PlacedPlan> placed = compose(composer, {choice->material, choice->profile, {}});
  if (!placed) {
    report.add(placed.error(), library.sources);
    return;
  }
  report.add(placed->plan.warnings, library.sources);
  Explanation explanation(library, *placed);
  if (options.node) {
    const std::vector<std::string_view> names = explanation.names();
    if (std::find(names.begin(), names.end(), *options.node) == names.end()) {
      report.add(error(Code::UnknownName,
                       fmt::format("the plan has no value named '{}'", *options.node),
                       spelling_hint(*options.node, names)));
      return;
    }
    explanation.narrow_to(*options.node);
  }
  report.print(explanation.text());
  report.result().update(explanation.json());
}

}  // namespace weft::tools
