// Calls prefer the fragments that their file sees: those declared in it or in what it imports. The
// others count only if none of these fits.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "fragments/load/document_library.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::visible_fragments_test {
namespace {

using Files = std::map<std::string, std::string>;
using Names = std::set<std::string>;

LoadOptions shipped() {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  return options;
}

/// Composes the first material of `main.weft` for the profile `p`.
Composed compose_files(const Files& files) {
  const TempDir folder;
  for (const auto& [name, text] : files) {
    folder.write(name, "import \"core\"; " + text);
  }
  Composed composed;
  composed.loaded = std::make_unique<LoadedLibrary>(
      load_library((folder.path() / "main.weft").string(), DiskReader(), shipped()));
  const Library& library = composed.loaded->library;
  if (!has_errors(composed.loaded->diagnostics)) {
    const Composer composer(library);
    composed.plan = compose(composer, {MaterialId(0), *library.find_profile("p"), {}, {}});
  }
  return composed;
}

std::string file_of(const Library& library, FragmentId id) {
  const std::string& path = library.sources[library.fragments[id].span.file].path();
  return path.substr(path.rfind('/') + 1);
}

/// Adds the files that declare what is called by that name, also by leaves.
void add_callees(const Library& library, FragmentId called, const std::string& name, Names& files) {
  const Fragment& fragment = library.fragments[called];
  if (library.text(fragment.name) == name) {
    files.insert(file_of(library, called));
  }
  for (const BodyInstance& instance : fragment.instances()) {
    for (const BodyCall& call : instance.body.calls) {
      add_callees(library, call.fragment, name, files);
    }
  }
}

/// The files that declare what the plan calls by that name; the errors if there is no plan.
Names called(const Composed& composed, const std::string& name = "helper") {
  if (!composed.errors().empty()) {
    return {composed.errors()};
  }
  Names files;
  for (const Evaluation& evaluation : composed.plan->plan.evaluations) {
    if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
      add_callees(composed.library(), leaf->fragment, name, files);
    }
  }
  return files;
}

// Its helper is less specific than one without the second port.
const std::string lib = R"(
fragment helper(x: float, by: float = 0.5) -> float { return sin(x) * by; }
fragment applied(f: fn(x: float) -> float, at: float) -> float { return f(at) + f(at * 2.0); }
graph in_graph(x: float) -> float { output helper(x); }
fragment in_leaf(x: float) -> float { return helper(x) * 2.0; }
graph by_name(x: float) -> float { output applied(helper, x); }
graph by_call(x: float) -> float { output applied(helper(by: 2.0), x); }
fragment in_default(x: float = helper(surface.uv.y)) -> float { return x * 2.0; }
graph of_default() -> float { output in_default(); }
)";

const std::string own = R"(
import "./lib.weft";
import "profiles";
profile p: base_mesh { fragment demand shade: float as target 0; }
fragment helper(x: float) -> float { return cos(x); }
fragment own_leaf(x: float) -> float { return helper(x); }
fragment own_default() -> float { return in_default(); }
)";

Names called_by(const std::string& shade) {
  return called(compose_files(
      {{"lib.weft", lib}, {"main.weft", own + "material m { output shade = " + shade + "; }"}}));
}

TEST_CASE("visible fragments: an importer's fragment does not replace the helper of a file") {
  for (const char* shade : {"in_graph(surface.uv.x)", "in_leaf(surface.uv.x)",
                            "by_name(surface.uv.x)", "by_call(surface.uv.x)", "of_default()",
                            "in_default()", "own_default()", "helper(surface.uv.x, 0.5)"}) {
    INFO(shade);
    CHECK(called_by(shade) == Names{"lib.weft"});
  }
  for (const char* shade :
       {"helper(surface.uv.x)", "own_leaf(surface.uv.x)", "applied(helper, surface.uv.x)",
        "applied((x) => helper(x), surface.uv.x)"}) {
    INFO(shade);
    CHECK(called_by(shade) == Names{"main.weft"});
  }
}

