// The first contact of users: help, command line errors, streams.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_usage_test {

namespace {

Finished run_weft(const std::vector<std::string>& arguments, const std::string& input = "") {
  Command command;
  command.program = weft_program();
  command.arguments = arguments;
  command.stdin_text = input;
  return run(command);
}

constexpr const char* small_material = R"(
import "core";
material m { output color = 0.5; }
profile flat {
    provide surface.position as attribute 0;
    provide object.to_clip as uniform;
    vertex demand position: float4 {use: position, basis: clip} as clip = surface.position;
    fragment demand color: float as target 0;
}
)";

}  // namespace

TEST_CASE("cli: without arguments it prints an overview with an example") {
  const Finished bare = run_weft({});
  CHECK(bare.exit_code == 2);
  CHECK(bare.out.empty());
  CHECK_THAT(bare.err, contains("weft compose shaders/materials/worn_metal.weft"));
  for (const char* word : {"--help", "-h", "help"}) {
    const Finished help = run_weft({word});
    INFO(word);
    CHECK(help.exit_code == 0);
    CHECK(help.out == bare.err);
    CHECK(help.err.empty());
  }
}

TEST_CASE("cli: every command has help with an example and is listed in the overview") {
  const std::string overview = run_weft({"--help"}).out;
  for (const char* command : {"compose", "check", "render", "explain", "list", "convert", "eval",
                              "dump", "fmt", "doc", "serve", "new", "merge", "import"}) {
    INFO(command);
    CHECK_THAT(overview, contains(std::string("\n  ") + command + " "));
    const Finished help = run_weft({command, "--help"});
    CHECK(help.exit_code == 0);
    CHECK_THAT(help.out, contains("--format"));
    CHECK_THAT(help.out, contains(std::string("example:\n  weft ") + command));
    CHECK(run_weft({"help", command}).out == help.out);
  }
}

TEST_CASE("cli: the manual page and completions list every option of every command") {
  const std::string page = run_weft({"--man"}).out;
  CHECK(page.starts_with(".TH WEFT 1 "));
  CHECK(
      page.find_first_not_of("\n !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"
                             "abcdefghijklmnopqrstuvwxyz{|}~") == std::string::npos);
  const std::string bash = run_weft({"--completions", "bash"}).out;
  const std::string zsh = run_weft({"--completions", "zsh"}).out;
  const std::string fish = run_weft({"--completions", "fish"}).out;
  std::size_t options = 0;
  for (const char* command : {"compose", "check", "render", "explain", "list", "convert", "eval",
                              "dump", "fmt", "graph", "new", "merge", "import"}) {
    std::string help = run_weft({command, "--help"}).out;
    for (std::size_t at = help.find("\n  -"); at != std::string::npos;
         at = help.find("\n  -", at + 1)) {
      // `-o,--output DIR`: the last of its names
      std::string name = help.substr(at + 3, help.find_first_of(" \n", at + 3) - at - 3);
      name = name.substr(name.rfind(',') + 1);
      if (name.starts_with("--M") || name == "--Werror") {
        name.erase(0, 1);
      }
      INFO(command << " " << name);
      std::string in_page = name;
      for (std::size_t dash = 0; (dash = in_page.find('-', dash)) != std::string::npos; dash += 2) {
        in_page.insert(dash, "\\");
      }
      const std::size_t section = page.find(std::string(".SS weft ") + command + "\n");
      REQUIRE(section != std::string::npos);
      CHECK(page.substr(section, page.find(".SS", section + 1) - section)
                .find("\\fB" + in_page + "\\fR") != std::string::npos);
      CHECK_THAT(bash, contains(" " + name));
      CHECK_THAT(zsh, contains("'*" + name + "["));
      CHECK_THAT(fish, contains(" " + name.substr(name.starts_with("--") ? 2 : 1) + " "));
      ++options;
    }
  }
  CHECK(options > 60);
  CHECK(run_weft({"--completions", "tcsh"}).exit_code == 2);

  Command completing;
  completing.program = "/usr/bin/env";
  completing.arguments = {
      "bash", "-c",
      "eval \"$(cat)\"; COMP_WORDS=(weft compose --tar); COMP_CWORD=2; _weft; echo "
      "${COMPREPLY[@]}; COMP_WORDS=(weft compose -t \"\"); COMP_CWORD=3; _weft; echo "
      "${COMPREPLY[@]}; COMP_WORDS=(weft co); COMP_CWORD=1; _weft; echo ${COMPREPLY[@]}"};
  completing.stdin_text = bash;
  CHECK(run(completing).out == "--target\nglsl hlsl spirv\ncompose convert\n");
}

