#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "composer/explain/explanation.h"
#include "composer/explain/explanation_json.h"
#include "composer/explain/explanation_text.h"
#include "composer/explain/missing_value.h"
#include "tools/choice.h"
#include "tools/commands.h"

namespace weft::tools {

void run(const ExplainOptions& options, Report& report) {
  const std::optional<Composed> composed =
      compose_chosen(options.input, options.choice, options.values, report);
  if (!composed) {
    return;
  }
  const Library& library = composed->choice.library;
  const Composer composer(library);
  if (options.node) {
    const std::vector<std::string_view> names = explainable_names(library, composed->placed.plan);
    if (std::find(names.begin(), names.end(), *options.node) == names.end()) {
      report.add({explain_missing_value(library, composed->placed.plan, *options.node)},
                 library.sources);
      return;
    }
  }
  const Result<PlacedPlan> naive = compose(
      composer,
      {composed->choice.material, composed->choice.profile, composed->values, {.is_on = false}});
  if (!naive) {
    report.add(naive.error(), library.sources);
    return;
  }
  const Explanation story = explain(composer, *naive, composed->placed, options.node,
                                    placement_of(options.choice.placement));
  report.print(explanation_text(library, story));
  report.result().update(explanation_json(library, story));
}

}  // namespace weft::tools
