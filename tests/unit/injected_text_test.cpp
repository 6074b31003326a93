// Text from authors in comments, labels and file names stays there, and never becomes code of a
// generated text.

#include <algorithm>
#include <string>
#include <string_view>

#include "codegen/host/table_rows.h"
#include "codegen/ir/doc_comment.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::injected_text_test {

namespace {

using namespace weft;

/// The text without its line comments, for a compiler in which LF and CR end a line and a backslash
/// before the end, with or without blanks between, joins two lines (GCC's reading, the widest).
std::string code_of(std::string_view text) {
  std::string joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_mark = text[i] == '\\' || text.substr(i, 3) ==
                                                "?"
                                                "?/";
    const std::size_t behind = i + (text[i] == '\\' ? 1 : 3);
    const std::size_t next = is_mark ? text.find_first_not_of(" \t\v\f", behind) : i;
    if (is_mark && next != std::string_view::npos && (text[next] == '\n' || text[next] == '\r')) {
      i = next;
    } else {
      joined += text[i];
    }
  }
  std::string code;
  for (std::size_t at = 0; at < joined.size();) {
    const std::size_t end = std::min(joined.find_first_of("\r\n", at), joined.size());
    code += joined.substr(at, std::min(joined.find("//", at), end) - at) + "\n";
    at = end + 1;
  }
  return code;
}

/// The number of `#error` lines, not counting those of a header's guards.
std::size_t errors_without_ours(std::string_view code) {
  std::size_t count = 0;
  for (std::size_t at = code.find("\n#error"); at != std::string_view::npos;
       at = code.find("\n#error", at + 1)) {
    const std::string_view line = code.substr(at);
    const bool is_ours =
        line.starts_with(
            "\n#error \"this header and one before it were generated from different") ||
        line.starts_with("\n#error \"m for the profile p has the names of another header");
    count += is_ours ? 0 : 1;
  }
  return count;
}

std::string commented(const std::string& comment) {
  return "feature surface.uv: float2 at vertex;\n"
         "feature surface.position: float3 at vertex;\n"
         "fragment clip(p: float3) -> float4 { return float4(p, 1.0); }\n" +
         comment +
         "fragment gray(x: float) -> float3 { float y = x * x; return float3(y, y, y + x); }\n"
         "material m {\n  param label: float = 0.5 [label: \""
         "?"
         "?/\\n#error injected\"];\n"
         "  output color = gray(label);\n"
         "  output clip_position = clip(surface.position); }\n"
         "profile p { provide surface.position as attribute 0; provide surface.uv as attribute 1;\n"
         "  provide material as uniform; vertex demand clip_position: float4 as clip;\n"
         "  fragment demand color: float3 as target 0; }\n";
}

}  // namespace

TEST_CASE("any line end terminates a comment in generated code", "[codegen]") {
  EmitOptions options;
  options.glsl = true;
  options.hlsl = true;
  options.header = true;
  for (const std::string& comment : {
           std::string("/// Gray.\r#error injected\r"),
           std::string("/// Gray.\rfloat injected() { return 1.0; }\r"),
       }) {
    // The second line is code of the source, and rejected there.
    const Emitted emitted = emit_source(commented(comment), "m", "p", options);
    CHECK_FALSE(emitted.fine);
    CHECK(emitted.messages.find(":5:1: error") != std::string::npos);
  }
  for (const char* end : {"\\", "\\ ", "\\\t", "\\\v", "\\ \f",
                          "?"
                          "?/",
                          "?"
                          "?/\t",
                          "\x1a", "\x1b[1m"}) {
    INFO(end);
    const Emitted emitted = emit_source(
        commented("/// Gray.\r/// injected " + std::string(end) + "\n"), "m", "p", options);
    INFO(emitted.messages);
    REQUIRE(emitted.fine);
    for (const char* suffix : {"frag.glsl", "ps.hlsl", "h"}) {
      const std::string text = emitted.text(suffix);
      REQUIRE_FALSE(text.empty());
      CHECK(errors_without_ours(code_of(text)) == 0);  // strings may contain it
      CHECK(text.find_first_of("\r\v\f\x1a\x1b") == std::string::npos);
      // The line after the comment is still code.
      if (std::string_view(suffix) != "h") {
        CHECK(text.find("// injected") != std::string::npos);
        const std::string code = code_of(text);
        CHECK((code.find("float3 gray(") != std::string::npos ||
               code.find("vec3 gray(") != std::string::npos));
      }
    }
  }
}

TEST_CASE("a file name cannot escape its comment", "[codegen]") {
  CHECK(comment_text("a\nfloat injected();\n.weft") == "a float injected(); .weft");
  CHECK(comment_text("a\r\\\t \\") == "a");
}

TEST_CASE("strings in generated headers contain no trigraphs", "[codegen]") {
  CHECK(c_string("what?"
                 "?/") == "\"what?\\?/\"");
  CHECK(c_string("?"
                 "?"
                 "?") == "\"?\\?\\?\"");
  CHECK(c_string("one? two?") == "\"one? two?\"");
}

}  // namespace weft::testing::injected_text_test
