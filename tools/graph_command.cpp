#include <string>
#include <utility>
#include <vector>

#include "composer/compose.h"
#include "tools/choice.h"
#include "tools/commands.h"
#include "tools/graphviz.h"
#include "tools/plan_picture.h"

namespace weft::tools {
namespace {

/// By the option, else by the output's extension, else dot.
bool wants_svg(const GraphOptions& options) {
  if (options.picture) {
    return *options.picture == "svg";
  }
  const std::string& name = options.output;
  return name.size() >= 4 && name.compare(name.size() - 4, 4, ".svg") == 0;
}

}  // namespace

void run(const GraphOptions& options, Report& report) {
  const std::optional<Composed> composed =
      compose_chosen(options.input, options.choice, options.values, report);
  if (!composed) {
    return;
  }
  std::string picture = plan_dot(composed->choice.library, composed->placed);
  if (wants_svg(options)) {
    Result<std::string> svg = svg_of_dot(picture);
    if (!svg) {
      report.add(svg.error(), composed->choice.library.sources);
      report.raise(ExitCode::MachineTrouble);
      return;
    }
    picture = std::move(*svg);
  }
  report.result()["output"] = options.output;
  if (options.output == "-") {
    report.result()["picture"] = picture;
    report.print(picture);
  } else {
    report.write({options.output, std::move(picture)});
  }
}

}  // namespace weft::tools
