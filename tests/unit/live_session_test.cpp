// Sessions: answers to edits, cached states, and states with errors.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/live_document.h"

namespace weft::testing::live_session_test {
namespace {

using namespace weft::live;

const std::string source = R"(import "core";
import "profiles";

/// Twice as much.
graph twice(x: float) -> float
{
    output x + x;
}

material m {
    param gain: float = 0.5;
    n = normalize(surface.normal);
    shade = twice(n.y) * gain;
    unused = 3.0;
    output albedo = float3(shade) as {use: reflectance, encoding: linear};
}

material other {
    output albedo = float3(0.25) as {use: reflectance, encoding: linear};
}
)";

Answer answer_of(const EditAnswer& answer, OutputId id) {
  for (const OutputAnswer& output : answer.outputs) {
    if (output.output == id) {
      return output.answer;
    }
  }
  return Answer::Changed;
}

const OutputAnswer& of(const EditAnswer& answer, OutputId id) {
  for (const OutputAnswer& output : answer.outputs) {
    if (output.output == id) {
      return output;
    }
  }
  FAIL("the output is not in the answer");
  return answer.outputs.front();
}

TEST_CASE("a live session reports the effect of an edit on each stage") {
  LiveDocument document(source);
  const OutputId id = document.session().watch(unlit());
  REQUIRE(document.session().output(id)->is_current);
  CHECK(files_text(*document.session().output(id)) == composed_from_scratch(source, unlit()));

  CHECK(document.edit(SetValue{"m/unused", "", std::vector{4.0}}) == "");
  CHECK(answer_of(document.answer(), id) == Answer::Unchanged);

  CHECK(document.edit(SetParameter{"m/gain", std::vector{0.75}}) == "");
  CHECK(answer_of(document.answer(), id) == Answer::ValuesOnly);

  CHECK(document.edit(SetValue{"m/shade", "right", std::string("(gain + 1.0)")}) == "");
  CHECK(answer_of(document.answer(), id) == Answer::Changed);
  for (const StageAnswer& stage : of(document.answer(), id).stages) {
    const bool is_fragment = stage.suffix == "frag.glsl" || stage.suffix == "ps.hlsl";
    CHECK((stage.answer == Answer::Changed) == is_fragment);
  }
  CHECK(files_text(*document.session().output(id)) ==
        composed_from_scratch(document.text(), unlit()));
  CHECK(document.session().effort().whole_loads == 1);

  // One more line above the graph changes remarks only.
  std::string text = document.text();
  text.insert(text.find("/// Twice"), "// A comment.\n");
  CHECK(document.edit(SetText{text}) == "");
  CHECK(answer_of(document.answer(), id) == Answer::Unchanged);
  CHECK(files_text(*document.session().output(id)) == composed_from_scratch(text, unlit()));
}

TEST_CASE("a live answer names the reflection, the header and the blocks that changed") {
  LiveDocument document(source);
  OutputRequest request = unlit();
  request.options.reflection = true;
  request.options.header = true;
  const OutputId id = document.session().watch(request);
  OutputRequest texts_alone = unlit();
  texts_alone.options = {};
  texts_alone.options.glsl = true;
  const OutputId silent = document.session().watch(texts_alone);
  const std::vector<std::string> both = {"json", "h"};

  // A comment and a node that nothing reads change neither.
  CHECK(document.edit(SetValue{"m/unused", "", std::vector{4.0}}) == "");
  CHECK(of(document.answer(), id).files.empty());
  // The default is in both, whatever the texts say, and whether it is dragged or not.
  for (const bool is_live : {false, true, true}) {
    const double gain = document.text().find("0.75") == std::string::npos ? 0.75 : 0.25;
    CHECK(document.edit(SetParameter{"m/gain", std::vector{gain}, is_live}) == "");
    CHECK(of(document.answer(), id).files == both);
    CHECK(of(document.answer(), silent).files.empty());
    CHECK(of(document.answer(), id).resized.empty());
  }
  CHECK(document.edit(Rename{"m/gain", "strength"}) == "");
  CHECK(of(document.answer(), id).files == both);
  // Blocks hold all parameters.
  CHECK(document.edit(AddParameter{"m", "param more: float4 = float4(1.0);"}) == "");
  const OutputAnswer& grown = of(document.answer(), id);
  REQUIRE(grown.resized.size() == 1);
  const auto& blocks = document.session().output(id)->blocks;
  CHECK(grown.resized.front().size == blocks[grown.resized.front().block].bytes.size());
}

TEST_CASE("a live answer names the header whose modules are still missing") {
  LiveDocument document(source);
  OutputRequest request = unlit();
  request.options.header = request.options.reflection = true;
  request.options.spirv = request.options.only_wanted_modules = true;
  request.options.only_known_modules = true;
  const OutputId id = document.session().watch(request);
  document.session().complete(id, true);
  CHECK(document.edit(SetValue{"m/unused", "", std::vector{4.0}}) == "");
  CHECK(of(document.answer(), id).files.empty());
  for (const char* const value : {"(gain + 1.0)", "(gain + 2.0)"}) {
    CHECK(document.edit(SetValue{"m/shade", "right", std::string(value)}) == "");
    const std::vector<std::string>& files = of(document.answer(), id).files;
    CHECK(std::find(files.begin(), files.end(), "h") != files.end());
  }
}

TEST_CASE("a live session composes only watched outputs") {
  LiveDocument document(source);
  CHECK(document.edit(SetValue{"m/unused", "", std::vector{4.0}}) == "");
  CHECK(document.session().effort().compositions == 0);
  CHECK(document.session().effort().whole_loads == 0);
  const OutputId id = document.session().watch(unlit("other"));
  CHECK(document.session().effort().compositions == 1);
  document.session().unwatch(id);
  CHECK(document.edit(SetValue{"m/unused", "", std::vector{5.0}}) == "");
  CHECK(document.session().effort().compositions == 1);
  CHECK(document.session().output(id) == nullptr);
}

TEST_CASE("a live session finds the shipped profiles, as composing does") {
  const std::string text =
      "import \"core\"; \nmaterial m {\n    param gain: float = 0.5;\n    bright = "
      "saturate(surface.uv.x * 2.0);\n    output albedo = float3(bright * gain) as {use: "
      "reflectance, encoding: linear};\n}\n";
  std::string imported = text;
  imported.replace(text.find(" \n"), 1, " import \"profiles\";");
  LiveDocument document(text);
  LiveDocument with_import(imported);
  Session& session = document.session();
  const OutputId id = session.watch(unlit());
  const OutputId other = with_import.session().watch(unlit());
  REQUIRE(session.output(id)->is_current);
  CHECK(files_text(*session.output(id)) == files_text(*with_import.session().output(other)));
  for (const Edit& edit : std::vector<Edit>{SetValue{"m/bright/0", "right", std::vector{4.0}},
                                            SetParameter{"m/gain", std::vector{0.75}, true},
                                            SetParameter{"m/gain", std::vector{0.25}, true},
                                            Group{{"m/bright"}, "brightness"}}) {
    REQUIRE(document.edit(edit) == "");
    REQUIRE(with_import.edit(edit) == "");
    CHECK(files_text(*session.output(id)) == files_text(*with_import.session().output(other)));
    CHECK(session.output(id)->blocks == with_import.session().output(other)->blocks);
  }
  // The document may get profiles of its own, also such as the shipped ones are called.
  session.bake();
  REQUIRE(
      document.edit(AddDeclaration{
          "profile unlit {\n    provide surface.position as attribute 0;\n    provide surface.uv "
          "as attribute 1;\n    provide object.to_clip as uniform;\n    provide material as "
          "uniform;\n    vertex demand position: float4 {use: position, basis: clip} as clip = "
          "surface.position;\n    "
          "fragment demand albedo: float3 {use: reflectance, encoding: linear} as target 0;\n}"}) ==
      "");
  CHECK(diagnostics_text(session.output(id)->diagnostics) == "");
  CHECK(session.output(id)->is_current);
  CHECK(files_text(*session.output(id)) != files_text(*with_import.session().output(other)));
  REQUIRE(session.undo());
  CHECK(session.output(id)->is_current);
}

TEST_CASE("a live session says which profiles there are") {
  const std::string material = "material m {\n    output color = float3(0.5);\n}\n";
  OutputRequest request;
  request.material = "m";
  const auto message_for = [&](const std::string& text, const std::string& profile) {
    LiveDocument document("import \"core\";\n" + text + material);
    request.profile = profile;
    const OutputId id = document.session().watch(request);
    const std::vector<NodeDiagnostic> found = document.session().output(id)->diagnostics;
    REQUIRE(found.size() == 1);
    return found[0].message + ": " + found[0].hint;
  };
  CHECK(message_for("", "unlitt") == "there is no profile 'unlitt': did you mean 'unlit'?");
  CHECK_THAT(message_for("", "raytraced"),
             contains("there is no profile 'raytraced': there is 'bake', "));
  const std::string own = "profile forward { fragment demand color: float3 as target 0; }\n";
  CHECK(message_for(own, "raytraced") == "there is no profile 'raytraced': there is 'forward'");
}

TEST_CASE("a live session leaves out a byte order mark") {
  LiveDocument document("\xEF\xBB\xBF" + std::string(source));
  CHECK(document.text() == source);
  REQUIRE(document.edit(SetValue{"m/unused", "", std::vector{4.0}}) == "");
  REQUIRE(document.session().undo());
  CHECK(document.text() == source);
}

TEST_CASE("a live session returns to cached states without composing") {
  LiveDocument document(source);
  const OutputId id = document.session().watch(unlit());
  const std::string first = files_text(*document.session().output(id));
  for (int i = 1; i <= 10; ++i) {
    CHECK(document.edit(SetValue{
              "m/n", "", std::string("surface.normal * ") + std::to_string(i) + ".0"}) == "");
  }
  const std::size_t composed = document.session().effort().compositions;
  CHECK(composed == 11);
  for (int i = 0; i < 10; ++i) {
    REQUIRE(document.session().undo());
  }
  CHECK(document.text() == source);
  CHECK(files_text(*document.session().output(id)) == first);
  CHECK(document.session().effort().compositions == composed);
}

TEST_CASE("a live session keeps the last good output next to the errors") {
  LiveDocument document(source);
  const OutputId id = document.session().watch(unlit());
  const OutputId other = document.session().watch(unlit("other"));
  const std::string good = files_text(*document.session().output(id));

  CHECK(document.edit(RemoveNode{"m/n"}) == "");  // `shade` reads it
  const OutputAnswer& answer = of(document.answer(), id);
  CHECK(answer.has_errors);
  REQUIRE_FALSE(answer.diagnostics.empty());
  CHECK(answer.diagnostics.front().node == "m/shade/0/0/0");
  CHECK_FALSE(document.session().output(id)->is_current);
  CHECK(files_text(*document.session().output(id)) == good);

  // Other outputs are unaffected.
  CHECK(document.edit(SetValue{"other/out:albedo/0", "", std::vector{0.5}}) == "");
  CHECK(answer_of(document.answer(), other) == Answer::Changed);
  CHECK(document.session().output(other)->is_current);

  CHECK(document.edit(AddNode{"m", "n", "normalize(surface.normal)"}) == "");
  CHECK(document.session().output(id)->is_current);
  CHECK(answer_of(document.answer(), id) == Answer::Unchanged);
}

TEST_CASE("a live error blocks only outputs that depend on it") {
  std::string text = source;
  text.insert(text.find("    output albedo = float3(shade)"), "    output normal = n;\n");
  text +=
      "\nprofile only_normals: base_mesh {\n    fragment demand normal: float3 as target 0;\n}\n";
  // The profile comes first, so that the materials are the end of the text.
  const std::size_t at = text.find("profile only_normals");
  const std::string profile = text.substr(at);
  text = text.substr(0, at);
  text.insert(text.find("material m"), profile + "\n");
  LiveDocument document(text);
  const OutputId color = document.session().watch(unlit());
  OutputRequest normals = unlit();
  normals.profile = "only_normals";
  const OutputId normal = document.session().watch(normals);
  CHECK(live::diagnostics_text(document.session().output(normal)->diagnostics) == "");
  CHECK(document.edit(SetValue{"m/shade", "right", std::string("gone")}) == "");
  CHECK_FALSE(document.session().output(color)->is_current);
  CHECK(document.session().output(normal)->is_current);
  CHECK(document.edit(SetValue{"m/n", "", std::string("surface.normal")}) == "");
  CHECK(answer_of(document.answer(), normal) == Answer::Changed);
  CHECK(document.edit(SetValue{"m/n", "", std::string("gone")}) == "");
  CHECK_FALSE(document.session().output(normal)->is_current);
}

TEST_CASE("an unparsable live text is an ordinary state that undo leaves") {
  LiveDocument document(source);
  const OutputId id = document.session().watch(unlit());
  const std::string broken = source + "material {";
  CHECK(document.edit(SetText{broken}) == "");
  CHECK_FALSE(document.answer().diagnostics.empty());
  CHECK(document.text() == broken);
  CHECK_FALSE(document.session().output(id)->is_current);
  CHECK_THAT(document.edit(SetValue{"m/unused", "", std::vector{4.0}}),
             contains("the document's text does not parse"));
  REQUIRE(document.session().undo());
  CHECK(document.text() == source);
  CHECK(document.session().output(id)->is_current);
}

TEST_CASE("a live session survives deleted library files") {
  std::map<std::string, std::string> files{
      {"lib.weft", "import \"core\";\nfragment gain(x: float) -> float { return x * 2.0; }\n"}};
  class Reader : public FileReader {
   public:
    explicit Reader(std::map<std::string, std::string>& files) : files_(files) {}
    ReadResult read(const std::string& path) const override {
      return path == "lib.weft" ? MemoryReader(files_).read(path) : DiskReader().read(path);
    }
    std::string identity(const std::string& path) const override {
      return path == "lib.weft" ? path : DiskReader().identity(path);
    }

   private:
    std::map<std::string, std::string>& files_;
  };
  const Reader reader(files);
  const std::string text =
      "import \"./lib.weft\";\nimport \"profiles\";\nmaterial m {\n    output albedo = "
      "float3(gain(surface.uv.x)) as {use: reflectance, encoding: linear};\n}\n";
  Session session("doc.weft", text, reader, shipped_options());
  const OutputId id = session.watch(unlit());
  REQUIRE(session.output(id)->is_current);
  const std::string good = files_text(*session.output(id));

  files["lib.weft"] = "import \"core\";\nfragment gain(x: float) -> float { return x * 3.0; }\n";
  CHECK(answer_of(session.reload_library(), id) == Answer::Changed);
  files.clear();
  const EditAnswer answer = session.reload_library();
  CHECK(of(answer, id).has_errors);
  REQUIRE_FALSE(of(answer, id).diagnostics.empty());
  CHECK_THAT(of(answer, id).diagnostics.front().message, contains("lib.weft"));
  CHECK(files_text(*session.output(id)) != good);
  CHECK(session.text() == text);
  files["lib.weft"] = "import \"core\";\nfragment gain(x: float) -> float { return x * 2.0; }\n";
  session.reload_library();
  CHECK(session.output(id)->is_current);
  CHECK(files_text(*session.output(id)) == good);
}

TEST_CASE("a large live document is edited in linear time") {
  // Built in one batch; then edits far apart, without composing.
  constexpr std::size_t nodes = 100'000;
  LiveDocument document("import \"core\";\nimport \"profiles\";\n\nmaterial m {\n}\n");
  std::vector<Edit> build{AddNode{"m", "x0", "surface.uv.x"}};
  for (std::size_t i = 1; i < nodes; ++i) {
    build.emplace_back(
        AddNode{"m", "x" + std::to_string(i), "x" + std::to_string(i - 1) + " * 0.5"});
  }
  build.emplace_back(AddOutput{"m", "albedo", "float3(x99999) as {use: reflectance}"});
  CHECK(document.edit(build) == "");
  CHECK(document.session().document().nodes().size() == nodes + 1);
  CHECK(document.edit(SetValue{"m/x50000", "right", std::vector{0.25}}) == "");
  CHECK(document.text().find("x50000 = x49999 * 0.25;\n") != std::string::npos);
  CHECK_THAT(document.edit(Connect{"m/x1", "left", "m/x99999", ""}), contains("… ->"));
  CHECK(document.edit(Rename{"m/x0", "first"}) == "");
  CHECK(document.text().find("    x1 = first * 0.5;\n") != std::string::npos);
  REQUIRE(document.session().undo());
  REQUIRE(document.session().undo());
  REQUIRE(document.session().undo());
  CHECK(document.session().document().nodes().empty());
}

TEST_CASE("a live session reports inputs whose connection by meaning changed") {
  LiveDocument document(R"(import "core";
import "profiles";

fragment lit(n: float3 {use: normal, basis: world, norm: unit}) -> float { return n.y; }

material m {
    shade = lit();
    output albedo = float3(shade) as {use: reflectance, encoding: linear};
}
)");
  const OutputId id = document.session().watch(unlit());
  REQUIRE(document.session().output(id)->is_current);
  using Inputs = std::vector<StitchedInput>;
  CHECK(document.session().output(id)->good->stitched ==
        Inputs{{"m/shade", "n", "surface.normal"}});

  // A node before the call is nearer than a feature; a node with another meaning is no candidate.
  CHECK(document.edit(AddNode{"m", "other", "surface.position"}) == "");
  CHECK(of(document.answer(), id).stitched_anew == Inputs{});
  std::string text = document.text();
  text.insert(text.find("    shade"), "    bumped = normalize(surface.normal * 2.0);\n");
  CHECK(document.edit(SetText{text}) == "");
  CHECK(of(document.answer(), id).stitched_anew == Inputs{{"m/shade", "n", "bumped"}});

  CHECK(document.edit(SetParameter{"m/bumped", std::string("1.0")}) != "");
  CHECK(document.edit(RemoveNode{"m/bumped"}) == "");
  CHECK(of(document.answer(), id).stitched_anew == Inputs{{"m/shade", "n", "surface.normal"}});
}

}  // namespace
}  // namespace weft::testing::live_session_test