TEST_CASE("cli: usage errors exit with 2 and explain the mistake") {
  struct Row {
    std::vector<std::string> arguments;
    std::string says;
  };
  const std::vector<Row> rows = {
      {{"compsoe", "x.weft"}, "did you mean 'compose'?"},
      {{"paint"}, "there is no command 'paint'"},
      {{"compose"}, "FILE is required"},
      {{"compose", "x.weft", "-t", "metal"}, "metal"},
      {{"compose", "x.weft", "--nonsense"}, "--nonsense"},
      {{"check", "x.weft", "--no", "--such"}, "unexpected: --no --such\n"},
      {{"compose", "x.weft", "-t", "spirv"}, "-o DIR"},
      {{"compose", "x.weft", "-MD"}, "-o DIR"},
      {{"compose", "x.weft", "-o", ""}, "--output: the name is empty"},
      {{"compose", "x.weft", "-o", "out", "-MF", ""}, "the name is empty"},
      {{"new", "material", "x", "-o", ""}, "the name is empty; the current folder is '.'"},
      {{"graph", "x.weft", "-o", ""}, "--output: the name is empty"},
      {{"check", "x.weft", "-I", ""}, "the name is empty"},
      {{"convert", "type:float3"}, "TO is required"},
      {{"dump", "x.weft"}, "--stage"},
      {{"dump", "x.weft", "--stage=plans"}, "plans"},
      {{"list", "shaders"}, "shaders"},
      {{"new", "shader", "x"}, "not in {material,profile,library,project}"},
      {{"new", "material"}, "NAME is required"},
      {{"render", "x.weft"}, "-o FILE"},
      {{"render", "x.weft", "-o", "p.png", "--size", "0"}, "from 1 to 8192 pixels, not '0'"},
      {{"render", "x.weft", "-o", "p.png", "--size", "640,"}, "WIDTH,HEIGHT"},
      {{"render", "x.weft", "-o", "p.png", "--orbit", "10,91"}, "a pitch from -90 to 90"},
      {{"render", "x.weft", "-o", "p.png", "--distance", "0"}, "a positive number of meters"},
      {{"render", "x.weft", "-o", "p.png", "--fov", "nan"}, "from 1 to 170 degrees, not 'nan'"},
      {{"render", "x.weft", "y.weft", "--probe", "1,1"}, "a contact sheet is of files"},
      {{"render", "x.weft", "-", "-o", "p.png"}, "a contact sheet is of files"},
      {{"render", "x.weft", "y.weft", "-o", "p.png", "--columns", "0"}, "0"},
      {{"render", "x.weft", "-o", "-", "--watch"}, "--watch needs a file to read"},
      {{"render", "x.weft", "-o", "p.png", "--view"}, "--view shows one FILE"},
      {{"render", "x.weft", "y.weft", "--view"}, "--view shows one FILE"},
      {{"render", "x.weft", "-o", "p.png", "--time", "1s"}, "a number of seconds, not '1s'"},
      {{"render", "x.weft", "-o", "p.png", "--time", "1", "-D", "frame.time=2.0"}, "leave one"},
      {{"render", "x.weft", "--probe", "3"}, "is a pixel X,Y from 0,0 to 255,255, not '3'"},
      {{"render", "x.weft", "--probe", "0,256"}, "not '0,256'"},
      {{"render", "x.weft", "--probe", "0,0", "-o", "-"}, "--probe prints its values"},
      {{"render", "x.weft", "-o", "p.png", "--mesh", "teapot"}, "teapot"},
      {{"check", "--format=xml", "x.weft"}, "xml"},
      {{"--nonsense"}, "--nonsense"},
      {{"help", "paint"}, "there is no command 'paint'"},
      {{""}, "there is no command ''"},
  };
  for (const Row& row : rows) {
    const Finished finished = run_weft(row.arguments);
    INFO(row.says);
    CHECK(finished.exit_code == 2);
    CHECK(finished.out.empty());
    CHECK_THAT(finished.err, contains(row.says));
  }
}

