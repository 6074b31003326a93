#include "tests/fuzz/checks.h"

#include "support/check.h"

namespace weft::fuzz {
namespace {

void check_place(const Span& span, const Sources& sources) {
  WEFT_CHECK(span.file.index() < sources.size(), "a message speaks of a file that is not there");
  WEFT_CHECK(span.begin <= span.end && span.end <= sources[span.file].text().size(),
             "a message speaks of a place outside of its file");
}

}  // namespace

void check_messages(const Diagnostics& diagnostics, const Sources& sources, bool all_have_places) {
  for (const Diagnostic& diagnostic : diagnostics) {
    WEFT_CHECK(!diagnostic.message.empty(), "a message says nothing");
    WEFT_CHECK(diagnostic.span || !all_have_places, "a message has no place");
    if (diagnostic.span) {
      check_place(*diagnostic.span, sources);
    }
    for (const Note& note : diagnostic.notes) {
      if (note.span) {
        check_place(*note.span, sources);
      }
    }
    static_cast<void>(render_text(diagnostic, sources));
    static_cast<void>(render_json(diagnostic, sources));
  }
}

}  // namespace weft::fuzz
