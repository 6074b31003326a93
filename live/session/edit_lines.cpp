#include <algorithm>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "live/session/edit_rules.h"

namespace weft::live {
namespace {

constexpr std::string_view blanks = " \t";

std::uint32_t line_begin(std::string_view text, std::uint32_t place) {
  while (place > 0 && !is_line_end(text[place - 1])) {
    --place;
  }
  return place;
}

/// Past the line break of the line of a place.
std::uint32_t next_line(std::string_view text, std::uint32_t place) {
  std::uint32_t end = line_end(text, place);
  if (end < text.size() && text[end] == '\r') {
    ++end;
    return end < text.size() && text[end] == '\n' ? end + 1 : end;
  }
  return end < text.size() ? end + 1 : end;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(blanks) == std::string_view::npos;
}

/// Whether only blanks and a line comment follow on the line.
bool is_last_on_line(std::string_view text, std::uint32_t place) {
  std::string_view rest = text.substr(place, line_end(text, place) - place);
  rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
  return rest.empty() || rest.starts_with("//");
}

/// The end of the opening brace of a material or graph.
std::uint32_t after_brace(const DocumentText& document, const DocumentGraph& graph) {
  const std::uint32_t from =
      graph.signature != nullptr ? graph.signature->span.end : graph.name_span.end;
  return static_cast<std::uint32_t>(document.text().find('{', from)) + 1;
}

}  // namespace

std::string_view indentation_at(std::string_view text, std::uint32_t place) {
  const std::uint32_t begin = line_begin(text, place);
  const std::string_view line = text.substr(begin, line_end(text, begin) - begin);
  return line.substr(0, std::min(line.find_first_not_of(blanks), line.size()));
}

std::string_view line_break_of(std::string_view text) {
  const std::size_t end = text.find_first_of(line_ends);
  if (end == std::string_view::npos) {
    return "\n";
  }
  return text.substr(end, text.substr(end).starts_with("\r\n") ? 2 : 1);
}

std::uint32_t line_end(std::string_view text, std::uint32_t place) {
  return static_cast<std::uint32_t>(std::min(text.find_first_of(line_ends, place), text.size()));
}

Splice line_before(const DocumentText& document, const Span& statement, std::string_view line) {
  const std::string_view text = document.text();
  const std::uint32_t begin = line_begin(text, statement.begin);
  const std::string_view indentation = indentation_at(text, statement.begin);
  if (is_blank(text.substr(begin, statement.begin - begin))) {
    return {begin, begin, fmt::format("{}{}{}", indentation, line, line_break_of(text))};
  }
  return {statement.begin, statement.begin,
          fmt::format("{}{}{}", line, line_break_of(text), indentation)};
}

Splice line_after(const DocumentText& document, const Span& statement, std::string_view line) {
  const std::string_view text = document.text();
  const std::string_view indentation = indentation_at(text, statement.begin);
  const std::string_view line_break = line_break_of(text);
  if (is_last_on_line(text, statement.end)) {
    const std::uint32_t end = line_end(text, statement.end);
    return {end, end, fmt::format("{}{}{}", line_break, indentation, line)};
  }
  return {statement.end, statement.end,
          fmt::format("{0}{1}{2}{0}{1}", line_break, indentation, line)};
}

bool has_own_lines(std::string_view text, const Span& statement) {
  const std::uint32_t begin = line_begin(text, statement.begin);
  return is_blank(text.substr(begin, statement.begin - begin)) &&
         is_last_on_line(text, statement.end);
}

Splice remove_lines(const DocumentText& document, const Span& statement) {
  const std::string_view text = document.text();
  if (!has_own_lines(text, statement)) {
    return {statement.begin, statement.end, ""};
  }
  return {line_begin(text, statement.begin), next_line(text, statement.end), ""};
}

Splice add_line(const DocumentText& document, std::uint32_t index, std::string_view line,
                bool is_output, bool is_parameter) {
  const DocumentGraph& graph = document.graphs()[index];
  const std::string_view text = document.text();
  const DocumentNode* last = nullptr;
  const DocumentNode* first_output = nullptr;
  for (std::uint32_t i = 0; i < graph.node_count; ++i) {
    const DocumentNode& node = document.nodes()[graph.first_node + i];
    const bool is_port = node.kind == NodeKind::Port;
    const bool fits = is_parameter ? node.kind == NodeKind::Parameter
                      : is_output  ? true
                                   : node.kind != NodeKind::Output;
    if (fits && !is_port && !node.is_stitched) {
      last = &node;
    }
    if (node.kind == NodeKind::Output && !node.is_stitched && first_output == nullptr) {
      first_output = &node;
    }
  }
  if (last != nullptr) {
    return line_after(document, last->statement, line);
  }
  if (first_output != nullptr && !is_parameter) {
    return line_before(document, first_output->statement, line);
  }
  const std::string indentation =
      fmt::format("{}    ", indentation_at(text, graph.declaration.begin));
  const std::uint32_t open = after_brace(document, graph);
  const std::uint32_t close = graph.declaration.end - 1;
  const std::string_view line_break = line_break_of(text);
  if (is_last_on_line(text, open) && line_end(text, open) < close) {
    const std::uint32_t end = line_end(text, open);
    return {end, end, fmt::format("{}{}{}", line_break, indentation, line)};
  }
  const bool is_empty = is_blank(text.substr(open, close - open));
  return {
      open, is_empty ? close : open,
      fmt::format("{0}{1}{2}{0}{3}", line_break, indentation, line, is_empty ? "" : indentation)};
}

}  // namespace weft::live
