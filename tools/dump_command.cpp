#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codegen/emit.h"
#include "codegen/lower.h"
#include "composer/compose.h"
#include "tools/choice.h"
#include "tools/commands.h"
#include "tools/expression_value.h"
#include "tools/graph_dump.h"
#include "tools/plan_dump.h"

namespace weft::tools {
namespace {

void dump_graph(const DumpOptions& options, Report& report) {
  const std::optional<Library> library = accept(Input(options.input).load(), report);
  if (!library) {
    return;
  }
  if (const auto material = choose_material(*library, options.choice, report)) {
    report.print(graph_text(*library, library->materials[*material]));
    report.result().update(graph_json(*library, library->materials[*material]));
  }
}

void dump_plan(const DumpOptions& options, const Library& library, const PlacedPlan& placed,
               Report& report) {
  report.result().update(plan_json(library, placed));
  if (options.stage == "types") {
    report.print(types_text(library, placed));
  } else if (options.stage == "fields") {
    report.print(fields_text(library, placed));
  } else if (options.stage == "contexts") {
    report.print(contexts_text(library, placed));
  } else {
    report.print(plan_text(library, placed));
  }
}

void dump_program(const Library& library, const PlacedPlan& placed, Report& report) {
  const Result<Programs> programs = lower_plan(library, placed);
  if (!programs) {
    report.add(programs.error(), library.sources);
    return;
  }
  const std::string text = program_text(library, placed, *programs);
  report.print(text);
  report.result()["program"] = text;
}

}  // namespace

void run(const DumpOptions& options, Report& report) {
  if (options.stage == "graph") {
    dump_graph(options, report);
    return;
  }
  std::optional<Choice> choice = choose(options.input, options.choice, report);
  if (!choice) {
    return;
  }
  Library& library = choice->library;
  auto values = read_parameter_values(library, library.materials[choice->material], options.values);
  if (!values) {
    report.add(values.error(), library.sources);
    return;
  }
  const Composer composer(library);
  const Result<PlacedPlan> placed =
      compose(composer, {choice->material, choice->profile, std::move(*values)});
  if (!placed) {
    report.add(placed.error(), library.sources);
    return;
  }
  report.add(placed->plan.warnings, library.sources);
  if (options.stage == "program") {
    dump_program(library, *placed, report);
  } else {
    dump_plan(options, library, *placed, report);
  }
}

}  // namespace weft::tools
