// A third language, added without a change to the others: it prints the shipped materials in its
// own words.

#include "tests/support/toy_target.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string>

#include "codegen/emit.h"
#include "codegen/print/stage_printer.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::toy_target_test {

namespace {

using namespace weft;

std::string toy_text(const Library& library, const PlacedPlan& placed) {
  const auto emission = emit(library, placed, {});
  if (!emission) {
    FAIL(render_text(emission.error(), library.sources));
  }
  const Programs& programs = emission->programs;
  std::string text =
      print_stage(library, placed.plan, programs, programs.vertex, toy_target()).text;
  if (programs.fragment) {
    text +=
        "\n" + print_stage(library, placed.plan, programs, *programs.fragment, toy_target()).text;
  }
  for (std::size_t at = text.find("// Made by"); at != std::string::npos;
       at = text.find("// Made by")) {
    text.erase(at, text.find('\n', at) + 1 - at);  // names the version
  }
  return text;
}

std::string toy_text_of_shipped(const std::string& name) {
  const std::string shaders = (repository_root() / "shaders").string();
  LoadOptions options;
  options.shipped_directories = {shaders};
  const LoadedLibrary loaded =
      load_library({shaders + "/materials/" + name + ".weft", shaders + "/profiles.weft"},
                   DiskReader(), options);
  const Library& library = loaded.library;
  const Composer composer(library);
  const auto plan =
      compose(composer, {*library.find_material(name), *library.find_profile("forward"), {}, {}});
  if (!plan) {
    FAIL(render_text(plan.error(), library.sources));
  }
  return toy_text(library, *plan);
}

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The first of `words` that the code of the text uses; comments are not read.
std::string first_word_of(const std::string& text, const std::vector<std::string>& words) {
  std::string word;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
      word.clear();
      continue;
    }
    if (is_of_word(text[i])) {
      word += text[i];
      continue;
    }
    if (std::find(words.begin(), words.end(), word) != words.end()) {
      return word;
    }
    word.clear();
  }
  return {};
}

// Covers the raise: guards, masks, loops of zeros, loads, names that the toy reserves.
constexpr std::string_view source = R"(
fragment toy_work(uv: float2, amount: int) -> float3
{
    int height = int(uv.x * 8.0);
    int again = height / amount % 3;
    uint bits = uint(height) << uint(amount);
    float parts[6];
    for (int i = 0; i < 6; ++i) {
        if (i == again) {
            continue;
        }
        parts[i] = fract(uv.x * float(i));
    }
    bool2 when = bool2(uv.x < 0.5, uv.y < 0.5);
    while (again > 3) {
        again -= 1;
    }
    float2x2 m = float2x2(uv, uv.yx);
    m[1] = mix(uv, uv.yx, 0.25);
    float2 height_ = m * uv;
    return float3(saturate(height_), when.x ? parts[2] : float(bits) * sqrt(dot(uv, uv)));
}
material toy {
    param amount: int = 3;
    output color = toy_work(surface.uv, amount) as {use: radiance, encoding: linear, primaries: rec709};
}
)";

}  // namespace

TEST_CASE("toy target: a third language prints a material with its own spellings", "[codegen]") {
  const Composed composed = compose_text(std::string(source));
  INFO(composed.errors());
  REQUIRE(composed.plan);
  const std::string text = toy_text(composed.library(), *composed.plan);
  const auto golden = repository_root() / "tests/unit/toy_target.golden";
  if (std::getenv("WEFT_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(golden) << text;
  }
  CHECK(text == read_file(golden));
}

TEST_CASE("toy target: printed shipped materials contain no words of shipped languages",
          "[codegen]") {
  const std::vector<std::string> foreign = {
      "float", "float2", "float3", "float4",  "vec2",     "vec3",     "vec4",  "mat3",
      "mat4",  "int",    "uint",   "bool",    "void",     "if",       "else",  "for",
      "while", "return", "struct", "discard", "true",     "false",    "sqrt",  "mix",
      "fract", "frac",   "lerp",   "main",    "continue", "float3x3", "break", "uniform"};
  for (const std::string name :
       {"worn_metal", "asteroid", "beads", "dunes", "marched", "latticework", "rock"}) {
    const std::string text = toy_text_of_shipped(name);
    INFO(name << "\n" << text);
    CHECK(first_word_of(text, foreign) == "");
    CHECK(text.find("real_3 ") != std::string::npos);
    CHECK(text.find("nothing fragment_work()") != std::string::npos);
  }
}

}  // namespace weft::testing::toy_target_test
