// Checks the dependencies between the modules and other repository rules that a compiler cannot.
// All targets share one include root, so the compiler accepts a wrong include.

#include <algorithm>
#include <string>
#include <vector>

#include "tests/architecture/architecture_rules.h"
#include "tests/architecture/installed_headers.h"
#include "tests/architecture/repository.h"
#include "tests/support/catch.h"

namespace weft::testing::includes_test {

TEST_CASE("architecture: includes follow the arrow") {
  CHECK(report(check_includes(read_repository())) == "");
}

TEST_CASE("architecture: installed headers include installed headers") {
  CHECK(report(check_installed_headers(read_repository())) == "");
}

TEST_CASE("architecture: planted headers that are not installed are found") {
  const std::vector<RepositoryFile> files = {
      {"m/CMakeLists.txt",
       "weft_add_module(m\n  SOURCES\n    a.cpp\n    own.h\n"
       "  PUBLIC_HEADERS\n    a.h\n    room/b.h\n  PRIVATE_LIBRARIES\n    c.h\n)\n"},
      {"m/a.h", "#pragma once\n#include <vector>\n#include \"m/room/b.h\"\n"},
      {"m/room/b.h", "#include \"m/own.h\"\n#include \"m/c.h\"\n"},
      {"m/own.h", "#include \"m/other.h\"\n"},
  };
  const std::vector<Violation> found = check_installed_headers(files);
  REQUIRE(found.size() == 2);
  CHECK(describe(found[0]).starts_with("m/room/b.h:1: m/own.h is not installed"));
  CHECK(describe(found[1]).starts_with("m/room/b.h:2: m/c.h is not installed"));
}

TEST_CASE("architecture: no code file is longer than 600 lines") {
  CHECK(report(check_lengths(read_repository())) == "");
}

TEST_CASE("architecture: no file contains a machine-specific path") {
  CHECK(report(check_paths_of_one_machine(read_repository())) == "");
}

TEST_CASE("architecture: no file is marked as unfinished") {
  CHECK(report(check_unfinished_words(read_repository())) == "");
}

TEST_CASE("architecture: printers and shared code name no target language") {
  CHECK(report(check_named_languages(read_repository())) == "");
}

TEST_CASE("architecture: the scan reads the repository's files") {
  const std::vector<RepositoryFile> files = read_repository();
  for (const char* path :
       {"CMakeLists.txt", "support/id.h", "tests/architecture/includes_test.cpp"}) {
    INFO(path);
    CHECK(std::any_of(files.begin(), files.end(),
                      [&](const RepositoryFile& file) { return file.path == path; }));
  }
}

TEST_CASE("architecture: planted include violations are found") {
  struct Row {
    const char* path;
    const char* text;
    const char* fault;  // part of the message, or nullptr if there is no violation
  };
  const std::vector<Row> rows = {
      {"fragments/model/a.h", "#include \"support/id.h\"\n", nullptr},
      {"fragments/model/a.h", "#include \"fragments/types/b.h\"\n", nullptr},
      {"fragments/types/a.h", "#include \"fragments/model/b.h\"\n", "types may not use model"},
      {"codegen/ir/a.h", "#include \"codegen/emit.h\"\n", "ir may not use the module's own"},
      {"codegen/cellar/a.h", "#include \"codegen/ir/b.h\"\n", "not in the table of rooms"},
      {"fragments/model/a.h", "#include \"composer/graph.h\"\n", "fragments may not use composer"},
      {"support/a.cpp", "  #  include \"fragments/b.h\"\n", "support may not use fragments"},
      {"codegen/a.cpp", "#include \"render/mesh.h\"\n", "codegen may not use render"},
      {"tools/a.cpp", "#include \"tests/support/seed.h\"\n", "tools may not use tests"},
      {"tests/unit/a.cpp", "#include \"tools/b.h\"\n", nullptr},
      {"codegen/a.cpp", "#include \"codegen/../tools/b.h\"\n", "not a path from the root"},
      {"codegen/a.cpp", "#include \"b.h\"\n", "does not begin with a module"},
      {"codegen/a.cpp", "#include \"fmt/core.h\"\n", "does not begin with a module"},
      {"codegen/a.cpp", "#include <format>\n", "not in every standard library"},
      {"codegen/a.h", "#include <fmt/core.h>\n", "in .cpp files only"},
      {"codegen/a.cpp", "#include <fmt/core.h>\n", nullptr},
      {"codegen/emit.h", "#include <nlohmann/json.hpp>\n", "comes from outside"},
      {"codegen/emit.h", "#include <vector>\n#include <tl/expected.hpp>\n", nullptr},
      {"support/a.h", "#include <CLI/CLI.hpp>\n", "comes from outside"},
      {"codegen/inner.h", "#include <nlohmann/json.hpp>\n", "through support/json.h"},
      {"support/json.h", "#include <nlohmann/json.hpp>\n", nullptr},
      {"codegen/inner.h", "#include \"support/json.h\"\n", nullptr},
      {"docs/a.h", "#include \"anything.h\"\n", nullptr},
      {"tests/consumer/gallery/a.cpp", "#include \"beside_it.h\"\n", nullptr},
      {"tests/consumer/a.cpp", "#include \"beside_it.h\"\n", "does not begin with a module"},
  };
  for (const Row& row : rows) {
    INFO(row.path << ": " << row.text);
    const std::string found = report(check_includes({{row.path, row.text}}));
    if (row.fault == nullptr) {
      CHECK(found.empty());
    } else {
      CHECK_THAT(found, contains(row.fault));
      CHECK_THAT(found, contains(std::string(row.path) + ":1: "));
    }
  }
}

TEST_CASE("architecture: headers that a public header includes count as public") {
  const std::vector<RepositoryFile> files = {
      {"composer/compose.h", "#include \"composer/evaluations/plan.h\"\n"},
      {"composer/evaluations/plan.h", "#include <vector>\n#include <nlohmann/json.hpp>\n"},
  };
  CHECK_THAT(report(check_includes(files)), contains("composer/evaluations/plan.h:2: "));
}

TEST_CASE("architecture: other planted violations are found") {
  std::string long_text;
  for (int line = 0; line < 600; ++line) {
    long_text += "x\n";
  }
  CHECK(report(check_lengths({{"support/a.cpp", long_text}})) == "");
  CHECK_THAT(report(check_lengths({{"support/a.cpp", long_text + "x"}})), contains("601 lines"));

  const std::string machine_path = std::string("see /ho") + "me/me/file";
  CHECK_THAT(report(check_paths_of_one_machine({{"docs/a.md", "\n" + machine_path}})),
             contains("docs/a.md:2: "));
  CHECK(report(check_paths_of_one_machine({{"docs/a.md", std::string("the/ho") + "me/page"}}))
            .empty());

  const std::string named = "x;  // GLSL\nif (is_glsl()) {\n";
  CHECK(report(check_named_languages({{"codegen/print/a.cpp", named}})) ==
        "codegen/print/a.cpp:2: names glsl\n");
  CHECK(report(check_named_languages({{"codegen/raise/a.cpp", named}})) ==
        "codegen/raise/a.cpp:2: names glsl\n");
  CHECK(report(check_named_languages({{"codegen/raise/glsl/a.cpp", named}})) == "");
  CHECK_THAT(report(check_includes(
                 {{"codegen/raise/hlsl/a.cpp", "#include \"codegen/raise/glsl/b.h\"\n"}})),
             contains("from one target language to another"));

  const std::string word = std::string("// TO") + "DO later";
  CHECK_THAT(report(check_unfinished_words({{"shaders/a.weft", word}})),
             contains("shaders/a.weft:1: "));
  CHECK(report(check_unfinished_words({{"shaders/a.weft", "// HACKNEY"}})) == "");
}

}  // namespace weft::testing::includes_test
