#include "composer/explain/explanation_text.h"

#include <fmt/format.h>

#include "composer/explain/conversion_report.h"
#include "composer/explain/evaluation_text.h"
#include "conversions/search/search.h"
#include "support/text_table.h"

namespace weft {
namespace {

/// 8910000 is `8,910,000`.
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) {
    text.insert(at - 3, 1, ',');
  }
  return text;
}

std::string or_dash(const std::string& name) { return name.empty() ? "-" : name; }

std::string link_text(const Library& library, const LinkExplanation& link) {
  TextTable table;
  table.add({link.name, "", std::string(rate_name(link.rate)), library.type_name(link.type)});
  for (const ExplainedStep& step : link.steps) {
    table.add({step.conversion + (step.is_lossy ? " (lossy)" : ""),
               difficulty_text(step.difficulty), std::string(rate_name(step.rate)),
               library.type_name(step.type)});
  }
  std::string rejected = rejected_lines(link.rejected);
  for (std::size_t at = 0; at < rejected.size(); at = rejected.find('\n', at) + 1) {
    rejected.insert(at, "  ");
  }
  return fmt::format("{}: difficulty {}\n{}{}\n", link.consumer, difficulty_text(link.difficulty),
                     table.text("  "), rejected);
}

std::string stitch_text(const StitchExplanation& stitch) {
  constexpr std::size_t most_shown = 6;
  std::string text = fmt::format("open input {}: {}, difficulty {}\n", stitch.consumer,
                                 stitch.chosen, difficulty_text(stitch.difficulty));
  for (std::size_t i = 0; i < stitch.not_taken.size() && i < most_shown; ++i) {
    text += fmt::format("{}    {}\n", i == 0 ? "  not taken:\n" : "", stitch.not_taken[i]);
  }
  if (stitch.not_taken.size() > most_shown) {
    text += fmt::format("    … {} more\n", stitch.not_taken.size() - most_shown);
  }
  return text + "\n";
}

std::string path_text(const std::string& node, const RatePath& path) {
  TextTable table;
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const bool is_last = i + 1 == path.steps.size();
    table.add({or_dash(path.steps[i].name), path.steps[i].action,
               is_last ? "because of " + path.because : ""});
  }
  return fmt::format("{}: per {}, in the {} stage\n{}\n", node, rate_name(path.rate),
                     stage_name(path.stage), table.text("  "));
}

/// The values of each place, one per line.
std::string places_text(const Library& library, const Explanation& story) {
  std::string tables;
  for (const ExplainedPlace& place : story.places) {
    TextTable table;
    for (const auto& [name, position] : place.values) {
      const ExplainedValue& value = story.values[position];
      table.add({name, value.kind, std::string(rate_name(value.rate)), value.because,
                 type_with_stated(library, value.type, value.stated)});
    }
    if (!table.empty()) {
      tables += fmt::format("{}{}\n{}", tables.empty() ? "" : "\n", place.title, table.text("  "));
    }
  }
  return tables.empty() ? "" : "values: name, kind, rate, reason for the rate, type\n\n" + tables;
}

std::string states_text(const Library& library, const std::vector<ExplainedState>& states) {
  TextTable table;
  for (const ExplainedState& state : states) {
    table.add({state.name, state.stored, fmt::format("read at {}", state.read_binding),
               fmt::format("written at {}", state.written_binding), library.type_name(state.type)});
  }
  return table.empty()
             ? ""
             : "states: name, storage, bindings of one step, type\n" + table.text("  ") + "\n";
}

std::string moves_text(const std::vector<ExplainedMove>& moves) {
  TextTable table;
  for (const ExplainedMove& move : moves) {
    const bool saves = move.before >= move.now;
    table.add(
        {or_dash(move.name), move.action, grouped(move.moved.operations),
         (saves ? "" : "-") + grouped(saves ? move.before - move.now : move.now - move.before),
         move.moved.was_there ? "computed there anyway" : ""});
  }
  return table.empty() ? ""
                       : "moved to the vertex stage: name, kind, operations, saved per draw\n" +
                             table.text("  ");
}

std::string cost_text(const ExplainedPlacement& explained) {
  const Placement& placement = explained.placement;
  const bool is_of_threads = explained.last == Stage::Thread;
  std::string text = fmt::format(
      "\ncost per {}: {} operations instead of {}, at {}{} {}s{}\n",
      is_of_threads ? "dispatch" : "draw", grouped(placement.cost), grouped(placement.naive_cost),
      is_of_threads ? "" : grouped(placement.runs.vertices) + " vertices and ",
      grouped(placement.runs.fragments), stage_name(explained.last),
      placement.is_proven ? "" : " (not proven)");
  if (explained.flips_at) {
    text +=
        fmt::format("with more than {:.3g} vertices per fragment another placement is cheaper\n",
                    *explained.flips_at);
  }
  return text;
}

}  // namespace

std::string explanation_text(const Library& library, const Explanation& story) {
  std::string text = story.node ? "" : story.summary + "\n\n";
  for (const LinkExplanation& link : story.links) {
    text += link_text(library, link);
  }
  for (const StitchExplanation& stitch : story.stitches) {
    text += stitch_text(stitch);
  }
  text += states_text(library, story.states);
  std::string values;
  for (const RatePath& path : story.paths) {
    values += path_text(*story.node, path);
  }
  values += places_text(library, story);
  if (story.placement) {
    const std::string moves = moves_text(story.placement->moves);
    values += (values.empty() || moves.empty() ? "" : "\n") + moves;
    values += story.node ? "" : cost_text(*story.placement);
  }
  return text + values;
}

}  // namespace weft
