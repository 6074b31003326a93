// `T[4]` in signatures: the type parameters that represent it, the instances of a leaf, and
// deduction at calls.

#include <string>
#include <vector>

#include "fragments/check/make_instances.h"
#include "fragments/model/signature_types.h"
#include "tests/support/catch.h"
#include "tests/unit/load_fixture.h"

namespace weft::testing::parameter_arrays_test {

namespace {

const Fragment& leaf_of(const Library& library, std::string_view name) {
  return library.fragments[library.find_fragments(*library.names.find(name)).at(0)];
}

std::string names_of(const Library& library, const Fragment& fragment) {
  std::string text;
  for (const FragmentTypeParameter& parameter : fragment.type_parameters) {
    text += (text.empty() ? "" : " ") + std::string(library.text(parameter.name));
  }
  return text;
}

}  // namespace

TEST_CASE("arrays of a type parameter share one parameter per array type", "[instances]") {
  struct Case {
    const char* signature;
    const char* parameters;
    const char* first_body;
    std::size_t bodies;
  };
  const Case cases[] = {
      {"<T>(a: T[4]) -> T[4]", "T T[4]", "T T[4]", 1},
      {"<T>(a: T[2], b: T[2 * 1], c: T) -> T[2]", "T T[2]", "T T[2]", 1},
      {"<T: matrix>(a: T[2][3], b: T[3]) -> T[2][3]", "T T[3] T[2][3]",
       "float2x2 float2x2[3] float2x2[2][3]", 9},
      {"<T, U: few>(a: U[2], b: T[2]) -> U[2]", "T U U[2] T[2]", "T int int[2] T[2]", 2},
      {"<T>(a: float[2], f: fn(x: T[3]) -> T) -> float[2]", "T T[3]", "T T[3]", 1},
      {"<T, U>(a: T[2], b: U[2]) -> T[2] where same(a, b)", "T U T[2] U[2]", "T T T[2] T[2]", 1},
      {"<T, N: int>(a: T[N]) -> T[N]", "T N T[N]", "T N T[N]", 1},
      {"<T: few, N: int, M: int>(a: T[N][M], b: T[M]) -> T[N][M]", "T N M T[M] T[N][M]",
       "int N M int[M] int[N][M]", 2},
      {"<N: int>(a: float[N], b: float[2]) -> float[N]", "N (float) float[N]", "N float float[N]",
       1},
      {"<N: int>(a: float[N][2], b: float[N]) -> float[N][2]",
       "N (float) float[2] float[N][2] float[N]", "N float float[2] float[N][2] float[N]", 1},
      {"<T, N: int>(a: T[N], b: float3[2]) -> T[N] where same(a, b)", "T N T[N]",
       "float3 2 float3[2]", 1},
      {"<T>(a: T[2], b: float3[2]) -> T[2] where same(a, b)", "T T[2]", "float3 float3[2]", 1},
  };
  for (const Case& each : cases) {
    const LoadedLibrary loaded = load_with_core(std::string("bound few: int, float2; fragment f") +
                                                each.signature + " { return a; }");
    INFO(each.signature);
    INFO(render_text(loaded.diagnostics, loaded.library.sources));
    REQUIRE(loaded.diagnostics.empty());
    const Library& library = loaded.library;
    const Fragment& fragment = leaf_of(library, "f");
    CHECK(names_of(library, fragment) == each.parameters);
    CHECK(fragment.instances().size() == each.bodies);
    std::string types;
    for (const DataType type : fragment.instances().front().type_arguments) {
      types += (types.empty() ? "" : " ") + library.type_name(type);
    }
    CHECK(types == each.first_body);
  }
}

TEST_CASE("load: arrays of type parameters are checked", "[instances]") {
  struct Case {
    const char* text;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"fragment f<T>(a: T[4]) -> T { return a[3]; }", {}},
      {"fragment f<T>(a: T[4]) -> T { return a[4]; }", {"out-of-range@4"}},
      {"fragment f<T>(a: T[]) -> T { return a[0]; }", {"bad-declaration@T[]"}},
      {"fragment f<T>(a: T[0]) -> T { return a[0]; }", {"out-of-range@0"}},
      {"fragment f<T: texture>(a: T[2]) -> float { return 1.0; }", {"bad-declaration@T[2]"}},
      {"fragment f<T>(a: T[2]) -> T { return a; }", {"type-mismatch@a"}},
      {"fragment f<T>(a: T[2]) -> T[2] { return T[2](a[1], a[0]); }", {}},
      {"fragment f<T>() -> T[2] { T[2] none; return none; }", {}},
      {"fragment f<T>(a: T[2]) -> float { return 1.0; }"
       "fragment f<U>(b: U[2]) -> float { return 1.0; }",
       {"duplicate-name@f"}},
      {"fragment f<T>(a: T[2]) -> float { return 1.0; }"
       "fragment f<U>(b: U[3]) -> float { return 1.0; }",
       {}},
      {"fragment f<T>(a: T[2]) -> T { return a[0]; }"
       "fragment g(a: int[2]) -> int { return f(a); }",
       {}},
      {"fragment f<T>(a: T[2]) -> T { return a[0]; }"
       "fragment g(a: int[3]) -> int { return f(a); }",
       {"type-mismatch@a"}},
      {"fragment f<T>(a: T[2], b: T) -> T { return b; }"
       "fragment g(a: float[2]) -> float { return f(a, 1); }",
       {}},
      {"fragment f<T>(a: T[2], b: T) -> T { return b; }"
       "fragment g(a: int[2], b: float) -> float { return f(a, b); }",
       {"type-mismatch@a"}},
      {"fragment f<T>(a: T[2], b: T) -> T { return b; }"
       "fragment g(a: float[2]) -> float { return f(a, a); }",
       {"type-mismatch@a"}},
      {"fragment f<T: integral>(a: T[2]) -> T { return a[0]; }"
       "fragment g(a: float[2]) -> float { return f(a); }",
       {"type-mismatch@f(a)"}},
      {"conversion f<T: floating>(c: T[2] {encoding: srgb}) -> {encoding: linear} difficulty 2"
       "{ return T[2](c[0] * c[0], c[1] * c[1]); }",
       {}},
      {"graph g<T>(a: T[2]) -> T { b: T[2] = a; output b[0]; }", {}},
      {"graph g<T>(a: T) -> T { b: T[2] = a; output a; }", {"bad-declaration@T[2]"}},
      {"fragment f<T, N: int>(a: T[N]) -> int { return N; }", {}},
      {"fragment f<T, N: int>(a: T[N]) -> float { return N; }", {"type-mismatch@N"}},
      {"fragment f<N: int>(a: float[N]) -> float { return a[N - 1] * float(N) / float(N + 1); }",
       {}},
      {"fragment f<N: int>() -> float[N] { float all[N]; return all; }", {}},
      {"fragment f<N: int>(a: float[N]) -> float { { int N = 1; } return a[0]; }",
       {"duplicate-name@N"}},
      {"fragment f<T, N: int>(a: T[N]) -> T { return a[2]; }"
       "fragment g(a: float[3]) -> float { return f(a); }",
       {}},
      {"fragment f<T, N: int>(a: T[N]) -> T { return a[2]; }"
       "fragment g<U, M: int>(a: U[M]) -> U { return f(a); }"
       "fragment h(a: float[2]) -> float { return g(a); }",
       {"out-of-range@g(a)"}},
      {"fragment f<T, N: int>(a: T[N]) -> T { T big[N][256]; return big[0][0]; }"
       "fragment g(a: float[256]) -> float { return f(a); }"
       "fragment h(a: float[257]) -> float { return f(a); }",
       {"out-of-range@f(a)"}},
      {"fragment f<T, N: int>(a: T[N], b: T[N]) -> T { return a[0]; }"
       "fragment g<M: int, K: int>(a: float[M], b: float[K]) -> float { return f(a, b); }",
       {"type-mismatch@b"}},
      {"fragment f<T, N: int>(a: T[N], n: int = 2) -> T { return a[n]; }", {}},
      {"fragment f<N: int>(a: float[N] = float[2](1.0, 2.0)) -> float { return a[N - 1]; }", {}},
      {"fragment f<N: integral>(a: float[N]) -> float { return 1.0; }", {"unknown-name@N"}},
      {"struct S { float[2] a; } fragment f<N: int>(s: S[N]) -> float { return s[N - 1].a[1]; }",
       {}},
      {"struct S { float[N] a; }", {"unknown-name@N"}},
      {"fragment f<N: int>(a: texture2d[N]) -> float { return 1.0; }",
       {"bad-declaration@texture2d[N]"}},
      {"fragment f<T, N: int, M: int>(a: T[N], b: T[M]) -> T[M] where same(a, b) { return a; }"
       "fragment g(a: float[3]) -> float { return f(a, a)[2]; }",
       {}},
      {"fragment f<T, N: int, M: int>(a: T[N], b: T[M]) -> T where same(a, b) { return a[0]; }"
       "fragment g(a: float[3], b: float[2]) -> float { return f(a, b); }",
       {"type-mismatch@f(a, b)"}},
      {"fragment f<T: floating, N: int>(a: T[N], by: T = 0.5) -> T { return a[0] * by; }"
       "fragment g(a: float3[2]) -> float3 { return f(a); }",
       {}},
      {"fragment f<T: floating>(a: T[2], by: T = 0.5) -> T { return a[0] * by; }"
       "graph g(a: float3[2]) -> float3 { output f(a); }",
       {}},
      {"graph g<T, N: int>(a: T[N]) -> T { b: T[N] = a; output b[0]; }", {}},
      {"graph g<T, N: int>(a: T[N]) -> T { b: float[N] = a; output a[0]; }",
       {"bad-declaration@float[N]"}},
      {"graph g<N: int>(a: float[N]) -> float { output float(N); }", {"unknown-name@N"}},
  };
  for (const Case& each : cases) {
    const LoadedLibrary loaded = load_with_core(each.text);
    INFO(each.text);
    INFO(render_text(loaded.diagnostics, loaded.library.sources));
    CHECK(marks(loaded) == each.expected);
  }
}

