#include "tests/architecture/size_rules.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/architecture/code_sizes.h"
#include "tests/architecture/repository.h"
#include "tests/support/catch.h"

namespace weft::testing::size_rules_test {

namespace {

std::string repeated(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) {
    result += text;
  }
  return result;
}

}  // namespace

TEST_CASE("architecture: classes and functions are small") {
  const std::vector<RepositoryFile> files = read_repository();
  const auto list = std::find_if(files.begin(), files.end(), [](const RepositoryFile& file) {
    return file.path == size_exceptions_path;
  });
  REQUIRE(list != files.end());
  CHECK(report(check_sizes(files, list->text)) == "");
}

TEST_CASE("architecture: every file of tests is built") {
  const std::vector<RepositoryFile> files = read_repository();
  const auto list = std::find_if(files.begin(), files.end(), [](const RepositoryFile& file) {
    return file.path == "tests/CMakeLists.txt";
  });
  REQUIRE(list != files.end());
  std::string missing;
  for (const RepositoryFile& file : files) {
    const bool is_test = file.path.starts_with("tests/") && file.path.ends_with("_test.cpp");
    if (is_test && list->text.find(file.path.substr(6)) == std::string::npos) {
      missing += file.path + "\n";
    }
  }
  CHECK(missing == "");
}

TEST_CASE("architecture: class sizes are measured") {
  struct Row {
    const char* text;
    const char* name;
    std::size_t methods;
    std::size_t members;
  };
  const std::vector<Row> rows = {
      {"class A { void f(); int g() const { return x; } int x = f(1); };", "A", 2, 1},
      {"class A final : public B<int> { A(); ~A(); A(const A&) = delete; A& operator=(A&&) = "
       "default; };",
       "A", 2, 0},
      {"class A { friend class B; friend bool operator==(const A&, const A&) = default; using T = "
       "int; static_assert(true); enum class E { X, Y }; class C; struct D; };",
       "A", 0, 0},
      {"class A { public: explicit A(int a) : a_(a), b_{a} { if (a) { b_ = {}; } } private: int "
       "a_; "
       "int b_; };",
       "A", 1, 2},
      {"class A { A(int a) noexcept : a_{a} {} int a_, b_; int c_[3] = {1, 2, 3}; };", "A", 1, 3},
      {"class A { std::function<void(int, const B&)> f_; std::map<int, std::function<int()>> g_; "
       "int (*h_)(int); };",
       "A", 0, 3},
      {"class A { template <typename T = std::function<void()>> void f(T t = {}); template "
       "<typename T> T g() { return T{}; } };",
       "A", 2, 0},
      {"class A { int x() { return 1; } struct B { int a; int b; } b_; std::vector<B> c_{}; };",
       "A", 1, 2},
      {"class A { bool operator<(const A&) const; bool operator()(int) const { return {}; } "
       "explicit operator bool() const; virtual void f() = 0; };",
       "A", 4, 0},
      {"class A { static constexpr int limit = 3; static int f(); static const std::vector<int> "
       "table; [[nodiscard]] alignas(16) int x; };",
       "A", 1, 1},
      {"template <typename T, int N = 3> class A { std::array<T, N> x_ = {}; auto f() -> "
       "std::vector<T> { return {}; } };",
       "A", 1, 1},
      {"class A { // ; void f();\n /* int x; */ char c = '}'; const char* s = \"};\"; const char* "
       "r = "
       "R\"x(} \" ;)x\"; int n = 1'000; };",
       "A", 0, 4},
      {"#define X { \\\n class\nclass A {\n#ifdef Y\n int a;\n#endif\n};", "A", 0, 1},
      {"namespace x { extern \"C\" { struct A { int a; }; } }", "A", 0, 1},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const CodeSizes sizes = code_sizes(row.text);
    CHECK(sizes.is_balanced);
    REQUIRE(!sizes.classes.empty());
    CHECK(sizes.classes.front().name == row.name);
    CHECK(sizes.classes.front().methods == row.methods);
    CHECK(sizes.classes.front().members == row.members);
  }
}

