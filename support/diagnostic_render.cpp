#include <algorithm>

#include <fmt/format.h>

#include "support/diagnostic.h"
#include "support/json.h"
#include "support/severity_name.h"
#include "support/shown_text.h"

namespace weft {
namespace {

/// Bytes shown of a source line. Longer lines are cut to a window around the location, so that a 10
/// MB line stays readable.
constexpr std::size_t shown_width = 160;

/// Bytes shown of a message, path or hint. Names and paths come from user text of any length.
constexpr std::size_t longest_text = 1000;

/// Replaces control characters and invalid UTF-8, which would disturb a terminal and are illegal in
/// JSON.
std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t i = 0;
  while (i < text.size()) {
    auto byte = static_cast<unsigned char>(text[i]);
    std::size_t length = byte < 0x80           ? 1
                         : (byte >> 5) == 0x6  ? 2
                         : (byte >> 4) == 0xe  ? 3
                         : (byte >> 3) == 0x1e ? 4
                                               : 0;
    bool whole = length != 0 && i + length <= text.size();
    for (std::size_t k = 1; whole && k < length; ++k) {
      whole = (static_cast<unsigned char>(text[i + k]) & 0xc0) == 0x80;
    }
    if (!whole || byte < 0x20 || byte == 0x7f) {
      out += byte == '\t' ? ' ' : '?';
      ++i;
      continue;
    }
    out.append(text.substr(i, length));
    i += length;
  }
  return out;
}

std::size_t snap_to_character(std::string_view line, std::size_t at) {
  while (at > 0 && at < line.size() && (static_cast<unsigned char>(line[at]) & 0xc0) == 0x80) {
    --at;
  }
  return at;
}

/// Terminal columns of a text, counted as code points. Wrong only for wide and combining
/// characters.
std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

/// Appends the source line with the span underlined, each output line prefixed by `margin`.
void append_excerpt(std::string& out, Span span, const Sources& sources, std::string_view margin,
                    const TextColors& colors) {
  const SourceFile& file = sources[span.file];
  Position begin = file.position(span.begin);
  Position end = file.position(std::max(span.begin, span.end));
  std::string_view line = file.line(begin.line);
  std::size_t first = std::min<std::size_t>(begin.column - 1, line.size());
  std::size_t last =
      end.line == begin.line ? std::min<std::size_t>(end.column - 1, line.size()) : line.size();
  std::size_t from = 0;
  if (line.size() > shown_width && first > shown_width / 2) {
    from = snap_to_character(line, first - shown_width / 2);
  }
  std::size_t to = snap_to_character(line, std::min(line.size(), from + shown_width));
  last = std::min(std::max(last, first), to);
  std::string number = std::to_string(begin.line);
  std::string lead = from > 0 ? "..." : "";
  std::string shown =
      lead + printable(line.substr(from, to - from)) + (to < line.size() ? "..." : "");
  std::size_t indent = lead.size() + display_width(printable(line.substr(from, first - from)));
  std::size_t width =
      std::max<std::size_t>(1, display_width(printable(line.substr(first, last - first))));
  out += fmt::format("\n{0} {7}{1} |{8} {2}\n{0} {7}{3} |{8} {4}{6}^{5}{8}", margin, number, shown,
                     std::string(number.size(), ' '), std::string(indent, ' '),
                     std::string(width - 1, '~'), colors.mark, colors.faint, colors.end);
}

/// Whether the span's line differs from the last line shown.
bool is_new_line(Span span, const std::optional<Span>& shown, const Sources& sources) {
  return !shown || shown->file != span.file ||
         sources[span.file].position(span.begin).line !=
             sources[shown->file].position(shown->begin).line;
}

std::string place(Span span, const Sources& sources, const TextColors& colors) {
  const SourceFile& file = sources[span.file];
  Position at = file.position(span.begin);
  return fmt::format("{}{}:{}:{}:{} ", colors.place, shown_text(file.path()), at.line, at.column,
                     colors.end);
}

std::string_view color_of(Severity severity, const TextColors& colors) {
  switch (severity) {
    case Severity::Error:
      return colors.error;
    case Severity::Warning:
      return colors.warning;
    case Severity::Note:
      return colors.note;
  }
  return colors.error;
}

}  // namespace

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return "error";
}

std::string shown_text(std::string_view text) {
  if (text.size() <= longest_text) {
    return printable(text);
  }
  return printable(text.substr(0, snap_to_character(text, longest_text))) + "…";
}

std::string one_line(const Sources& sources, Span span) {
  std::string text;
  for (const char c : sources[span.file].text(span)) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_blank) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  return text;
}

std::string render_text(const Diagnostic& diagnostic, const Sources& sources,
                        const TextColors& colors) {
  std::string out = diagnostic.span ? place(*diagnostic.span, sources, colors) : std::string();
  if (!diagnostic.span && !diagnostic.node.empty()) {
    out += fmt::format("{}{}{}{}:{} ", colors.place, shown_text(diagnostic.node),
                       diagnostic.port.empty() ? "" : ".", shown_text(diagnostic.port), colors.end);
  }
  out += fmt::format("{}{}:{} {} {}[{}]{}", color_of(diagnostic.severity, colors),
                     severity_name(diagnostic.severity), colors.end, shown_text(diagnostic.message),
                     colors.faint, slug(diagnostic.code), colors.end);
  if (diagnostic.span) {
    append_excerpt(out, *diagnostic.span, sources, "", colors);
  }
  std::optional<Span> shown = diagnostic.span;
  for (const Note& note : diagnostic.notes) {
    out += fmt::format("\n  {}{}note:{} {}",
                       note.span ? place(*note.span, sources, colors) : std::string(), colors.note,
                       colors.end, shown_text(note.text));
    if (note.span && is_new_line(*note.span, shown, sources)) {
      append_excerpt(out, *note.span, sources, "  ", colors);
      shown = note.span;
    }
  }
  if (!diagnostic.hint.empty()) {
    out += fmt::format("\n  {}hint:{} {}", colors.hint, colors.end, shown_text(diagnostic.hint));
  }
  return out;
}

std::string render_text(const Diagnostics& diagnostics, const Sources& sources) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) {
    out += render_text(diagnostic, sources);
    out += '\n';
  }
  return out;
}

std::string render_json(const Diagnostic& diagnostic, const Sources& sources) {
  Json json;
  json["severity"] = severity_name(diagnostic.severity);
  json["code"] = slug(diagnostic.code);
  json["message"] = shown_text(diagnostic.message);
  auto put_place = [&sources](Json& to, const std::optional<Span>& span) {
    to["file"] = span ? Json(shown_text(sources[span->file].path())) : Json();
    Position at = span ? sources[span->file].position(span->begin) : Position{};
    to["line"] = span ? Json(at.line) : Json();
    to["column"] = span ? Json(at.column) : Json();
  };
  put_place(json, diagnostic.span);
  json["node"] = shown_text(diagnostic.node);
  json["port"] = shown_text(diagnostic.port);
  json["notes"] = Json::array();
  for (const Note& note : diagnostic.notes) {
    Json entry;
    entry["text"] = shown_text(note.text);
    put_place(entry, note.span);
    json["notes"].push_back(std::move(entry));
  }
  json["hint"] = shown_text(diagnostic.hint);
  return json.dump();
}

}  // namespace weft
