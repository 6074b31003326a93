#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/explain/documentation.h"
#include "fragments/load/disk_reader.h"
#include "support/spelling.h"
#include "tools/commands.h"
#include "tools/load_input.h"

namespace weft::tools {
namespace {

constexpr std::size_t page_width = 100;

/// Appends words after `lead`, broken into lines of the page's width that are indented like them.
void append_wrapped(std::string& out, std::string_view lead, std::string_view words) {
  std::string line(lead);
  const std::string indent(lead.size(), ' ');
  while (!words.empty()) {
    const std::size_t length = std::min(words.find(' '), words.size());
    if (line.size() > lead.size() && line.size() + length > page_width) {
      out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line = indent;
    }
    line += std::string(words.substr(0, length)) + " ";
    words.remove_prefix(std::min(length + 1, words.size()));
  }
  out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

/// The lines of a comment, indented.
void append_comment(std::string& out, std::string_view comment) {
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    out += end == 0 ? "\n" : fmt::format("  {}\n", comment.substr(0, end));
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
}

std::string page_of(const Documentation& entry, const TextColors& colors) {
  std::string page = fmt::format("{}{} {}{}\n", colors.title, entry.kind, entry.title, colors.end);
  if (entry.source) {
    page += fmt::format("  {}{}{}\n", colors.faint, *entry.source, colors.end);
  }
  if (!entry.doc.empty()) {
    page += "\n";
    append_comment(page, entry.doc);
  }
  if (!entry.facts.empty()) {
    page += "\n";
    std::size_t width = 0;
    for (const auto& [name, text] : entry.facts) {
      width = std::max(width, name.size());
    }
    for (const auto& [name, text] : entry.facts) {
      append_wrapped(page, fmt::format("  {:{}}  ", name, width), text);
    }
  }
  return page;
}

/// A diagnostic as documentation.
Documentation documentation_of(Code code) {
  const std::string summary_text(summary(code));
  return {"diagnostic",
          std::string(slug(code)),
          {{"meaning", summary_text}, {"what to do", std::string(advice(code))}},
          "",
          std::nullopt};
}

Json json_of(const Documentation& entry) {
  Json facts = Json::object();
  for (const auto& [name, text] : entry.facts) {
    facts[name] = text;
  }
  return {{"kind", entry.kind},
          {"title", entry.title},
          {"facts", std::move(facts)},
          {"doc", entry.doc},
          {"source", entry.source ? Json(*entry.source) : Json()}};
}

Diagnostic unknown(const std::string& name, const Library& library) {
  const std::vector<std::string> names = documented_names(library);
  std::vector<std::string_view> candidates(names.begin(), names.end());
  for (const Code code : all_codes()) {
    candidates.push_back(slug(code));
  }
  std::string hint = spelling_hint(name, candidates);
  if (hint.empty()) {
    hint = "`weft list KIND` lists the names of fragments, conversions, traits, features and more";
  }
  return error(Code::UnknownName, fmt::format("nothing is named '{}'", name), std::move(hint));
}

}  // namespace

void run(const DocOptions& options, Report& report) {
  const std::optional<Library> library =
      options.input ? accept(Input(*options.input).load(), report)
                    : accept(load_library(shipped_files(), DiskReader(), load_options({})), report);
  if (!library) {
    return;
  }
  std::vector<Documentation> entries = find_documentation(*library, options.name);
  for (const Code code : all_codes()) {
    if (slug(code) == options.name) {
      entries.push_back(documentation_of(code));
    }
  }
  if (entries.empty()) {
    report.add(unknown(options.name, *library));
    return;
  }
  Json described = Json::array();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    report.print((i == 0 ? "" : "\n") + page_of(entries[i], report.output_colors()));
    described.push_back(json_of(entries[i]));
  }
  report.result()["documentation"] = std::move(described);
}

}  // namespace weft::tools
