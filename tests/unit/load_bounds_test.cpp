// Declared bounds of types: errors, imports, the instances of leaves, and overload resolution by
// narrower bounds.

#include <string>
#include <vector>

#include "fragments/model/specificity.h"
#include "fragments/solver/type_choices.h"
#include "fragments/solver/type_solver.h"
#include "tests/support/catch.h"
#include "tests/unit/load_fixture.h"

namespace weft::testing::load_bounds_test {

namespace {

const Fragment& leaf(const Library& library, std::string_view name, std::size_t overload = 0) {
  return library.fragments[library.find_fragments(*library.names.find(name)).at(overload)];
}

/// The type arguments of each body: `Layer,float3 Layer,Coat`.
std::string bodies(const Library& library, std::string_view name) {
  std::string out;
  for (const BodyInstance& instance : leaf(library, name).instances()) {
    out += out.empty() ? "" : " ";
    for (std::size_t i = 0; i < instance.type_arguments.size(); ++i) {
      out += (i == 0 ? "" : ",") + library.type_name(instance.type_arguments[i]);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("load: bounds", "[bounds]") {
  struct Case {
    const char* text;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"bound b: float3, float4;", {}},
      {"bound b: Layer, float[4]; struct Layer { float x; }", {}},
      {"bound b: float; bound b: float;", {"duplicate-name@b"}},
      {"bound integral: int;", {"duplicate-name@integral"}},
      {"bound any: int;", {"duplicate-name@any"}},
      {"bound vec3: int;", {"duplicate-name@vec3"}},
      {"bound Layer: int; struct Layer { float x; }", {"duplicate-name@Layer"}},
      {"bound b: vec3, float3;", {"duplicate-name@float3"}},
      {"bound b: float[4], float[2 + 2];", {"duplicate-name@float[2 + 2]"}},
      {"bound b: flaot3;", {"unknown-type@flaot3"}},
      {"bound b: floating;", {"unknown-type@floating"}},
      {"bound a: float; bound b: a;", {"unknown-type@a"}},
      {"bound b: texture2d;", {"bad-declaration@texture2d"}},
      {"bound b: sampler;", {"bad-declaration@sampler"}},
      {"bound b: float[];", {"bad-declaration@float[]"}},
      {"bound b: float[0];", {"out-of-range@0"}},
      {"bound b: float {use: color};", {"bad-declaration@float {use: color}"}},
      {"bound b: ;", {"syntax-error@;"}},
      {"bound b: float, fn(x: float) -> float;", {"syntax-error@fn"}},
      {"bound b: float; fragment f(x: b) -> float { return 1.0; }", {"unknown-type@b"}},
      {"bound b: float; fragment f(x: float) -> float { b y = x; return y; }", {"unknown-type@b"}},
      {"bound b: float; fragment f<T: c>(x: T) -> T { return x; }", {"unknown-type@c"}},
      // A body must be valid for all types of its bound.
      {"bound b: float, int; fragment f<T: b>(x: T) -> T { return sin(x); }", {"type-mismatch@x"}},
      {"bound b: float, float2; fragment f<T: b>(x: T) -> T { return sin(x); }", {}},
      {"struct P { float x; } struct Q { float x; } struct R { float x; } bound b: P, Q;"
       "fragment f<T: b>(x: T) -> float { return x.x; } fragment g(r: R) -> float { return f(r); }",
       {"type-mismatch@f(r)"}},
      {"bound b: float3; fragment f<T: b>(x: T) -> T { return x; }"
       "fragment g(x: float) -> float { return f(x); }",
       {"type-mismatch@f(x)"}},
      {"bound b: float[2], float[3]; fragment f<T: b>(x: T) -> float { return x[1]; }"
       "fragment g() -> float { return f(float[4](1.0, 2.0, 3.0, 4.0)); }",
       {"type-mismatch@f(float[4](1.0, 2.0, 3.0, 4.0))"}},
      {"bound b: int2, float; fragment f<T: b>(x: T = 1u) -> T { return x; }", {}},
      {"bound b: int2, int; fragment f<T: b>(x: T = 1u) -> T { return x; }", {"type-mismatch@1u"}},
  };
  for (const Case& each : cases) {
    const LoadedLibrary loaded = load_with_core(each.text);
    INFO(each.text);
    INFO(render_text(loaded.diagnostics, loaded.library.sources));
    CHECK(marks(loaded) == each.expected);
  }
}

TEST_CASE("load: declared bounds work like built-in ones, also through imports", "[bounds]") {
  const LoadedLibrary loaded = load_files(
      {{"main.weft",
        "import \"./a.weft\"; fragment f<T: colour>(x: T) -> T { return x * 0.5; }"
        "fragment g<T: layered, U: colour>(l: T, c: U) -> U { return c * l.weight; }"
        "fragment h<T: layered, U: layered>(a: T, b: U) -> T where same(a, b) { return a; }"},
       {"a.weft",
        "import \"./b.weft\"; bound layered: Layer, Coat;"
        "struct Layer { float weight; } struct Coat { float3 at; float weight; }"},
       {"b.weft", "bound colour: float4, float3;"}});
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE(loaded.diagnostics.empty());
  // Plain types in their fixed order, then structs and arrays as listed.
  CHECK(bodies(loaded.library, "f") == "float3 float4");
  CHECK(bodies(loaded.library, "g") == "Layer,float3 Layer,float4 Coat,float3 Coat,float4");
  CHECK(bodies(loaded.library, "h") == "Layer,Layer Coat,Coat");

  CHECK(marks(load_files({{"main.weft", "import \"./b.weft\"; bound colour: float;"},
                          {"b.weft", "bound colour: float4, float3;"}})) ==
        std::vector<std::string>{"duplicate-name@colour"});
  CHECK(marks(load_files({{"main.weft", "fragment f<T: colour>(x: T) -> T { return x; }"},
                          {"b.weft", "bound colour: float4, float3;"}})) ==
        std::vector<std::string>{"unknown-type@colour"});
}

TEST_CASE("the smaller bound is the more specific one", "[bounds]") {
  struct Case {
    const char* first;
    const char* second;
    bool is_first_more;
  };
  const Case cases[] = {
      {"few", "floating", true},  {"few", "many", true},       {"few", "any", true},
      {"floating", "few", false}, {"many", "few", false},      {"few", "equal", false},
      {"structs", "any", true},   {"any", "structs", false},   {"few", "matrix", false},
      {"few", "structs", false},  {"floating", "all", false},  {"all", "floating", false},
      {"integral", "wide", true}, {"wide", "integral", false},
  };
  for (const Case& each : cases) {
    const LoadedLibrary loaded = load_with_core(
        std::string("struct S { float x; } bound few: float3, float4; bound equal: float4, float3;"
                    "bound many: float3, float4, int; bound structs: S;"
                    "bound all: float, float2, float3, float4;"
                    "bound wide: int, int2, int3, int4, uint, uint2, uint3, uint4, float;"
                    "fragment a<T: ") +
        each.first + ">(x: T) -> T { return x; } fragment b<T: " + each.second +
        ">(x: T) -> T { return x; }");
    INFO(each.first << " " << each.second);
    REQUIRE(loaded.diagnostics.empty());
    const Library& library = loaded.library;
    CHECK(is_more_specific(leaf(library, "a"), leaf(library, "b"), Specificity::Types, library) ==
          each.is_first_more);
  }
}

TEST_CASE("a bound of several structs or arrays is exact for the solver", "[bounds][types]") {
  RelationRegistry relations;
  DataTypeTable types;
  Interner names;
  const auto structure = [&](const char* name) {
    return types.add_struct({names.intern(name), {{names.intern("x"), float_type}}});
  };
  const DataType layer = structure("Layer");
  const DataType coat = structure("Coat");
  const DataType dirt = structure("Dirt");
  const DataType pair = types.array_of(float_type, 2);
  const BoundId several =
      types.add_bound({names.intern("several"), {layer, float3_type, coat, pair}});
  const BoundId one = types.add_bound({names.intern("one"), {layer, float3_type}});
  CHECK_FALSE(TypeSet::is_exact({TypeBound::Any, several}, types));
  CHECK(TypeSet::is_exact({TypeBound::Any, one}, types));
  for (const auto& [type, fits] :
       {std::pair(layer, true), std::pair(coat, true), std::pair(pair, true),
        std::pair(float3_type, true), std::pair(dirt, false), std::pair(float_type, false)}) {
    TypeSolver solver(relations, types);
    const TypeVar parameter =
        solver.add_variable(TypeSet::within({TypeBound::Any, several}, types));
    const TypeVar value = solver.add_variable(TypeSet::of(type));
    solver.add(solver_relations::bounded, {parameter}, several.index());
    solver.add(solver_relations::same, {parameter, value});
    INFO(types.text(type, names));
    CHECK(solver.solve() == fits);
  }
  TypeSolver open(relations, types);
  const TypeVar parameter = open.add_variable(TypeSet::within({TypeBound::Any, several}, types));
  open.add(solver_relations::bounded, {parameter}, several.index());
  REQUIRE(open.solve());
  const std::vector<std::vector<DataType>> candidates{{float3_type, layer, dirt, coat, pair}};
  const auto choices = type_choices(open, std::vector{parameter}, 64, candidates);
  REQUIRE(choices);
  CHECK(*choices == std::vector<std::vector<DataType>>{{float3_type}, {layer}, {coat}, {pair}});
}

}  // namespace weft::testing::load_bounds_test