TEST_CASE("visible fragments: equal calls of different files are not one") {
  const Names both = {"lib.weft", "main.weft"};
  CHECK(called_by("helper(surface.uv.x) - in_graph(surface.uv.x)") == both);
  CHECK(called_by("in_graph(surface.uv.x) - helper(surface.uv.x)") == both);
  CHECK(called_by("applied(helper, surface.uv.x) - by_name(surface.uv.x)") == both);
}

TEST_CASE("visible fragments: compositions that share answers keep files apart") {
  const TempDir folder;
  folder.write("lib.weft", "import \"core\";" + lib);
  folder.write("main.weft", "import \"core\";" + own + R"(
material a { output shade = helper(surface.uv.x); }
material b { output shade = in_graph(surface.uv.x); }
material c { output shade = helper(surface.uv.x); }
)");
  Composed composed;
  composed.loaded = std::make_unique<LoadedLibrary>(
      load_library((folder.path() / "main.weft").string(), DiskReader(), shipped()));
  const Library& library = composed.library();
  const Composer composer(library);
  for (const auto& [material, file] :
       {std::pair("a", "main.weft"), std::pair("b", "lib.weft"), std::pair("c", "main.weft")}) {
    composed.plan =
        compose(composer, {*library.find_material(material), *library.find_profile("p"), {}, {}});
    CHECK(called(composed) == Names{file});
  }
}

TEST_CASE("visible fragments: what no visible fragment fits may call the importer's") {
  const std::string pair = R"(
import "profiles";
profile p: base_mesh { fragment demand shade: float as target 0; }
struct Pair { float a; float b; }
fragment add(x: Pair, y: Pair) -> Pair { return Pair(x.a + y.a, x.b + y.b); }
fragment helper(x: Pair) -> float { return x.a * x.b; }
)";
  const std::string generic = R"(
fragment helper(x: float, by: float = 0.5) -> float { return sin(x) * by; }
graph doubled<T>(x: T) -> T { output x + x; }
graph helped<T>(x: T) -> float { output helper(x); }
)";
  const auto composed = [&](const std::string& shade) {
    return compose_files({{"lib.weft", generic},
                          {"main.weft", "import \"./lib.weft\";" + pair +
                                            "material m { output shade = " + shade + "; }"}});
  };
  CHECK(called(composed("doubled(Pair(surface.uv.x, 1.0)).a"), "add") == Names{"main.weft"});
  CHECK(called(composed("helped(Pair(surface.uv.x, 1.0))")) == Names{"main.weft"});
  CHECK(called(composed("helped(surface.uv.x)")) == Names{"lib.weft"});
  CHECK(called(composed("doubled(surface.uv.x)"), "add").count("main.weft") == 0);
}

