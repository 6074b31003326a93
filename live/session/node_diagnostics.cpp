#include "live/session/node_diagnostics.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "support/severity_name.h"

namespace weft::live {
namespace {

using FileOf = std::function<const SourceFile*(FileId)>;

std::vector<NodeDiagnostic> translate(const Diagnostics& diagnostics, const DocumentText& document,
                                      const NodeNames& names, const FileOf& file_of) {
  std::vector<NodeDiagnostic> translated;
  for (const Diagnostic& each : diagnostics) {
    NodeDiagnostic& made = translated.emplace_back();
    made.severity = each.severity;
    made.code = each.code;
    made.message = each.message;
    made.hint = each.hint;
    made.port = each.port;
    made.node = each.node;
    for (const Note& note : each.notes) {
      made.notes.push_back(note.text);
    }
    if (!each.span) {
      continue;
    }
    const SourceFile* file = file_of(each.span->file);
    if (file == nullptr) {
      continue;
    }
    made.file = file->path();
    made.position = file->position(each.span->begin);
    if (each.span->file == FileId(0)) {
      made.node = id_at(document, names, *each.span);
    }
  }
  return translated;
}

}  // namespace

std::vector<NodeDiagnostic> node_diagnostics(const Diagnostics& diagnostics,
                                             const DocumentText& document, const NodeNames& names,
                                             const Sources& sources) {
  return translate(diagnostics, document, names, [&](FileId file) -> const SourceFile* {
    if (file == FileId(0)) {
      return &document.source();
    }
    return file.index() < sources.size() ? &sources[file] : nullptr;
  });
}

std::vector<NodeDiagnostic> node_diagnostics(const Diagnostics& diagnostics,
                                             const DocumentText& document, const NodeNames& names) {
  return translate(diagnostics, document, names, [&](FileId file) -> const SourceFile* {
    return file == FileId(0) ? &document.source() : nullptr;
  });
}

bool has_errors(const std::vector<NodeDiagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const NodeDiagnostic& each) { return each.severity == Severity::Error; });
}

std::string diagnostics_text(const std::vector<NodeDiagnostic>& diagnostics) {
  std::string text;
  for (const NodeDiagnostic& each : diagnostics) {
    std::string place = each.node;
    if (!each.port.empty()) {
      place += fmt::format("{}port {}", place.empty() ? "" : ", ", each.port);
    }
    text += fmt::format("{}{}{}: {} [{}]", place, place.empty() ? "" : ": ",
                        severity_name(each.severity), each.message, slug(each.code));
    text += each.hint.empty() ? "\n" : fmt::format("; {}\n", each.hint);
  }
  return text;
}

}  // namespace weft::live
