// Messages and the source they quote: complete, in a fixed order, at the right location.

#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.h"
#include "support/json.h"
#include "support/shown_text.h"
#include "support/spelling.h"
#include "tests/support/catch.h"

namespace weft::testing::diagnostics_test {

namespace {

using namespace weft;

Sources sources_of(const std::string& text) {
  Sources sources;
  sources.add(SourceFile("a.weft", text));
  return sources;
}

Span span(std::uint32_t begin, std::uint32_t end) { return {FileId(0), begin, end}; }

}  // namespace

TEST_CASE("diagnostics: text and JSON contain all notes of a message") {
  const Sources sources = sources_of("one\ntwo\nthree\n");
  Diagnostic diagnostic = error_at(Code::NoConversion, span(0, 3), "the message", "the hint");
  diagnostic.notes = {
      {"first"}, {"second", span(4, 7)}, {"third", span(5, 6)}, {"fourth", span(8, 13)}, {"fifth"}};
  CHECK(render_text(diagnostic, sources) == R"(a.weft:1:1: error: the message [no-conversion]
 1 | one
   | ^~~
  note: first
  a.weft:2:1: note: second
   2 | two
     | ^~~
  a.weft:2:2: note: third
  a.weft:3:1: note: fourth
   3 | three
     | ^~~~~
  note: fifth
  hint: the hint)");
  const auto json = nlohmann::json::parse(render_json(diagnostic, sources));
  CHECK(json["hint"] == "the hint");
  REQUIRE(json["notes"].size() == 5);
  const std::vector<std::string> texts = {"first", "second", "third", "fourth", "fifth"};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    CHECK(json["notes"][i]["text"] == texts[i]);
    CHECK(json["notes"][i]["line"].is_null() == !diagnostic.notes[i].span.has_value());
  }
  CHECK(json["notes"][2]["line"] == 2);
  CHECK(json["notes"][2]["column"] == 2);
}

TEST_CASE("diagnostics: sorted by location, code and message, without duplicates") {
  Diagnostics diagnostics = {
      error(Code::NoConversion, "nowhere"),
      error_at(Code::NoConversion, span(4, 9), "longer"),
      error_at(Code::NoConversion, span(4, 6), "shorter"),
      error_at(Code::NoConversion, span(1, 8), "b"),
      error_at(Code::NoConversion, span(1, 8), "a"),
      error_at(Code::NoConversion, span(4, 6), "shorter"),
  };
  normalize(diagnostics);
  std::vector<std::string> messages;
  for (const Diagnostic& each : diagnostics) {
    messages.push_back(each.message);
  }
  CHECK(messages == std::vector<std::string>{"a", "b", "shorter", "longer", "nowhere"});
}

TEST_CASE("diagnostics: beyond the limit the first are kept, and the fact of an error") {
  Diagnostics diagnostics;
  for (std::size_t i = 0; i < most_diagnostics + 5; ++i) {
    Diagnostic warning = error(Code::NoConversion, "warning");
    warning.severity = Severity::Warning;
    append(diagnostics, std::move(warning));
  }
  CHECK(diagnostics.size() == most_diagnostics);
  CHECK_FALSE(has_errors(diagnostics));
  append(diagnostics, error(Code::NoConversion, "the error"));
  append(diagnostics, error(Code::NoConversion, "another"));
  CHECK(diagnostics.size() == most_diagnostics);
  CHECK(has_errors(diagnostics));
  CHECK(diagnostics.back().message == "the error");
}

TEST_CASE("diagnostics: control characters and invalid UTF-8 print as placeholders") {
  struct Row {
    std::string text;
    std::string shown;
  };
  const std::vector<Row> rows = {
      {"\x1f", "?"},
      {"\x01", "?"},  // the last and the first of the control characters
      {"\x1b[2J", "?[2J"},
      {"\x7f", "?"},
      {"~ ", "~ "},  // their neighbors
      {"a\tb", "a b"},
      {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
      {"\xc3", "?"},
      {"\xc3(", "?("},
      {"\xa9", "?"},
  };
  for (const Row& row : rows) {
    INFO(row.shown);
    CHECK(shown_text(row.text) == row.shown);
  }
}

TEST_CASE("diagnostics: the nearest spelling is suggested, ties go to the first in the alphabet") {
  struct Row {
    std::string word;
    std::vector<std::string_view> candidates;
    std::string nearest;
  };
  const std::vector<Row> rows = {
      {"tiem", {"team", "time"}, "time"},  // a transposition counts as one error
      {"cold", {"cord", "bold"}, "bold"},
      {"cold", {"bold", "cord"}, "bold"},
      {"albdeo", {"albedo", "albino"}, "albedo"},
      {"colour", {"color", "cool"}, "color"},
      {"x", {"position"}, ""},
      {"time", {"time"}, ""},  // a name is not a misspelling of itself
      {"", {"a"}, ""},
  };
  for (const Row& row : rows) {
    INFO(row.word);
    CHECK(nearest_spelling(row.word, row.candidates).value_or("") == row.nearest);
  }
}

TEST_CASE("diagnostics: all line ends are recognized, columns count bytes from 1") {
  const Sources sources = sources_of(
      "\xef\xbb\xbf"
      "ab\r\nc\rd\n\ne");
  const SourceFile& file = sources[FileId(0)];
  CHECK(file.line_count() == 5);
  CHECK(file.line(1) == "ab");
  CHECK(file.line(2) == "c");
  CHECK(file.line(3) == "d");
  CHECK(file.line(4).empty());
  CHECK(file.line(5) == "e");
  CHECK(file.position(0) == Position{1, 1});
  CHECK(file.position(1) == Position{1, 2});
  CHECK(file.position(4) == Position{2, 1});
  CHECK(file.position(6) == Position{3, 1});
  CHECK(file.position(1000) == Position{5, 2});
}

TEST_CASE("diagnostics: a span prints on one line with single blanks") {
  const Sources sources = sources_of("x  float3\t{use:\r\n   normal,\n\n basis: world} y");
  CHECK(one_line(sources, span(1, 43)) == "float3 {use: normal, basis: world}");
}

}  // namespace weft::testing::diagnostics_test
