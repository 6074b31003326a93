// Structs that nest deeply or hold very much: every pass after loading may walk a type, so its
// size is bounded where it is declared.

#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/unit/load_fixture.h"

namespace weft::testing::load_struct_limits_test {
namespace {

/// `S0` holds a float; each further struct holds `members` of the one before.
std::string nested(std::size_t structs, std::size_t members) {
  std::string text = "struct S0 { float x; }\n";
  for (std::size_t i = 1; i < structs; ++i) {
    text += fmt::format("struct S{} {{", i);
    for (std::size_t j = 0; j < members; ++j) {
      text += fmt::format(" S{} m{};", i - 1, j);
    }
    text += " }\n";
  }
  return text;
}

std::string wide(std::size_t members) {
  std::string text = "struct Wide {";
  for (std::size_t i = 0; i < members; ++i) {
    text += fmt::format(" float m{};", i);
  }
  return text + " }\n";
}

TEST_CASE("struct limits: sizes that are allowed") {
  const std::string text = GENERATE(nested(255, 1), nested(21, 2), wide(16383),
                                    std::string("struct Grid { float[1024][1024] heights; }"));
  CHECK(marks(load_with_core(text)).empty());
}

TEST_CASE("struct limits: sizes that are not") {
  struct Row {
    std::string text;
    std::vector<std::string> marks;
  };
  const Row row = GENERATE(
      Row{nested(256, 1), {"out-of-range@S255"}}, Row{nested(100'000, 1), {"out-of-range@S255"}},
      Row{nested(22, 2), {"out-of-range@S21"}}, Row{wide(16384), {"out-of-range@Wide"}},
      Row{"struct Grid { float[1024][1024] heights; float scale; }", {"out-of-range@Grid"}});
  CHECK(marks(load_with_core(row.text)) == row.marks);
}

TEST_CASE("struct limits: the number of scalars of a type does not overflow") {
  Interner names;
  DataTypeTable types;
  DataType type = float_type;
  for (int i = 0; i < 100; ++i) {
    const NameId name = names.intern(fmt::format("S{}", i));
    type = types.array_of(types.add_struct({name, {{name, type}, {name, type}}}), 65536);
    CHECK(types.scalar_count(type) == (i == 0 ? 2 * 65536 : DataTypeTable::many_scalars));
  }
}

TEST_CASE("struct limits: variables of a body") {
  const std::string text =
      "struct Grid { float[512][512] heights; }\n"
      "fragment few(x: float) -> float { Grid[4] g; return x; }\n"
      "fragment many(x: float) -> float { Grid g[5]; return x; }\n"
      "fragment some<N: int>(x: float[N]) -> float { Grid g[N]; return x[0]; }\n";
  CHECK(marks(load_with_core(text)) == std::vector<std::string>{"out-of-range@g"});
}

}  // namespace
}  // namespace weft::testing::load_struct_limits_test
