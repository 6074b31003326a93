// Texts whose names were swapped are read, checked and composed, or refused with messages.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "fragments/syntax/lexer.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"

namespace weft::testing::swapped_names_test {
namespace {

namespace fs = std::filesystem;

struct Text {
  std::string path;
  std::string text;
};

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The golden cases and the shipped materials.
std::vector<Text> known_texts() {
  constexpr std::size_t longest = 20'000;
  std::vector<Text> texts;
  for (const fs::path& folder :
       {repository_root() / "tests/golden", repository_root() / "shaders/materials"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".weft" && entry.file_size() < longest) {
        texts.push_back({entry.path().string(), read(entry.path())});
      }
    }
  }
  std::sort(texts.begin(), texts.end(),
            [](const Text& left, const Text& right) { return left.path < right.path; });
  return texts;
}

/// Some names replaced by others of the text.
std::string with_swapped_names(std::string text, Random& random) {
  for (std::size_t swaps = 1 + random.below(3); swaps > 0; --swaps) {
    Interner names;
    const LexedText lexed = lex(FileId(0), SourceFile("text", text), names);
    std::vector<Token> words;
    std::copy_if(lexed.tokens.begin(), lexed.tokens.end(), std::back_inserter(words),
                 [](const Token& token) { return token.kind == TokenKind::Name; });
    if (words.empty()) {
      return text;
    }
    const Token& replaced = words[random.below(words.size())];
    const Token& by = words[random.below(words.size())];
    const std::string word = text.substr(by.begin, by.end - by.begin);
    text.replace(replaced.begin, replaced.end - replaced.begin, word);
  }
  return text;
}

/// As `weft check` and the language server do. Returns whether there are no errors.
bool is_accepted(const Text& text) {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  options.profiles.emplace();
  const LoadedLibrary loaded = load_text(text.path, text.text, DiskReader(), options);
  bool is_fine = !has_errors(loaded.diagnostics);
  if (!is_fine && !loaded.can_check_graphs) {
    return false;
  }
  const Library& library = loaded.library;
  const Composer composer(library);
  for (std::size_t i = 0; i < library.materials.size(); ++i) {
    is_fine = !has_errors(check_material(composer, MaterialId(i))) && is_fine;
    for (std::size_t p = 0; is_fine && p < library.profiles.size(); p += 3) {
      static_cast<void>(compose(composer, {MaterialId(i), ProfileId(p), {}}));
    }
  }
  return is_fine;
}

TEST_CASE("texts with swapped names are accepted or refused") {
  Random random(seed());
  const std::vector<Text> texts = known_texts();
  REQUIRE(texts.size() > 300);
  std::size_t accepted = 0;
  std::size_t refused = 0;
  for (std::size_t i = 0; i < by_scale(300, 2000, 50'000); ++i) {
    const Text& text = texts[random.below(texts.size())];
    const Text swapped{text.path, with_swapped_names(text.text, random)};
    INFO("case " << i << " of seed " << seed() << ", " << text.path << "\n" << swapped.text);
    ++(is_accepted(swapped) ? accepted : refused);
  }
  CHECK(accepted > 0);
  CHECK(refused > accepted);
}

}  // namespace
}  // namespace weft::testing::swapped_names_test
