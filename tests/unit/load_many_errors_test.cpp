// Files with very many errors: the cost of messages is bounded by their limit, not by the size of
// the file.

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

#include <fmt/format.h>

#include "support/spelling.h"
#include "tests/support/catch.h"
#include "tests/unit/load_fixture.h"

namespace weft::testing::load_many_errors_test {
namespace {

/// `line(0)`, `line(1)`, …, `count` of them.
template <typename Line>
std::string repeated(std::size_t count, const Line& line) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += line(i);
  }
  return text;
}

std::size_t hints_in(const LoadedLibrary& loaded) {
  return static_cast<std::size_t>(
      std::count_if(loaded.diagnostics.begin(), loaded.diagnostics.end(),
                    [](const Diagnostic& diagnostic) { return !diagnostic.hint.empty(); }));
}

/// Counts the reads of a loader.
class CountingReader : public FileReader {
 public:
  explicit CountingReader(std::map<std::string, std::string> files) : files_(std::move(files)) {}

  ReadResult read(const std::string& path) const override {
    ++reads;
    return files_.read(path);
  }
  std::string identity(const std::string& path) const override {
    ++identities;
    return files_.identity(path);
  }

  mutable std::size_t reads = 0;
  mutable std::size_t identities = 0;

 private:
  MemoryReader files_;
};

TEST_CASE("many errors: hints stay within the name budget") {
  SpellingBudget budget(10);
  std::size_t asked = 0;
  const auto names = [&asked] {
    ++asked;
    return std::vector<std::string_view>{"colour", "normal", "roughness", "metallic"};
  };
  for (int i = 0; i < 3; ++i) {  // 4, 8, 12 names: the third still has two left in the budget
    CHECK(budget.hint("colours", names) == "did you mean 'colour'?");
  }
  CHECK(budget.is_spent());
  CHECK(budget.hint("colours", names).empty());
  CHECK(asked == 3);
}

// Each name has a near-miss that it could be a misspelling of. If every message searched all names,
// hints would cost as many searches as messages.
TEST_CASE("many errors: messages and hints are bounded everywhere") {
  constexpr std::size_t names = 15'000;
  constexpr std::size_t most_hints =
      700;  // names that become known one by one: half of its square is the budget
  const auto known = [](std::size_t i) { return fmt::format("known_{:05}", i); };
  const auto wrong = [](std::size_t i) { return fmt::format("knwon_{:05}", i); };
  struct Row {
    const char* what;
    std::string text;
  };
  const std::vector<Row> rows = {
      {"values of graphs",
       "graph g(a: float) -> float { output a; " +
           repeated(names, [&](std::size_t i) { return known(i) + " = " + wrong(i) + "; "; }) +
           "}"},
      {"fragments called in graphs",
       repeated(
           names,
           [&](std::size_t i) { return "fragment " + known(i) + "() -> float { return 1.0; } "; }) +
           "graph g(a: float) -> float { output a; " +
           repeated(names,
                    [&](std::size_t i) { return fmt::format("x{} = {}(); ", i, wrong(i)); }) +
           "}"},
      {"values in one body",
       "fragment g(a: float) -> float { " +
           repeated(names,
                    [&](std::size_t i) { return "float " + known(i) + " = " + wrong(i) + "; "; }) +
           "return a; }"},
      {"functions called in bodies, each in its own",
       repeated(names,
                [&](std::size_t i) {
                  return "fragment " + known(i) + "() -> float { return " + wrong(i) + "(); } ";
                })},
      {"types",
       repeated(names,
                [&](std::size_t i) { return "struct " + known(i) + " { " + wrong(i) + " x; } "; })},
      {"features",
       repeated(names,
                [&](std::size_t i) { return "feature n." + known(i) + ": float at draw; "; }) +
           repeated(names,
                    [&](std::size_t i) {
                      return fmt::format(
                          "fragment f{}(a: eval(n.{}) -> float) -> float {{ return a; }} ", i,
                          wrong(i));
                    })},
      {"traits",
       repeated(names, [&](std::size_t i) { return "trait " + known(i) + " { v } "; }) +
           "fragment f(a: float {" +
           repeated(names, [&](std::size_t i) { return (i == 0 ? "" : ", ") + wrong(i) + ": v"; }) +
           "}) -> float { return a; }"},
      {"values of a trait",
       "trait t { v" + repeated(names, [&](std::size_t i) { return ", " + known(i); }) + " } " +
           repeated(names,
                    [&](std::size_t i) {
                      return fmt::format(
                          "fragment f{}(a: float {{t: {}}}) -> float {{ return a; }} ", i,
                          wrong(i));
                    })},
      {"conversions in preferences",
       repeated(names,
                [&](std::size_t i) {
                  return fmt::format(
                      "conversion {}(a: float {{basis: model}}) -> {{basis: world}} difficulty 2 "
                      "{{ return a; }} ",
                      known(i));
                }) +
           repeated(
               names,
               [&](std::size_t i) { return "prefer " + wrong(i) + " over " + known(i) + "; "; })},
      {"profiles",
       repeated(names,
                [&](std::size_t i) { return "profile " + known(i) + " : " + wrong(i) + " { } "; })},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const LoadedLibrary loaded = testing::load_with_core(row.text);
    REQUIRE_FALSE(loaded.diagnostics.empty());
    INFO(render_text(loaded.diagnostics.front(), loaded.library.sources));
    CHECK(loaded.diagnostics.size() == most_diagnostics);
    CHECK(hints_in(loaded) > 0);
    CHECK(hints_in(loaded) <= most_hints);
  }
}

