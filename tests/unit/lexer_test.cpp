#include "fragments/syntax/lexer.h"

#include <fmt/format.h>

#include "fragments/syntax/print_syntax.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::lexer_test {
namespace {

struct Lexed {
  Sources sources;
  Interner names;
  LexedText text;
};

Lexed lexed(std::string_view text) {
  Lexed result;
  FileId file = result.sources.add(SourceFile("t", std::string(text)));
  result.text = lex(file, result.sources[file], result.names);
  return result;
}

/// The tokens' texts separated by bars, with `!` before reported ones.
std::string cut(std::string_view text) {
  Lexed result = lexed(text);
  std::string joined;
  for (const Token& token : result.text.tokens) {
    std::string_view word = text.substr(token.begin, token.end - token.begin);
    joined += fmt::format("{}{}", token.kind == TokenKind::Error ? "!" : "", word);
    joined += token.kind == TokenKind::End ? "" : "|";
  }
  return joined;
}

std::string errors(std::string_view text) {
  Lexed result = lexed(text);
  std::string joined;
  for (const Diagnostic& diagnostic : result.text.diagnostics) {
    joined += fmt::format("{}{} {}: {}", joined.empty() ? "" : "; ", diagnostic.span->begin,
                          slug(diagnostic.code), diagnostic.message);
  }
  return joined;
}

TEST_CASE("the lexer takes the longest token") {
  struct Case {
    std::string_view text;
    std::string_view tokens;
  };
  Case cases[] = {
      {"", ""},
      {" \t\r\n", ""},
      {"a.b", "a|.|b|"},
      {"a->b=>c", "a|->|b|=>|c|"},
      {"a--b---c", "a|--|b|--|-|c|"},
      {"x<=y<<z>>=w", "x|<=|y|<<|z|>>|=|w|"},
      {"a/*x*/b//c\nd", "a|b|d|"},
      {"/**/a/***/b", "a|b|"},
      {"#3a6ea5 #3a6ea5ff", "#3a6ea5|#3a6ea5ff|"},
      {"{use?: ?b}", "{|use|?|:|?|b|}|"},
      {"\"a//b\" \"\\\"\"", "\"a//b\"|\"\\\"\"|"},
      {"glsl \"\"\" a \" b \"\" c \"\"\";", "glsl|\"\"\" a \" b \"\" c \"\"\"|;|"},
      {"M[1].x", "M|[|1|]|.|x|"},
      {"1.0.x 1u.y", "1.0|.|x|1u|.|y|"},
      {"a$b", "a|!$|b|"},
  };
  for (const Case& c : cases) {
    CHECK(cut(c.text) == c.tokens);
  }
}

TEST_CASE("numbers are parsed exactly") {
  struct Case {
    std::string_view text;
    syntax::NumberKind kind;
    double value;
  };
  using Kind = syntax::NumberKind;
  Case cases[] = {
      {"0", Kind::Int, 0},
      {"2147483647", Kind::Int, 2147483647},
      {"4294967295u", Kind::Uint, 4294967295.0},
      {"0x1f", Kind::Int, 31},
      {"0XFFFFFFFFu", Kind::Uint, 4294967295.0},
      {"1.0", Kind::Float, 1},
      {".5", Kind::Float, 0.5},
      {"1.", Kind::Float, 1},
      {"1e-3", Kind::Float, 0.001},
      {"1E+3", Kind::Float, 1000},
      {"1.0f", Kind::Float, 1},
      {"2f", Kind::Float, 2},
      {"0.1", Kind::Float, 0.1},
      {"3.40282346638528859811704183484516925440e+38", Kind::Float, 3.4028234663852886e38},
      {"3.402823567797e38", Kind::Float, 3.402823567797e38},  // rounds down to the greatest
      {"1e-400", Kind::Float, 0},
      {"0.000000000000000000000000000000000000000000001e45", Kind::Float, 1},
      {"4.9406564584124654e-324", Kind::Float, 4.9406564584124654e-324},
      {"9007199254740993.0", Kind::Float, 9007199254740992.0},
      {"9007199254740993.00000000000000000001", Kind::Float, 9007199254740994.0},
      {"0e99999999999999999999", Kind::Float, 0},
  };
  for (const Case& c : cases) {
    ScannedNumber scanned = read_number(c.text);
    INFO(c.text);
    CHECK(scanned.error == "");
    CHECK(scanned.length == c.text.size());
    CHECK(scanned.value.kind == c.kind);
    CHECK(scanned.value.real == c.value);
  }
}

TEST_CASE("printed numbers round-trip") {
  Random random(seed());
  for (std::size_t i = 0; i < scaled(5000); ++i) {
    // Values of all magnitudes, not only large ones.
    double value = random.between(0, 10);
    for (std::size_t k = random.below(300); k > 0 && value < 1e37 && value > 1e-300; --k) {
      value = i % 2 == 0 ? value * 10 : value / 10;
    }
    value = std::min(value, 3e38);
    std::string text = spell_number({syntax::NumberKind::Float, 0, value});
    ScannedNumber scanned = read_number(text);
    INFO(text);
    REQUIRE(scanned.error == "");
    REQUIRE(scanned.value.kind == syntax::NumberKind::Float);
    REQUIRE(scanned.value.real == value);
  }
}

TEST_CASE("lexical errors are reported where they occur") {
  struct Case {
    std::string_view text;
    std::string_view expected;
  };
  Case cases[] = {
      {"2147483648", "0 bad-number: '2147483648' does not fit an int"},
      {"0xffffffff", "0 bad-number: '0xffffffff' does not fit an int"},
      {"0x1ffffffffu", "0 bad-number: '0x1ffffffffu' does not fit 32 bits"},
      {"4294967296u", "0 bad-number: '4294967296u' does not fit a uint"},
      {"0x", "0 bad-number: '0x' is not a hexadecimal number"},
      {"0xg", "0 bad-number: '0xg' is not a hexadecimal number"},
      {"010", "0 bad-number: '010' has a leading zero, which means octal in some languages"},
      {"1e39", "0 bad-number: '1e39' does not fit a float of 32 bits"},
      // Less than 2 to the power of 128, but rounds up to it
      {"3.402823568e38", "0 bad-number: '3.402823568e38' does not fit a float of 32 bits"},
      {"1e999999999999999999999",
       "0 bad-number: '1e999999999999999999999' does not fit a float of 32 bits"},
      {"1x", "0 bad-number: '1x' is not a number: it ends in 'x'"},
      {"1.5u", "0 bad-number: '1.5u' is not a number: it ends in 'u'"},
      {"1e", "0 bad-number: '1e' is not a number: it ends in 'e'"},
      {"a = #fff", "4 syntax-error: a color is '#' and exactly 6 or 8 hexadecimal digits"},
      {"a = #3a6ea5x", "4 syntax-error: a color is '#' and exactly 6 or 8 hexadecimal digits"},
      {"#include \"x\"", "0 syntax-error: there is no preprocessor, so '#include' means nothing"},
      {"a /* b", "2 syntax-error: the comment that opens here is never closed"},
      {"\"ab\nc", "0 syntax-error: the string is not closed on its line"},
      {"\"\"\"ab\nc", "0 syntax-error: the raw text that opens here is never closed"},
      {"\"a\\b\"", "2 syntax-error: the escapes in a string are \\\" \\\\ \\n \\t"},
      {"a \xe2\x88\x92 b", "2 syntax-error: the character '\xe2\x88\x92' means nothing here"},
      {"a \x01 b", "2 syntax-error: a control character (0x01) means nothing here"},
      {"'abc'", "0 syntax-error: the character ''' means nothing here"},
  };
  for (const Case& c : cases) {
    CHECK(errors(c.text) == c.expected);
  }
}

TEST_CASE("files that are not text are rejected") {
  struct Case {
    std::string text;
    std::string_view expected;
  };
  Case cases[] = {
      {std::string("ab\0c", 4), "2 not-text: the file contains a NUL byte and is not text"},
      {"ab\xff", "2 not-text: the file is not UTF-8 text: byte 0xff"},
      {"\xc0\x80", "0 not-text: the file is not UTF-8 text: byte 0xc0"},
      {"// \xed\xa0\x80", "3 not-text: the file is not UTF-8 text: byte 0xed"},
      {"\xf4\x90\x80\x80", "0 not-text: the file is not UTF-8 text: byte 0xf4"},
      {"\xe2\x82", "0 not-text: the file is not UTF-8 text: byte 0xe2"},
  };
  for (const Case& c : cases) {
    CHECK(errors(c.text) == c.expected);
    CHECK_FALSE(lexed(c.text).text.is_text);
  }
  CHECK(lexed("\xff\xfe"
              "a")
            .text.diagnostics.front()
            .hint == "the file looks like UTF-16: save it as UTF-8");
  CHECK(lexed("// \xe2\x82\xac \xf0\x9f\x98\x80").text.diagnostics.empty());
}

TEST_CASE("all kinds of line ends are equivalent") {
  Lexed unix_text = lexed("a\n\"\"\"x\ny\"\"\" // c\n/// d\nb");
  Lexed dos_text = lexed("a\r\n\"\"\"x\r\ny\"\"\" // c\r\n/// d\r\nb");
  CHECK(unix_text.text.strings == dos_text.text.strings);
  REQUIRE(dos_text.text.comments.size() == 2);
  CHECK(dos_text.sources[FileId(0)].text({FileId(0), dos_text.text.comments[1].begin,
                                          dos_text.text.comments[1].end}) == "/// d");
  CHECK(dos_text.text.tokens[2].doc_before);
  Lexed old_text = lexed("a\r\"\"\"x\ry\"\"\" // c\r/// d\rb");
  CHECK(unix_text.text.strings == old_text.text.strings);
  REQUIRE(old_text.text.comments.size() == 2);
  CHECK(old_text.text.tokens.size() == unix_text.text.tokens.size());
  CHECK(old_text.text.tokens[2].doc_before);
  const SourceFile& file = old_text.sources[FileId(0)];
  CHECK(file.line_count() == 5);
  CHECK(file.line(4) == "/// d");
  CHECK(file.position(old_text.text.tokens[2].begin).line == 5);
  CHECK(errors("a = \"b\rc") == "4 syntax-error: the string is not closed on its line");
}

TEST_CASE("names follow the grammar and exclude reserved words") {
  for (std::string_view word :
       {"input", "sample", "texture", "half", "with", "loop", "output", "_", "x1"}) {
    CHECK(is_name(word));
  }
  for (std::string_view word : {"", "1x", "a-b", "if", "true", "return", "\xc3\xa9"}) {
    CHECK_FALSE(is_name(word));
  }
}

}  // namespace
}  // namespace weft::testing::lexer_test
