// The type solver in graphs: relations in signatures at calls, types that consumers determine,
// custom relations.

#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/places.h"

namespace weft::testing::open_types_test {

namespace {

using namespace weft;

// `zero` and `same_as` leave their types to their consumers.
const std::string declarations = R"(
profile p: base_mesh { fragment demand shade: float as target 0; }
fragment zero<T: floating>() -> T { return T(0.0); }
fragment seeded<T: numeric>(seed: float) -> T { return T(seed * 2.0); }
fragment sum<T: floating>(a: T, b: T) -> T where broadcast(a, b) { return a + b; }
fragment middle<T: floating>(a: T, b: T) -> T where same(a, b) { return (a + b) * 0.5; }
fragment transformed<M: matrix, V: floating, R: floating>(m: M, v: V) -> R where matmul(m, v, result) { return m * v; }
fragment matrix_of<M: matrix>(by: float) -> M { return M(by); }
fragment wants_float(x: float) -> float { return sin(x); }
fragment wants_float2(x: float2) -> float { return cos(x.x * x.y); }
fragment wants_float3(x: float3) -> float { return exp(x.x * x.y + x.z); }
fragment wants_matrix(x: float3x4) -> float { return x[0].x; }
fragment either(x: float2) -> float { return x.x; }
fragment either(x: float3) -> float { return x.y; }
graph halved<T: floating>(x: T) -> T { output middle(x, zero()); }
)";

Composed composed(const std::string& bindings) {
  return compose_text(declarations + "material m { " + bindings + " }", "p");
}

struct Row {
  const char* bindings;
  const char* fragment;                     ///< whose first call has …
  std::vector<std::string> type_arguments;  ///< … these
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    INFO(row.bindings);
    const Composed found = composed(row.bindings);
    REQUIRE(found.errors() == "");
    const Library& library = found.library();
    std::vector<std::string> types;
    for (const Evaluation& evaluation : found.plan->plan.evaluations) {
      const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
      if (leaf && types.empty() &&
          library.text(library.fragments[leaf->fragment].name) == row.fragment) {
        for (DataType type : leaf->type_arguments) {
          types.push_back(library.type_name(type));
        }
      }
    }
    CHECK(types == row.type_arguments);
  }
}

}  // namespace

TEST_CASE("S1: an open port gets its type from its consumer", "[types]") {
  check({
      {"param by: float = 0.5; z = seeded(by); n = sum(surface.normal, z); output shade = "
       "wants_float3(n) * wants_float(z);",
       "seeded",
       {"float"}},
      {"param by: float = 0.5; z = seeded(by); n = sum(surface.normal, z); output shade = "
       "wants_float3(n) * wants_float3(z);",
       "seeded",
       {"float3"}},
      // Operator candidates that cannot apply are skipped.
      {"param by: float = 0.5; z = seeded(by); n = surface.normal + z; output shade = "
       "wants_float3(n) * wants_float(z);",
       "seeded",
       {"float"}},
  });
}

TEST_CASE("S2: a call's types are inferred backward from its consumers", "[types]") {
  check({
      {"param by: float = 0.5; m = matrix_of(by); v = transformed(m, float4(surface.uv, by, by)); "
       "output shade = "
       "wants_float3(v);",
       "transformed",
       {"float3x4", "float4", "float3"}},
      {"param by: float = 0.5; a = seeded(by); b = middle(a, seeded(by * 2.0)); c = middle(b, "
       "zero()); output shade = "
       "wants_float2(c);",
       "seeded",
       {"float2"}},
      {"param by: float = 0.5; m = matrix_of(by); v = transformed(m, seeded(by)); output shade = "
       "wants_float3(v) * "
       "wants_matrix(m);",
       "transformed",
       {"float3x4", "float4", "float3"}},
  });
}

TEST_CASE("open types are inferred from links, typed names and inside graphs", "[types]") {
  check({
      {"param by: float = 0.5; output shade = seeded(by);", "seeded", {"float"}},
      {"param by: float = 0.5; v: float3 = seeded(by); output shade = v.x;", "seeded", {"float3"}},
      {"param by: float = 0.5; output shade = halved(surface.uv * by).x * halved(by);",
       "middle",
       {"float2"}},
      {"param by: float = 0.5; output shade = wants_float2(by > 0.1 ? seeded(by) : surface.uv);",
       "seeded",
       {"float2"}},
      // Each call has separate types.
      {"param by: float = 0.5; output shade = wants_float2(seeded(by)) * wants_float3(seeded(by));",
       "seeded",
       {"float2"}},
      // An overloaded consumer is chosen once another one has determined the type.
      {"param by: float = 0.5; s = seeded(by); output shade = either(s) * wants_float3(s);",
       "seeded",
       {"float3"}},
      {"param by: float = 0.5; output shade = (loop 3 with (a: float2 = seeded(by)) { a = a * 2.0; "
       "}).a.x;",
       "seeded",
       {"float2"}},
  });
}

