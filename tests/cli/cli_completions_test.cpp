// The completions that shells offer for a line, obtained from the shells themselves.

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <sys/stat.h>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_completions_test {

namespace {

namespace fs = std::filesystem;
using Words = std::set<std::string>;

const char* const commands[] = {"check",   "compose", "convert", "doc",    "dump", "eval",
                                "explain", "fmt",     "graph",   "import", "list", "lsp",
                                "merge",   "new",     "render",  "serve"};

/// A file whose names are offered.
constexpr const char* pebble = R"(import "core";
material pebble {
    param gloss: float = 0.5;
    param size: float = 1.0;
    grain = gloss * 2.0;
    grit = grain + size;
    output albedo = float3(grit) as {use: reflectance, encoding: linear};
}
material shingle { param girth: float = 1.0; gravel = girth; output roughness = gravel; }
profile flat: base_mesh {}
)";

/// A zsh at its own terminal, which is sent the line and a tab.
const char* const ask_zsh = R"zsh(
zmodload zsh/zpty || exit 2
export FOLDER=$1 TERM=dumb
zpty shell zsh -f -i
zpty -w shell "source $1/inner.zsh"
repeat 20; do
  zpty -r shell line
  [[ $line == ready* ]] && break
done
zpty -w -n shell "$2"$'\t'
out=
while zpty -r shell chunk; do out+=$chunk; done
out=${out//$'\r'/}
out=${out##*<offers>$'\n'}
print -r -- "${out%%</offers>*}"
)zsh";

/// The input of that zsh: compadd prints the candidates.
const char* const within_zsh = R"zsh(
PROMPT=
unsetopt prompt_sp prompt_cr
fpath=($FOLDER $fpath)
autoload -Uz compinit
compinit -u -D
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
begin-offers() { print "<offers>" }
end-offers() { print "</offers>"; exit }
compprefuncs=(begin-offers)
comppostfuncs=(end-offers)
compadd() {
  # Those that only fill arrays add nothing.
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  typeset -a offered
  builtin compadd -A offered "$@"
  (( $#offered )) && print -rl -- "${offered[@]}"
}
print ready
)zsh";

/// A shell with the completions that `weft` generates for it.
class Shell {
 public:
  explicit Shell(std::string name) : name_(std::move(name)) {
    place_.write(name_ == "zsh" ? "_weft" : "weft.fish", run_weft({"--completions", name_}).out);
    place_.write("ask.zsh", ask_zsh);
    place_.write("inner.zsh", within_zsh);
    place_.write("files/clay.weft", "");
    place_.write("files/pebble.weft", pebble);
    place_.write("files/broken.weft", "import \"nowhere\"; material pebble { param gl");
  }

  Words offers(const std::string& line) const {
    Command command{"/usr/bin/env"};
    const std::string folder = place_.path().string();
    if (name_ == "zsh") {
      command.arguments = {"zsh", "-f", folder + "/ask.zsh", folder, line};
    } else {
      command.arguments = {"fish",
                           "--no-config",
                           "-c",
                           "source $argv[1]; complete -C $argv[2]",
                           folder + "/weft.fish",
                           line};
    }
    command.working_directory = place_.path() / "files";
    const char* path = std::getenv("PATH");
    command.environment = {
        {"HOME", folder},
        {"PATH", weft_program().parent_path().string() + ":" + (path == nullptr ? "" : path)}};
    const Finished finished = run(command);
    INFO(finished.err);
    CHECK(finished.exit_code == 0);
    Words words;
    std::istringstream lines(finished.out);
    for (std::string one; std::getline(lines, one);) {
      one = one.substr(0, one.find('\t'));  // fish appends descriptions
      if (!one.empty()) {
        words.insert(one);
      }
    }
    return words;
  }

 private:
  TempDir place_;
  std::string name_;
};

/// All names of a command's options, from its help.
Words options_of(const std::string& command) {
  const std::string help = run_weft({command, "--help"}).out;
  Words names;
  for (std::size_t at = help.find("\n  -"); at != std::string::npos;
       at = help.find("\n  -", at + 1)) {
    std::istringstream list(help.substr(at + 3, help.find_first_of(" \n", at + 3) - at - 3));
    for (std::string name; std::getline(list, name, ',');) {
      names.insert(name.starts_with("--M") || name == "--Werror" ? name.substr(1) : name);
    }
  }
  return names;
}

void check_offers(const std::string& name) {
  const Shell shell(name);
  std::size_t options = 0;
  for (const std::string command : commands) {
    const Words offered = shell.offers("weft " + command + " -");
    for (const std::string& option : options_of(command)) {
      INFO(name << ": " << command << " " << option);
      CHECK(offered.count(option) == 1);
      ++options;
    }
  }
  CHECK(options > 80);

  struct Row {
    const char* line;
    Words offered;
  };
  const std::vector<Row> rows = {
      {"weft co", {"compose", "convert"}},
      {"weft --", {"--completions", "--help", "--man", "--version"}},
      {"weft --completions ", {"bash", "fish", "zsh"}},
      {"weft compose --ta", {"--target"}},
      {"weft compose -t ", {"glsl", "hlsl", "spirv"}},
      {"weft compose -M", {"-MD", "-MF", "-MP", "-MT"}},
      {"weft compose --header-language ", {"c", "c++"}},
      {"weft compose --format s", {"sarif"}},
      {"weft compose cl", {"clay.weft"}},
      {"weft compose -o out cl", {"clay.weft"}},
      {"weft render --variants x --target ", {"glsl", "hlsl"}},
      {"weft dump clay.weft --stage pl", {"plan"}},
  };
  for (const Row& row : rows) {
    INFO(name << ": " << row.line);
    CHECK(shell.offers(row.line) == row.offered);
  }
  const std::vector<Row> in_files = {
      {"weft explain pebble.weft gr", {"grain", "grit", "gravel"}},
      {"weft explain -m pebble pebble.weft gr", {"grain", "grit"}},
      {"weft render pebble.weft -o p.png --node gri", {"grit"}},
      {"weft compose pebble.weft -m ", {"pebble", "shingle"}},
      {"weft compose pebble.weft -p f",
       {"field", "field_1d", "field_3d", "flat", "forward", "forward_blended", "fullscreen",
        "functions"}},
      {"weft compose pebble.weft --profile fl", {"flat"}},
      {"weft dump pebble.weft -m shingle -D ", {"girth="}},
      {"weft doc no-con", {"no-conversion"}},
      {"weft doc surface.no", {"surface.normal"}},
  };
  for (const Row& row : in_files) {
    INFO(name << ": " << row.line);
    CHECK(shell.offers(row.line) == row.offered);
  }
  const Words kinds = shell.offers("weft list ");
  for (const char* const kind : {"fragments", "conversions", "traits", "structs", "bounds",
                                 "products", "features", "profiles", "materials", "library"}) {
    INFO(name << ": " << kind);
    CHECK(kinds.count(kind) == 1);
  }
  const Words first = shell.offers("weft ");
  CHECK(std::includes(first.begin(), first.end(), std::begin(commands), std::end(commands)));
}

}  // namespace

TEST_CASE("cli completions: zsh offers every option, command and choice") { check_offers("zsh"); }
TEST_CASE("cli completions: names in files are offered in bash") {
  const TempDir place;
  place.write("pebble.weft", pebble);
  Command command{"/usr/bin/env"};
  command.arguments = {"bash", "-c",
                       "eval \"$(weft --completions bash)\"\n"
                       "ask() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _weft; echo "
                       "\"${COMPREPLY[*]}\"; }\n"
                       "ask weft explain pebble.weft gr; ask weft compose pebble.weft -m ''\n"
                       "ask weft render pebble.weft -D s; ask weft compose peb"};
  command.working_directory = place.path();
  command.environment = {{"PATH", weft_program().parent_path().string() + ":/usr/bin:/bin"}};
  const Finished asked = run(command);
  CHECK(asked.err.empty());
  CHECK(asked.out == "grain gravel grit\npebble shingle\nsize=\n\n");
}

TEST_CASE("cli completions: names in files are found silently") {
  const TempDir place;
  place.write("pebble.weft", pebble);
  place.write("broken.weft", "import \"nowhere\"; material pebble { param gl");
  place.write("half.weft", "material rest { grain = 1.0; } material {{{ fragment f(");
  place.write("bytes.weft", std::string("\xff\x00\xfe", 3));
  place.write("long.weft", std::string(2'000'000, ' ') + pebble);
  fs::create_directory(place.path() / "folder.weft");
  REQUIRE(::mkfifo((place.path() / "pipe.weft").c_str(), 0600) == 0);
  struct Row {
    std::vector<std::string> words;
    std::string offered;
  };
  const std::vector<Row> rows = {
      {{"explain", "half.weft", ""}, "grain\n"},
      {{"compose", "broken.weft", "-m", ""}, ""},
      {{"compose", "bytes.weft", "-m", ""}, ""},
      {{"compose", "long.weft", "-m", ""}, ""},
      {{"compose", "folder.weft", "-m", ""}, ""},
      {{"compose", "pipe.weft", "-m", ""}, ""},
      {{"compose", "nowhere.weft", "-m", ""}, ""},
      {{"compose", "-m", ""}, ""},
      {{"compose", "nowhere.weft", "-p", "unl"}, "unlit\n"},
      {{"compose", "pebble.weft", ""}, ""},
      {{"explain", "pebble.weft", "--format", ""}, ""},
      {{"unheard", "pebble.weft", ""}, ""},
      {{"explain"}, ""},
      {{}, ""},
  };
  for (const Row& row : rows) {
    std::vector<std::string> words = {"--complete"};
    words.insert(words.end(), row.words.begin(), row.words.end());
    const Finished asked = run_weft(place, words);
    INFO(row.words.size() << " " << (row.words.size() > 1 ? row.words[1] : ""));
    CHECK(asked.exit_code == 0);
    CHECK(asked.err.empty());
    CHECK(asked.out == row.offered);
  }
}

TEST_CASE("cli completions: fish offers every option, command and choice") { check_offers("fish"); }

}  // namespace weft::testing::cli_completions_test
