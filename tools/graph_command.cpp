#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/compose.h"
#include "composer/explain/plan_picture.h"
#include "tools/choice.h"
#include "tools/commands.h"
#include "tools/graphviz.h"

namespace weft::tools {
namespace {

std::string extension_of(const std::string& path) {
  return std::filesystem::path(path).extension().string();
}

/// By the option, else by the output's extension, else dot.
bool wants_svg(const GraphOptions& options) {
  return options.picture ? *options.picture == "svg" : extension_of(options.output) == ".svg";
}

/// Whether neither the option nor the extension says what to write.
bool is_unclear(const GraphOptions& options) {
  const std::string extension = extension_of(options.output);
  return !options.picture && extension != ".svg" && extension != ".dot" && extension != ".gv" &&
         !extension.empty();
}

}  // namespace

void run(const GraphOptions& options, Report& report) {
  if (is_unclear(options)) {
    report.refuse(
        fmt::format("weft graph writes .dot and .svg, not '{}'; --format=dot or "
                    "--format=svg decides for other names",
                    extension_of(options.output)));
    return;
  }
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
