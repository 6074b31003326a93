#include <optional>
#include <string>

#include "codegen/dump/plan_dump.h"
#include "codegen/emit.h"
#include "codegen/lower/lower_plan.h"
#include "composer/explain/graph_dump.h"
#include "composer/explain/graph_json.h"
#include "tools/choice.h"
#include "tools/commands.h"

namespace weft::tools {
namespace {

void print_graph(const DumpOptions& options, Report& report) {
  const std::optional<Library> library = accept(Input(options.input).load(), report);
  if (!library) {
    return;
  }
  if (const auto material = choose_material(*library, options.choice, report)) {
    const GraphDump graph = dump_graph(*library, library->materials[*material]);
    report.print(graph_text(graph));
    report.result().update(graph_json(*library, graph));
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
    print_graph(options, report);
    return;
  }
  ChoiceOptions choice = options.choice;
  // Types, fields and contexts are settled before placement.
  choice.placement.no_placement = choice.placement.no_placement || options.stage == "types" ||
                                  options.stage == "fields" || options.stage == "contexts";
  const std::optional<Composed> composed =
      compose_chosen(options.input, choice, options.values, report);
  if (!composed) {
    return;
  }
  const Library& library = composed->choice.library;
  if (options.stage == "program") {
    dump_program(library, composed->placed, report);
  } else {
    dump_plan(options, library, composed->placed, report);
  }
}

}  // namespace weft::tools
