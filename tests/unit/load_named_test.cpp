// LoadOptions::only_named: what is left out, what is reported, and that nothing else differs.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fragments/load/parsed_files.h"
#include "fragments/syntax/outline.h"
#include "fragments/syntax/print_syntax.h"
#include "tests/support/catch.h"
#include "tests/unit/load_fixture.h"

namespace weft::testing::load_named_test {
namespace {

using Files = std::map<std::string, std::string>;

LoadOptions named_options() {
  LoadOptions options;
  options.shipped_directories = {"shipped"};
  options.only_named = true;
  return options;
}

LoadedLibrary load_named(Files files) {
  return load_library("main.weft", MemoryReader(std::move(files)), named_options());
}

/// The names of the fragments, in the library's order.
std::string fragments_of(const LoadedLibrary& loaded) {
  std::string names;
  for (const Fragment& fragment : loaded.library.fragments) {
    names += (names.empty() ? "" : " ") + std::string(loaded.library.text(fragment.name));
  }
  return names;
}

/// A leaf with this body.
std::string leaf(const std::string& name, const std::string& value = "x") {
  return "fragment " + name + "(x: float) -> float { return " + value + "; }\n";
}

void append_all(Diagnostics& into, const Diagnostics& more) {
  into.insert(into.end(), more.begin(), more.end());
}

}  // namespace

TEST_CASE("named fragments: those that the requested file reaches are loaded") {
  struct Case {
    const char* what;
    std::string main;
    std::string shipped;
    const char* loaded;
  };
  const std::vector<Case> cases = {
      {"nothing", "", leaf("a") + leaf("b"), ""},
      {"a call, and what its body calls", "graph g(x: float) -> float { output b(x); }",
       leaf("a") + leaf("b", "c(x)") + leaf("c") + leaf("d"), "b c g"},
      {"all overloads", "graph g(x: float) -> float { output a(x); }",
       leaf("a") + "fragment a(x: float2) -> float2 { return x; }", "a a g"},
      {"graphs", "graph g(x: float) -> float { output a(x); }",
       "graph a(x: float) -> float { output b(x); } graph c(x: float) -> float { output c2(x); }" +
           leaf("b") + leaf("c2"),
       "a b g"},
      {"defaults of ports", "graph g(x: float) -> float { output a(x); }",
       "fragment a(x: float, y: float = b(1.0)) -> float { return x; }" + leaf("b"), "a b g"},
      {"definitions of features", "",
       "feature f.x: float at draw = a(1.0);" + leaf("a") + leaf("b"), "a"},
      {"what conversions call", "",
       "trait use { p, q } conversion c(x: float {use: p}) -> {use: q} difficulty 1 { return a(x); "
       "}" +
           leaf("a") + leaf("b"),
       "a c"},
      {"what operators call", "graph g(x: float) -> float { output -x; }",
       leaf("negate", "-x") + leaf("b"), "g negate"},
      {"the fragments of the requested file", leaf("m"), leaf("a"), "m"},
      {"native fragments", "graph g(x: float) -> float { output n(x); }",
       "fragment n(x: float) -> float native glsl \"\"\"x\"\"\"\n"
       "fragment o(x: float) -> float native glsl \"\"\"x\"\"\"\n",
       "g n"},
  };
  for (const Case& each : cases) {
    INFO(each.what);
    const LoadedLibrary loaded = load_named(
        {{"main.weft", "import \"core\";\n" + each.main}, {"shipped/core.weft", each.shipped}});
    CHECK(marks(loaded) == std::vector<std::string>());
    CHECK(fragments_of(loaded) == each.loaded);
    for (const Fragment& fragment : loaded.library.fragments) {
      CHECK((fragment.graph() || !fragment.instances().empty() || !fragment.natives().empty()));
    }
  }
}

TEST_CASE("named fragments: files that are not shipped, and requested ones, are loaded whole") {
  const LoadedLibrary beside =
      load_named({{"main.weft", "import \"./beside.weft\";"}, {"beside.weft", leaf("a")}});
  CHECK(fragments_of(beside) == "a");
  const MemoryReader reader({{"shipped/core.weft", leaf("a")}});
  CHECK(fragments_of(load_library("shipped/core.weft", reader, named_options())) == "a");
}

TEST_CASE("named fragments: a fault in a fragment is reported exactly if the fragment is named") {
  const std::string faults[] = {leaf("bad", "y"),
                                leaf("bad", "x +"),
                                "fragment bad(x float) -> float { return x; }",
                                "fragment bad(x: float) -> float @ { return x; }",
                                "graph bad(x: float) -> float { output y; }",
                                "graph bad(x: float) -> float { output x + ; }"};
  for (const std::string& fault : faults) {
    INFO(fault);
    const Files unused = {{"main.weft", "import \"core\";"}, {"shipped/core.weft", fault}};
    const Files used = {
        {"main.weft", "import \"core\"; graph g(x: float) -> float { output bad(x); }"},
        {"shipped/core.weft", fault}};
    CHECK(marks(load_named(unused)) == std::vector<std::string>());
    const LoadedLibrary everything = load_files(used);
    REQUIRE_FALSE(everything.diagnostics.empty());
    CHECK(marks(load_named(used)) == marks(everything));
    CHECK(marks(load_files(unused)) != std::vector<std::string>());  // as `weft check` does
  }
}

TEST_CASE("named fragments: messages are those of the whole library") {
  const Files files = {
      {"main.weft", "import \"core\"; graph g(x: float) -> float { output colour_of(x); }"},
      {"shipped/core.weft", leaf("color_of") + leaf("bad", "y")}};
  const LoadedLibrary named = load_named(files);
  const LoadedLibrary everything = load_files(files);
  CHECK(render_text(named.diagnostics, named.library.sources) ==
        render_text(everything.diagnostics, everything.library.sources));
  CHECK(fragments_of(named) == fragments_of(everything));
}

TEST_CASE("named fragments: files that were parsed before") {
  for (const char* const main : {"graph g(x: float) -> float { output a(x); }",
                                 "graph g(x: float) -> float { output aa(x); }"}) {
    INFO(main);
    const MemoryReader reader({{"shipped/core.weft", "import \"nodes\";"},
                               {"shipped/nodes.weft", leaf("a", "b(x)") + leaf("b") + leaf("c")}});
    const auto load = [&](const LoadOptions& options) {
      ParsedFiles files({"shipped/core.weft"}, reader, options);
      const std::vector<SkippedFragment>& missing = files.missing(0);
      CHECK(files.modules().front().declarations.size() + missing.size() == 3);
      REQUIRE(missing.size() == (options.only_named ? 3 : 0));
      for (std::size_t i = 0; i < missing.size(); ++i) {
        Interner names;
        const syntax::Module module = files.missing_signature(0, missing[i], names);
        REQUIRE(module.declarations.size() == 1);
        const auto& leaf = std::get<syntax::FragmentDecl>(module.declarations.front().kind);
        CHECK(names.text(leaf.signature.name.name) == std::string(1, static_cast<char>('a' + i)));
      }
      return load_text("main", main, reader, options, {}, std::move(files));
    };
    LoadOptions everything = named_options();
    everything.only_named = false;
    const LoadedLibrary named = load(named_options());
    const LoadedLibrary whole = load(everything);
    CHECK(render_text(named.diagnostics, named.library.sources) ==
          render_text(whole.diagnostics, whole.library.sources));
    CHECK(fragments_of(named) == (whole.diagnostics.empty() ? "a b g" : "a b c g"));
  }
}

TEST_CASE("outlines: with its fragments parsed later, a file is the one that is parsed at once") {
  const std::string correct = small_core + std::string("graph g(x: float) -> float { output -x; }");
  const std::string faulty =
      correct + "graph h(x: float) -> float { y = x { } output y; }\n" + leaf("k", "x +");
  for (const std::string& content : {correct, faulty}) {
    Sources sources;
    const FileId file = sources.add(SourceFile("core.weft", content));
    const SourceFile& source = sources[file];
    Interner names;
    const ParsedModule whole = parse_module(file, source, names);
    CHECK(has_errors(whole.diagnostics) == (content == faulty));
    ParsedOutline made = parse_outline(file, source, names);
    CHECK(made.parsed.diagnostics.empty());
    CHECK(made.skipped.size() == (content == faulty ? 11 : 9));
    Diagnostics errors;
    for (const SkippedFragment& skipped : made.skipped) {
      append_all(errors, parse_skipped(made.parsed.module, source, names, skipped).diagnostics);
    }
    sort_declarations(made.parsed.module);
    CHECK(render_text(errors, sources) == render_text(whole.diagnostics, sources));
    if (content == correct) {
      CHECK(print_module(made.parsed.module, source, names) ==
            print_module(whole.module, source, names));
    }
  }
}

TEST_CASE("outlines: what is skipped") {
  struct Case {
    std::string text;
    std::string skipped;  ///< the texts, without surrounding blanks
  };
  const std::vector<Case> cases = {
      {"fragment a(x: float) -> float { return x; } graph b() -> float { output 1.0; }",
       "fragment a(x: float) -> float { return x; }|graph b() -> float { output 1.0; }"},
      {"import \"x\"; /// doc }\n fragment a() -> float { return 1.0; } // }",
       "/// doc }\n fragment a() -> float { return 1.0; }"},
      {"fragment a() -> float { if (c) { s = \"}\"; } /* } */ // }\n }",
       "fragment a() -> float { if (c) { s = \"}\"; } /* } */ // }\n }"},
      {"fragment a() -> float { \"\\\"}\"; \"\"\"\\}\"\"\"; } trait t { b }",
       "fragment a() -> float { \"\\\"}\"; \"\"\"\\}\"\"\"; }"},
      // Braces before the body.
      {"fragment a() -> float {b: c} drops {d} law e {}",
       "fragment a() -> float {b: c} drops {d} law e {}"},
      {"fragment a(x: float {b?: ?c}) -> {b /* */ ?: ?c} { return x; }",
       "fragment a(x: float {b?: ?c}) -> {b /* */ ?: ?c} { return x; }"},
      {"fragment a() -> {} keeps {b} {}", "fragment a() -> {} keeps {b} {}"},
      {"graph a() -> float { b: float = 1.0; output b; } graph c() -> float {d: e} {}",
       "graph a() -> float { b: float = 1.0; output b; }|graph c() -> float {d: e} {}"},
      {"graph a() -> float { b: float {d: e} = c; output b; }",
       "graph a() -> float { b: float {d: e} = c; output b; }"},
      {"fragment a<T: floating>(f: fn(x: T) -> T = g, n: int = 1 [b: \")\"]) -> (y: T, z: T) {}",
       "fragment a<T: floating>(f: fn(x: T) -> T = g, n: int = 1 [b: \")\"]) -> (y: T, z: T) {}"},
      // Natives.
      {"fragment a() -> float native glsl \"\"\"{\"\"\" native hlsl \"\"\"}\"\"\" native equals a "
       "then b;",
       "fragment a() -> float native glsl \"\"\"{\"\"\" native hlsl \"\"\"}\"\"\""},
      {"conversion b() -> {} native glsl \"\"\"{\"\"\" fragment a() -> float {}",
       "fragment a() -> float {}"},
      // Other declarations, also of these names.
      {"graph commutes with fragment; fragment equals graph then a; material graph { output b(1); "
       "}",
       ""},
      {"conversion fragment(graph: float) -> float {a: b} law graph { return fragment(graph); }",
       ""},
      // A declaration goes on past it, so nothing is skipped.
      {"feature a.b: float {c: d} fragment e() -> float {} at draw;", ""},
      // What is not closed, or no declaration.
      {"fragment a() -> float { { }", ""},
      {"fragment a() -> float { /* }", ""},
      {"fragment a( -> float {", ""},
      {"fragment a() -> float;", ""},
      {"fragment a() -> float\nfragment b() -> float {}", ""},
      {"fragment", ""},
      {"graph a", ""},
      {"\"", ""},
      {"fragment a() -> float { \"\\", ""},
  };
  for (const Case& each : cases) {
    INFO(each.text);
    const SourceFile source("a.weft", each.text);
    Interner names;
    std::string skipped;
    for (const SkippedFragment& found : parse_outline(FileId(0), source, names).skipped) {
      const TextRange range = found.place.text;
      std::string text = each.text.substr(range.begin, range.end - range.begin);
      text.erase(0, text.find_first_not_of(" \n"));
      skipped += (skipped.empty() ? "" : "|") + text;
    }
    CHECK(skipped == each.skipped);
  }
}

TEST_CASE("shipped profiles are loaded where the file declares none that is wanted") {
  const std::string own = "profile own { fragment demand color: float3 as target 0; }\n";
  const auto load = [](const std::string& main, std::vector<std::string> wanted) {
    LoadOptions options = named_options();
    options.profiles = ShippedProfiles{"profiles", std::move(wanted)};
    const MemoryReader reader(
        {{"main.weft", main},
         {"shipped/core.weft", leaf("a")},
         {"shipped/profiles.weft",
          "import \"core\"; profile shown { fragment demand color: float3 as target 0; }"}});
    return load_library("main.weft", reader, options);
  };
  const std::string main = "import \"core\"; graph g(x: float) -> float { output a(x); }\n";
  const auto profiles_of = [](const LoadedLibrary& loaded) {
    std::string names;
    for (const Profile& profile : loaded.library.profiles) {
      names += (names.empty() ? "" : " ") + std::string(loaded.library.text(profile.name));
    }
    return names;
  };
  struct Case {
    std::string text;
    std::vector<std::string> wanted;
    bool is_shipped;
    std::string profiles;
  };
  for (const Case& one : {Case{main, {"shown"}, true, "shown"}, Case{main, {}, true, "shown"},
                          Case{main + own, {"shown"}, true, "own shown"},
                          Case{main + own, {"shown", "own"}, false, "own"},
                          Case{"import \"profiles\";" + main, {"shown"}, false, "shown"},
                          Case{main + "material", {"shown"}, false, ""},
                          Case{"import \"none\";" + main, {"shown"}, false, ""}}) {
    INFO(one.text);
    const LoadedLibrary loaded = load(one.text, one.wanted);
    CHECK(loaded.has_shipped_profiles == one.is_shipped);
    CHECK(profiles_of(loaded) == one.profiles);
    CHECK(loaded.library.sources[loaded.library.root_file].path() == "main.weft");
  }
}

}  // namespace weft::testing::load_named_test
