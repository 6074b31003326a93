#include "live/session/statement_layout.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "fragments/syntax/print_syntax.h"
#include "live/session/edit_rules.h"

namespace weft::live {
namespace {

/// A declaration as `weft fmt` lays it out, without the last line break.
std::optional<std::string> formatted(std::string text) {
  Interner names;
  const SourceFile source("statement", std::move(text));
  const ParsedModule parsed = parse_module(FileId(0), source, names);
  if (has_errors(parsed.diagnostics)) {
    return std::nullopt;
  }
  std::string printed = print_module(parsed.module, source, names);
  while (!printed.empty() && printed.back() == '\n') {
    printed.pop_back();
  }
  return printed;
}

/// What is laid out: a statement with the comment at the end of its line, or a declaration.
struct Lines {
  std::uint32_t begin;
  std::uint32_t end;
};

/// Nothing if the statement shares its lines with other code.
std::optional<Lines> lines_at(const DocumentText& document, const Span& statement) {
  const std::string_view text = document.text();
  if (!has_own_lines(text, statement)) {
    return std::nullopt;
  }
  const std::uint32_t end = line_end(text, statement.end);
  const bool has_comment =
      text.substr(statement.end, end - statement.end).find_first_not_of(" \t") !=
      std::string_view::npos;
  return Lines{statement.begin, has_comment ? end : statement.end};
}

/// `printed` without `depth` columns in front of its lines, at the place of `lines`.
std::string moved(const DocumentText& document, const Lines& lines, std::string_view printed,
                  std::size_t depth) {
  const std::string_view indentation = indentation_at(document.text(), lines.begin);
  const std::string_view line_break = line_break_of(document.text());
  std::string text;
  for (bool is_first = true; is_first || !printed.empty(); is_first = false) {
    const std::size_t end = std::min(printed.find('\n'), printed.size());
    std::string_view line = printed.substr(0, end);
    line.remove_prefix(std::min({depth, line.find_first_not_of(' '), line.size()}));
    text += is_first ? "" : line_break;
    text += is_first || line.empty() ? "" : indentation;
    text += line;
    printed.remove_prefix(std::min(end + 1, printed.size()));
  }
  return text;
}

/// Whether lines may have comments, which the tree does not.
bool may_have_comments(std::string_view lines) {
  return lines.find("//") != std::string_view::npos || lines.find("/*") != std::string_view::npos;
}

/// The lines of a node in the layout of `weft fmt`; nothing if they do not parse alone.
std::optional<std::string> laid_out(const DocumentText& document, const DocumentNode& node,
                                    const Lines& lines) {
  const std::string indentation(node.is_stitched ? 8 : 4, ' ');
  const std::string_view written = document.text({FileId(0), lines.begin, lines.end});
  if (node.binding && !may_have_comments(written)) {
    const std::string printed = print_binding(document.module(), *node.binding, document.source(),
                                              document.names(), node.is_stitched);
    const std::string_view text = printed;
    return moved(document, lines,
                 text.substr(indentation.size(), text.size() - indentation.size() - 1),
                 indentation.size());
  }
  const std::string head = fmt::format(
      "{} {{\n{}", document.graphs()[node.graph].is_material ? "material m" : "graph g() -> float",
      node.is_stitched ? "    stitch {\n" : "");
  const std::string tail = node.is_stitched ? "\n    }\n}" : "\n}";
  const auto printed = formatted(fmt::format("{}{}{}{}\n", head, indentation, written, tail));
  const std::string begin = head + indentation;
  if (!printed || printed->size() < begin.size() + tail.size() || !printed->starts_with(begin) ||
      !printed->ends_with(tail)) {
    return std::nullopt;
  }
  const std::string_view inner =
      std::string_view(*printed).substr(begin.size(), printed->size() - begin.size() - tail.size());
  return moved(document, lines, inner, indentation.size());
}

bool is_laid_out(const DocumentText& document, const DocumentNode& node) {
  const auto lines = lines_at(document, node.statement);
  return lines &&
         laid_out(document, node, *lines) == document.text({FileId(0), lines->begin, lines->end});
}

void add(Splices& splices, const DocumentText& document, const Lines& lines,
         std::optional<std::string> text) {
  if (text && *text != document.text({FileId(0), lines.begin, lines.end})) {
    splices.push_back({lines.begin, lines.end, std::move(*text)});
  }
}

/// The blank lines that `weft fmt` takes out: after another one, after an opening brace, before a
/// closing one, and at the ends of the text.
std::vector<Lines> surplus_blank_lines(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  std::vector<Lines> surplus;
  std::vector<Lines> run;     // of blank lines
  bool follows_brace = true;  // or the begin of the text
  const auto end_run = [&](bool precedes_brace) {
    const std::size_t kept =
        follows_brace || precedes_brace ? 0 : std::min<std::size_t>(1, run.size());
    surplus.insert(surplus.end(), run.begin() + static_cast<std::ptrdiff_t>(kept), run.end());
    run.clear();
  };
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t last = std::min(text.find_first_of(line_ends, begin), text.size());
    const std::size_t end =
        std::min(last + (text.substr(last).starts_with("\r\n") ? 2 : 1), text.size());
    const std::string_view line = text.substr(begin, last - begin);
    const std::size_t first = line.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
      run.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    } else {
      end_run(line[first] == '}');
      follows_brace = line[line.find_last_not_of(blanks)] == '{';
    }
    begin = end;
  }
  end_run(true);
  return surplus;
}