TEST_CASE("cli: --version prints the version") {
  const Finished version = run_weft({"--version"});
  CHECK(version.exit_code == 0);
  CHECK(version.out.substr(0, 5) == "weft ");
}

TEST_CASE("cli: - means standard input and output") {
  const Finished composed = run_weft({"compose", "-", "-p", "flat", "-o", "-"}, small_material);
  INFO(composed.err);
  CHECK(composed.exit_code == 0);
  CHECK_THAT(composed.out, contains("// --- m.flat.vert.glsl ---\n"));
  CHECK_THAT(composed.out, contains("// --- m.flat.frag.glsl ---\n"));
  CHECK(run_weft({"compose", "-", "-p", "flat"}, small_material).out == composed.out);
  CHECK(run_weft({"check", "-"}, small_material).exit_code == 0);

  const Finished wrong = run_weft({"check", "-"}, "material {");
  CHECK(wrong.exit_code == 1);
  CHECK_THAT(wrong.err, contains("<stdin>:1:10: error: "));
}

TEST_CASE("cli: expressions that start with a minus are not options") {
  CHECK(run_weft({"eval", "-1.5 + 1.0"}).out == "-0.5\n");
  CHECK(run_weft({"eval", "-(2.0)"}).out == "-2.0\n");
  CHECK(run_weft({"eval", "-a * 2.0", "-D", "a=3.0"}).out == "-6.0\n");
  CHECK(run_weft({"eval", "-Da=3.0", "a"}).out == "3.0\n");
  CHECK(run_weft({"eval", "-a", "-D", "a=3.0"}).err.find("weft eval … -- '-a'\n") !=
        std::string::npos);
  CHECK(run_weft({"eval", "-D", "a=3.0", "--", "-a"}).out == "-3.0\n");
}

TEST_CASE("cli: printed values parse back to the same float") {
  struct Row {
    std::string expression;
    std::string value;
  };
  const std::vector<Row> rows = {
      {"srgb_to_linear(float3(0.5))", "float3(0.21404114, 0.21404114, 0.21404114)"},
      {"0.1", "0.1"},
      {"1.0 / 3.0", "0.33333334"},
      {"1.0", "1.0"},
      {"100000000.0 * 1.0", "100000000.0"},
      {"0.0 / 0.0", "nan"},
      {"-1.0 / 0.0", "-inf"},
      {"7 / 2", "3"},
      {"3u", "3u"},
      {"1 < 2", "true"},
      {"float2x2(1.0, 2.0, 3.0, 4.0)", "float2x2(1.0, 2.0, 3.0, 4.0)"},
      {"PI", "3.1415927"},
  };
  for (const Row& row : rows) {
    const Finished finished = run_weft({"eval", row.expression});
    INFO(row.expression << finished.err);
    CHECK(finished.exit_code == 0);
    CHECK(finished.out == row.value + "\n");
  }
}

TEST_CASE("cli: eval takes feature values from the command line") {
  CHECK(run_weft({"eval", "frame.time * 2.0", "-D", "frame.time=1.5"}).out == "3.0\n");
  CHECK(run_weft({"eval", "frame.time"}).exit_code == 1);
}

TEST_CASE("cli: eval reports missing and wrong values") {
  struct Row {
    std::vector<std::string> words;
    const char* message;
  };
  const std::vector<Row> rows = {
      {{"frame.time"}, "give one by -D 'frame.time=…'"},
      {{"object.normal_to_world[0]"},
       "'object.to_world', which has no value, for 'object.normal_to_world'"},
      {{"1.0", "-D", "frame.tim=1.0"}, "did you mean 'frame.time'?"},
      {{"decode_sgrb(float3(1.0))"}, "did you mean 'decode_srgb'?"},
      {{"lights.direction[0]", "-D", "lights.direction=float2[1](float2(1.0))"},
       "'lights.direction' is float3[], but this is float2[1]"},
      {{(repository_root() / "shaders/core.weft").string()}, "is a file: write weft eval"},
  };
  for (const Row& row : rows) {
    std::vector<std::string> words = {"eval"};
    words.insert(words.end(), row.words.begin(), row.words.end());
    const Finished finished = run_weft(words);
    INFO(finished.err);
    CHECK(finished.exit_code == 1);
    CHECK(finished.err.find(row.message) != std::string::npos);
  }
}

}  // namespace weft::testing::cli_usage_test
