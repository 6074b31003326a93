#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "fragments/load/parsed_files.h"
#include "tests/support/catch.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/load_fixture.h"

namespace weft::testing::load_imports_test {
namespace {

using testing::load_files;
using testing::marks;

TEST_CASE("paths are normalized lexically") {
  CHECK(normalized_path("a/./b//c") == "a/b/c");
  CHECK(normalized_path("a/b/../c") == "a/c");
  CHECK(normalized_path("../../a") == "../../a");
  CHECK(normalized_path("/../a/") == "/a");
  CHECK(normalized_path("a/..") == ".");
  CHECK(joined_path("a/b", "../c") == "a/c");
  CHECK(joined_path("a", "/c") == "/c");
  CHECK(directory_of("a/b/c") == "a/b");
  CHECK(directory_of("/c") == "/");
  CHECK(directory_of("c").empty());
}

TEST_CASE("imports: lookup order of paths") {
  struct Case {
    const char* import;
    const char* found;  ///< the file that was found, or null
  };
  std::vector<Case> cases = {
      {"core", "shipped/core.weft"},
      {"./beside.weft", "dir/beside.weft"},
      {"../above.weft", "above.weft"},
      {"./included.weft", "include/included.weft"},
      {"inner", nullptr},
      {"beside", nullptr},
      {"./missing.weft", nullptr},
      {"materials/inner", "shipped/materials/inner.weft"},
  };
  for (const Case& each : cases) {
    INFO(each.import);
    LoadedLibrary loaded =
        load_files({{"dir/main.weft", std::string("import \"") + each.import + "\";"},
                    {"shipped/core.weft", ""},
                    {"shipped/materials/inner.weft", ""},
                    {"dir/beside.weft", ""},
                    {"above.weft", ""},
                    {"include/included.weft", ""}},
                   "dir/main.weft");
    CHECK(loaded.diagnostics.empty() == (each.found != nullptr));
    REQUIRE(loaded.library.files_read.size() == (each.found ? 2 : 1));
    if (each.found) {
      CHECK(loaded.library.files_read[1] == each.found);
    }
  }
}

TEST_CASE("imports: a file is read once regardless of its spelling") {
  LoadedLibrary loaded = load_files(
      {{"main.weft", "import \"./a.weft\"; import \"./b/../a.weft\"; import \"./c.weft\";"},
       {"c.weft", "import \"./a.weft\";"},
       {"a.weft", "trait mood { calm }"}});
  CHECK(loaded.diagnostics.empty());
  CHECK(loaded.library.files_read == std::vector<std::string>{"main.weft", "a.weft", "c.weft"});
}

TEST_CASE("imports: redeclaring an imported name is reported at the redeclaration") {
  LoadedLibrary loaded = load_files(
      {{"main.weft", "import \"./a.weft\"; fragment f(aa: float) -> float { return aa; }"},
       {"a.weft", "fragment f(b: float) -> float { return b; }"}});
  REQUIRE(marks(loaded) == std::vector<std::string>{"duplicate-name@f"});
  CHECK(loaded.library.sources[loaded.diagnostics[0].span->file].path() == "main.weft");
  CHECK(loaded.library.sources[loaded.diagnostics[0].notes.at(0).span->file].path() == "a.weft");
}

TEST_CASE("imports: cycles are reported") {
  LoadedLibrary loaded = load_files({{"main.weft", "import \"./a.weft\";"},
                                     {"a.weft", "import \"./b.weft\";"},
                                     {"b.weft", "import \"./a.weft\";"}});
  REQUIRE(marks(loaded) == std::vector<std::string>{"import-cycle@\"./a.weft\""});
  CHECK_THAT(loaded.diagnostics[0].message, testing::contains("a.weft -> b.weft -> a.weft"));
  CHECK(marks(load_files({{"main.weft", "import \"./main.weft\";"}})) ==
        std::vector<std::string>{"import-cycle@\"./main.weft\""});
}

TEST_CASE("imports: missing and unreadable files are distinguished") {
  LoadedLibrary missing = load_files({{"main.weft", "import \"./nothing.weft\";"}});
  CHECK(marks(missing) == std::vector<std::string>{"file-not-found@\"./nothing.weft\""});
  CHECK_FALSE(missing.unreadable);
  LoadedLibrary directory = load_files({{"main.weft", "import \"./dir\";"}, {"dir/a.weft", ""}});
  CHECK(marks(directory) == std::vector<std::string>{"file-unreadable@\"./dir\""});
  CHECK(directory.unreadable);
  LoadedLibrary no_root = load_files({});
  CHECK(marks(no_root) == std::vector<std::string>{"file-not-found"});
  CHECK(no_root.unreadable);
}

TEST_CASE("imports: a deep chain needs constant stack") {
  std::map<std::string, std::string> files;
  constexpr int depth = 20000;
  for (int i = 0; i < depth; ++i) {
    files["f" + std::to_string(i)] = "import \"./f" + std::to_string(i + 1) + "\";";
  }
  files["f" + std::to_string(depth)] = "trait mood { calm }";
  LoadedLibrary loaded = load_files(std::move(files), "f0");
  CHECK(loaded.diagnostics.empty());
  CHECK(loaded.library.files_read.size() == depth + 1);
}

TEST_CASE("several roots load into one library, including text") {
  MemoryReader reader(
      {{"p.weft", "profile p { }"}, {"main.weft", "import \"./p.weft\"; profile q { }"}});
  LoadedLibrary two = load_library(std::vector<std::string>{"main.weft", "./p.weft"}, reader, {});
  CHECK(two.diagnostics.empty());
  CHECK(two.library.find_profile("p").has_value());
  CHECK(two.library.find_profile("q").has_value());
  CHECK(two.library.sources[two.library.root_file].path() == "main.weft");
  LoadedLibrary text = load_text("<stdin>", "import \"./main.weft\"; material m { }", reader, {});
  CHECK(text.diagnostics.empty());
  CHECK(text.library.find_profile("p").has_value());
  CHECK(text.library.sources[text.library.root_file].path() == "<stdin>");
}

TEST_CASE("files that are parsed before a load are parsed once") {
  class CountingReader final : public MemoryReader {
   public:
    using MemoryReader::MemoryReader;
    ReadResult read(const std::string& path) const override {
      ++reads;
      return MemoryReader::read(path);
    }
    mutable int reads = 0;
  };
  const CountingReader reader({{"core.weft", "trait mood { calm }"},
                               {"nodes.weft",
                                "import \"./core.weft\"; fragment f(a: float) -> "
                                "float { return a; } profile p { }"}});
  ParsedFiles files({"nodes.weft"}, reader, {});
  CHECK(files.diagnostics().empty());
  REQUIRE(files.modules().size() == 2);
  CHECK(files.sources()[files.modules().front().file].path() == "core.weft");
  CHECK(reader.reads == 2);
  const LoadedLibrary loaded =
      load_text("text", "import \"./nodes.weft\"; graph g() -> float { output f(a: 1.0); }", reader,
                {}, {}, std::move(files));
  CHECK(reader.reads == 2);
  REQUIRE(loaded.diagnostics.empty());
  CHECK(loaded.library.find_profile("p").has_value());
  CHECK(loaded.library.sources[loaded.library.root_file].path() == "text");
  CHECK(loaded.library.files_read == std::vector<std::string>{"nodes.weft", "core.weft"});
}

TEST_CASE("files that are parsed before a load keep their errors") {
  const MemoryReader reader(std::map<std::string, std::string>{
      {"nodes.weft", "import \"./none.weft\"; trait mood { calm"}});
  ParsedFiles files({"nodes.weft"}, reader, {});
  CHECK(files.diagnostics().size() == 2);
  const LoadedLibrary loaded =
      load_text("text", "import \"./nodes.weft\";", reader, {}, {}, std::move(files));
  CHECK(loaded.diagnostics.size() == 2);
  CHECK(ParsedFiles({"none.weft"}, reader, {}).diagnostics().front().code == Code::FileNotFound);
}

TEST_CASE("the disk: anything but a text file is unreadable") {
  testing::TempDir dir;
  DiskReader reader;
  std::string file = dir.write("a.weft", "trait mood { calm }").string();
  CHECK(reader.read(file).text == "trait mood { calm }");
  CHECK(reader.read((dir.path() / "none").string()).status == ReadResult::Status::NotFound);
  CHECK(reader.read(dir.path().string()).status == ReadResult::Status::Unreadable);
  std::filesystem::create_symlink("loop", dir.path() / "loop");
  CHECK(reader.read((dir.path() / "loop").string()).status == ReadResult::Status::Unreadable);
  std::filesystem::create_symlink("a.weft", dir.path() / "b.weft");
  CHECK(reader.identity((dir.path() / "b.weft").string()) == reader.identity(file));
}

}  // namespace
}  // namespace weft::testing::load_imports_test