TEST_CASE("architecture: nested classes are counted separately") {
  const CodeSizes sizes = code_sizes(
      "class A { struct B { int x; class C { void f(); void g(); }; }; int y; };\n"
      "struct A::D { int z; void h(); };\n");
  REQUIRE(sizes.classes.size() == 4);
  CHECK(sizes.classes[0].name == "A");
  CHECK(sizes.classes[0].members == 1);
  CHECK(sizes.classes[1].name == "A::B");
  CHECK(sizes.classes[1].is_plain);
  CHECK(sizes.classes[2].name == "A::B::C");
  CHECK(sizes.classes[2].methods == 2);
  CHECK(sizes.classes[3].name == "A::D");
  CHECK_FALSE(sizes.classes[3].is_plain);
}

TEST_CASE("architecture: function lengths are measured") {
  struct Row {
    const char* text;
    const char* name;
    std::size_t line;
    std::size_t lines;
  };
  const std::vector<Row> rows = {
      {"\n\nint f(int x,\n      int y) {\n  return x;\n}\n", "f", 3, 4},
      {"// comment\ntemplate <typename T>\nT A<T>::f() const {\n  if (x) {\n  }\n}\n", "A::f", 2,
       5},
      {"class A {\n public:\n  A(int a)\n      : a_{a},\n        b_(a) {\n  }\n};\n", "A::A", 3, 4},
      {"namespace {\nconst int x = [] {\n  return 1;\n}();\nvoid f() {}\n}\n", "f", 5, 1},
      {"const std::vector<int> table = {\n  1,\n};\nbool operator==(A a, A b) {\n  return true;\n}",
       "operator", 4, 3},
      {"WEFT_VECTORS(float)\nvoid f() {\n}\n", "f", 2, 2},
      {"void f(std::function<void()> g = [] {\n}) {\n}\n", "f", 1, 3},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const CodeSizes sizes = code_sizes(row.text);
    CHECK(sizes.is_balanced);
    REQUIRE(sizes.functions.size() == 1);
    CHECK(sizes.functions.front().name == row.name);
    CHECK(sizes.functions.front().line == row.line);
    CHECK(sizes.functions.front().lines == row.lines);
  }
  CHECK_FALSE(code_sizes("void f() {").is_balanced);
  CHECK_FALSE(code_sizes("void f() {} }").is_balanced);
}

TEST_CASE("architecture: planted sizes over the limits are found") {
  const std::string methods = "class A {\n" + repeated("  void f();\n", 26) + "};\n";
  const std::string members = "class A {\n" + repeated("  int x;\n", 13) + "};\n";
  const std::string function = "void f() {\n" + repeated("  x;\n", 79) + "}\n";
  const auto found = [](const std::string& text, const std::string& exceptions) {
    return report(check_sizes({{"support/a.cpp", text}}, exceptions));
  };
  CHECK(found(methods, "") ==
        "support/a.cpp:1: A has 26 methods: split the class by concept (limit 25)\n");
  CHECK(found(members, "") ==
        "support/a.cpp:1: A has 13 members: split the class by concept (limit 12)\n");
  CHECK(found(function, "") == "support/a.cpp:1: f has 81 lines: split the function (limit 80)\n");
  CHECK(found("void f() {\n" + repeated("  x;\n", 78) + "}\n", "") == "");
  CHECK(found("struct A {\n" + repeated("  int x;\n", 13) + "};\n", "") == "");
  CHECK_THAT(found("struct A { void f();\n" + repeated("  int x;\n", 13) + "};\n", ""),
             contains("A has 13 members"));
  CHECK_THAT(found("class A {", ""), contains("braces do not match"));
  CHECK(report(check_sizes({{"tests/unit/a.cpp", methods}}, "")) == "");

  CHECK(found(methods, "# ours\nmethods support/a.cpp A 26 it is a table\n") == "");
  CHECK(found(methods, "methods support/a.cpp A - it is a table\n") == "");
  CHECK_THAT(found(methods, "methods support/a.cpp A 25 reason\n"), contains("(limit 25)"));
  CHECK_THAT(found(methods, "methods support/b.cpp A 26 reason\n"), contains("A has 26 methods"));
  CHECK_THAT(found("", "\nlines support/a.cpp f 90 reason\n"),
             contains("size_exceptions.txt:2: remove the line: lines of f in support/a.cpp"));
  CHECK_THAT(found(methods, "methods support/a.cpp A 26\n"),
             contains("size_exceptions.txt:1: not"));
  CHECK_THAT(found(methods, "length support/a.cpp A 26 reason\n"), contains("not of the form"));
  CHECK_THAT(found(methods, "methods support/a.cpp A 26x reason\n"), contains("not of the form"));
}

}  // namespace weft::testing::size_rules_test
