// docs/language.md promises that every example in it is executed. The words after a fence's
// language tell how:
//
//   ```weft                    the block checks, materials included
//   ```weft composes           and its first material composes and becomes valid SPIR-V from GLSL
//                              and from HLSL, for the last profile in the block, else `unlit`
//   ```weft fails CODE         the block has errors, and exactly this code among them
//
// Blocks without `weft` are something else (the grammar, commands).

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::language_document_test {

namespace {

using namespace weft;

struct Example {
  int line = 0;      ///< of the fence
  std::string word;  ///< empty, `composes` or `fails`
  std::string code;  ///< of `fails`
  std::string text;
};

std::vector<Example> examples_of(const std::string& document) {
  std::vector<Example> examples;
  std::istringstream lines(document);
  bool is_inside = false;
  bool is_weft = false;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.rfind("```", 0) == 0 && !is_inside) {
      is_inside = true;
      std::istringstream words(line.substr(3));
      std::string language;
      Example example;
      words >> language >> example.word >> example.code;
      example.line = number;
      is_weft = language == "weft";
      if (is_weft) {
        examples.push_back(example);
      }
    } else if (line == "```") {
      is_inside = false;
    } else if (is_inside && is_weft) {
      examples.back().text += line + "\n";
    }
  }
  return examples;
}

/// All errors of the text that `weft check` finds.
Diagnostics check(const LoadedLibrary& loaded) {
  Diagnostics all = loaded.diagnostics;
  if (has_errors(all)) {
    return all;
  }
  const Composer composer(loaded.library);
  for (std::size_t i = 0; i < loaded.library.materials.size(); ++i) {
    const MaterialId id = loaded.library.materials.id_at(i);
    if (loaded.library.materials[id].span.file == loaded.library.root_file) {
      for (const Diagnostic& diagnostic : check_material(composer, id)) {
        all.push_back(diagnostic);
      }
    }
  }
  return all;
}

LoadedLibrary load(const std::string& text, bool with_profiles) {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  std::vector<std::string> more;
  if (with_profiles) {
    more.push_back((repository_root() / "shaders/profiles.weft").string());
  }
  return load_text("example.weft", text, DiskReader(), options, more);
}

/// Composes the example for its own profile, else the shipped one, in both languages.
void compose_example(const Example& example) {
  bool has_profile = example.text.find("\nprofile ") != std::string::npos;
  const LoadedLibrary loaded = load(example.text, !has_profile);
  const Library& library = loaded.library;
  INFO(render_text(loaded.diagnostics, library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  std::optional<MaterialId> material;
  for (std::size_t i = 0; i < library.materials.size(); ++i) {
    const MaterialId id = library.materials.id_at(i);
    if (library.materials[id].span.file == library.root_file &&
        (!material || library.materials[id].span.begin < library.materials[*material].span.begin)) {
      material = id;
    }
  }
  REQUIRE(material);
  std::optional<ProfileId> profile = library.find_profile("unlit");
  for (std::size_t i = 0; i < library.profiles.size() && has_profile; ++i) {
    const ProfileId id = library.profiles.id_at(i);
    const Span span = library.profiles[id].span;
    bool is_own = span.file == library.root_file;
    bool is_later = !profile || library.profiles[*profile].span.file != library.root_file ||
                    span.begin > library.profiles[*profile].span.begin;
    profile = is_own && is_later ? id : profile;
  }
  REQUIRE(profile);
  const Composer composer(library);
  const auto placed = compose(composer, {*material, *profile, {}});
  INFO((placed ? std::string() : render_text(placed.error(), library.sources)));
  REQUIRE(placed);
  const auto emission = emit(library, *placed, {true, true, true, true});
  INFO((emission ? std::string() : render_text(emission.error(), library.sources)));
  REQUIRE(emission);
  for (const char* suffix : {"vert.glsl.spv", "vs.hlsl.spv"}) {
    CHECK(emission->find(suffix) != nullptr);
  }
}

}  // namespace

TEST_CASE("the language document: every example behaves as its fence states") {
  const std::vector<Example> examples =
      examples_of(read_file(repository_root() / "docs/language.md"));
  std::size_t composed = 0;
  for (const Example& example : examples) {
    INFO("docs/language.md:" << example.line << "\n" << example.text);
    if (example.word == "composes") {
      ++composed;
      compose_example(example);
      continue;
    }
    const LoadedLibrary loaded = load(example.text, false);
    const Diagnostics diagnostics = check(loaded);
    INFO(render_text(diagnostics, loaded.library.sources));
    if (example.word == "fails") {
      std::set<std::string> codes;
      for (const Diagnostic& diagnostic : diagnostics) {
        codes.insert(std::string(slug(diagnostic.code)));
      }
      CHECK(codes == std::set<std::string>{example.code});
    } else {
      CHECK(example.word.empty());
      CHECK(diagnostics.empty());
    }
  }
  CHECK(examples.size() >= 28);
  CHECK(composed >= 18);
}

}  // namespace weft::testing::language_document_test