TEST_CASE("many errors: feature paths and profile demands are bounded") {
  const auto path = [](std::size_t names) {
    std::string text = "n0";
    for (std::size_t i = 1; i < names; ++i) {
      text += fmt::format(".n{}", i);
    }
    return text;
  };
  const auto with_path = [&](std::size_t names) {
    const std::string text = path(names);
    return testing::marks(testing::load_with_core(
        "feature " + text + ": float3 at draw; fragment f() -> float { return " + text +
        ".x; } graph g() -> float { output " + text + ".y; }"));
  };
  CHECK(with_path(16).empty());
  CHECK(with_path(17).front() == "bad-declaration@" + path(17));

  const std::string many = repeated(
      20'001, [](std::size_t i) { return fmt::format("feature n.f{}: float at draw; ", i); });
  CHECK(testing::load_with_core(many).diagnostics.front().message ==
        "there are more than 20000 features");

  const auto with_demands = [](std::size_t count) {
    return testing::marks(testing::load_with_core(
        "profile p {" +
        repeated(
            count,
            [](std::size_t i) { return fmt::format(" fragment demand d{}: float = 1.0;", i); }) +
        " fragment demand d0: float = 2.0; } profile q: p { fragment demand d0: float = 2.0; }"));
  };
  CHECK(with_demands(256) == std::vector<std::string>{"duplicate-name@d0"});
  CHECK(with_demands(257) == std::vector<std::string>{"bad-declaration@d256", "duplicate-name@d0"});
}

TEST_CASE("many errors: a file is looked up once, however often it is imported") {
  const auto load = [](const CountingReader& reader) {
    LoadOptions options;
    options.shipped_directories = {"shipped"};
    return load_library("main.weft", reader, options);
  };
  const CountingReader same(
      {{"main.weft", repeated(1'000, [](std::size_t) { return "import \"core\"; "; })},
       {"shipped/core.weft", testing::small_core}});
  CHECK(load(same).diagnostics.empty());
  CHECK(same.reads == 2);
  CHECK(same.identities == 2);

  const CountingReader missing({{"main.weft", repeated(30'000, [](std::size_t i) {
                                   return fmt::format("import \"./m{}\"; ", i);
                                 })}});
  CHECK(load(missing).diagnostics.size() == most_diagnostics);
  CHECK(missing.reads == 2 * most_diagnostics + 1);  // for the hint also with the extension

  const CountingReader missing_once(
      {{"main.weft", repeated(1'000, [](std::size_t) { return "import \"./m\"; "; })}});
  CHECK(testing::marks(load(missing_once)) == std::vector<std::string>{"file-not-found@\"./m\""});
  CHECK(missing_once.reads == 3);
}

}  // namespace
}  // namespace weft::testing::load_many_errors_test