TEST_CASE("visible fragments: an operator of the importer is not that of a file") {
  const auto composed = [](const std::string& shade) {
    return compose_files({{"lib.weft",
                           "graph raised(x: float) -> float { output x + surface.uv.y; }"},
                          {"main.weft", R"(
import "./lib.weft";
import "profiles";
profile p: base_mesh { fragment demand shade: float as target 0; }
fragment add(a: float, b: float) -> float { return a * b; }
material m { output shade = )" + shade + "; }"}});
  };
  CHECK(called(composed("raised(surface.uv.x)"), "add").count("main.weft") == 0);
  CHECK(called(composed("surface.uv.x + surface.uv.y"), "add") == Names{"main.weft"});
}

TEST_CASE("visible fragments: what is ambiguous for the importer is not for the file") {
  const auto composed = [](const std::string& more) {
    return compose_files({{"lib.weft", lib}, {"main.weft", R"(
import "./lib.weft";
import "profiles";
profile p: base_mesh { fragment demand shade: float as target 0; }
fragment helper(x: float, n: float3 = surface.normal) -> float { return n.x * x; }
)" + more}});
  };
  const auto of_shade = [&](const std::string& shade) {
    return composed("material m { output shade = " + shade + "; }");
  };
  for (const char* shade : {"in_graph(surface.uv.x)", "in_leaf(surface.uv.x)", "of_default()"}) {
    INFO(shade);
    CHECK(called(of_shade(shade)) == Names{"lib.weft"});
  }
  const std::string own_leaf = "fragment own_leaf(x: float) -> float { return helper(x); }";
  for (const std::string& errors :
       {of_shade("helper(surface.uv.x)").errors(), composed(own_leaf).errors()}) {
    CHECK(errors.find("ambiguous-overload") != std::string::npos);
    CHECK(errors.find("fit equally well") != std::string::npos);
  }
}

TEST_CASE("visible fragments: files that do not import each other have helpers of their own") {
  const auto composed = [](const std::string& shade) {
    return compose_files(
        {{"base.weft", "fragment helper(x: float3) -> float { return x.x; }"},
         {"a.weft",
          "import \"./base.weft\"; fragment helper(x: float, a: float = 2.0) -> float { return x * "
          "a; } graph of_a(x: float) -> float { output helper(x); } fragment in_a(x: float) -> "
          "float { return helper(x); } graph base_of_a(x: float3) -> float { output helper(x); }"},
         {"b.weft",
          "import \"./base.weft\"; fragment helper(x: float) -> float { return x + 1.0; } "
          "graph of_b(x: float) -> float { output helper(x); } fragment in_b(x: float) -> float { "
          "return helper(x); }"},
         {"main.weft", R"(
import "./a.weft";
import "./b.weft";
import "profiles";
profile p: base_mesh { fragment demand shade: float as target 0; }
material m { output shade = )" +
                           shade + "; }"}});
  };
  const std::pair<const char*, Names> rows[] = {
      {"of_a(surface.uv.x)", {"a.weft"}},
      {"in_a(surface.uv.x)", {"a.weft"}},
      {"of_b(surface.uv.x)", {"b.weft"}},
      {"in_b(surface.uv.x)", {"b.weft"}},
      {"base_of_a(surface.position)", {"base.weft"}},
      {"of_a(surface.uv.x) - of_b(surface.uv.x)", {"a.weft", "b.weft"}},
      {"of_b(surface.uv.x) - of_a(surface.uv.x)", {"a.weft", "b.weft"}},
      {"helper(surface.uv.x)", {"b.weft"}},
  };
  for (const auto& [shade, files] : rows) {
    INFO(shade);
    CHECK(called(composed(shade)) == files);
  }
}

TEST_CASE("visible fragments: types that consumers decide do not depend on the importer") {
  const Composed composed =
      compose_files({{"lib.weft",
                      "fragment seeded<T: floating>(seed: float) -> T { return T(seed * 2.0); } "
                      "fragment helper(x: float2) -> float { return x.x * x.y; } "
                      "graph open(by: float) -> float { output helper(seeded(by)); }"},
                     {"main.weft", R"(
import "./lib.weft";
import "profiles";
profile p: base_mesh { fragment demand shade: float as target 0; }
fragment helper(x: float3) -> float { return x.y; }
material m { output shade = open(surface.uv.x); }
)"}});
  CHECK(called(composed) == Names{"lib.weft"});
}

TEST_CASE("visible fragments: names of values are those of the fragments that a file sees") {
  const Composed composed = compose_files(
      {{"lib.weft",
        "fragment helper(x: float, kind: int [enum: one_of(soft, hard)]) -> float { return x * "
        "float(kind); } "
        "graph in_graph(x: float) -> float { output helper(x, hard); } "
        "fragment in_leaf(x: float) -> float { return helper(x, hard); }"},
       {"main.weft", R"(
import "./lib.weft";
import "profiles";
profile p: base_mesh { fragment demand shade: float as target 0; }
fragment helper(x: float3, kind: int [enum: one_of(hard, soft)]) -> float { return x.y; }
material m { output shade = in_graph(surface.uv.x) + in_leaf(surface.uv.y); }
)"}});
  CHECK(called(composed) == Names{"lib.weft"});
}

TEST_CASE("visible fragments: a struct has a name that imported files use for something else") {
  const auto composed = [](const std::string& structure) {
    return compose_files(
        {{"lib.weft",
          "fragment inner(x: float) -> float { float total = x * 2.0; return total + sin(x); } "
          "graph outer(x: float) -> float { total = inner(x) + 1.0; output total; } "
          "fragment helper<T>(x: T) -> T { T total = x; return total; }"},
         {"main.weft", "import \"./lib.weft\"; import \"profiles\";" + structure + R"(
profile p: base_mesh { fragment demand shade: float as target 0; }
material m { output shade = outer(helper(total(surface.uv.x)).a); }
)"}});
  };
  CHECK(called(composed("struct total { float a; }"), "inner") == Names{"lib.weft"});
  const std::string errors =
      composed("struct total { float a; } struct inner { float b; }").errors();
  CHECK(errors.find("main.weft") != std::string::npos);
  CHECK(errors.find("'inner' is already a fragment") != std::string::npos);
  CHECK(errors.find("lib.weft:1:40: error") == std::string::npos);
}

TEST_CASE("visible fragments: an importer's operator takes no part in definitions of features") {
  const auto composed = [](const std::string& pair, const std::string& main) {
    return compose_files({{"generic.weft", "graph doubled<T>(x: T) -> T { output x + x; }"},
                          {"pair.weft", "import \"./generic.weft\";" + pair},
                          {"main.weft", "import \"./pair.weft\";" + main + R"(
import "profiles";
profile p: base_mesh { fragment demand shade: float as target 0; }
material m { output shade = (Pair(surface.uv.x, 1.0) + Pair(1.0, 2.0)).a; }
)"}});
  };
  // The definition of surface.world_normal multiplies, and core's generic graphs add.
  const std::string plain = "struct Pair { float a; float b; }";
  const std::string adds =
      "fragment add(x: Pair, y: Pair) -> Pair { return Pair(x.a + y.a * surface.world_normal.z, "
      "x.b); } ";
  CHECK(called(composed(plain, adds), "add") == Names{"main.weft"});
  CHECK(called(composed(plain, adds + "fragment multiply(x: Pair, by: float) -> Pair { return "
                                      "Pair(x.a * surface.world_normal.x, x.b); }"),
               "add") == Names{"main.weft"});
  // A definition whose file sees the operator may reach it through a graph that does not.
  const std::string reads =
      "fragment add(x: Pair, y: Pair) -> Pair { return Pair(lib.sum, y.b); } ";
  const std::string defines = "feature lib.sum: float at vertex = doubled(Pair(1.0, 2.0)).a; ";
  CHECK(composed(plain + reads + defines, "").errors().find("feature-cycle") != std::string::npos);
}

/// The outsiders of the call in the graph `in_graph`.
std::size_t outsiders(const Library& library) {
  const auto& found = library.find_fragments(*library.names.find("in_graph"));
  for (const GraphNode& node : library.fragments[found.at(0)].graph()->nodes) {
    if (const auto* call = std::get_if<CallNode>(&node.kind)) {
      return call->outsiders.count;
    }
  }
  return 99;
}

TEST_CASE("visible fragments: every way of loading a file knows them") {
  const TempDir folder;
  folder.write("lib.weft", "import \"core\";" + lib);
  const std::string text = "import \"core\";" + own + "material m { output shade = 1.0; }";
  const std::string path = folder.write("main.weft", text).string();
  LoadOptions named = shipped();
  named.only_named = true;
  LoadOptions with_profiles = shipped();
  with_profiles.profiles = ShippedProfiles{"deferred", {"deferred"}};
  CHECK(outsiders(load_library(path, DiskReader(), shipped()).library) == 1);
  CHECK(outsiders(load_library(path, DiskReader(), named).library) == 1);
  CHECK(outsiders(load_text(path, text, DiskReader(), shipped()).library) == 1);
  const LoadedLibrary loaded = load_library(path, DiskReader(), with_profiles);
  REQUIRE(loaded.has_shipped_profiles);
  CHECK(outsiders(loaded.library) == 1);
  const Library& library = loaded.library;
  const FileId last(library.sources.size() - 1);
  CHECK(library.visible_files.sees(last, last));
  CHECK(!library.visible_files.sees(last, library.root_file));
  CHECK(library.visible_files.sees(library.root_file, last));
  const auto document = DocumentLibrary::load(path, text, DiskReader(), shipped());
  CHECK(outsiders(document->library()) == 1);
  REQUIRE(document->reload_materials(text + " "));
  CHECK(document->library().visible_files.sees_all(document->library().root_file));
}

}  // namespace
}  // namespace weft::testing::visible_fragments_test
