#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/source.h"

namespace weft {

/// A note is worth knowing, and nothing is wrong.
enum class Severity { Error, Warning, Note };

/// Every kind of message that Weft gives, from the catalogue diagnostics.def.
enum class Code {
#define WEFT_DIAGNOSTIC(name, slug, summary) name,
#include "support/diagnostics.def"
#undef WEFT_DIAGNOSTIC
};

/// The stable slug of a code, as users see and search it: `unknown-name`.
std::string_view slug(Code code);
/// One sentence that says what the code means in general.
std::string_view summary(Code code);
/// All codes in the catalogue's order.
const std::vector<Code>& all_codes();

/// A further remark of a diagnostic: a step in a chain of reasons, or another place that plays a
/// part.
struct Note {
  std::string text;
  std::optional<Span> span = {};
};

/// A message to the user, as data. The library never prints; renderers turn it into text or JSON.
/// Messages are one sentence in lower case without a full stop.
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

/// An error with a place, and without one.
Diagnostic error_at(Code code, Span span, std::string message, std::string hint = {});
Diagnostic error(Code code, std::string message, std::string hint = {});

using Diagnostics = std::vector<Diagnostic>;

bool has_errors(const Diagnostics& diagnostics);

/// Nobody reads more messages than these: passes over a whole text leave out the rest.
inline constexpr std::size_t most_diagnostics = 10'000;

/// Appends unless there are most_diagnostics already. Then an error takes the place of a warning at
/// the end, so that has_errors() stays true to what was found.
void append(Diagnostics& to, Diagnostic diagnostic);

/// Sorts by file, place, code and message, and removes exact repetitions: the order in which users
/// see them.
void normalize(Diagnostics& diagnostics);

/// Several lines for a terminal: `file:line:column: error: message [slug]`, the source line with
/// carets, notes, hint. No colours, no trailing blank line. Long lines are shown only around the
/// place.
std::string render_text(const Diagnostic& diagnostic, const Sources& sources);
std::string render_text(const Diagnostics& diagnostics, const Sources& sources);

/// One JSON object {severity, code, message, file, line, column, node, port, notes, hint} as text.
std::string render_json(const Diagnostic& diagnostic, const Sources& sources);

}  // namespace weft
