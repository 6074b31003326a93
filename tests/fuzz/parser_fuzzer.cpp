// libFuzzer: parses any bytes without a crash; every error has a span in the text, and a text
// without errors round-trips through the printer. With its fragments parsed later a text has errors
// exactly if it has some when parsed at once, and is otherwise the same.

#include <cstddef>
#include <cstdint>
#include <string>

#include "fragments/syntax/outline.h"
#include "fragments/syntax/parser.h"
#include "fragments/syntax/print_syntax.h"
#include "support/check.h"
#include "tests/fuzz/checks.h"

namespace {

void read_and_print(const std::string& text) {
  weft::Sources sources;
  weft::Interner names;
  weft::FileId file = sources.add(weft::SourceFile("fuzz", text));
  weft::ParsedModule parsed = weft::parse_module(file, sources[file], names);
  weft::fuzz::check_messages(parsed.diagnostics, sources, true);
  if (!parsed.diagnostics.empty()) {
    return;
  }
  std::string printed = weft::print_module(parsed.module, sources[file], names);
  weft::FileId second = sources.add(weft::SourceFile("printed", printed));
  weft::ParsedModule reparsed = weft::parse_module(second, sources[second], names);
  WEFT_CHECK(reparsed.diagnostics.empty(), "what was printed cannot be read");
  WEFT_CHECK(reparsed.module.exprs.size() == parsed.module.exprs.size() &&
                 reparsed.module.declarations.size() == parsed.module.declarations.size(),
             "what was printed is another module");
  WEFT_CHECK(weft::print_module(reparsed.module, sources[second], names) == printed,
             "printing what was printed changes it");
}

void read_as_outline(const std::string& text) {
  const weft::SourceFile source("fuzz", text);
  weft::Interner names;
  const weft::ParsedModule whole = weft::parse_module(weft::FileId(0), source, names);
  weft::ParsedOutline outline = weft::parse_outline(weft::FileId(0), source, names);
  bool is_correct = outline.parsed.diagnostics.empty();
  for (const weft::SkippedFragment& skipped : outline.skipped) {
    const auto made = weft::parse_skipped(outline.parsed.module, source, names, skipped);
    is_correct = is_correct && made.diagnostics.empty();
  }
  WEFT_CHECK(is_correct == whole.diagnostics.empty(), "an outline has other errors");
  weft::sort_declarations(outline.parsed.module);
  WEFT_CHECK(!is_correct || weft::print_module(outline.parsed.module, source, names) ==
                                weft::print_module(whole.module, source, names),
             "an outline is another module");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  read_and_print(text);
  read_as_outline(text);
  weft::Interner names;
  weft::SourceFile source("fuzz", text);
  weft::ParsedExpression parsed = weft::parse_expression(weft::FileId(0), source, names);
  WEFT_CHECK(parsed.expr.has_value() == parsed.diagnostics.empty(),
             "an expression is there exactly if nothing is wrong");
  return 0;
}
