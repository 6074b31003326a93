#include "importers/materialx/findings.h"

#include <utility>

#include <fmt/format.h>

namespace weft::materialx {
namespace {

Diagnostic message_at(const Document& document, Code code, ElementId at, std::string message,
                      std::string hint, std::vector<Note> notes) {
  Diagnostic made = error_at(code, document.elements[at].span, std::move(message), std::move(hint));
  made.node = path_of(document, at);
  made.notes = std::move(notes);
  return made;
}

}  // namespace

void report_at(const Document& document, Diagnostics& diagnostics, Code code, ElementId at,
               std::string message, std::string hint, std::vector<Note> notes) {
  append(diagnostics,
         message_at(document, code, at, std::move(message), std::move(hint), std::move(notes)));
}

void warn_at(const Document& document, Diagnostics& diagnostics, Code code, ElementId at,
             std::string message, std::string hint, std::vector<Note> notes) {
  Diagnostic made =
      message_at(document, code, at, std::move(message), std::move(hint), std::move(notes));
  made.severity = Severity::Warning;
  append(diagnostics, std::move(made));
}

std::string Findings::list_of_names(std::string_view kind,
                                    const std::vector<std::string_view>& names) {
  constexpr std::size_t most_listed = 12;
  if (names.empty() || names.size() > most_listed) {
    return {};
  }
  return names.size() == 1 ? fmt::format("its only {} is '{}'", kind, names.front())
                           : fmt::format("its {}s are {}", kind, fmt::join(names, ", "));
}

void Findings::add_broken_link(const Document& document, Code code, ElementId link,
                               std::string message, std::string hint) {
  if (told_.insert(link.index()).second) {
    report_at(document, broken_links, code, link, std::move(message), std::move(hint));
  }
}

}  // namespace weft::materialx