TEST_CASE("arrays and elements determine each other's types", "[instances]") {
  const LoadedLibrary loaded =
      load_with_core("fragment f<T>(a: T[2][3], b: T[3], c: T) -> T { return c; }");
  REQUIRE(loaded.diagnostics.empty());
  const Library& library = loaded.library;
  const DataTypeTable& types = library.data_types;
  const Fragment& fragment = leaf_of(library, "f");
  REQUIRE(names_of(library, fragment) == "T T[3] T[2][3]");
  const DataType row = types.array_of(float2_type, 3);
  const DataType rows = types.array_of(row, 2);
  const std::vector<DataType> all{float2_type, row, rows};
  for (std::uint32_t from = 0; from < 3; ++from) {
    CHECK(element_parameter(fragment, from) == 0);
    KnownTypes known(3);
    known[from] = all[from];
    CHECK(relate_types(types, fragment, known));
    CHECK(known == KnownTypes(all.begin(), all.end()));
  }
  const auto relates = [&](std::uint32_t from, DataType type) {
    KnownTypes known(3);
    known[from] = type;
    return relate_types(types, fragment, known);
  };
  CHECK_FALSE(relates(1, float2_type));
  CHECK_FALSE(relates(1, types.array_of(float2_type, 2)));
  CHECK_FALSE(relates(2, row));
}

}  // namespace weft::testing::parameter_arrays_test
