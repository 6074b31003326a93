// The completions that shells offer for a line, obtained from the shells themselves.

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_completions_test {

namespace {

using Words = std::set<std::string>;

const char* const commands[] = {"check", "compose", "convert", "doc",    "dump",
                                "eval",  "explain", "fmt",     "graph",  "list",
                                "lsp",   "merge",   "new",     "render", "serve"};

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
    command.environment = {{"HOME", folder}};
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

TEST_CASE("cli completions: zsh offers every option, command and choice", "[cli]") {
  check_offers("zsh");
}
TEST_CASE("cli completions: fish offers every option, command and choice", "[cli]") {
  check_offers("fish");
}

}  // namespace weft::testing::cli_completions_test
