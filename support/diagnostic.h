#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/source.h"
#include "support/text_colors.h"

namespace weft {

/// A note is informational: nothing is wrong.
enum class Severity { Error, Warning, Note };

/// Every kind of diagnostic that Weft emits, from the catalog in diagnostics.def.
enum class Code {
#define WEFT_DIAGNOSTIC(name, slug, summary) name,
#include "support/diagnostics.def"
#undef WEFT_DIAGNOSTIC
};

/// The stable slug of a code, as users see and search it: `unknown-name`.
std::string_view slug(Code code);
/// One sentence on what the code means in general.
std::string_view summary(Code code);
/// What to do about it in general: sentences, of which some end with what to try next.
std::string_view advice(Code code);
/// All codes in catalog order.
const std::vector<Code>& all_codes();

/// A secondary remark of a diagnostic: one step in a chain of reasons, or another location
/// involved.
struct Note {
  std::string text;
  std::optional<Span> span = {};
};

/// A message to the user, as data. The library never prints; renderers turn diagnostics into text
/// or JSON. A message is one lowercase sentence without a final period.
struct Diagnostic {
  Code code;
  Severity severity = Severity::Error;
  std::string message = {};
  std::optional<Span> span = {};  ///< the narrowest range at fault; absent for graphs without text
  std::string node = {};          ///< name of the graph node at fault, or empty
  std::string port = {};          ///< name of the port at fault, or empty
  std::vector<Note> notes = {};
  std::string hint = {};  ///< what to do about it, or empty
};

/// Make an error with and without a location.
Diagnostic error_at(Code code, Span span, std::string message, std::string hint = {});
Diagnostic error(Code code, std::string message, std::string hint = {});

using Diagnostics = std::vector<Diagnostic>;

bool has_errors(const Diagnostics& diagnostics);

/// Upper bound on collected diagnostics: passes over a whole file drop the rest.
inline constexpr std::size_t most_diagnostics = 10'000;

/// Appends unless there are already most_diagnostics. When full, an error replaces a trailing
/// warning, so that has_errors() still reports what was found.
void append(Diagnostics& to, Diagnostic diagnostic);

/// Sorts by file, location, code and message, the order in which users see diagnostics, and removes
/// exact duplicates.
void normalize(Diagnostics& diagnostics);

/// Renders several lines for a terminal: `file:line:column: error: message [slug]`, the source line
/// with carets, notes, hint. No trailing blank line. Long source lines are cut to a
/// window around the location.
std::string render_text(const Diagnostic& diagnostic, const Sources& sources,
                        const TextColors& colors = {});
std::string render_text(const Diagnostics& diagnostics, const Sources& sources);

/// One JSON object {severity, code, message, file, line, column, node, port, notes, hint} as text.
std::string render_json(const Diagnostic& diagnostic, const Sources& sources);

}  // namespace weft
