// `weft compose -g` maps generated statements to lines of the .weft file, in the texts by #line and
// in the modules by OpLine.

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "codegen/spirv/spirv.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::codegen_lines_test {

namespace {

using namespace weft;

// Every marked statement has a unique number, which its instructions use.
const std::string source = R"(
feature surface.position: float3 at vertex;
feature surface.uv: float2 at vertex;
fragment clip(p: float3) -> float4 { return float4(p, 1.0); }
fragment times(a: float, b: float) -> float { return a * b; }

/// A leaf of several lines.
fragment wave(x: float,
              y: float) -> float
{
    float sum = x * 101.5;

    for (int i = 0; i < 3; ++i) {
        if (y > 102.5) {
            sum += 103.5;
        } else if (y > 104.5) {
            // A remark that is not printed.
            sum -= 105.5;
        }
    }
    float list[6];
    list[int(x)] = 106.5;
    return sum + list[int(y)] +
           107.5;
}
fragment wild(x: float) -> float law nonlinear
native glsl """
float wild(float x)
{
    float y = x * 108.5;
    return max(y, 109.5);
}
"""
native hlsl """

float wild(float x) {
    float y = x * 108.5;
    return max(y, 109.5);
}
"""
material m {
    param k: float = 0.5;
    first = wave(k, surface.uv.x);

    second = times(first, 110.5);
    color = float4(second, wild(k),
                   111.5, 1.0);
    output color;
}
profile host {
    provide surface.position as attribute 0;
    provide surface.uv as attribute 1;
    vertex demand position: float4 as clip = clip(surface.position);
    fragment demand color: float4 as target 0;
}
)";

// The 1-based numbers of the source lines that contain the text.
std::vector<std::size_t> lines_with(const std::string& text) {
  std::vector<std::size_t> found;
  std::istringstream lines(source);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (line.find(text) != std::string::npos) {
      found.push_back(number);
    }
  }
  return found;
}

struct Place {
  std::string file;
  std::size_t line = 0;
};

// Per constant's friendly name (`%float_101_5`): the locations of the instructions that read it.
std::map<std::string, std::vector<Place>> places_of_constants(const std::string& module) {
  const auto assembly = disassemble({words_of(module)});
  REQUIRE(assembly);
  std::map<std::string, std::string> strings;
  std::map<std::string, std::vector<Place>> places;
  Place place;
  bool in_function = false;
  std::istringstream lines(*assembly);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> parts;
    for (std::string word; words >> word;) {
      parts.push_back(word);
    }
    if (parts.size() >= 4 && parts[2] == "OpString") {
      strings[parts[0]] = parts[3];
    } else if (!parts.empty() && parts[0] == "OpLine") {
      place = {strings[parts[1]], std::stoul(parts[2])};
    } else if (parts.size() > 2 && parts[2] == "OpFunction") {
      in_function = true;
    } else if (in_function) {
      for (const std::string& part : parts) {
        if (part.compare(0, 7, "%float_") == 0) {
          places[part].push_back(place);
        }
      }
    }
  }
  return places;
}

std::string without_directives(const std::string& text) {
  std::string rest;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 6, "#line ") != 0 && line.compare(0, 11, "#extension ") != 0) {
      rest += line + "\n";
    }
  }
  return rest;
}

}  // namespace

TEST_CASE("debug lines: instructions map to the statement's line in both languages") {
  EmitOptions options = {true, true, true, true};
  options.debug_lines = true;
  const Emitted emitted = emit_source(source, "m", "host", options);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  for (const char* suffix : {"frag.glsl", "ps.hlsl"}) {
    INFO(suffix << "\n" << emitted.text(suffix));
    const auto places = places_of_constants(emitted.text(std::string(suffix) + ".spv"));
    for (const std::string number : {"101", "102", "103", "104", "105", "106", "107", "110"}) {
      INFO(number);
      const auto found = places.find("%float_" + number + "_5");
      REQUIRE(found != places.end());
      std::size_t line = lines_with(number + ".5").at(0);
      line -= number == "107" ? 1 : 0;  // the statement starts a line earlier
      for (const Place& place : found->second) {
        CHECK(place.file == "\"case.weft\"");
        CHECK(place.line == line);
      }
    }
    // A native body has one text per language.
    const std::size_t which = std::string(suffix) == "frag.glsl" ? 0 : 1;
    for (const std::string number : {"108", "109"}) {
      const auto found = places.find("%float_" + number + "_5");
      REQUIRE(found != places.end());
      CHECK(found->second.at(0).line == lines_with(number + ".5").at(which));
    }
    const auto last = places.find("%float_111_5");
    REQUIRE(last != places.end());
    CHECK(last->second.at(0).line == lines_with("color = float4(").at(0));
  }
}

TEST_CASE("debug lines: nothing else changes") {
  const EmitOptions plain = {true, true, true, true};
  EmitOptions debug = plain;
  debug.debug_lines = true;
  const Emitted without = emit_source(source, "m", "host", plain);
  const Emitted with = emit_source(source, "m", "host", debug);
  REQUIRE(without.fine);
  REQUIRE(with.fine);
  for (const EmittedFile& file : without.emission.files) {
    INFO(file.suffix);
    if (file.suffix.find(".spv") == std::string::npos) {
      CHECK_THAT(file.content, !contains("#line"));
      CHECK(without_directives(with.text(file.suffix)) == file.content);
    }
  }
  CHECK_THAT(with.text("frag.glsl"),
             contains("#version 450\n#extension GL_GOOGLE_cpp_style_line_directive : require\n"));
  const std::size_t line = lines_with("sum += 103.5").at(0);
  const std::string directive = "#line " + std::to_string(line) + "\n            sum += 103.5;";
  // The line follows from the preceding one.
  CHECK_THAT(with.text("frag.glsl"), !contains(directive));
  CHECK_THAT(with.text("ps.hlsl"), contains("\"case.weft\"\n"));
}

}  // namespace weft::testing::codegen_lines_test
