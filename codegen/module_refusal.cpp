#include "codegen/module_refusal.h"

#include <optional>
#include <vector>

#include <fmt/format.h>

namespace weft {
namespace {

/// The first line number after the file name in the compiler's log: `FILE:LINE: error: …`.
std::optional<std::size_t> first_line(const std::string& log, std::string_view file) {
  const std::size_t at = log.find(std::string(file) + ":");
  if (at == std::string::npos) {
    return std::nullopt;
  }
  std::size_t line = 0;
  for (std::size_t i = at + file.size() + 1; i < log.size() && log[i] >= '0' && log[i] <= '9';
       ++i) {
    line = line * 10 + static_cast<std::size_t>(log[i] - '0');
  }
  return line == 0 ? std::nullopt : std::optional(line);
}

std::string_view first_words(const std::string& log) {
  return std::string_view(log).substr(0, log.find('\n'));
}

/// Attributes an error inside native code to its author instead of to Weft.
void blame_native(const Library& library, const Fragment& fragment, const StageFile& file,
                  std::string_view by, Diagnostic& diagnostic) {
  const std::string_view language = file.language().name;
  for (const NativeCode& native : fragment.natives()) {
    if (library.text(native.language) == language) {
      diagnostic.code = Code::NativeRefused;
      diagnostic.message = "the native " + std::string(language) + " of '" + diagnostic.node +
                           "' was refused by " + std::string(by);
      diagnostic.hint.clear();
    }
  }
}

}  // namespace

Diagnostic refusal(const Library& library, const Plan& plan, const StageFile& file,
                   const StageText& text, const std::string& log, std::string_view by) {
  Diagnostic diagnostic =
      error(Code::ShaderRefused,
            std::string("the generated ") + std::string(file.suffix) + " was refused by " +
                std::string(by) + ", which is a defect of Weft",
            "please report it together with the source");
  const std::optional<std::size_t> line = first_line(log, file.suffix);
  const std::vector<LineOrigin> lines = line_origins(text.text, text.marks);
  if (line && *line <= lines.size()) {
    const LineOrigin& origin = lines[*line - 1];
    if (origin.evaluation) {
      const Origin& place = plan.evaluations[*origin.evaluation].origin;
      diagnostic.node = place.name;
      diagnostic.span = place.span;
    } else if (origin.fragment) {
      const Fragment& fragment = library.fragments[*origin.fragment];
      diagnostic.node = std::string(library.text(fragment.name));
      diagnostic.span = fragment.span;
      blame_native(library, fragment, file, by, diagnostic);
    }
    std::size_t begin = 0;
    for (std::size_t i = 1; i < *line; ++i) {
      begin = text.text.find('\n', begin) + 1;
    }
    diagnostic.notes.push_back(
        {"the refused line: " + text.text.substr(begin, text.text.find('\n', begin) - begin), {}});
  }
  diagnostic.notes.push_back({"the first message: " + std::string(first_words(log)), {}});
  return diagnostic;
}

Diagnostic native_refusal(const Library& library, const StageFile& file, FragmentId at_fault,
                          const Diagnostic& refused) {
  const Fragment& fragment = library.fragments[at_fault];
  Diagnostic diagnostic = error_at(Code::NativeRefused, fragment.span, "");
  diagnostic.node = std::string(library.text(fragment.name));
  const std::string_view language = file.language().name;
  diagnostic.message = fmt::format(
      "with the native {} of '{}' the generated {} is refused, and without it it is not", language,
      diagnostic.node, file.suffix);
  diagnostic.hint = fmt::format(
      "native code is whole: one function named '{}' with the ports as its parameters, and what it "
      "calls",
      diagnostic.node);
  diagnostic.notes = refused.notes;
  return diagnostic;
}

}  // namespace weft
