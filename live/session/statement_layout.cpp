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

/// Nothing if the statement shares its line with other code.
std::optional<Lines> lines_at(const DocumentText& document, const Span& statement) {
  const std::string_view text = document.text();
  std::uint32_t begin = statement.begin;
  while (begin > 0 && !is_line_end(text[begin - 1])) {
    --begin;
  }
  if (begin + indentation_at(text, statement.begin).size() != statement.begin) {
    return std::nullopt;
  }
  const std::uint32_t end = line_end(text, statement.end);
  const std::string_view rest = text.substr(statement.end, end - statement.end);
  const std::size_t comment = rest.find_first_not_of(" \t");
  if (comment == std::string_view::npos) {
    return Lines{statement.begin, statement.end};
  }
  return rest.substr(comment).starts_with("//") ? std::optional(Lines{statement.begin, end})
                                                : std::nullopt;
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

/// The lines of a node in the layout of `weft fmt`; nothing if they do not parse alone.
std::optional<std::string> laid_out(const DocumentText& document, const DocumentNode& node,
                                    const Lines& lines) {
  const std::string head = fmt::format(
      "{} {{\n{}", document.graphs()[node.graph].is_material ? "material m" : "graph g() -> float",
      node.is_stitched ? "    stitch {\n" : "");
  const std::string tail = node.is_stitched ? "\n    }\n}" : "\n}";
  const std::string indentation(node.is_stitched ? 8 : 4, ' ');
  const auto printed = formatted(fmt::format(
      "{}{}{}{}\n", head, indentation, document.text({FileId(0), lines.begin, lines.end}), tail));
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

}  // namespace

Splices layout_of_changes(const DocumentText& before, const DocumentText& after,
                          bool lays_out_graphs) {
  Splices splices;
  for (const DocumentGraph& graph : after.graphs()) {
    const auto old_graph = before.find_graph(graph.key);
    if (!old_graph) {
      const auto lines = lays_out_graphs ? lines_at(after, graph.declaration) : std::nullopt;
      if (const auto printed =
              lines ? formatted(std::string(after.text(graph.declaration))) : std::nullopt) {
        add(splices, after, *lines, moved(after, *lines, *printed, 0));
      }
      continue;
    }
    for (std::uint32_t i = graph.first_node; i < graph.first_node + graph.node_count; ++i) {
      const DocumentNode& node = after.nodes()[i];
      if (node.kind == NodeKind::Port) {
        continue;
      }
      const auto old = before.find_node(*old_graph, node.name, node.kind == NodeKind::Output);
      const DocumentNode* const old_node = old ? &before.nodes()[*old] : nullptr;
      if (old_node != nullptr && (before.text(old_node->statement) == after.text(node.statement) ||
                                  !is_laid_out(before, *old_node))) {
        continue;
      }
      if (const auto lines = lines_at(after, node.statement)) {
        add(splices, after, *lines, laid_out(after, node, *lines));
      }
    }
  }
  if (surplus_blank_lines(before.text()).empty()) {
    const std::size_t statements = splices.size();
    for (const Lines& lines : surplus_blank_lines(after.text())) {
      const bool is_inside =
          std::any_of(splices.begin(), splices.begin() + static_cast<std::ptrdiff_t>(statements),
                      [&](const Splice& splice) {
                        return splice.begin < lines.end && lines.begin < splice.end;
                      });
      if (!is_inside) {
        splices.push_back({lines.begin, lines.end, ""});
      }
    }
  }
  sort_splices(splices);
  return splices;
}

}  // namespace weft::live
