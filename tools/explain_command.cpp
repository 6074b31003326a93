#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/compose.h"
#include "support/spelling.h"
#include "tools/choice.h"
#include "tools/commands.h"
#include "tools/explanation.h"

namespace weft::tools {

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
  if (options.node) {
    const std::vector<std::string_view> names = explainable_names(library, placed->plan);
    if (std::find(names.begin(), names.end(), *options.node) == names.end()) {
      report.add(error(Code::UnknownName,
                       fmt::format("the plan has no value named '{}'", *options.node),
                       spelling_hint(*options.node, names)));
      return;
    }
  }
  Explanation story = explain(composer, *placed, options.node);
  report.print(story.text);
  report.result().update(story.json);
}

}  // namespace weft::tools
