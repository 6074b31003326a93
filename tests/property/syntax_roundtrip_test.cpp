// parse(print(x)) = x for every module, and print is idempotent.

#include <iterator>
#include <string>
#include <string_view>

#include "fragments/syntax/lexer.h"
#include "fragments/syntax/parser.h"
#include "fragments/syntax/print_syntax.h"
#include "tests/property/syntax_dump.h"
#include "tests/property/syntax_generator.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"
#include "tests/support/text_diff.h"

namespace weft::testing::syntax_roundtrip_test {
namespace {

TEST_CASE("printing and parsing a module round-trips its tree") {
  Random random(seed());
  for (std::size_t i = 0; i < scaled(2000); ++i) {
    Interner names;
    syntax::Module module = SyntaxGenerator(random, names).module();
    std::string printed = print_module(module, SourceFile("", ""), names);
    Sources sources;
    FileId file = sources.add(SourceFile("printed", printed));
    ParsedModule parsed = parse_module(file, sources[file], names);
    INFO("case " << i << " of seed " << seed() << "\n" << printed);
    INFO(render_text(parsed.diagnostics, sources));
    REQUIRE(parsed.diagnostics.empty());
    std::string difference =
        text_diff(dump_syntax(module, names), dump_syntax(parsed.module, names));
    REQUIRE(difference == "");
    // The first printing had no spans, so blank lines may appear; later ones are stable.
    std::string again = print_module(parsed.module, sources[file], names);
    FileId second = sources.add(SourceFile("again", again));
    ParsedModule reparsed = parse_module(second, sources[second], names);
    REQUIRE(text_diff(again, print_module(reparsed.module, sources[second], names)) == "");
    REQUIRE(text_diff(dump_syntax(module, names), dump_syntax(reparsed.module, names)) == "");
  }
}

TEST_CASE("comments in any position survive printing, and formatting is idempotent") {
  Random random(seed() + 1);
  for (std::size_t i = 0; i < scaled(500); ++i) {
    Interner names;
    syntax::Module module = SyntaxGenerator(random, names).module();
    std::string plain = print_module(module, SourceFile("", ""), names);
    // Adds comments at the ends of some lines and between some words.
    std::string text;
    std::size_t comments = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < plain.size(); ++at) {
      in_string = in_string != (plain[at] == '"' && (at == 0 || plain[at - 1] != '\\'));
      bool in_doc = text.rfind("//") != std::string::npos &&
                    text.find('\n', text.rfind("//")) == std::string::npos;
      bool raw = plain.find("native") != std::string::npos;
      if (!in_string && !in_doc && !raw && (plain[at] == '\n' || plain[at] == ' ') &&
          random.chance(12)) {
        ++comments;
        text += plain[at] == '\n' ? " // ¶" : " /* ¶ */ ";
      }
      text += plain[at];
    }
    Sources sources;
    FileId file = sources.add(SourceFile("commented", text));
    ParsedModule parsed = parse_module(file, sources[file], names);
    INFO("case " << i << " of seed " << seed() << "\n" << text);
    INFO(render_text(parsed.diagnostics, sources));
    REQUIRE(parsed.diagnostics.empty());
    std::string printed = print_module(parsed.module, sources[file], names);
    INFO(printed);
    std::size_t found = 0;
    for (std::size_t at = printed.find("¶"); at != std::string::npos;
         at = printed.find("¶", at + 1)) {
      ++found;
    }
    CHECK(found == comments);
    FileId second = sources.add(SourceFile("printed", printed));
    ParsedModule reparsed = parse_module(second, sources[second], names);
    INFO(render_text(reparsed.diagnostics, sources));
    REQUIRE(reparsed.diagnostics.empty());
    REQUIRE(text_diff(dump_syntax(parsed.module, names), dump_syntax(reparsed.module, names)) ==
            "");
    REQUIRE(text_diff(printed, print_module(reparsed.module, sources[second], names)) == "");
  }
}

/// The text with other blanks, line breaks and comments between its tokens, except in gaps that
/// contain documentation. Native code is inside tokens.
std::string spaced_anew(const std::string& text, Random& random, std::size_t& comments) {
  constexpr std::string_view blanks[] = {" ", "\n", "\n\n\n", "  \t ", " \r\n  \n"};
  constexpr std::string_view notes[] = {" /* ¶ */ ", " // ¶\n", "\n\n// ¶\n"};
  // Many comments hide what becomes of one: where another one ends a line, lines break anyway.
  const std::size_t gaps_per_note = std::size_t{1} << (1 + random.below(6));
  Interner names;
  const LexedText lexed = lex(FileId(0), SourceFile("spaced", text), names);
  std::string out;
  std::size_t end = 0;
  for (const Token& token : lexed.tokens) {
    const std::string gap = text.substr(end, token.begin - end);
    if (gap.find("//") != std::string::npos || random.chance(3)) {
      out += gap;
    } else {
      const bool has_note = random.chance(gaps_per_note);
      comments += has_note ? 1 : 0;
      out += has_note ? notes[random.below(std::size(notes))]
                      : blanks[random.below(std::size(blanks))];
    }
    out += text.substr(token.begin, token.end - token.begin);
    end = token.end;
  }
  return out;
}

TEST_CASE("formatting normalizes any spacing between tokens and keeps tree and comments") {
  Random random(seed() + 2);
  for (std::size_t i = 0; i < scaled(700); ++i) {
    Interner names;
    syntax::Module module = SyntaxGenerator(random, names).module();
    std::size_t comments = 0;
    std::string text =
        spaced_anew(print_module(module, SourceFile("", ""), names), random, comments);
    Sources sources;
    FileId file = sources.add(SourceFile("spaced", text));
    ParsedModule parsed = parse_module(file, sources[file], names);
    INFO("case " << i << " of seed " << seed() << "\n" << text);
    INFO(render_text(parsed.diagnostics, sources));
    REQUIRE(parsed.diagnostics.empty());
    REQUIRE(text_diff(dump_syntax(module, names), dump_syntax(parsed.module, names)) == "");
    std::string once = print_module(parsed.module, sources[file], names);
    INFO(once);
    std::size_t found = 0;
    for (std::size_t at = once.find("¶"); at != std::string::npos; at = once.find("¶", at + 1)) {
      ++found;
    }
    CHECK(found == comments);
    FileId second = sources.add(SourceFile("once", once));
    ParsedModule reparsed = parse_module(second, sources[second], names);
    REQUIRE(reparsed.diagnostics.empty());
    REQUIRE(text_diff(dump_syntax(module, names), dump_syntax(reparsed.module, names)) == "");
    REQUIRE(text_diff(once, print_module(reparsed.module, sources[second], names)) == "");
  }
}

}  // namespace
}  // namespace weft::testing::syntax_roundtrip_test