/// The part of a text that edits changed, and the lines around it up to the next ones that are not
/// blank.
Lines with_neighbors(std::string_view text, Lines changed) {
  constexpr std::string_view spaces = " \t\r\n";
  // Up to the last character before it that is no space, and the begin of that line.
  const std::size_t before = text.substr(0, changed.begin).find_last_not_of(spaces);
  const std::size_t line =
      before == std::string_view::npos ? before : text.substr(0, before).find_last_of(line_ends);
  const std::size_t after = text.find_first_not_of(spaces, changed.end);
  return {line == std::string_view::npos ? 0 : static_cast<std::uint32_t>(line + 1),
          after == std::string_view::npos ? static_cast<std::uint32_t>(text.size())
                                          : line_end(text, static_cast<std::uint32_t>(after))};
}

/// Takes out blank lines that edits left in the changed part of a text, if it had none like that.
void take_out_blank_lines(std::string_view before, Lines changed_before, std::string_view after,
                          Lines changed_after, Splices& splices) {
  const Lines old_part = with_neighbors(before, changed_before);
  if (!surplus_blank_lines(before.substr(old_part.begin, old_part.end - old_part.begin)).empty()) {
    return;
  }
  const Lines part = with_neighbors(after, changed_after);
  Splices blank;
  for (const Lines& lines : surplus_blank_lines(after.substr(part.begin, part.end - part.begin))) {
    const Splice removed{part.begin + lines.begin, part.begin + lines.end, ""};
    const bool is_in_statement =
        std::any_of(splices.begin(), splices.end(), [&](const Splice& splice) {
          return splice.begin < removed.end && removed.begin < splice.end;
        });
    if (!is_in_statement) {
      blank.push_back(removed);
    }
  }
  splices.insert(splices.end(), blank.begin(), blank.end());
}

}  // namespace

Splices layout_of_changes(const NamedDocument& old, const NamedDocument& now,
                          bool lays_out_graphs) {
  const DocumentText& before = old.document;
  const DocumentText& after = now.document;
  const Splices difference = live::difference(before.text(), after.text());
  if (difference.empty()) {
    return {};
  }
  const Splice& replaced = difference.front();
  const Lines changed{replaced.begin,
                      replaced.begin + static_cast<std::uint32_t>(replaced.text.size())};
  const auto is_changed = [&changed](const Span& span) {
    return span.begin <= changed.end && changed.begin <= span.end;
  };
  Splices splices;
  for (std::uint32_t g = 0; g < after.graphs().size(); ++g) {
    const DocumentGraph& graph = after.graphs()[g];
    if (!is_changed(graph.declaration)) {
      continue;
    }
    if (!find_graph(before, old.names, graph_id_of(after, now.names, g))) {
      const auto lines = lays_out_graphs ? lines_at(after, graph.declaration) : std::nullopt;
      if (const auto printed =
              lines ? formatted(std::string(after.text(graph.declaration))) : std::nullopt) {
        add(splices, after, *lines, moved(after, *lines, *printed, 0));
      }
      continue;
    }
    for (std::uint32_t i = graph.first_node; i < graph.first_node + graph.node_count; ++i) {
      const DocumentNode& node = after.nodes()[i];
      if (node.kind == NodeKind::Port || !is_changed(node.statement)) {
        continue;
      }
      const auto found = whole_node(before, old.names, id_of(after, now.names, i));
      const DocumentNode* const old_node = found ? &before.nodes()[*found] : nullptr;
      if (old_node != nullptr && (before.text(old_node->statement) == after.text(node.statement) ||
                                  !is_laid_out(before, *old_node))) {
        continue;
      }
      if (const auto lines = lines_at(after, node.statement)) {
        add(splices, after, *lines, laid_out(after, node, *lines));
      }
    }
  }
  take_out_blank_lines(before.text(), {replaced.begin, replaced.end}, after.text(), changed,
                       splices);
  sort_splices(splices);
  return splices;
}

}  // namespace weft::live
