// `weft doc`, and colors in messages.

#include <string>

#include "support/diagnostic.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/run_weft.h"

namespace weft::testing::cli_doc_test {

namespace {

constexpr const char* own_library = R"(
import "core";

/// How warm something is.
trait heat { cold, warm }

/// Warms it up.
/// In one step.
conversion warm_up(x: float {heat: cold}) -> {heat: warm} difficulty 2 { return x + 1.0; }
)";

}  // namespace

TEST_CASE("cli doc: each kind of name has its declarations") {
  struct Row {
    const char* name;
    std::vector<const char*> parts;
  };
  const std::vector<Row> rows = {
      {"reflect", {"fragment reflect(v: float3 {", "core.weft:"}},
      {"flibbertigibbet", {"nothing is named 'flibbertigibbet'", "weft list KIND"}},
      {"blur",
       {"eval(surface.uv keeps frame) -> T", "radius: float = 0.01, taps: constant int = 2)"}},
      {"encode_srgb", {"conversion encode_srgb\n", "difficulty  2"}},
      {"encoding", {"trait encoding\n", "The transfer function", "kind    meaning", "values  "}},
      {"srgb", {"trait value encoding: srgb\n", "conversions from it  decode_srgb"}},
      {"use.radiance", {"trait value use: color.radiance\n"}},
      {"use.color.radiance", {"trait value use: color.radiance\n"}},
      {"surface.uv", {"feature surface.uv\n", "rate    "}},
      {"light", {"features light.*\n", "  light.direction    float3 {"}},
      {"forward", {"profile forward\n", "demands  "}},
      {"floating", {"bound floating\n", "types  float, float2"}},
      {"no-conversion", {"diagnostic no-conversion\n", "meaning     ", "what to do  "}},
      {"no-conversoin", {"did you mean 'no-conversion'?"}},
      {"", {"nothing is named ''"}},
  };
  for (const Row& row : rows) {
    const Finished shown = run_weft({"doc", row.name});
    INFO(row.name << "\n" << shown.out << shown.err);
    const bool is_unknown = shown.out.empty();
    CHECK(shown.exit_code == (is_unknown ? 1 : 0));
    for (const char* const part : row.parts) {
      CHECK_THAT(shown.out + shown.err, contains(part));
    }
  }
}

TEST_CASE("cli doc: a file's own names come with their whole comments") {
  const TempDir place;
  place.write("own.weft", own_library);
  const Finished shown = run_weft(place, {"doc", "warm_up", "own.weft"});
  INFO(shown.err);
  CHECK(shown.exit_code == 0);
  CHECK(shown.out ==
        "conversion warm_up\n"
        "  own.weft:9:12\n"
        "\n"
        "  Warms it up.\n"
        "  In one step.\n"
        "\n"
        "  difficulty  2\n"
        "  converts    float {heat: cold} -> {heat: warm}\n");
  CHECK_THAT(run_weft(place, {"doc", "warm", "own.weft"}).out,
             contains("conversions to it  warm_up"));
  const Json json = Json::parse(run_weft(place, {"doc", "heat", "own.weft", "--format=json"}).out);
  CHECK(json["documentation"][0]["title"] == "heat");
  CHECK(json["documentation"][0]["doc"] == "How warm something is.");
  CHECK(run_weft(place, {"doc", "heat", "absent.weft"}).exit_code == 3);
}

TEST_CASE("cli doc: every code of a message has advice") {
  for (const Code code : all_codes()) {
    INFO(slug(code));
    CHECK(advice(code).size() > 30);
    CHECK(advice(code).back() == '.');
  }
}

TEST_CASE("cli: messages have colors on request, never by themselves in a pipe") {
  const TempDir place;
  place.write("bad.weft", "import \"core\";\nmaterial m { output color = missing; }\n");
  const std::string plain = run_weft(place, {"check", "bad.weft"}).err;
  CHECK(plain.find('\x1b') == std::string::npos);
  CHECK(run_weft(place, {"check", "bad.weft", "--color=never"}).err == plain);
  std::string colored = run_weft(place, {"check", "bad.weft", "--color=always"}).err;
  CHECK_THAT(colored, contains("\x1b[1;31merror:\x1b[0m "));
  for (std::size_t at = colored.find('\x1b'); at != std::string::npos; at = colored.find('\x1b')) {
    colored.erase(at, colored.find('m', at) + 1 - at);
  }
  CHECK(colored == plain);
  CHECK(run_weft(place, {"check", "bad.weft", "--color=often"}).exit_code == 2);
}

}  // namespace weft::testing::cli_doc_test