TEST_CASE("S5: incompatible factors are an error that names both ports", "[types]") {
  struct Bad {
    const char* bindings;
    std::vector<const char*> says;
  };
  const Bad rows[] = {
      {"output shade = transformed(surface.normal, surface.uv);",
       {"[values-disagree]", "'transformed' takes matrix values", "'m' is float3"}},
      {"output shade = transformed(float3x3(1), surface.uv).x;",
       {"[values-disagree]", "'m' is float3x3", "'v' is float2", "'matmul' relates them here"}},
      {"output shade = middle(surface.normal, surface.uv).x;",
       {"[values-disagree]", "'a' is float3", "'b' is float2"}},
      {"output shade = (surface.position * surface.uv).x;",
       {"[no-overload]", "'a' is float3", "'b' is float2"}},
  };
  for (const Bad& row : rows) {
    INFO(row.bindings);
    const std::string errors = composed(row.bindings).errors();
    INFO(errors);
    for (const char* part : row.says) {
      CHECK_THAT(errors, contains(part));
    }
  }
}

TEST_CASE("S6: an undecided port is an error that asks for an annotation", "[types]") {
  const std::string errors =
      composed("param by: float = 0.5; z = seeded(by); output shade = sum(surface.normal, z).x;")
          .errors();
  INFO(errors);
  CHECK_THAT(errors, contains("'T' is undetermined in this call of 'seeded' [undecided-type]"));
  CHECK_THAT(errors, contains("it may be float or float3"));
  CHECK_THAT(errors, contains("'sum' leaves float or float3"));
  CHECK_THAT(errors, contains("name: float = seeded(…)"));

  const std::string twice = composed(
                                "param by: float = 0.5; z = seeded(by); output shade = "
                                "wants_float2(z) * wants_float3(z);")
                                .errors();
  INFO(twice);
  CHECK_THAT(twice, contains("[values-disagree]"));
  CHECK_THAT(twice, contains("'wants_float2' leaves float2"));
  CHECK_THAT(twice, contains("'wants_float3' leaves float3"));
}

TEST_CASE("a host's custom relation works like a built-in where clause", "[types]") {
  // (vector, matrix): the matrix is square with the vector's size.
  const auto propagate = [](RelationContext& context) {
    TypeSet vectors;
    TypeSet matrices;
    for (int size = 2; size <= 4; ++size) {
      const DataType vector = DataType::vector(Scalar::Float, size);
      const DataType matrix = DataType::matrix(size, size);
      if (context.allowed(0).contains(vector) && context.allowed(1).contains(matrix)) {
        vectors = vectors | TypeSet::of(vector);
        matrices = matrices | TypeSet::of(matrix);
      }
    }
    context.narrow(0, vectors);
    context.narrow(1, matrices);
    return context.outcome();
  };
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  REQUIRE(options.relations.add({"frame_of", 1, 1, 1, propagate}));
  const std::string text = R"(
    import "core";
    fragment frame<V: floating, M: matrix>(v: V) -> M where frame_of(v, result) { return M(v.x); }
    fragment wants(m: float3x3) -> float { return m[0].x; }
  )";
  const auto errors_of = [&](const std::string& material) {
    LoadedLibrary loaded = load_text("t.weft", text + material, DiskReader(), options);
    Diagnostics diagnostics = loaded.diagnostics;
    if (const auto found = loaded.library.find_material("m")) {
      for (const Diagnostic& diagnostic : check_material(Composer(loaded.library), *found)) {
        diagnostics.push_back(diagnostic);
      }
    }
    return render_text(diagnostics, loaded.library.sources);
  };
  CHECK(errors_of("material m { output x = wants(frame(surface.normal)); }") == "");
  CHECK_THAT(errors_of("material m { output x = wants(frame(surface.uv)); }"),
             contains("no conversion leads to port 'm' of 'wants'"));
  CHECK_THAT(errors_of("material m { output x = wants(frame(surface.uv.x)); }"),
             contains("'frame_of' relates them here"));
  CHECK_THAT(errors_of("fragment f(a: float) -> float where frame_off(a) { return a; }"),
             contains("did you mean 'frame_of'"));
  // A relation that ties results like ports, in any order.
  const auto equate = [](RelationContext& context) {
    for (std::size_t i = 1; i < context.size(); ++i) {
      context.equate(0, i);
    }
    return context.outcome();
  };
  REQUIRE(options.relations.add({"alike", 2, 3, 0, equate, true}));
  const std::string alike =
      "fragment g<V: floating, R: floating>(v: V) -> R where alike(result, v) { return R(v.x); }\n";
  CHECK(errors_of(alike + "material m { output x = g(surface.uv).yx; }") == "");
  CHECK_THAT(errors_of(alike + "material m { x: float3 = g(surface.uv); output x; }"),
             contains("float2 does not convert to float3"));
  CHECK_THAT(errors_of("fragment g(v: float) -> float where alike(result) { return v; }"),
             contains("'alike' relates at least 2 ports and results, not 1"));
}

}  // namespace weft::testing::open_types_test
