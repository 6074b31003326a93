// The headers that generated headers include: each compiles alone as C and C++, and embedding gives
// their texts.

#include "codegen/host/host_files.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/generated_programs.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::host_files_test {

namespace {

using namespace weft;
using Words = std::vector<std::string>;

const std::vector<Words> compilers = {
    {"gcc", "-std=c99"},
    {"clang", "-std=c99"},
    {"gcc", "-std=c11"},
    {"g++", "-x", "c++", "-std=c++17", "-Wold-style-cast", "-fno-exceptions"},
    {"clang++", "-x", "c++", "-std=c++17", "-Wold-style-cast"},
    {"g++", "-x", "c++", "-std=c++20", "-Wold-style-cast"}};

Finished compile(const TempDir& place, const Words& compiler, const Words& more) {
  Command compile{"/usr/bin/env"};
  compile.arguments = compiler;
  for (const std::string& argument :
       Words{"-pedantic", "-Wall", "-Wextra", "-Wshadow", "-Werror", "main.c"}) {
    compile.arguments.push_back(argument);
  }
  compile.arguments.insert(compile.arguments.end(), more.begin(), more.end());
  compile.working_directory = place.path();
  return run(compile);
}

}  // namespace

TEST_CASE("host files: each compiles alone in C99 and C++17 without warnings") {
  const TempDir place;
  for (const char* const file : {"host_types.h", "host_vectors.h", "host_math.h"}) {
    place.write("main.c", "#include <weft/" + std::string(file) + ">\nint unused;\n");
    for (const Words& compiler : compilers) {
      INFO(file << " " << compiler[0]);
      const Finished built =
          compile(place, compiler, {"-I" + host_include_directory(), "-c", "-o", "main.o"});
      CHECK(built.err == "");
      CHECK(built.exit_code == 0);
    }
  }
}

TEST_CASE("host files: embedded text equals the file without its includes") {
  const auto file = [](const std::string& name) {
    return read_file(repository_root() / "codegen/host/include/weft" / name);
  };
  CHECK(host_types_text() == file("host_types.h"));
  CHECK(host_vectors_text() == file("host_vectors.h"));
  CHECK(host_math_text() == file("host_math.h"));
  CHECK(host_files(HostFiles::Embedded, false) == file("host_types.h"));
  const std::string all = host_files(HostFiles::Embedded, true);
  CHECK_THAT(all, !contains("#include <weft/"));
  std::string expected = file("host_types.h") + file("host_vectors.h") + file("host_math.h");
  for (const std::string line :
       {"#include <weft/host_types.h>\n", "#include <weft/host_vectors.h>\n"}) {
    expected.erase(expected.find(line), line.size());
  }
  CHECK(all == expected);
}

TEST_CASE("host files: embedded and installed copies coexist in one program") {
  const TempDir place;
  place.write("first.h", host_files(HostFiles::Embedded, false));
  place.write("second.h", host_files(HostFiles::Embedded, true));
  place.write("main.c",
              "#include \"first.h\"\n#include \"second.h\"\n"
              "#include <weft/host_math.h>\n#include \"second.h\"\n"
              R"text(
int main(void) {
  return weft_float3_dot(weft_float3_make(1.0f, 2.0f, 3.0f), weft_float3_splat(2.0f)) == 12.0f ? 0 : 1;
}
)text");
  for (const Words& compiler : compilers) {
    INFO(compiler[0]);
    const Finished built =
        compile(place, compiler, {"-I" + host_include_directory(), "-o", "main", "-lm"});
    CHECK(built.err == "");
    REQUIRE(built.exit_code == 0);
    CHECK(run({place.path() / "main"}).exit_code == 0);
  }
}

TEST_CASE("host files: C++ gets operators and subscripts on the C structs") {
  const TempDir place;
  place.write("main.c", R"text(#include <weft/host_math.h>
#include <type_traits>
static_assert(std::is_trivial<weft_float3>::value && std::is_standard_layout<weft_float3>::value, "");
static_assert(sizeof(weft_float3) == 12 && sizeof(weft_float3x4) == 48, "");
static_assert(weft_float3(weft_float2(1.0f, 2.0f), 3.0f)[2] == 3.0f, "");
int main() {
  weft_float3 a = {1.0f, 2.0f, 3.0f};
  a = 2.0f * a + weft_float3(1.0f) - a / 1.0f;  // 2, 3, 4
  weft_float3x3 m = weft_float3x3_diagonal(2.0f);
  m[0][1] = 1.0f;
  const weft_float3 b = m * a;       // 4, 8, 8
  const weft_float3 c = -(a * m);    // -7, -6, -8
  const weft_float3x3 d = m * m + 0.5f * m;
  return b[0] == 4.0f && b[1] == 8.0f && b[2] == 8.0f && c[0] == -7.0f && c[1] == -6.0f &&
         c[2] == -8.0f && d[0][0] == 5.0f && d[0][1] == 4.5f && d[1][0] == 0.0f ? 0 : 1;
}
)text");
  for (const Words& compiler : compilers) {
    if (compiler[0] == "g++" || compiler[0] == "clang++") {
      INFO(compiler[0]);
      const Finished built =
          compile(place, compiler, {"-I" + host_include_directory(), "-o", "main", "-lm"});
      CHECK(built.err == "");
      REQUIRE(built.exit_code == 0);
      CHECK(run({place.path() / "main"}).exit_code == 0);
    }
  }
}

TEST_CASE("host files: products are rounded before sums even if the compiler contracts") {
  const TempDir place;
  // x * x is 1 + 2^-11 + 2^-24, which rounds to 1 + 2^-11; fused, the sum keeps 2^-24.
  place.write("main.c", R"text(#include <weft/host_math.h>
#include <stdlib.h>
int main(int count, char** arguments) {
  float x = (float)count + 0.000244140625f;
  float rounded = weft_float_add(weft_float_multiply(x, x), -1.00048828125f);
  weft_float2 v = weft_float2_make(-1.0f, x);
  weft_float2 w = weft_float2_make(1.00048828125f, x);
  (void)arguments;
  return rounded == 0.0f && weft_float2_dot(v, w) == 0.0f && weft_float_fma(x, x, -1.00048828125f) == 0.0f ? 0 : 1;
}
)text");
  for (const Words& compiler :
       {Words{"gcc", "-std=gnu99"}, Words{"clang", "-std=gnu99"},
        Words{"g++", "-x", "c++", "-std=c++17"}, Words{"clang++", "-x", "c++", "-std=c++17"}}) {
    INFO(compiler[0]);
    const Finished built = compile(place, compiler,
                                   {"-O3", "-march=native", "-ffp-contract=fast",
                                    "-I" + host_include_directory(), "-o", "main", "-lm"});
    CHECK(built.err == "");
    REQUIRE(built.exit_code == 0);
    CHECK(run({place.path() / "main"}).exit_code == 0);
  }
}

}  // namespace weft::testing::host_files_test
